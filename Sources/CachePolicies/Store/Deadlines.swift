internal import SimCore

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
