internal import Client
internal import SimCore
internal import Workloads

/// Keeps what a run tells of some opens.
struct StoryCollector: Observer {
  /// A few, in the order in which they are told.
  private let wanted: [Open.ID]
  private var reader = OpenReader()
  private var lines: [Open.ID: [StoryLine]] = [:]
  private var opens: [Open.ID: Open] = [:]

  init(_ wanted: [Open.ID]) { self.wanted = wanted }

  /// What a world must be told to tell.
  var plan: NarrationPlan {
    var screens: [UInt32: Set<UInt32>] = [:]
    for id in wanted { screens[id.device, default: []].insert(id.screen) }
    return NarrationPlan(screens: screens)
  }

  mutating func observe(_ page: [Observation], device: UInt32) {
    var complete: [Open] = []
    reader.read(page, device: device) { complete.append($0) }
    for open in complete where wanted.contains(open.id) { opens[open.id] = open }
  }

  mutating func observe(story: [StoryLine], device: UInt32) {
    for line in story {
      lines[Open.ID(device: device, screen: line.screen), default: []].append(line)
    }
  }

  /// The story of an open in order of time; nil when the run had no such open.
  func story(of id: Open.ID) -> (open: Open, lines: [StoryLine])? {
    guard let open = opens[id] else { return nil }
    let sorted = (lines[id] ?? []).enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }
    return (open, sorted.map(\.element))
  }
}
