public import SimCore

/// The events of one device, added in any order and emitted in order of time.
public struct DeviceEventLog: Sendable {
  struct Entry {
    var at: Instant
    var number: Int
    var action: Action
  }

  private var entries: [Entry] = []
  private var parts: [ResourceIndex] = []
  /// The present versions of resources that may have another one.
  private var contents: [ResourceIndex: Content] = [:]
  private var publishedCount: ResourceIndex = 0
  private var open: ResourceIndex?
  private var count = 0

  /// Adds an event.
  public mutating func add(_ action: Action, at instant: Instant) {
    entries.append(Entry(at: instant, number: count, action: action))
    count += 1
  }

  /// A place in the order of adding.
  public var mark: Int { count }

  /// Removes the events that were added since a mark and come after an instant; what the origin
  /// published meanwhile stays.
  public mutating func remove(after instant: Instant, since mark: Int) {
    entries.removeAll { entry in
      if case .publish = entry.action { return false }
      return entry.number >= mark && entry.at > instant
    }
  }

  /// When the present version of a resource came that may have another one.
  func publishedAt(_ resource: ResourceIndex) -> Instant? { contents[resource]?.publishedAt }

  mutating func removeEdits(since mark: Int) {
    entries.removeAll { entry in
      if case .edit = entry.action { entry.number >= mark } else { false }
    }
  }

  /// Adds a screen view: the screen opens, and closes again.
  public mutating func view(_ resource: ResourceIndex, from start: Instant, for length: TimeSpan) {
    add(.open(resource), at: start)
    add(.close(resource), at: start + length)
  }

  /// Publishes a new resource; resources are numbered in the order of publication.
  /// - Parameters:
  ///   - isList: whether it is a list that leads to the records, and no record itself.
  ///   - isFinal: whether it will have no other version; then nothing is kept of it.
  ///   - next: of a page of a list, the page behind it, published before.
  ///   - screen: of which screen it is the main content, by its number from 1; 0: it has no name.
  public mutating func publish(
    _ kind: ResourceKind, size: Bytes, headers: UInt16, host: UInt16 = 0,
    parts list: some Collection<ResourceIndex> = EmptyCollection(), isList: Bool = false,
    isFinal: Bool = false, next: ResourceIndex? = nil, screen: UInt16 = 0, at instant: Instant
  ) -> ResourceIndex {
    var content = Content(
      version: 1, kind: kind, host: host, headers: headers, size: size, publishedAt: instant,
      isList: isList)
    content.next = next
    content.screen = screen
    return publish(content, parts: list, isFinal: isFinal, at: instant)
  }

  mutating func publish(
    _ first: Content, parts list: some Collection<ResourceIndex>, isFinal: Bool = false,
    at instant: Instant
  ) -> ResourceIndex {
    let resource = publishedCount
    publishedCount += 1
    var content = first
    content.parts = PartsRange(appending: list, to: &parts)
    if !isFinal { contents[resource] = content }
    add(.publish(resource, content), at: instant)
    return resource
  }

  /// Publishes a resource's next version; versions are numbered in the order of these calls, so
  /// that a resource's instants must not decrease.
  public mutating func update(
    _ resource: ResourceIndex, size: Bytes? = nil,
    parts list: (some Collection<ResourceIndex>)? = [ResourceIndex]?.none, at instant: Instant
  ) {
    update(resource, size: size, parts: list, items: [ListItem]?.none, at: instant)
  }

  /// - Parameter items: what stands on it, if it is a list and that is said: what a client that has
  ///   an older version is sent of it, and how high the records stand that it leads to.
  mutating func update(
    _ resource: ResourceIndex, size: Bytes? = nil,
    parts list: (some Collection<ResourceIndex>)? = [ResourceIndex]?.none,
    items: (some Collection<ListItem>)?, at instant: Instant
  ) {
    guard let place = contents.index(forKey: resource) else {
      preconditionFailure("a resource was updated that has its last version")
    }
    var content = contents.values[place]
    assert(instant >= content.publishedAt, "versions are published in order of time")
    content.version += 1
    content.publishedAt = instant
    if let size { content.size = size }
    if let list { content.parts = PartsRange(appending: list, to: &parts) }
    content.items = .none
    contents.values[place] = content
    if let items { content.items = ItemsRange(appending: items, to: &parts) }
    add(.publish(resource, content), at: instant)
  }

  /// Marks a resource as one that will have no other version, so that memory does not grow with
  /// what was published long ago.
  public mutating func finish(_ resource: ResourceIndex) { contents[resource] = nil }

  /// Retires a resource: nothing names it or lists it any more.
  public mutating func retire(_ resource: ResourceIndex, at instant: Instant) {
    contents[resource] = nil
    add(.retire(resource), at: instant)
  }

  mutating func emit(before end: Instant, device: UInt32, into block: inout EventBlock) {
    entries.sort { ($0.at, $0.number) < ($1.at, $1.number) }
    let later = entries.firstIndex { $0.at >= end } ?? entries.count
    block.events.reserveCapacity(block.events.count + later)
    for entry in entries[..<later] {
      switch entry.action {
      case .open(let resource): open = resource
      case .close, .crash: open = nil
      default: break
      }
      block.append(
        WorkloadEvent(at: entry.at, device: device, action: entry.action), from: parts)
    }
    entries.removeSubrange(..<later)
    if entries.isEmpty { removeOldParts() }
  }

  /// Ends the device's workload: a screen that is still open closes.
  mutating func end(at end: Instant, device: UInt32, into block: inout EventBlock) {
    if let open {
      block.events.append(WorkloadEvent(at: end, device: device, action: .close(open)))
    }
    block.events.append(WorkloadEvent(at: end, device: device, action: .end))
    self = DeviceEventLog()
  }

  /// Memory for a day of one of several devices, which take turns.
  struct Memory {
    fileprivate var entries: [Entry] = []
    fileprivate var parts: [ResourceIndex] = []
  }

  mutating func takeMemory(from spare: inout Memory) {
    Self.take(&entries, from: &spare.entries)
    Self.take(&parts, from: &spare.parts)
  }

  /// Gives it back: what is left of a day are few events, if any, and the parts of what is there.
  mutating func returnMemory(to spare: inout Memory) {
    Self.leave(&entries, to: &spare.entries)
    Self.leave(&parts, to: &spare.parts)
  }

  private static func take<Element>(_ list: inout [Element], from spare: inout [Element]) {
    swap(&list, &spare)
    list += spare
    spare = []
  }

  private static func leave<Element>(_ list: inout [Element], to spare: inout [Element]) {
    let rest = list.withUnsafeBufferPointer { Array($0) }
    list.removeAll(keepingCapacity: true)
    swap(&list, &spare)
    list = rest
  }

  /// Keeps the parts lists of the present contents only, so that memory does not grow with the
  /// days.
  private mutating func removeOldParts() {
    guard parts.count > 4 * contents.count + 4_096 else { return }
    var kept: [ResourceIndex] = []
    for resource in contents.keys.sorted() {
      guard let range = contents[resource]?.parts.indices else { continue }
      // An empty list has a place too, which must be one of the table that is kept.
      contents[resource]?.parts = PartsRange(
        start: UInt32(kept.count), count: UInt32(range.count))
      kept.append(contentsOf: parts[range])
    }
    parts.removeAll(keepingCapacity: true)
    parts += kept
  }
}

/// Subresources of which the origin publishes new versions at their own addresses, as a picture
/// that a user replaces. They are drawn apart from all else, so that nothing else moves with them.
struct PartChanges: Sendable {
  private var parts: [(resource: ResourceIndex, perDay: Double)] = []
  private var random: SeededGenerator

  init(seed: UInt64, device: UInt32) {
    random = SeededGenerator(seed: seed, purpose: .workload, entity: UInt64(device), attempt: 3)
  }

  /// Adds a subresource with so many new versions a day; nothing is drawn for one that has none.
  mutating func add(_ resource: ResourceIndex, perDay: Double) {
    if perDay > 0 { parts.append((resource, perDay)) }
  }

  mutating func draw(on day: WorkloadDay) -> [OriginChange] {
    var changes: [OriginChange] = []
    for part in parts {
      for _ in 0..<random.poisson(mean: part.perDay) {
        let instant = day.at(hour: 24 * random.unit())
        changes.append(OriginChange(at: instant, resource: part.resource))
      }
    }
    return changes
  }
}

/// A new version of a resource that is otherwise as it was.
struct OriginChange {
  let at: Instant
  let resource: ResourceIndex

  /// Publishes changes in order of time, as versions are numbered in the order of publication.
  static func publish(_ changes: [OriginChange], _ log: inout DeviceEventLog) {
    for change in changes.sorted(by: { ($0.at, $0.resource) < ($1.at, $1.resource) }) {
      log.update(change.resource, at: change.at)
    }
  }
}
