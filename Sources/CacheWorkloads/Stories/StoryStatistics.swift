package import SimCore

package struct StoryStatistics {
  /// The number of events of each kind that the story has, in the order of documentation.
  package private(set) var events: [(name: String, count: Int)] = []
  package private(set) var devices = 0
  /// From the start to the end of the last device.
  package private(set) var length = TimeSpan.zero
  package private(set) var resources = 0
  package private(set) var screens = 0
  /// From a screen's opening to the next one on the device; nil: there are no two.
  package private(set) var gaps: TraceSummary.Distribution?
  /// How long screens are meant to be open; nil: none is.
  package private(set) var views: TraceSummary.Distribution?
  /// The sizes of what is published, by kind, each version once.
  package private(set) var sizes: [(kind: String, bytes: TraceSummary.Distribution)] = []

  package init(_ story: Story) {
    var counts: [String: Int] = [:]
    var known: Set<UInt64> = []
    var opened: Set<UInt64> = []
    var lastOpening: [UInt32: Instant] = [:]
    var open: [UInt32: (resource: ResourceIndex, at: Instant)] = [:]
    var gaps: [Int64] = []
    var lengths: [Int64] = []
    var bytes: [ResourceKind: [Int64]] = [:]
    var devices: Set<UInt32> = []
    func close(_ device: UInt32, at instant: Instant) {
      guard let view = open.removeValue(forKey: device) else { return }
      lengths.append((instant - view.at).nanoseconds)
    }
    for event in story.events {
      devices.insert(event.device)
      counts[event.action.storyName, default: 0] += 1
      switch event.action {
      case .publish(let resource, let content):
        known.insert(UInt64(event.device) << 32 | UInt64(resource))
        bytes[content.kind, default: []].append(content.size.count)
      case .open(let resource):
        close(event.device, at: event.at)
        opened.insert(UInt64(event.device) << 32 | UInt64(resource))
        if let last = lastOpening.updateValue(event.at, forKey: event.device) {
          gaps.append((event.at - last).nanoseconds)
        }
        open[event.device] = (resource, event.at)
      case .close(let resource):
        if open[event.device]?.resource == resource { close(event.device, at: event.at) }
      case .background, .launch, .terminate, .crash, .end: close(event.device, at: event.at)
      default: break
      }
    }
    events = StoryLine.catalog.names.compactMap { name in
      counts[name].map { (name, $0) }
    }
    self.devices = devices.count
    length = story.end - .start
    resources = known.count
    screens = opened.count
    self.gaps = TraceSummary.Distribution(gaps)
    views = TraceSummary.Distribution(lengths)
    sizes = ResourceKind.allCases.compactMap { kind in
      TraceSummary.Distribution(bytes[kind] ?? []).map { ("\(kind)", $0) }
    }
  }
}

extension Action {
  var storyName: String {
    switch self {
    case .publish: "publish"
    case .retire: "retire"
    case .open: "open"
    case .need: "need"
    case .close: "close"
    case .refresh: "refresh"
    case .push: "push"
    case .edit, .editElsewhere: "edit"
    case .network: "network"
    case .charging: "charger"
    case .launch: "launch"
    case .foreground: "foreground"
    case .background: "background"
    case .terminate: "terminate"
    case .crash: "crash"
    case .memoryWarning: "memory-warning"
    case .upgrade: "upgrade"
    case .spaceShortage: "low-space"
    case .switchUser: "login"
    case .end: "end"
    }
  }
}
