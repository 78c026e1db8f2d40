package import CacheMetrics
package import CacheWorkloads
internal import DeviceModels
package import SimCore

package enum ViewSelection: Hashable, Sendable {
  /// So many, the worst by a measure first; of equals the earlier one.
  case worst(Measure, Int)
  /// The one that opens in that minute or second, or, if none does, the one on screen then.
  case at(ClockTime)
  /// The first so many of one screen.
  case view(ResourceIndex, Int)

  package enum Measure: String, Sendable, CaseIterable {
    /// The wait for the first content, without the launch of the app; views without content come
    /// before all others, the longest first.
    case latency
    /// How long a view that stayed blank was open.
    case blank
    /// How long outdated content was on screen.
    case stale
    /// Bytes that were written to flash from its opening to the next one's.
    case flash

    /// `staleness` is another word for `stale`.
    package init?(named name: String) { self.init(rawValue: name == "staleness" ? "stale" : name) }
  }
}

extension ViewSelection.Measure {
  /// Whether a view is worse than another; of equals the earlier one of the lower device.
  func isWorse(_ record: ViewRecord, than other: ViewRecord) -> Bool {
    let (own, others) = (badness(of: record), badness(of: other))
    return own == others ? record.id < other.id : own > others
  }

  func isBad(_ record: ViewRecord) -> Bool { badness(of: record) > (0, 0) }

  private func badness(of record: ViewRecord) -> (Int, Int64) {
    let view = record.view
    return switch self {
    case .latency:
      view.firstContent.map { (0, $0.nanoseconds) }
        ?? (1, (view.closedAt - view.openedAt).nanoseconds)
    case .blank:
      (0, view.firstContent == nil ? (view.closedAt - view.openedAt).nanoseconds : 0)
    case .stale: (0, view.timeOutdated.nanoseconds)
    case .flash: (0, record.flash.count)
    }
  }
}

/// Stores few of a run's views, however many there are.
struct ViewSearch: TraceObserver {
  let selection: ViewSelection
  let device: UInt32?
  let isWanted: @Sendable (ScreenView) -> Bool
  private(set) var reader = ViewRecordReader()
  private(set) var found = Explainer.Found()

  mutating func observe(_ records: [TraceRecord], device: UInt32) {
    guard self.device.map({ $0 == device }) ?? true else { return }
    for record in reader.read(records, device: device) { consider(record) }
  }

  private mutating func consider(_ record: ViewRecord) {
    let view = record.view
    guard isWanted(view) else { return }
    found.count += 1
    switch selection {
    case .worst(let measure, let limit):
      guard measure.isBad(record) else { return }
      insert(record, limit: limit) { measure.isWorse($0, than: $1) }
    case .view(let resource, let limit):
      guard view.resource == resource else { return }
      insert(record, limit: limit) { Self.isEarlier($0, than: $1) }
    case .at(let time):
      let closer = found.nearest.map {
        Self.distance(view, to: time) < Self.distance($0.view, to: time)
      }
      if closer ?? true { found.nearest = record }
      let begins = view.openedAt >= time.start && view.openedAt < time.end
      let covers = view.openedAt < time.start && view.closedAt > time.start
      guard begins || covers else { return }
      insert(record, limit: 1) {
        let (first, second) = ($0.view.openedAt >= time.start, $1.view.openedAt >= time.start)
        return first == second ? Self.isEarlier($0, than: $1) : first
      }
    }
  }

  private mutating func insert(
    _ record: ViewRecord, limit: Int, by goesBefore: (ViewRecord, ViewRecord) -> Bool
  ) {
    let place = found.views.firstIndex { goesBefore(record, $0) } ?? found.views.endIndex
    found.views.insert(record, at: place)
    if found.views.count > limit {
      found.views.removeLast()
      found.others += 1
    }
  }

  private static func isEarlier(_ record: ViewRecord, than other: ViewRecord) -> Bool {
    (record.view.openedAt, record.id) < (other.view.openedAt, other.id)
  }

  private static func distance(_ view: ScreenView, to time: ClockTime) -> TimeSpan {
    if view.closedAt < time.start { return time.start - view.closedAt }
    return view.openedAt < time.end ? .zero : view.openedAt - time.end
  }
}

/// A minute or a second of a day as it is written, or less: `09:14` of the first day,
/// `2d 09:14:30` of the second.
///
/// Days are counted from 1; the first begins, at midnight, with the scenario.
package struct ClockTime: Hashable, Sendable {
  package let start: Instant
  /// How long it lasts: a minute, or a second.
  package let length: TimeSpan

  /// Reads `09:14`, `09:14:30`, `2d 09:14`, `2T09:14` or `day 2 09:14`; nil for anything else.
  package init?(_ text: String) {
    guard case .at(let start, let resolution)? = StoryTime(text) else { return nil }
    self.start = start
    length = max(resolution, .milliseconds(1))
  }

  package var end: Instant { start + length }
}

/// One screen view of a run, with what was written to flash until the next one.
package struct ViewRecord: Sendable {
  /// Its device and number: the same under every strategy.
  package var id: ID
  package var view: ScreenView
  /// Bytes written to flash from its opening to the next one's.
  package var flash: Bytes

  package struct ID: Hashable, Comparable, Sendable {
    package var device: UInt32
    /// 1 for the first that it opens.
    package var screen: UInt32

    package init(device: UInt32, screen: UInt32) {
      self.device = device
      self.screen = screen
    }

    package static func < (left: ID, right: ID) -> Bool {
      (left.device, left.screen) < (right.device, right.screen)
    }
  }
}

/// Numbers the screen views of trace events, and adds what was written to flash until the next one.
struct ViewRecordReader {
  private var devices: [UInt32: State] = [:]

  fileprivate struct State {
    var count: UInt32 = 0
    /// The last view that closed, until the next one's end shows that its record is complete.
    var last: ViewRecord?
    /// Writes since it closed: they are its own up to the next one's opening.
    var writes: [(at: Instant, bytes: Bytes)] = []
  }

  /// The records that are complete now, in order of time.
  mutating func read(_ records: [TraceRecord], device: UInt32) -> [ViewRecord] {
    var complete: [ViewRecord] = []
    var state = devices[device] ?? State()
    for record in records {
      switch record.event {
      case .wrote(_, let write): state.writes.append((record.at, write.bytes))
      case .closed(let view, _) where !view.isReaction:
        if let last = state.take(until: view.openedAt) { complete.append(last) }
        state.count += 1
        state.last = ViewRecord(
          id: ViewRecord.ID(device: device, screen: state.count), view: view, flash: .zero)
      case .finished:
        if let last = state.take(until: .distantFuture) { complete.append(last) }
      default: break
      }
    }
    devices[device] = state
    return complete
  }
}

extension ViewRecordReader.State {
  /// The last view with what was written before an instant; later writes are the next one's.
  fileprivate mutating func take(until instant: Instant) -> ViewRecord? {
    let split = writes.firstIndex { $0.at > instant } ?? writes.endIndex
    let bytes = writes[..<split].reduce(Bytes.zero) { $0 + $1.bytes }
    writes.removeFirst(split)
    defer { last = nil }
    last?.flash += bytes
    return last
  }
}
