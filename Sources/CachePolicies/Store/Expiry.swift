public import SimCore

/// How long a cache may serve a copy.
///
/// A request for an expired resident is a miss. When copies are checked is a setting: it decides
/// what occupies capacity, and about requests that come just when a copy is due.
public struct Expiry: Hashable, Sendable {
  /// What a copy's age is measured from.
  public enum Rule: String, WordSettingValue {
    /// Its insertion.
    case absolute
    /// The last hit.
    case sliding
  }

  /// When a cache checks which copies have expired.
  public enum Check: String, WordSettingValue {
    /// When a copy is looked up: until then it occupies capacity and can be evicted like any other.
    case lookup
    /// All copies before each request: what is due has left by then.
    case before
    /// All copies after each request: what has become due since the request before may be hit once
    /// more, and with a sliding lifetime then lives on.
    case after
  }

  /// What a copy's age is measured from.
  package var rule: Rule
  /// How long a copy lives of which the request does not say it; nil: for ever.
  package var timeToLive: TimeSpan?
  package var check: Check

  /// Makes a rule.
  public init(_ rule: Rule, after timeToLive: TimeSpan? = nil, check: Check = .lookup) {
    self.rule = rule
    self.timeToLive = timeToLive
    self.check = check
  }

  /// When a copy expires that is stored or used by a request: nanoseconds, `Int64.max` for never.
  func deadline(of access: Access) -> Int64 {
    let span = access.timeToLive > 0 ? access.timeToLive : timeToLive?.nanoseconds ?? .max
    let (deadline, isBeyond) = access.time.addingReportingOverflow(span)
    return isBeyond ? .max : deadline
  }
}

/// When the copies of a store expire.
struct Deadlines: ~Copyable {
  /// How long copies live; nil: for ever.
  let expiry: Expiry?
  /// By slot: when the copy expires, in nanoseconds.
  private var times = Table<Int64>()
  /// The slots by their deadlines, where all copies are checked at each request.
  private var order = IndexedHeap<Int64>()
  private var last = Int64.min

  init(_ expiry: Expiry?) { self.expiry = expiry }

  var isOrdered: Bool { expiry.map { $0.check != .lookup } ?? false }

  /// Begins a request, and returns up to when copies are due that leave before it.
  mutating func begin(at time: Int64) -> Int64 {
    defer { last = time }
    return expiry?.check == .before ? time : last
  }

  func isDue(_ slot: Slot, at time: Int64) -> Bool {
    expiry?.check == .lookup && times[slot] <= time
  }

  /// The first copy that is due at a time, of all; nil: none is.
  func first(dueAt time: Int64) -> Slot? {
    order.first.flatMap { order.priority(of: $0) <= time ? $0 : nil }
  }

  mutating func store(_ slot: Slot, for access: Access) {
    guard let expiry else { return }
    times.put(expiry.deadline(of: access), at: slot, filling: .max)
    if isOrdered { order.insert(slot, times[slot]) }
  }

  /// Notes a hit, which may prolong the copy's life.
  mutating func use(_ slot: Slot, by access: Access) {
    guard let expiry, expiry.rule == .sliding else { return }
    times[slot] = expiry.deadline(of: access)
    if isOrdered { order.update(slot, times[slot]) }
  }

  mutating func remove(_ slot: Slot) {
    if isOrdered { order.remove(slot) }
  }
}

/// How many entries a cache held, counted after each request.
package struct Occupancy: Hashable, Sendable {
  /// How often it was counted.
  package private(set) var requests: Int64 = 0
  package private(set) var sum: Int64 = 0
  package private(set) var largest: Int64 = 0

  package init() {}

  /// The mean of the counts; 0 without requests.
  package var mean: Double { requests == 0 ? 0 : Double(sum) / Double(requests) }

  mutating func add(_ entries: Int) {
    requests += 1
    sum += Int64(entries)
    largest = max(largest, Int64(entries))
  }

  package static func += (left: inout Occupancy, right: Occupancy) {
    left.requests += right.requests
    left.sum += right.sum
    left.largest = max(left.largest, right.largest)
  }
}
