/// The dense index of an object: 0 for the first one seen, 1 for the next. Policies and stores
/// index arrays by it and never hash.
public typealias ObjectKey = UInt32

/// A block of requests as parallel columns, in the order in which they were made.
///
/// The unit in which the replay engine reads a trace: about two million requests, so that memory
/// does not grow with the trace. Optional columns are empty when the trace has no such field.
public struct RequestBlock: Sendable {
  /// Which object is asked for.
  public var keys: [ObjectKey] = []
  /// The object's size in bytes; empty: every object counts 1.
  public var sizes: [Int64] = []
  /// When, in nanoseconds since the trace's start; empty: the trace has no times.
  public var times: [Int64] = []
  /// The index of the next request for the same object, `Int64.max` for never; empty: unknown.
  public var nextAccesses: [Int64] = []
  /// Time to live in nanoseconds, 0 for none; empty: no entry expires.
  public var timesToLive: [Int64] = []
  /// What fetching the object again costs, in the trace's own unit; empty: every object costs 1.
  public var costs: [Double] = []
  /// What is done to the object, as a number in the trace's list of operations; empty: it is asked
  /// for. Replays count every operation as a request; filters tell them apart.
  package var operations: [UInt8] = []
  /// On whose behalf, as a number in the trace's list of tenants; empty: unknown.
  package var tenants: [UInt32] = []

  /// How many requests a block holds at most.
  package static let capacity = 2_000_000

  /// Makes an empty block.
  public init() {}

  /// How many requests the block holds.
  public var count: Int { keys.count }

  /// Forgets the requests and keeps the memory.
  package mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    sizes.removeAll(keepingCapacity: true)
    times.removeAll(keepingCapacity: true)
    nextAccesses.removeAll(keepingCapacity: true)
    timesToLive.removeAll(keepingCapacity: true)
    costs.removeAll(keepingCapacity: true)
    operations.removeAll(keepingCapacity: true)
    tenants.removeAll(keepingCapacity: true)
  }
}

/// One request as stores and policies see it: an object, how large it is, and what the trace knows.
public struct Access: Hashable, Sendable {
  /// Which object is asked for.
  public var key: ObjectKey
  /// Its size in bytes; 1 when objects are counted.
  public var size: Int64
  /// When, in nanoseconds since the start.
  public var time: Int64
  /// The index of the next request for the same object; `Int64.max`: never, or unknown.
  public var nextAccess: Int64
  /// How long a copy may be served, in nanoseconds; 0: for ever.
  public var timeToLive: Int64
  /// What fetching the object again costs, in the trace's own unit.
  public var cost: Double

  /// Makes a request of which little is known.
  ///
  /// Compiled into the replay loops: each request of a trace becomes one.
  @inlinable
  package init(
    key: ObjectKey, size: Int64 = 1, time: Int64 = 0, nextAccess: Int64 = .max,
    timeToLive: Int64 = 0, cost: Double = 1
  ) {
    self.key = key
    self.size = size
    self.time = time
    self.nextAccess = nextAccess
    self.timeToLive = timeToLive
    self.cost = cost
  }
}
