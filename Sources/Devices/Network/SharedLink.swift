/// One direction of a link, shared equally by the flows on it: processor sharing.
///
/// Time in a shared queue is kept in two clocks: the common service clock runs at 1/n of real
/// time while n flows are on the link, and a flow of w nanoseconds of work leaves when that clock
/// has advanced by w, whoever comes or goes meanwhile. So each event costs O(log n), not O(n).
/// (The idea is that of virtual time in fair queueing: Parekh, Gallager, ToN 1993.)
///
/// Work is in nanoseconds of the link alone, whole ones; the service clock is a fraction and starts
/// again at zero whenever the link falls idle, so that it stays exact to far below a nanosecond.
struct SharedLink: ~Copyable {
  /// How much faster the link is than one flow alone can use, 1 or more; flows below that number
  /// do not slow each other.
  var speed = 1.0

  private var service = 0.0
  private var updated: Int64 = 0
  private var flows = 0
  private var finishes = MinimumHeap<Double, ExchangeID>()

  /// When the next flow has been served, as things stand; `Int64.max` when there is none.
  private(set) var nextFinish = Int64.max

  /// Puts a flow on the link.
  /// - Returns: the service clock's value at which the flow leaves.
  /// - Complexity: O(log n).
  mutating func join(_ id: ExchangeID, work: Int64, at now: Int64) -> Double {
    advance(to: now)
    let finish = service + Double(work)
    finishes.insert(id, key: finish)
    flows += 1
    plan()
    return finish
  }

  /// Takes out the flow that has been served at `nextFinish`.
  /// - Complexity: O(log n).
  mutating func removeFinished() -> ExchangeID {
    let finish = finishes.leastKey ?? service
    advance(to: nextFinish)
    // The instant was rounded to a nanosecond; the flow that leaves has been served in full.
    service = max(service, finish)
    let id = finishes.removeFirst()
    leave()
    return id
  }

  /// Takes out a flow before it has been served.
  /// - Returns: the work that was not done, in nanoseconds.
  /// - Complexity: O(n).
  mutating func remove(_ id: ExchangeID, finish: Double, at now: Int64) -> Double {
    advance(to: now)
    finishes.remove(id)
    let left = max(0, finish - service)
    leave()
    return left
  }

  /// Changes the speed from now on.
  mutating func set(speed: Double, at now: Int64) {
    guard speed != self.speed else { return }
    advance(to: now)
    self.speed = speed
    plan()
  }

  private mutating func leave() {
    flows -= 1
    if flows == 0 {
      service = 0
      finishes.removeAll()
    }
    plan()
  }

  private mutating func advance(to now: Int64) {
    if flows > 0 { service += Double(now - updated) * rate }
    updated = now
  }

  /// How fast the service clock runs.
  private var rate: Double { min(1, speed / Double(flows)) }

  private mutating func plan() {
    guard let finish = finishes.leastKey else {
      nextFinish = .max
      return
    }
    // The one place where shared service becomes an instant: the nearest nanosecond.
    let left = (max(0, finish - service) / rate).rounded(.toNearestOrAwayFromZero)
    nextFinish = left < 9.2e18 - Double(updated) ? updated + Int64(left) : .max
  }
}
