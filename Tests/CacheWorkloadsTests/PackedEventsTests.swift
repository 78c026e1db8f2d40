internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// Events that are packed for devices on one clock are the same when they are taken.
@Suite struct PackedEventsTests {
  /// An event with the parts and items themselves and not where they stand.
  private struct Told: Equatable {
    var at: Instant
    var action: Action
    var parts: [ResourceIndex] = []
    var items: [ListItem] = []

    init(_ at: Instant, _ action: Action, parts table: [ResourceIndex]) {
      (self.at, self.action) = (at, action)
      guard case .publish(let resource, var content) = action else { return }
      parts = Array(table[content.parts.indices])
      items = content.items.items(in: table)
      (content.parts, content.items) = (.none, .none)
      self.action = .publish(resource, content)
    }
  }

  /// The events of a block by device, as they are, and as they are taken after having been packed.
  private static func told(_ block: EventBlock) -> (
    before: [UInt32: [Told]], after: [UInt32: [Told]]
  ) {
    var (before, after): ([UInt32: [Told]], [UInt32: [Told]]) = ([:], [:])
    for event in block.events {
      before[event.device, default: []].append(Told(event.at, event.action, parts: block.parts))
    }
    for packed in block.packedEvents() {
      let own = taken(packed)
      expect((1...PackedEvents.piece).contains(own.count))
      expect(packed.end, is: own.map(\.at).max())
      expect(packed.isLast, is: own.contains { if case .end = $0.action { true } else { false } })
      after[packed.device, default: []] += own
    }
    return (before, after)
  }

  private static func taken(_ packed: PackedEvents) -> [Told] {
    var (cursor, told, parts): (_, [Told], [ResourceIndex]) = (EventCursor(packed), [], [7, 7, 7])
    while cursor.hasNext {
      let (at, isRetirement) = (cursor.at, cursor.isRetirement)
      let action = cursor.next(parts: &parts)
      if case .retire = action { expect(isRetirement) } else { expect(!isRetirement) }
      told.append(Told(at, action, parts: parts))
    }
    return told
  }

  @Test(arguments: AnyWorkload.catalog.names.filter { !["trace", "story"].contains($0) })
  func aWorkloadIsTheSame(name: String) throws {
    var how = WorkloadOpening(3, .days(3), 1)
    how.isInterleaved = true
    let stream = try Chosen<AnyWorkload>.standard(name).product.open(how).stream
    let schedule = Chosen<AnyNetworkSchedule>.standard("commuter").product
    var count = 0
    try schedule.wrap(stream, 1).forEachBlock { block in
      let (before, after) = Self.told(block)
      expect(before, is: after)
      count += block.events.count
    }
    expect(count > 100)
  }

  /// Ten phones of a timeline for a day: 500 kB each as events, 65 kB packed.
  @Test func aDayOfATimelineTakesASixthOfItsEvents() throws {
    var how = WorkloadOpening(10, .days(1), 1)
    how.isInterleaved = true
    var (plain, packed) = (0, 0)
    let stream = try Chosen<AnyWorkload>.standard("timelines").product.open(how).stream
    try stream.forEachBlock { block in
      plain += block.events.count * MemoryLayout<WorkloadEvent>.stride + block.parts.count * 4
      for events in block.packedEvents() {
        packed += events.bytes.count + events.items.count * 4
      }
    }
    expect(packed < 10 * 90_000)
    expect(6 * packed < plain)
  }

  /// A piece is full with 1,024 events, so that 2,049 are 1,024, 1,024 and 1, each with lists of
  /// its own.
  @Test func aLongDayIsInPieces() {
    var block = EventBlock()
    for number in 0..<2_049 {
      var content = Content(
        version: UInt32(number + 1), kind: .model, size: .zero, publishedAt: .start)
      content.items = ItemsRange(
        appending: [ListItem(id: UInt32(number / 1_200), size: Bytes(1))], to: &block.parts)
      let at = Instant.start + .seconds(Int64(number))
      block.events.append(WorkloadEvent(at: at, device: 3, action: .publish(0, content)))
    }
    let (before, after) = Self.told(block)
    expect(before, is: after)
    expect(block.packedEvents().map { Self.taken($0).count }, is: [1_024, 1_024, 1])
    expect(block.packedEvents().map(\.items.count), is: [3, 6, 3])
  }

  /// Every kind of event, devices that take turns, and contents with all that a trace records.
  @Test func allKindsAreTheSame() {
    var block = EventBlock()
    var content = Content(
      version: 3, kind: .document, host: 2, headers: 1, size: Bytes(1 << 40),
      publishedAt: .start - .days(400), isList: true)
    content.parts = block.append(parts: [9, 1 << 31, 0])
    content.items = ItemsRange(
      appending: [ListItem(id: 5, size: Bytes(9)), ListItem(id: 6, version: 2, size: .zero)],
      to: &block.parts)
    (content.wireSize, content.serverTime) = (Bytes(4), .milliseconds(3))
    (content.next, content.target, content.method) = (4, 3, .post)
    (content.requestSize, content.playingTime, content.screen) = (6, 7, 8)
    content.isCompressible = false
    let edit = Edit(record: 1, field: .note, value: .max)
    let actions: [Action] = [
      .publish(300, content),
      .publish(
        0,
        Content(
          version: 1, kind: .image, size: .zero, publishedAt: .start)), .retire(128),
      .open(1 << 30),
      .need(.max), .scroll(2, rows: 65_535), .close(127), .refresh(3), .push(4), .edit(edit),
      .network(255), .charging(true), .charging(false), .launch, .foreground, .background,
      .terminate, .crash, .memoryWarning(.critical), .upgrade(schema: 2), .spaceShortage,
      .editElsewhere(edit), .switchUser(9), .end,
    ]
    for (place, action) in actions.enumerated() {
      for device: UInt32 in [4, 0, 4] {
        let at = Instant.start + .hours(Int64(place)) + TimeSpan(nanoseconds: Int64(device))
        block.events.append(WorkloadEvent(at: at, device: device, action: action))
      }
    }
    let (before, after) = Self.told(block)
    expect(before, is: after)
    expect(after[4]?.count == 48 && after[0]?.count == 24)
  }

  /// A list of three gets a fourth item at its top and loses its last, twice; then one is deleted
  /// within it, and another one comes. By hand: 3 items, 1 and 1 more; [5, 3] is no run of what was
  /// there, so that both stand anew; [6, 5, 3] continues it. 3 + 1 + 1 + 2 + 1 = 8 in place of 14.
  @Test func aListsVersionCostsItsNewItems() {
    let lists: [[UInt32]] = [[3, 2, 1], [4, 3, 2], [5, 4, 3], [5, 3], [6, 5, 3]]
    var block = EventBlock()
    for (version, list) in lists.enumerated() {
      var content = Content(
        version: UInt32(version + 1), kind: .model, size: .zero, publishedAt: .start)
      content.items = ItemsRange(
        appending: list.map { ListItem(id: $0, size: Bytes(1)) }, to: &block.parts)
      block.events.append(WorkloadEvent(at: .start, device: 0, action: .publish(0, content)))
    }
    let packed = block.packedEvents()
    expect(packed.map(\.items.count), is: [8 * 3])
    expect(packed.flatMap(Self.taken).map { $0.items.map(\.id) }, is: lists)
    // 8 bytes of each without its items: kind, time, resource, contents in common, version, size,
    // age and parts; and their count, the list, and where they begin.
    expect(packed.map(\.bytes.count), is: [5 * 11])
    expect(packed.map(\.contents.count), is: [1])
  }
}
