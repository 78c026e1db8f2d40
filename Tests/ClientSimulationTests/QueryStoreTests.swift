internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Where the results of queries lie, and what that costs: worked out by hand.
@Suite struct QueryStoreTests {
  private static func diary(_ settings: String, _ story: HandmadeStory) throws -> Diary {
    try AnyStrategy.diary(
      of: "query-cache", settings: JSON.parse(Array(settings.utf8)), in: .ideal(), story)
  }

  // MARK: The snapshot

  /// Models of 10, 20 and 5 kB. The first writing, at 1 s, finds nothing; the answers at 1 s and
  /// 1.5 s are written together at 2 s, 300 B beside each; the request at 30 s has all written
  /// once more, and its answer is written a second later.
  @Test func theWholeCacheIsWrittenAtMostEachSecond() throws {
    var story = HandmadeStory()
    for (model, size) in [10_000, 20_000, 5_000].enumerated() {
      story.publish(ResourceIndex(model), kind: .model, size: Int64(size))
    }
    story.at(0, .launch)
    story.visit(0, from: 1, for: 0.4)
    story.visit(1, from: 1.5, for: 1)
    story.visit(0, from: 10, for: 1)
    story.visit(2, from: 30, for: 10)
    story.at(50, .end)
    let settings = #"{"staleAfter": null, "gcTime": null, "store": {"medium": "snapshot"}}"#
    let diary = try Self.diary(settings, story)
    expect(diary.bytes(for: .archive), is: [30_600, 30_600, 35_900])
    expect(diary.summaries[0].peakFlash, is: Bytes(35_900))
    // A longer interval joins more: the answers at 1 and 1.5 s at 6 s, the last one at the end of
    // its five seconds.
    let slower = try Self.diary(
      #"""
      {"staleAfter": null, "gcTime": null,
       "store": {"medium": "snapshot", "snapshot": {"throttleTime": "5s", "entryOverhead": "0 B"}}}
      """#, story)
    expect(slower.bytes(for: .archive), is: [30_000, 30_000, 35_000])
  }

  /// Two models of 10 kB and 300 B beside each, where a browser lets the origin store 20,000 B: the
  /// file with both cannot be written, and the next process finds the one with the first.
  @Test func aFileAboveTheQuotaIsNotWritten() throws {
    var plan = SimulationPlan.ideal()
    plan.device.system.storage = try #require(
      StorageRule.presets.first { $0.name == "chromium" }
    ).values
    plan.device.system.storage.quota = Bytes(20_000)
    var story = HandmadeStory()
    for model in 0..<2 as Range<ResourceIndex> { story.publish(model, kind: .model) }
    story.at(0, .launch)
    story.visit(0, from: 1, for: 1)
    story.visit(1, from: 10, for: 1)
    story.at(40, .terminate)
    story.at(50, .launch)
    story.visit(0, from: 60)
    story.visit(1, from: 80)
    story.at(100, .end)
    let settings = #"{"staleAfter": null, "gcTime": null, "store": {"medium": "snapshot"}}"#
    let diary = try AnyStrategy.diary(
      of: "query-cache", settings: JSON.parse(Array(settings.utf8)), in: plan, story)
    expect(diary.visits.map(\.firstSource), is: [.network, .network, .memory, .network])
    expect(diary.summaries[0].peakFlash, is: Bytes(10_300))
    expect(diary.summaries[0].violations, is: [])
  }

  /// Answers at 1, 1.8, 2.6 and 3.4 s: written at 2, 3 and 4 s, as changes that come meanwhile
  /// postpone nothing. Before TanStack Query 5.29.1 all were written at 4.4 s.
  @Test func changesDoNotPostponeTheWriting() throws {
    var story = HandmadeStory()
    story.at(0, .launch)
    for model in 0..<4 as Range<ResourceIndex> {
      story.publish(model, kind: .model)
      story.visit(model, from: 1 + 0.8 * Double(model), for: 0.5)
    }
    story.at(50, .end)
    var plan = SimulationPlan.ideal()
    plan.device.flash.timing.writeRate = .unlimited
    let diary = try AnyStrategy.diary(
      of: "query-cache", settings: .object([("preset", "tanstack-persist")]), in: plan, story)
    expect(diary.bytes(for: .archive), is: [20_600, 30_900, 41_200])
    expect(Set(diary.instants).isSuperset(of: [2, 3, 4]) && !diary.instants.contains(4.4))
  }

  /// A file of 10,300 B takes 2 s to write: what changes meanwhile is written a second after that.
  @Test func aChangeWithinAWritingWaitsForItsEnd() throws {
    var plan = SimulationPlan.ideal()
    plan.device.flash.timing.writeRate = Bytes(5_150)
    var story = HandmadeStory()
    story.at(0, .launch)
    for (model, opening) in [1, 10, 11.5, 11.9].enumerated() {
      story.publish(ResourceIndex(model), kind: .model)
      story.visit(ResourceIndex(model), from: opening, for: 0.3)
    }
    story.at(50, .end)
    let diary = try AnyStrategy.diary(
      of: "query-cache", settings: .object([("preset", "tanstack-persist")]), in: plan, story)
    // Begun at 2 s, 10 s and 13 s.
    expect(diary.bytes(for: .archive), is: [10_300, 10_300, 41_200])
    let ends = diary.instants.filter { $0 == $0.rounded() && $0 > 1.9 }
    expect(Set(ends).isSuperset(of: [4, 12, 21]))
  }

  /// Opened at 1 s without a network, which is back at 1.5 s: the request that waits is sent then.
  /// With offlineFirst, the default beside the persister of single queries alone, it fails once,
  /// and is made again a second later. The reconnect itself fetches nothing here.
  @Test(arguments: [("", 1.5), (#", "networkMode": "offlineFirst""#, 2)])
  func aPersisterOfTheWholeCacheWaitsForTheNetwork(more: String, second: Double) throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.at(0, .network(1))
    story.visit(0, from: 1, for: 20)
    story.at(1.5, .network(0))
    story.at(100, .end)
    let diary = try Self.diary(
      #"{"preset": "tanstack-persist", "refetch": {"onReconnect": "never"}\#(more)}"#, story)
    expect(diary.requestSeconds, is: [second])
  }

  /// A crash at 1.5 s finds the answer of 1 s unwritten; one at 10 s finds it written. Its last
  /// change was at 1 s: it holds until 86,401 s.
  @Test(
    arguments: [
      (1.5, 20.0, Source.network), (10, 20, .memory), (10, 86_402, .memory), (10, 86_403, .network),
    ])
  func aStartReadsTheFileUnlessItIsTooOld(crash: Double, opening: Double, source: Source) throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.at(1, .open(0))
    story.at(crash, .crash)
    story.at(opening - 1, .launch)
    story.visit(0, from: opening)
    story.at(opening + 50, .end)
    // The process starts a second before the opening.
    let diary = try Self.diary(#"{"preset": "tanstack-persist"}"#, story)
    expect(diary.visits[1].firstSource, is: source)
    expect(diary.summaries[0].violations, is: [])
  }

  /// Read at 20 s, and used by no screen: gone 5 min later, and not in the file either.
  @Test func whatAStartReadsIsUnusedUntilAScreenOpens() throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.at(15, .crash)
    story.at(20, .launch)
    story.at(321, .crash)
    story.at(330, .launch)
    story.visit(0, from: 331)
    story.at(350, .end)
    let diary = try Self.diary(#"{"preset": "tanstack-persist"}"#, story)
    expect(diary.visits.map(\.firstSource), is: [.network, .network])
    // Nothing is left to write at 320 s.
    expect(diary.bytes(for: .archive).first, is: 10_300)
  }

  @Test func aNewReleaseAndALackOfSpaceTakeTheFile() throws {
    func source(_ event: Action, _ upgrade: String) throws -> Source {
      var story = HandmadeStory()
      story.publish(0, kind: .model)
      story.at(0, .launch)
      story.visit(0, from: 1)
      story.at(20, .background)
      story.at(60, event)
      story.at(70, .launch)
      story.visit(0, from: 71)
      story.at(100, .end)
      return try Self.diary(
        #"""
        {"store": {"medium": "snapshot", "maintenance": {"onUpgrade": "\#(upgrade)"}}}
        """#, story
      ).visits[1].firstSource
    }
    try expect(source(.upgrade(schema: 2), "purge"), is: .network)
    try expect(source(.upgrade(schema: 2), "ignore"), is: .network)
    try expect(source(.upgrade(schema: 2), "migrate"), is: .memory)
    try expect(source(.spaceShortage, "purge"), is: .network)
    try expect(source(.crash, "purge"), is: .memory)
  }

  // MARK: Flash

  /// Stored at 1 s for 60 s. From its fetch it has expired at 100 s. From its use at 30 s too, but
  /// then it is used once more; what has gone is missing at 120 s.
  @Test(
    arguments: [
      ("fetch", [Source.network, .flash, .network, .flash]),
      ("use", [.network, .flash, .flash, .network]),
    ])
  func anExpiredResultMayBeUsedOnce(clock: String, sources: [Source]) throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    for opening in [1.0, 30, 100, 120] { story.visit(0, from: opening, for: 1) }
    story.at(200, .end)
    let diary = try Self.diary(
      #"""
      {"read": "cacheFirst", "gcTime": null,
       "store": {"medium": "flash", "expireAfter": "60s", "expireFrom": "\#(clock)"}}
      """#, story)
    expect(diary.visits.map(\.firstSource), is: sources)
  }

  /// 13,500 B each as archives, 54,000 B of 40,000: over the limit until the collection at 60 s,
  /// which takes the half that was used longest ago.
  @Test func aCollectionComesLaterThanTheLimit() throws {
    var story = HandmadeStory()
    for model in 0..<4 as Range<ResourceIndex> {
      story.publish(model, kind: .model)
      story.visit(model, from: 1 + Double(model) * 2, for: 1)
    }
    story.at(0, .launch)
    story.visit(0, from: 20, for: 1)
    story.visit(0, from: 100, for: 1)
    story.visit(3, from: 110, for: 1)
    story.visit(1, from: 120, for: 1)
    story.at(200, .end)
    let store = #""store": {"medium": "flash", "capacity": "40 kB""#
    let diary = try Self.diary(
      #"""
      {"read": "cacheFirst", "gcTime": null,
       \#(store), "collection": {"interval": "5m", "share": 0.5}}}
      """#, story)
    expect(diary.evictions, is: 2)
    let summary = diary.summaries[0]
    expect(summary.peakFlash == Bytes(54_000) && summary.violations == [])
    expect(summary.overshoot?.bytes, is: Bytes(14_000))
    expect(diary.visits.suffix(3).map(\.firstSource), is: [.flash, .flash, .network])
    // A limit that is kept is never overstepped.
    let strict = try Self.diary(
      #"{"read": "cacheFirst", "gcTime": null, \#(store)}}"#, story)
    expect(strict.summaries[0].peakFlash <= Bytes(40_000))
  }

  /// Rows of SQLite outlive the process, and each writing pays its rollback journal.
  @Test func rowsOutliveACrash() throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.at(20, .crash)
    story.at(30, .launch)
    story.visit(0, from: 1_000_000)
    story.at(1_000_100, .end)
    let diary = try Self.diary(#"{"preset": "apollo-ios-sqlite"}"#, story)
    expect(diary.visits.map(\.firstSource), is: [.network, .flash])
    expect(diary.exchanges.count, is: 1)
    expect(!diary.bytes(for: .journal).isEmpty)
    // As it ships, a client that is made from an address has its results in memory alone.
    for preset in ["apollo-ios", "apollo-ios-1"] {
      let shipped = try Self.diary(#"{"preset": "\#(preset)"}"#, story)
      expect(shipped.visits.map(\.firstSource), is: [.network, .network])
      expect(shipped.writes.isEmpty)
    }
  }

  // MARK: Kinds

  private static func article() -> HandmadeStory {
    var story = HandmadeStory()
    story.publish(0, kind: .image, size: 50_000)
    story.publish(1, kind: .support, size: 5_000)
    story.publish(2, kind: .document, size: 18_000, parts: [0, 1])
    story.at(0, .launch)
    story.visit(2, from: 1)
    story.visit(2, from: 100)
    story.at(200, .end)
    return story
  }

  /// Pictures are stored, and each insertion and use of one writes 200 B; texts are fetched anew.
  @Test func aRecipeForPicturesStoresPictures() throws {
    let diary = try Self.diary(#"{"preset": "workbox-image-recipe"}"#, Self.article())
    // The script lies in the image cache beside it.
    expect(diary.exchanges.map(\.payload.count).sorted(), is: [5_000, 18_000, 18_000, 50_000])
    expect(diary.bytes(for: .index), is: [200, 200])
    expect(diary.bytes(for: .store).sorted(), is: [5_000, 50_000])
  }

  @Test func aRecipeForScriptsAsksEachTime() throws {
    let diary = try Self.diary(#"{"preset": "workbox-static-recipe"}"#, Self.article())
    let scripts = diary.exchanges.filter { $0.payload == Bytes(5_000) }
    expect(scripts.map(\.purpose), is: [.demand, .refresh])
    expect(diary.bytes(for: .store).sorted(), is: [5_000, 5_000, 50_000])
  }

  /// The library's results are data; pictures lie in the image cache that all strategies have.
  @Test func picturesLieBesideTheQueries() throws {
    let diary = try Self.diary(#"{"preset": "rtk-query"}"#, Self.article())
    expect(diary.exchanges.map(\.payload.count).sorted(), is: [5_000, 18_000, 18_000, 50_000])
    expect(diary.visits.map(\.firstSource), is: [.network, .network])
    expect(diary.bytes(for: .store).sorted(), is: [5_000, 50_000])
  }
}
