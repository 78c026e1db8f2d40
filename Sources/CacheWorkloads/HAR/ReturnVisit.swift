package import SimCore

/// What the first device of a recorded workload did, and the same once more after a while.
///
/// The origin publishes nothing meanwhile, unless some resources are said to have changed: of these
/// it has a version more when the device comes back. The time counts from the end of the first
/// visit. A new process begins the second one, unless a page is reloaded or gone back to.
package struct ReturnVisit {
  /// The events of both visits.
  package let stream: EventStream
  /// When the second visit's first screen opens.
  package let opensAt: Instant
  /// How much later than in the first visit everything happens.
  package let shift: TimeSpan
  /// How many screens each visit opens.
  package let viewCount: Int
  /// How many devices the workload has: those behind the first one are left out.
  package let deviceCount: Int

  /// Reads a workload whole; nil: its first device opens no screen.
  /// - Parameters:
  ///   - startsAnew: whether a new process begins the second visit.
  ///   - changed: what the origin has a new version of then.
  package init?(
    of stream: EventStream, after time: TimeSpan, startsAnew: Bool,
    changed: (ResourceIndex) -> Bool
  ) throws(InputError) {
    var first = EventBlock()
    var devices: Set<UInt32> = []
    try stream.forEachBlock { block in
      for event in block.events {
        devices.insert(event.device)
        if event.device == 0 { first.append(event, from: block.parts) }
      }
    }
    let opens = first.events.filter(\.opens)
    guard let opening = opens.first?.at, let end = first.events.last?.at else { return nil }
    viewCount = opens.count
    deviceCount = devices.count
    opensAt = end + time
    shift = opensAt - opening
    if case .end = first.events.last?.action { first.events.removeLast() }
    let visit = first.events
    if startsAnew {
      first.events.append(WorkloadEvent(at: end, device: 0, action: .terminate))
    }
    let news = Self.versions(in: visit).filter { changed($0.resource) }
    first.events += news.map { resource, content in
      var content = content
      content.version += 1
      content.publishedAt = end
      return WorkloadEvent(at: end, device: 0, action: .publish(resource, content))
    }
    for event in visit {
      var event = event
      switch event.action {
      case .publish, .retire, .network: continue
      case .launch where !startsAnew: continue
      default: event.at = max(event.at + shift, end)
      }
      first.events.append(event)
    }
    let last = first.events.last?.at ?? end
    first.events.append(WorkloadEvent(at: last, device: 0, action: .end))
    self.stream = .over(SingleBlock(first))
  }

  /// The last version of each resource, in order of their numbers.
  private static func versions(
    in events: [WorkloadEvent]
  ) -> [(resource: ResourceIndex, content: Content)] {
    var latest: [ResourceIndex: Content] = [:]
    for event in events {
      if case .publish(let resource, let content) = event.action { latest[resource] = content }
    }
    return latest.keys.sorted().compactMap { resource in
      latest[resource].map { (resource, $0) }
    }
  }
}

extension WorkloadEvent {
  fileprivate var opens: Bool { if case .open = action { true } else { false } }
}

/// All events in one block.
private struct SingleBlock: EventSource {
  private var block: EventBlock?

  init(_ block: EventBlock) { self.block = block }

  mutating func fill(_ block: inout EventBlock) throws(InputError) -> Bool {
    guard let whole = self.block.take() else { return false }
    block = whole
    return true
  }
}
