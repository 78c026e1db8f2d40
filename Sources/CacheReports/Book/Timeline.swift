internal import DeviceModels
internal import Measurement
package import SimCore

/// What happened when: sums over intervals of virtual time, from the start.
///
/// There are at most 2,048 intervals. When time runs past them their length doubles and
/// neighbours are joined, as often as needed, so memory has a bound and sums stay right. Devices
/// and seeds share the intervals. A visit counts when it opened, an exchange when it ended.
package struct Timeline: Sendable {
  /// The most intervals that there can be.
  package static let intervalLimit = 2_048

  /// The present length of an interval: the one asked for, times a power of two.
  package private(set) var interval: TimeSpan
  /// The intervals from the start, up to the last one in which something happened.
  package private(set) var intervals: [TimelineInterval] = []

  /// An empty timeline; `interval` is more than zero.
  package init(interval: TimeSpan) {
    precondition(interval > .zero, "an interval takes time")
    self.interval = interval
  }

  /// When the interval at `index` begins.
  package func start(of index: Int) -> Instant { .start + interval * Int64(index) }

  mutating func add(_ visit: ScreenView) {
    let index = index(at: visit.openedAt)
    intervals[index].addOpen(from: visit.firstSource)
    guard let first = visit.firstContent else { return }
    intervals[index].shown += 1
    intervals[index].firstContentTime += Int128(first.nanoseconds)
    if visit.isFirstOutdated { intervals[index].outdated += 1 }
  }

  mutating func add(_ exchange: ExchangeRecord) {
    let index = index(at: exchange.endedAt)
    intervals[index].exchanges += 1
    intervals[index].networkBytes += (exchange.bytesUp + exchange.bytesDown).count
  }

  mutating func add(_ write: FlashWrite, at instant: Instant) {
    let index = index(at: instant)
    intervals[index].flashWrites += write.operations.total
    intervals[index].flashBytes += write.bytes.count
  }

  /// Adds another timeline that was asked for with the same interval.
  mutating func merge(_ other: Timeline) {
    var other = other
    while interval < other.interval { coarsen() }
    while other.interval < interval { other.coarsen() }
    precondition(interval == other.interval, "timelines with different intervals do not add up")
    grow(to: other.intervals.count)
    for (index, theirs) in other.intervals.enumerated() { intervals[index] += theirs }
  }

  /// The interval that `instant` lies in, made when it is not there yet.
  private mutating func index(at instant: Instant) -> Int {
    precondition(instant >= .start, "nothing happens before the start")
    while instant.nanoseconds / interval.nanoseconds >= Int64(Self.intervalLimit) { coarsen() }
    let index = Int(instant.nanoseconds / interval.nanoseconds)
    grow(to: index + 1)
    return index
  }

  private mutating func grow(to count: Int) {
    guard count > intervals.count else { return }
    intervals.append(contentsOf: repeatElement(.init(), count: count - intervals.count))
  }

  private mutating func coarsen() {
    interval = interval * 2
    for index in intervals.indices where index > 0 {
      let joined = intervals[index]
      intervals[index] = TimelineInterval()
      intervals[index / 2] += joined
    }
    intervals.removeLast(intervals.count / 2)
  }
}
