internal import DeviceModels
package import SimCore

/// Sums over intervals of virtual time, from the start.
///
/// There are at most 2,048 intervals. When time runs past them their length doubles and
/// neighbours are joined, as often as needed: memory is bounded and sums are exact. Devices and
/// seeds share the intervals. A view counts when it opened, an exchange when it ended.
package struct Timeline: Sendable {
  /// The maximum number of intervals.
  package static let intervalLimit = 2_048

  /// The length of an interval: the initial one, times a power of two.
  package private(set) var interval: TimeSpan
  /// The intervals from the start, up to the last one in which something happened.
  package private(set) var intervals: [TimelineInterval] = []

  /// An empty timeline; `interval` is more than zero.
  package init(interval: TimeSpan) {
    precondition(interval > .zero, "an interval has a length")
    self.interval = interval
  }

  /// When the interval at `index` begins.
  package func start(of index: Int) -> Instant { .start + interval * Int64(index) }

  /// Adds what an event says of its interval; most say nothing.
  mutating func observe(_ record: TraceRecord) {
    switch record.event {
    case .closed(let view, _): if !view.isReaction { add(view) }
    case .exchanged(let exchange): add(exchange)
    case .wrote(_, let write): add(write, at: record.at)
    default: break
    }
  }

  private mutating func add(_ view: ScreenView) {
    let index = index(at: view.openedAt)
    intervals[index].addOpen(from: view.firstSource)
    guard let first = view.firstContent else { return }
    intervals[index].shown += 1
    intervals[index].firstContentTime += Int128(first.nanoseconds)
    if view.isFirstOutdated { intervals[index].outdated += 1 }
  }

  private mutating func add(_ exchange: ExchangeRecord) {
    let index = index(at: exchange.endedAt)
    intervals[index].exchanges += 1
    intervals[index].networkBytes += (exchange.bytesUp + exchange.bytesDown).count
  }

  private mutating func add(_ write: FlashWrite, at instant: Instant) {
    let index = index(at: instant)
    intervals[index].flashWrites += write.operations.total
    intervals[index].flashBytes += write.bytes.count
  }

  /// Adds another timeline with the same initial interval.
  package mutating func merge(_ other: Timeline) {
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

/// The sums of one interval of virtual time.
package struct TimelineInterval: Hashable, Sendable {
  /// Screens opened.
  package internal(set) var opens: Int64 = 0
  /// Of those, how many showed something.
  package internal(set) var shown: Int64 = 0
  /// Of those, how many showed an outdated version first.
  package internal(set) var outdated: Int64 = 0
  /// Nanoseconds to first content, summed over the opens that showed some.
  package internal(set) var firstContentTime: Int128 = 0
  /// Opens with a first content from a memory tier.
  package private(set) var memory: Int64 = 0
  /// Opens with a first content from a flash tier.
  package private(set) var flash: Int64 = 0
  /// Opens with a first content that the origin confirmed first.
  package private(set) var revalidated: Int64 = 0
  /// Opens with a first content from the origin.
  package private(set) var network: Int64 = 0
  /// Opens that stayed blank.
  package private(set) var nothing: Int64 = 0
  /// Write operations on flash.
  package internal(set) var flashWrites: Int64 = 0
  /// Bytes written to flash by the app and its storage engine.
  package internal(set) var flashBytes: Int64 = 0
  /// Exchanges with the origin that ended.
  package internal(set) var exchanges: Int64 = 0
  /// Bytes on the wire, both ways.
  package internal(set) var networkBytes: Int64 = 0

  /// Nothing yet.
  package init() {}

  /// Milliseconds to first content on average; nil when nothing was shown.
  package var meanFirstContent: Double? {
    shown == 0 ? nil : Double(firstContentTime) / Double(shown) / 1e6
  }

  /// Opens with a first content from `source`.
  package func opens(from source: Source) -> Int64 {
    switch source {
    case .memory: memory
    case .flash: flash
    case .revalidated: revalidated
    case .network: network
    case .nothing: nothing
    }
  }

  mutating func addOpen(from source: Source) {
    opens += 1
    switch source {
    case .memory: memory += 1
    case .flash: flash += 1
    case .revalidated: revalidated += 1
    case .network: network += 1
    case .nothing: nothing += 1
    }
  }

  static func += (left: inout Self, right: Self) {
    left.opens += right.opens
    left.shown += right.shown
    left.outdated += right.outdated
    left.firstContentTime += right.firstContentTime
    left.memory += right.memory
    left.flash += right.flash
    left.revalidated += right.revalidated
    left.network += right.network
    left.nothing += right.nothing
    left.flashWrites += right.flashWrites
    left.flashBytes += right.flashBytes
    left.exchanges += right.exchanges
    left.networkBytes += right.networkBytes
  }
}
