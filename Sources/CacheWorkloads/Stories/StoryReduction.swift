internal import SimCore

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
    var numbers: [UInt32: [ResourceIndex: ResourceIndex]] = [:]
    var devices: [UInt32: UInt32] = [:]
    func device(_ old: UInt32) -> UInt32 {
      let number = devices[old] ?? UInt32(devices.count)
      devices[old] = number
      return number
    }
    func number(_ old: ResourceIndex, _ device: UInt32) -> ResourceIndex {
      let number = numbers[device]?[old] ?? ResourceIndex(numbers[device]?.count ?? 0)
      numbers[device, default: [:]][old] = number
      return number
    }
    var story = with(
      events.compactMap { event in
        var event = event
        let of = event.device
        event.device = device(of)
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
