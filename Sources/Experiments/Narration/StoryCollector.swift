internal import CacheWorkloads
internal import Measurement
internal import SimCore

/// Keeps what a run tells of some opens.
struct StoryCollector: TraceObserver {
  /// A few, in the order in which they are told.
  private let wanted: [Open.ID]
  private var reader = OpenReader()
  private var lines: [Open.ID: [ScreenTrace.Line]] = [:]
  private var opens: [Open.ID: Open] = [:]
  /// By device.
  private var traces: [UInt32: ScreenTrace]

  init(_ wanted: [Open.ID]) {
    self.wanted = wanted
    var screens: [UInt32: Set<UInt32>] = [:]
    for id in wanted { screens[id.device, default: []].insert(id.screen) }
    traces = screens.mapValues { ScreenTrace(screens: $0) }
  }

  /// The devices whose trace must have detail.
  var devices: Set<UInt32> { Set(wanted.map(\.device)) }

  mutating func observe(_ page: [TraceRecord], device: UInt32) {
    guard let trace = traces[device] else { return }
    var complete: [Open] = []
    reader.read(page, device: device) { complete.append($0) }
    for open in complete where wanted.contains(open.id) { opens[open.id] = open }
    var own = trace
    for record in page { own.read(record) }
    for line in own.takeLines() {
      lines[Open.ID(device: device, screen: line.screen), default: []].append(line)
    }
    traces[device] = own
  }

  /// The story of an open in order of time; nil when the run had no such open.
  func story(of id: Open.ID) -> (open: Open, lines: [ScreenTrace.Line])? {
    guard let open = opens[id] else { return nil }
    let sorted = (lines[id] ?? []).enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }
    return (open, sorted.map(\.element))
  }
}
