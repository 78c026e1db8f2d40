internal import CacheWorkloads
internal import Measurement
internal import SimCore

/// Reads the book for the opens of a choice; keeps few of them, however many there are.
struct OpenFinder: TraceObserver {
  private let choice: OpenChoice
  private let device: UInt32?
  private var reader = OpenReader()
  private(set) var chosen: [Open] = []
  /// How many more would have been chosen if there were no limit.
  private(set) var others = 0
  /// The open that comes nearest to a time in which there is none.
  private(set) var nearest: Open?
  /// How many opens there are at all.
  private(set) var count = 0

  init(_ choice: OpenChoice, device: UInt32?) {
    self.choice = choice
    self.device = device
  }

  mutating func observe(_ page: [TraceRecord], device: UInt32) {
    guard self.device.map({ $0 == device }) ?? true else { return }
    var complete: [Open] = []
    reader.read(page, device: device) { complete.append($0) }
    for open in complete { judge(open) }
  }

  private mutating func judge(_ open: Open) {
    count += 1
    switch choice {
    case .worst(let measure, let limit):
      guard measure.isBad(open) else { return }
      insert(open, limit: limit) { measure.isWorse($0, than: $1) }
    case .view(let resource, let limit):
      guard open.visit.resource == resource else { return }
      insert(open, limit: limit) { Self.isEarlier($0, than: $1) }
    case .at(let time):
      let closer = nearest.map { Self.distance(open, to: time) < Self.distance($0, to: time) }
      if closer ?? true { nearest = open }
      let begins = open.visit.openedAt >= time.start && open.visit.openedAt < time.end
      let covers = open.visit.openedAt < time.start && open.visit.closedAt > time.start
      guard begins || covers else { return }
      insert(open, limit: 1) {
        let (first, second) = ($0.visit.openedAt >= time.start, $1.visit.openedAt >= time.start)
        return first == second ? Self.isEarlier($0, than: $1) : first
      }
    }
  }

  private mutating func insert(_ open: Open, limit: Int, by goesBefore: (Open, Open) -> Bool) {
    let place = chosen.firstIndex { goesBefore(open, $0) } ?? chosen.endIndex
    if place >= limit {
      others += 1
      return
    }
    chosen.insert(open, at: place)
    if chosen.count > limit {
      chosen.removeLast()
      others += 1
    }
  }

  private static func isEarlier(_ open: Open, than other: Open) -> Bool {
    (open.visit.openedAt, open.id) < (other.visit.openedAt, other.id)
  }

  private static func distance(_ open: Open, to time: ClockTime) -> TimeSpan {
    if open.visit.closedAt < time.start { return time.start - open.visit.closedAt }
    return open.visit.openedAt < time.end ? .zero : open.visit.openedAt - time.end
  }
}
