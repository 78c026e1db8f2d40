internal import SimCore

/// What happens on one device, noted in any order and told in order of time.
struct DeviceDiary {
  private struct Note {
    var at: Instant
    var number: Int
    var action: Action
  }

  private var notes: [Note] = []
  private var parts: [ResourceIndex] = []
  /// The present versions of resources that may have another one.
  private var contents: [ResourceIndex: Content] = [:]
  private var publishedCount: ResourceIndex = 0
  private var open: ResourceIndex?
  private var count = 0

  /// Notes what happens.
  mutating func note(_ action: Action, at instant: Instant) {
    notes.append(Note(at: instant, number: count, action: action))
    count += 1
  }

  /// A place in the order of noting.
  var mark: Int { count }

  /// Takes back what was noted since a mark and happens after an instant: it does not happen.
  mutating func withdraw(after instant: Instant, since mark: Int) {
    notes.removeAll { $0.number >= mark && $0.at > instant }
  }

  /// A screen is looked at.
  mutating func visit(_ resource: ResourceIndex, from start: Instant, for length: TimeSpan) {
    note(.open(resource), at: start)
    note(.close(resource), at: start + length)
  }

  /// Publishes a new resource; resources are numbered in the order of publication.
  /// - Parameter isFinal: whether it will have no other version; then nothing is kept of it.
  mutating func publish(
    _ kind: ResourceKind, size: Bytes, headers: UInt16, host: UInt16 = 0,
    parts list: some Collection<ResourceIndex> = EmptyCollection(), isFinal: Bool = false,
    at instant: Instant
  ) -> ResourceIndex {
    let resource = publishedCount
    publishedCount += 1
    let content = Content(
      version: 1, kind: kind, host: host, headers: headers, size: size, publishedAt: instant,
      parts: append(list))
    if !isFinal { contents[resource] = content }
    note(.publish(resource, content), at: instant)
    return resource
  }

  /// Publishes a resource's next version.
  mutating func update(
    _ resource: ResourceIndex, size: Bytes? = nil,
    parts list: (some Collection<ResourceIndex>)? = [ResourceIndex]?.none, at instant: Instant
  ) {
    guard var content = contents[resource] else {
      preconditionFailure("a resource was updated that has its last version")
    }
    content.version += 1
    content.publishedAt = instant
    if let size { content.size = size }
    if let list { content.parts = append(list) }
    contents[resource] = content
    note(.publish(resource, content), at: instant)
  }

  /// Forgets a resource that will have no other version, so that memory does not grow with what
  /// was published long ago.
  mutating func finish(_ resource: ResourceIndex) { contents[resource] = nil }

  private mutating func append(_ list: some Collection<ResourceIndex>) -> PartsRange {
    let start = parts.count
    parts.append(contentsOf: list)
    return PartsRange(start: UInt32(start), count: UInt32(parts.count - start))
  }

  /// Tells what happened before an instant; what is noted for later waits.
  mutating func tell(before end: Instant, device: UInt32, into block: inout EventBlock) {
    notes.sort { ($0.at, $0.number) < ($1.at, $1.number) }
    let later = notes.firstIndex { $0.at >= end } ?? notes.count
    block.events.reserveCapacity(block.events.count + later)
    for note in notes[..<later] {
      var action = note.action
      switch action {
      case .publish(let resource, var content):
        content.parts = block.append(parts: parts[content.parts.indices])
        action = .publish(resource, content)
      case .open(let resource): open = resource
      case .close, .crash: open = nil
      default: break
      }
      block.events.append(WorkloadEvent(at: note.at, device: device, action: action))
    }
    notes.removeSubrange(..<later)
    if notes.isEmpty { forgetOldParts() }
  }

  /// Ends the story: a screen that is still open closes.
  mutating func conclude(at end: Instant, device: UInt32, into block: inout EventBlock) {
    if let open {
      block.events.append(WorkloadEvent(at: end, device: device, action: .close(open)))
    }
    block.events.append(WorkloadEvent(at: end, device: device, action: .end))
    self = DeviceDiary()
  }

  /// Keeps the parts lists of the present contents only, so that memory does not grow with the
  /// days.
  private mutating func forgetOldParts() {
    guard parts.count > 4 * contents.count + 4_096 else { return }
    var kept: [ResourceIndex] = []
    for resource in contents.keys.sorted() {
      guard let range = contents[resource]?.parts.indices, !range.isEmpty else { continue }
      contents[resource]?.parts = PartsRange(
        start: UInt32(kept.count), count: UInt32(range.count))
      kept.append(contentsOf: parts[range])
    }
    parts = kept
  }
}
