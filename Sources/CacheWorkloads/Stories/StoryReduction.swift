package import SimCore

/// Shorter and simpler stories, of which a search takes those that still show what it looks for.
extension Story {
  /// The story with other events; contents refer to the same parts.
  package func with(_ events: [WorkloadEvent]) -> Story {
    var story = self
    story.events = events
    return story
  }

  package var deviceNumbers: [UInt32] {
    var seen: Set<UInt32> = []
    return events.map(\.device).filter { seen.insert($0).inserted }
  }

  package func keeping(devices: [UInt32]) -> Story {
    with(events.filter { devices.contains($0.device) })
  }

  package var withoutEnds: Story {
    with(
      events.filter {
        if case .end = $0.action { false } else { true }
      })
  }

  /// Simpler stories with as many events, each a change of all of them: the greatest change first.
  package var simplifications: [Story] {
    [
      renumbered, withUsersSwapped, withoutNetworks, withPlainContents,
      timed { index, _ in .start + .minutes(Int64(index)) },
      timed { _, at in Instant(nanoseconds: at.nanoseconds / Self.minute * Self.minute) },
    ]
  }

  private static let minute = TimeSpan.minutes(1).nanoseconds

  private func changing(_ change: (inout WorkloadEvent) -> Void) -> Story {
    with(
      events.map { event in
        var event = event
        change(&event)
        return event
      })
  }

  private func timed(_ time: (Int, Instant) -> Instant) -> Story {
    var index = 0
    return changing { event in
      let old = event.at
      event.at = time(index, old)
      index += 1
      guard case .publish(let resource, var content) = event.action else { return }
      content.publishedAt = event.at - (old - content.publishedAt)
      event.action = .publish(resource, content)
    }
  }

  /// The story with resources that have numbers in order of first appearance, on devices that have.
  private var renumbered: Story {
    var numbers: [UInt32: Numbering<ResourceIndex>] = [:]
    var devices = Numbering<UInt32>()
    func number(_ old: ResourceIndex, _ device: UInt32) -> ResourceIndex {
      ResourceIndex(numbers[device, default: Numbering()].number(of: old))
    }
    var story = with(
      events.compactMap { event in
        var event = event
        let of = event.device
        event.device = UInt32(devices.number(of: of))
        switch event.action {
        case .publish(let resource, var content):
          guard content.parts.count == 0, content.items.isEmpty, content.next == nil else {
            return nil
          }
          content.version = max(1, content.version)
          event.action = .publish(number(resource, of), content)
        case .retire(let resource): event.action = .retire(number(resource, of))
        case .open(let resource): event.action = .open(number(resource, of))
        case .need(let resource): event.action = .need(number(resource, of))
        case .scroll(let resource, let rows):
          event.action = .scroll(number(resource, of), rows: rows)
        case .close(let resource): event.action = .close(number(resource, of))
        case .refresh(let resource): event.action = .refresh(number(resource, of))
        case .push(let resource): event.action = .push(number(resource, of))
        case .edit(var edit):
          edit.record = number(edit.record, of)
          event.action = .edit(edit)
        case .editElsewhere(var edit):
          edit.record = number(edit.record, of)
          event.action = .editElsewhere(edit)
        default: break
        }
        return event
      })
    guard story.events.count == events.count else { return self }
    story.names = StoryNames()
    return story
  }

  /// The story whose first user is the one who logs in first, so that this login says nothing.
  private var withUsersSwapped: Story {
    var first: [UInt32: UInt16] = [:]
    for event in events {
      if case .switchUser(let user) = event.action {
        first[event.device] = first[event.device] ?? user
      }
    }
    return changing { event in
      guard case .switchUser(let user) = event.action, let one = first[event.device] else { return }
      event.action = .switchUser(user == one ? 0 : user == 0 ? one : user)
    }
  }

  /// The story that says nothing of networks; itself where they change.
  private var withoutNetworks: Story {
    let changes = events.contains {
      if case .network = $0.action { true } else { false }
    }
    guard !changes else { return self }
    var story = self
    story.networks = []
    return story
  }

  /// The story with contents of 1,000 B without parts, lists, and headers of their own, whose
  /// versions count from 1.
  private var withPlainContents: Story {
    var versions: [UInt32: [ResourceIndex: UInt32]] = [:]
    var story = changing { event in
      guard case .publish(let resource, let content) = event.action else { return }
      let version = (versions[event.device]?[resource] ?? 0) + 1
      versions[event.device, default: [:]][resource] = version
      event.action = .publish(
        resource,
        Content(version: version, kind: content.kind, size: Bytes(1_000), publishedAt: event.at))
    }
    story.headers = [CacheHeaders()]
    return story
  }
}

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
    events = StoryLine.catalog.names.compactMap { name in counts[name].map { (name, $0) } }
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
    case .scroll: "scroll"
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
