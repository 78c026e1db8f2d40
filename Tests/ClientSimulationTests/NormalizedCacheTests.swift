internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import SimulationFixtures
internal import TestCases
internal import Testing

/// Results that refer to entities stored once, beside documents. On the ideal network an answer
/// comes at the instant of its request.
@Suite struct NormalizedCacheTests {
  private static func diary(_ settings: String, _ story: HandmadeStory) throws -> Diary {
    try AnyStrategy.diary(
      of: "query-cache", settings: JSON.parse(Array(settings.utf8)), in: .ideal(), story)
  }

  private static func item(_ id: UInt32, version: UInt32 = 1, _ size: Int64 = 5_000) -> ListItem {
    ListItem(id: id, version: version, size: Bytes(size))
  }
  private static let notice = ListItem.firstWithoutRecord

  /// A record, two lists that it stands on, and something else on each.
  private static func feeds() -> HandmadeStory {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    for list in [1, 2] as [ResourceIndex] {
      story.publish(list, kind: .model, isList: true, items: [item(0), item(notice + list)])
    }
    story.at(0, .launch)
    return story
  }

  private static let plain = #""staleAfter": null, "gcTime": null"#
  private static func normalized(_ more: String = "", _ entities: String = "") -> String {
    """
    {\(plain), "store": {"entities":
      {"normalizes": true, "referenceBytes": "0 B"\(entities)}}\(more)}
    """
  }

  // MARK: The day

  /// The record's second version is fetched at 20 s, and the list with it at 40 s is the origin's;
  /// at 60 s another item stands on the list, of which only a request could tell.
  @Test func aDayOfANormalizedCache() throws {
    typealias Day = HandWorkedDayTests
    func diary(_ preset: String) throws -> Diary {
      try AnyStrategy.diary(
        of: "query-cache", settings: .object([("preset", JSON(.string(preset)))]), in: Day.plan(),
        day: "normalized-cache")
    }
    for (preset, isShared) in [
      ("apollo-client", true), ("relay", true), ("urql-graphcache", true), ("urql", false),
    ] {
      let diary = try diary(preset)
      expect(diary.requestSeconds, is: [1, 20], "\(preset)")
      expect(diary.visits.map(\.firstSource), is: [.network, .network, .memory, .memory])
      let first = Day.handshake + Day.warmModel + Day.decodeJSON
      expect(abs((diary.visits[0].firstContent?.seconds ?? 0) - first) < 1e-6)
      expect(diary.visits[2].firstContent, is: .zero)
      expect(diary.visits.map(\.isFirstOutdated), is: [false, false, !isShared, true], "\(preset)")
      let older = [false, false, !isShared, !isShared]
      expect(diary.visits.map(\.isFirstOlderThanSeen), is: older, "\(preset)")
      expect(diary.summaries[0].violations, is: [])
    }
  }

  // MARK: What is stored

  /// Two lists of 10,000 B with one item of 5,000 B in common: 20,000 B, or 15,000 B; a record of
  /// 10,000 B of which 5,000 B are that item takes 5,000 B more.
  @Test func whatListsHaveInCommonIsStoredOnce() throws {
    var story = Self.feeds()
    story.visit(1, from: 1)
    story.visit(2, from: 20)
    story.visit(0, from: 40)
    story.visit(1, from: 60, for: 0.5)
    story.at(100, .end)
    func memory(_ settings: String) throws -> [Int64] {
      try Self.diary(settings, story).visits.map(\.memory.count)
    }
    let documents = try memory("{\(Self.plain)}")
    let entities = try memory(Self.normalized())
    expect(zip(documents, entities).map { $0 - $1 }, is: [0, 5_000, 10_000, 10_000])
    // A reference of 100 B for each of four items.
    let references = try memory(
      #"{\#(Self.plain), "store": {"entities": {"normalizes": true, "referenceBytes": "100 B"}}}"#)
    expect(zip(references, entities).map { $0 - $1 }, is: [200, 400, 400, 400])
  }

  /// A list is fetched again with another item: the former item stays, or goes.
  @Test func whatNoResultRefersToIsCollected() throws {
    var story = Self.feeds()
    story.visit(1, from: 1)
    story.publish(
      1, version: 2, kind: .model, isList: true, items: [Self.item(0), Self.item(Self.notice + 7)],
      at: 15)
    story.visit(1, from: 20)
    story.at(50, .end)
    let asking = #", "refetch": {"onOpen": "always"}"#
    let kept = try Self.diary(Self.normalized(asking), story)
    let collected = try Self.diary(Self.normalized(asking, #", "collects": true"#), story)
    expect(kept.visits[1].memory.count - collected.visits[1].memory.count, is: 5_000)
    expect(collected.visits.map(\.isFirstOutdated), is: [false, true])
  }

  /// The snapshot has each entity once: 15,000 B and 300 B for each of two lists and three items.
  @Test func aSnapshotHasEntitiesOnceAndRestoresThem() throws {
    var story = Self.feeds()
    story.visit(1, from: 1, for: 1)
    story.visit(2, from: 10, for: 1)
    story.publish(0, version: 2, kind: .model, at: 15)
    story.visit(0, from: 20, for: 1)
    story.at(40, .terminate)
    story.at(50, .launch)
    story.visit(1, from: 60)
    story.at(100, .end)
    let diary = try Self.diary(
      #"""
      {\#(Self.plain), "refetch": {"onOpen": "never"}, "store": {"medium": "snapshot",
       "entities": {"normalizes": true, "referenceBytes": "0 B"}}}
      """#, story)
    let bytes = diary.writes.map { $0.bytesByCause[.archive] }.filter { $0 > 0 }
    expect(bytes.contains(15_000 + 5 * 300))
    try expect(#require(bytes.last), is: 21_800)
    let last = try #require(diary.visits.last)
    expect(last.firstSource == .memory && !last.isFirstOlderThanSeen)
    expect(diary.requestSeconds, is: [1, 10, 20])
    expect(diary.summaries[0].violations, is: [])
  }

  // MARK: Partial results

  /// A capacity of two of three entities: opening the second list evicts one of the first list.
  @Test func aMissingEntityIsFetchedOrLeftOut() throws {
    var story = Self.feeds()
    story.visit(1, from: 1)
    story.visit(2, from: 20)
    story.visit(1, from: 40)
    story.at(100, .end)
    let never = #", "refetch": {"onOpen": "never"}"#
    let fetched = try Self.diary(Self.normalized(never, #", "capacity": "10 kB""#), story)
    expect(fetched.requestSeconds, is: [1, 20, 40])
    expect(fetched.visits.map(\.firstSource), is: [.network, .network, .network])
    let shown = try Self.diary(
      Self.normalized(never, #", "capacity": "10 kB", "partial": "show""#), story)
    expect(shown.requestSeconds, is: [1, 20, 40])
    expect(shown.visits.map(\.firstSource), is: [.network, .network, .memory])
    expect(shown.exchanges.last?.purpose, is: .refresh)
  }

  // MARK: Released results

  /// One unused result stays. The record's own stays beside it while the list does that it is on,
  /// until 61 s, since its entity does; as a document it goes at once.
  @Test func aReleasedRecordStaysWhileAListRefersToIt() throws {
    var story = Self.feeds()
    story.publish(3, kind: .model)
    story.visit(0, from: 1)
    story.visit(1, from: 20)
    story.at(40, .open(1))
    story.at(41, .close(1))
    story.visit(0, from: 60, for: 1)
    story.visit(3, from: 80, for: 1)
    story.visit(0, from: 90, for: 1)
    story.at(200, .end)
    let more = #", "keepsUnused": 1, "refetch": {"onOpen": "never"}"#
    let documents = try Self.diary("{\(Self.plain)\(more)}", story)
    expect(documents.requestSeconds, is: [1, 20, 60, 80, 90])
    let entities = try Self.diary(Self.normalized(more), story)
    expect(entities.requestSeconds, is: [1, 20, 80, 90])
  }

  // MARK: Edits

  /// The record is edited on its screen: its result and the lists that it stands on go, or all.
  @Test(
    arguments: [
      ("nothing", [1, 20, 40]), ("record", [1, 20, 40, 50, 80]),
      ("all", [1, 20, 40, 50, 80, 100]),
    ] as [(String, [Double])])
  func anEditRemovesResults(rule: String, times: [Double]) throws {
    var story = Self.feeds()
    story.publish(3, kind: .model)
    story.visit(1, from: 1)
    story.visit(3, from: 20)
    story.visit(0, from: 40, for: 20)
    story.at(50, .edit(Edit(record: 0, field: .favourite, value: 1)))
    story.visit(1, from: 80)
    story.visit(3, from: 100)
    story.at(150, .end)
    let diary = try Self.diary(
      #"{\#(Self.plain), "refetch": {"onOpen": "never"}, "invalidates": "\#(rule)"}"#, story)
    let fetches = diary.exchanges.filter { $0.purpose != .edits }
    expect(fetches.map { ($0.startedAt - .start).seconds }, is: times)
    expect(diary.summaries[0].violations, is: [])
  }

  /// Without the network an edit invalidates what is on screen, and nothing is asked for again.
  @Test(arguments: [("staleWhileRevalidate", 1), ("cacheOnly", 0)])
  func anEditAsksNothingWhereOnlyTheCacheIsRead(strategy: String, fetches: Int) throws {
    var story = Self.feeds()
    story.visit(0, from: 40, for: 20)
    story.at(50, .edit(Edit(record: 0, field: .favourite, value: 1)))
    story.at(150, .end)
    let reading = #", "read": "\#(strategy)", "invalidates": "all""#
    let diary = try Self.diary(Self.normalized(reading), story)
    expect(diary.exchanges.count { $0.purpose != .edits }, is: 2 * fetches)
    expect(diary.exchanges.contains { $0.purpose == .edits })
  }

  @Test func onFlashResultsAreWhole() throws {
    var problems = Problems()
    let settings = #"{"store": {"medium": "flash", "entities": {"normalizes": true}}}"#
    let made = AnyStrategy.catalog.entry(named: "query-cache")?.make(
      try JSON.parse(Array(settings.utf8)), "", &problems)
    expect(made == nil && problems.lines.contains { $0.contains("memory or snapshot") })
  }
}
