internal import DeviceModels
package import SimCore

/// Sums over intervals of virtual time, from the start.
///
/// There are at most 2,048 intervals. When time runs past them their length doubles and
/// neighbours are joined, as often as needed: memory is bounded and sums are exact. Devices and
/// seeds share the intervals. A view counts when it opened, with the memory and the radio's energy
/// until it closed; an exchange when it ended, everything else when it is recorded.
package struct Timeline: Codable, Sendable {
  package static let intervalLimit = 2_048

  /// The length of an interval: the initial one, times a power of two.
  package private(set) var interval: TimeSpan
  /// The intervals from the start, up to the last one in which something happened.
  package private(set) var intervals: [TimelineInterval] = []
  /// How many opens of each interval had their first content within each step of `WaitSteps`, a row
  /// after another: counts instead of samples, so that memory does not grow with the opens.
  private var waits: [UInt32] = []

  /// An empty timeline; `interval` is more than zero.
  package init(interval: TimeSpan) {
    precondition(interval > .zero, "an interval has a length")
    self.interval = interval
  }

  package func start(of index: Int) -> Instant { .start + interval * Int64(index) }

  /// Adds what an event says of its interval; most say nothing.
  mutating func observe(_ record: TraceRecord) {
    switch record.event {
    case .closed(let view, _):
      addUse(of: view)
      if !view.isReaction { add(view) }
    case .exchanged(let exchange): add(exchange)
    case .wrote(_, let write): add(write, at: record.at)
    case .left(_, let medium, .evicted, _, _):
      let index = index(at: record.at)
      if medium == .memory { intervals[index].memoryEvictions += 1 }
      if medium == .flash { intervals[index].flashEvictions += 1 }
    case .worked(let work):
      if work.droppedFrames > 0 {
        intervals[index(at: record.at)].droppedFrames += work.droppedFrames
      }
    case .edit(let stage, _): intervals[index(at: record.at)].add(stage)
    case .app(.killed): intervals[index(at: record.at)].kills += 1
    case .finished(let summary):
      guard summary.radioSinceLastView > 0 else { return }
      intervals[index(at: summary.lastView)].radioEnergy += summary.radioSinceLastView
    default: break
    }
  }

  private mutating func add(_ view: ScreenView) {
    let index = index(at: view.openedAt)
    intervals[index].addOpen(from: view.firstSource)
    if view.wasOffline {
      intervals[index].offlineOpens += 1
      if view.firstContent != nil { intervals[index].offlineShown += 1 }
    }
    guard let first = view.counted(view.firstContent) else { return }
    intervals[index].shown += 1
    intervals[index].firstContentTime += Int128(first.nanoseconds)
    waits[index * WaitSteps.count + WaitSteps.step(of: first)] += 1
    if view.isFirstOutdated { intervals[index].outdated += 1 }
  }

  private mutating func addUse(of view: ScreenView) {
    let index = index(at: view.openedAt)
    intervals[index].memoryPeak = max(intervals[index].memoryPeak, view.memory.count)
    intervals[index].radioEnergy += view.radioEnergy
  }

  private mutating func add(_ exchange: ExchangeRecord) {
    let index = index(at: exchange.endedAt)
    intervals[index].exchanges += 1
    let bytes = (exchange.bytesUp + exchange.bytesDown).count
    intervals[index].networkBytes += bytes
    if exchange.isMetered { intervals[index].meteredBytes += bytes }
  }

  private mutating func add(_ write: FlashWrite, at instant: Instant) {
    let index = index(at: instant)
    intervals[index].flashWrites += write.operations.total
    intervals[index].flashBytes += write.bytes.count
  }

  /// The same in intervals of at least this length, which is that of another timeline's of the same
  /// initial interval.
  package func coarsened(to interval: TimeSpan) -> Timeline {
    var coarse = self
    while coarse.interval < interval { coarse.coarsen() }
    return coarse
  }

  /// The same in at most so many intervals, more than one.
  package func limited(to count: Int) -> Timeline {
    precondition(count > 1, "intervals are joined in pairs")
    var coarse = self
    while coarse.intervals.count > count { coarse.coarsen() }
    return coarse
  }

  /// Adds another timeline with the same initial interval.
  package mutating func merge(_ other: Timeline) {
    var other = other
    while interval < other.interval { coarsen() }
    while other.interval < interval { other.coarsen() }
    precondition(interval == other.interval, "timelines with different intervals do not add up")
    grow(to: other.intervals.count)
    for (index, theirs) in other.intervals.enumerated() { intervals[index] += theirs }
    for (index, theirs) in other.waits.enumerated() { waits[index] += theirs }
  }

  /// The time within which a share of an interval's opens had their first content, in milliseconds,
  /// up to a quarter too long: the end of the step that the nearest rank falls into. Infinite where
  /// it falls on an open that stayed blank; nil without opens.
  /// - Complexity: O(steps).
  package func firstContent(at percentile: Percentile, inInterval index: Int) -> Double? {
    let opens = Int(intervals[index].opens)
    guard opens > 0 else { return nil }
    let rank = percentile.rank(among: opens)
    var within = 0
    for step in 0..<WaitSteps.count {
      within += Int(waits[index * WaitSteps.count + step])
      if within >= rank { return WaitSteps.milliseconds(atEndOf: step) }
    }
    return .infinity
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
    waits.append(
      contentsOf: repeatElement(0, count: (count - intervals.count) * WaitSteps.count))
    intervals.append(contentsOf: repeatElement(.init(), count: count - intervals.count))
  }

  private mutating func coarsen() {
    interval = interval * 2
    for index in intervals.indices where index > 0 {
      let joined = intervals[index]
      intervals[index] = TimelineInterval()
      intervals[index / 2] += joined
      for step in 0..<WaitSteps.count {
        let place = index * WaitSteps.count + step
        let count = waits[place]
        waits[place] = 0
        waits[index / 2 * WaitSteps.count + step] += count
      }
    }
    intervals.removeLast(intervals.count / 2)
    waits.removeLast(waits.count - intervals.count * WaitSteps.count)
  }
}

/// The steps in which a timeline counts waits: four in each doubling, from 1 ms on.
enum WaitSteps {
  /// How many there are: up to about a minute, and what is longer.
  static let count = 66

  /// The step of a wait: 0 below 1 ms, the last from 2¹⁶ ms on.
  static func step(of wait: TimeSpan) -> Int {
    let quarters = wait.nanoseconds / 250_000
    guard quarters >= 4 else { return 0 }
    let exponent = quarters.bitWidth - 1 - quarters.leadingZeroBitCount
    guard exponent < 18 else { return count - 1 }
    return 1 + (exponent - 2) * 4 + Int(quarters >> (exponent - 2)) & 3
  }

  /// Where a step ends; the last one has no end, and is told as where it begins.
  static func milliseconds(atEndOf step: Int) -> Double {
    guard step > 0 else { return 1 }
    let next = min(step, count - 2)
    return Double(Int64(4 + next % 4) << Int64(next / 4)) / 4
  }
}

/// The sums of one interval of virtual time.
package struct TimelineInterval: Hashable, Codable, Sendable {
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
  package internal(set) var flashWrites: Int64 = 0
  /// Bytes written to flash by the app and its storage engine.
  package internal(set) var flashBytes: Int64 = 0
  package internal(set) var exchanges: Int64 = 0
  /// Bytes on the wire, both ways.
  package internal(set) var networkBytes: Int64 = 0

  package internal(set) var meteredBytes: Int64 = 0
  /// Opens without a network.
  package internal(set) var offlineOpens: Int64 = 0
  /// Of those, how many showed something.
  package internal(set) var offlineShown: Int64 = 0
  package internal(set) var memoryEvictions: Int64 = 0
  package internal(set) var flashEvictions: Int64 = 0
  /// The most memory that an app used when a screen closed; of several devices the highest.
  package internal(set) var memoryPeak: Int64 = 0
  package internal(set) var kills: Int64 = 0
  /// Microjoules of the radio for the app's traffic.
  package internal(set) var radioEnergy: Int64 = 0
  /// Frames that were not drawn in time.
  package internal(set) var droppedFrames: Int64 = 0
  package private(set) var editsMade: Int64 = 0
  /// Edits of which it is known what became of them, whatever that is.
  package private(set) var editsSettled: Int64 = 0
  /// Of those, edits that were refused, lost or overruled.
  package private(set) var editsFailed: Int64 = 0

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

  mutating func add(_ stage: EditStage) {
    switch stage {
    case .made: editsMade += 1
    case .synced, .superseded: editsSettled += 1
    case .refused, .lost, .overruled:
      editsSettled += 1
      editsFailed += 1
    case .pending, .conflicted, .duplicated, .reverted, .awaitedElsewhere, .seenElsewhere: break
    }
  }

  static func += (left: inout Self, right: Self) {
    addUp(
      &left, right, \.opens, \.shown, \.outdated, \.firstContentTime, \.memory, \.flash,
      \.revalidated, \.network, \.nothing, \.flashWrites, \.flashBytes, \.exchanges, \.networkBytes,
      \.meteredBytes, \.offlineOpens, \.offlineShown, \.memoryEvictions, \.flashEvictions, \.kills,
      \.radioEnergy, \.droppedFrames, \.editsMade, \.editsSettled, \.editsFailed)
    left.memoryPeak = max(left.memoryPeak, right.memoryPeak)
  }
}
