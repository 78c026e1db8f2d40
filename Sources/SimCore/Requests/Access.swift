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
  public init(
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
