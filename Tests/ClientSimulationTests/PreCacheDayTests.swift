internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Days of a pre-cache, worked out on paper.
@Suite struct PreCacheDayTests {
  /// An article with two pictures, saved at the start, and the app started at 1 s.
  static func article() -> HandmadeStory {
    var story = HandmadeStory()
    story.publish(1, kind: .image, size: 50_000)
    story.publish(2, kind: .image, size: 50_000)
    story.publish(0, kind: .document, size: 18_000, parts: [1, 2])
    story.at(1, .launch)
    return story
  }

  static let plan = HandWorkedDayTests.plan()

  @Test func aRecordIsReadableWhenAllItsPartsAreThere() throws {
    var story = Self.article()
    // The list and the text are there after about a second; the pictures take half a second more.
    story.visit(0, from: 2.0, for: 0.2)
    story.visit(0, from: 5)
    story.at(30, .end)
    let diary = try AnyStrategy.diary(of: "pre-cache", in: Self.plan, story)
    expect(diary.visits.map(\.firstSource), is: [.nothing, .flash])
    expect(diary.exchanges.map(\.purpose), is: [.manifest, .prefetch, .prefetch, .prefetch])
    expect(diary.summaries[0].prefetched.fetched, is: 3)
    expect(diary.summaries[0].prefetched.used, is: 3)
  }

  @Test func aMissIsAFailureEvenWithANetwork() throws {
    var story = HandmadeStory()
    story.at(1, .launch)
    story.publish(0, kind: .document, at: 60)
    story.visit(0, from: 61)
    story.at(80, .end)
    let diary = try AnyStrategy.diary(of: "pre-cache", in: Self.plan, story)
    expect(diary.visits.map(\.firstSource), is: [.nothing])
    expect(diary.count(.nothing as Source), is: 1)
  }

  @Test func theOlderVersionIsReadUntilTheNewerOneIsWhole() throws {
    var story = Self.article()
    story.publish(0, version: 2, kind: .document, size: 18_000, parts: [1, 2], at: 100)
    // Before the next look, an hour after the first.
    story.visit(0, from: 200)
    story.at(300, .background)
    story.at(4_000, .foreground)
    story.visit(0, from: 4_010)
    story.at(4_100, .end)
    let diary = try AnyStrategy.diary(
      of: "pre-cache", settings: .object([("interval", "1h")]), in: Self.plan, story)
    expect(diary.visits.map(\.firstSource), is: [.flash, .flash])
    expect(diary.visits.map(\.isFirstOutdated), is: [true, false])
  }

  /// Two articles that miss the same picture become readable together; the second one is open.
  @Test func everyRecordThatAPartCompletesIsShown() throws {
    for screen in 0..<2 as Range<ResourceIndex> {
      var story = HandmadeStory()
      story.publish(2, kind: .image, size: 200_000)
      for article in 0..<2 as Range<ResourceIndex> {
        story.publish(article, kind: .document, parts: [2])
      }
      story.at(1, .launch)
      story.visit(screen, from: 2, for: 20)
      story.at(30, .end)
      let diary = try AnyStrategy.diary(of: "pre-cache", in: Self.plan, story)
      expect(diary.visits.map(\.firstSource), is: [.network], "article \(screen)")
    }
  }

  /// When the list was fetched lies with the records: whoever finds none looks at once, not when
  /// the hour is over.
  @Test(arguments: [
    (Action.upgrade(schema: 2), #"{}"#), (.switchUser(1), #"{}"#),
    (.switchUser(1), #"{"maintenance": {"perUser": true, "onLogout": "keep"}}"#),
    (.spaceShortage, #"{"maintenance": {"directory": "caches"}}"#),
  ])
  func whoeverFindsNoRecordsLooksForThemAtOnce(upheaval: Action, settings: String) throws {
    var plan = Self.plan
    plan.users = 2
    var story = Self.article()
    story.at(20, .background)
    story.at(40, upheaval)
    story.at(60, .foreground)
    story.visit(0, from: 70)
    story.at(100, .end)
    let diary = try AnyStrategy.diary(
      of: "pre-cache", settings: JSON.parse(Array(settings.utf8)), in: plan, story)
    expect(diary.visits.map(\.firstSource), is: [.flash])
    expect(diary.exchanges.count { $0.purpose == .manifest }, is: 2)
    expect(diary.exposures, is: 0)
  }

  @Test func onlyTheNewestRecordsAreKept() throws {
    var story = HandmadeStory()
    for article in 0..<5 {
      story.publish(ResourceIndex(article), kind: .document, at: Double(article))
    }
    story.at(10, .launch)
    for article in 0..<5 {
      story.visit(ResourceIndex(article), from: 60 + Double(article) * 20)
    }
    story.at(300, .end)
    let diary = try AnyStrategy.diary(
      of: "pre-cache", settings: .object([("records", 2)]), in: Self.plan, story)
    expect(diary.visits.map(\.firstSource), is: [.nothing, .nothing, .nothing, .flash, .flash])
  }

  /// Five articles, and the list that leads to them, which changes with each: the list is kept
  /// beside the newest so many articles, and with none of them, too.
  @Test(arguments: [0, 1, 2])
  func theListOfTheRecordsIsNoRecord(records: Int) throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model, isList: true)
    for article in 1...5 {
      story.publish(ResourceIndex(article), kind: .document, at: Double(article))
      story.publish(
        0, version: UInt32(article + 1), kind: .model, isList: true, at: Double(article))
    }
    story.at(10, .launch)
    for resource in 0...5 {
      story.visit(ResourceIndex(resource), from: 60 + Double(resource) * 20)
    }
    story.at(300, .end)
    let diary = try AnyStrategy.diary(
      of: "pre-cache", settings: .object([("records", JSON(.integer(Int64(records))))]),
      in: Self.plan, story)
    let articles = (1...5).map { $0 > 5 - records ? Source.flash : .nothing }
    expect(diary.visits.map(\.firstSource), is: [.flash] + articles)
  }

  /// A list that did not change for longer than `retention.age` stays; its old record goes.
  @Test func theListOfTheRecordsDoesNotGrowTooOld() throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model, isList: true)
    story.publish(1, kind: .document)
    story.at(7_200, .launch)
    story.visit(0, from: 7_260)
    story.visit(1, from: 7_280)
    story.at(7_300, .end)
    let diary = try AnyStrategy.diary(
      of: "pre-cache", settings: .object([("retention", .object([("age", "1h")]))]),
      in: Self.plan, story)
    expect(diary.visits.map(\.firstSource), is: [.flash, .nothing])
  }

  /// Six records of 50,000 B at once on slow 4G: so many are fetched together, and no more.
  @Test(arguments: [1, 2, 4, 10])
  func onlySoManyRecordsAreFetchedTogether(concurrency: Int) throws {
    var story = HandmadeStory()
    for article in 0..<6 as Range<ResourceIndex> {
      story.publish(article, kind: .document, size: 50_000)
    }
    story.at(1, .launch)
    story.at(100, .end)
    let diary = try AnyStrategy.diary(
      of: "pre-cache",
      settings: .object([("concurrency", JSON(.integer(Int64(concurrency))))]), in: Self.plan, story
    )
    let fetches = diary.exchanges.filter { $0.purpose == .prefetch }
    let most = fetches.map { one in
      fetches.count { $0.startedAt <= one.startedAt && $0.endedAt > one.startedAt }
    }.max()
    expect(fetches.count, is: 6)
    expect(most, is: min(concurrency, 6))
  }

  @Test func editsMadeOfflineAreSentWhenTheNetworkIsBack() throws {
    var story = Self.article()
    story.at(50, .network(1))
    story.at(60, .open(0))
    story.at(61, .edit(Edit(record: 0, field: .read, value: 1)))
    story.at(62, .edit(Edit(record: 0, field: .favourite, value: 1)))
    story.at(63, .edit(Edit(record: 0, field: .favourite, value: 0)))
    story.at(70, .close(0))
    story.at(90, .crash)
    story.at(95, .launch)
    story.at(100, .network(0))
    story.at(120, .end)
    let diary = try AnyStrategy.diary(of: "pre-cache", in: Self.plan, story)
    expect(diary.visits.map(\.firstSource), is: [.flash])
    // The later favourite took the earlier one's place; nothing was lost by the crash.
    expect(diary.edits, is: [.made, .made, .made, .superseded, .synced, .synced])
    let sent = diary.exchanges.filter { $0.purpose == .edits }
    expect(sent.map(\.status), is: [200])
    // Two edits of 500 B and a header of 500 B.
    expect(sent.map(\.bytesUp), is: [Bytes(1_500)])
  }

  @Test func withoutAnOutboxAnEditWithoutANetworkIsRefused() throws {
    var story = Self.article()
    story.at(2, .open(0))
    story.at(3, .edit(Edit(record: 0, field: .read, value: 1)))
    story.at(10, .network(1))
    story.at(11, .edit(Edit(record: 0, field: .favourite, value: 1)))
    story.at(12, .close(0))
    story.at(20, .end)
    for name in ["network-only", "on-demand", "memory-tier", "url-cache", "dictionary"] {
      let diary = try AnyStrategy.diary(of: name, in: Self.plan, story)
      expect(diary.edits, is: [.made, .synced, .made, .refused], "\(name)")
    }
  }

  /// Defect: a list's titles cost as much as its whole objects. A list of 10 kB, an archive of
  /// 13,500 B in a row with three overflow pages, read a second time; the processor is four times
  /// slower. All of it: four pages, two queries, three overflow pages and a fault, 66.1 µs of work,
  /// and the archive's decoding. A twentieth, 675 B: the leaf, a query, and a twentieth of the
  /// decoding. A file is read and decoded whole in either case.
  @Test func aListsTitlesAreReadWithoutTheRest() throws {
    var plan = Self.plan
    plan.device.flash.reading = ReadingCosts()
    var story = HandmadeStory()
    story.publish(0, kind: .model, isList: true)
    story.at(1, .launch)
    story.visit(0, from: 100)
    story.visit(0, from: 200)
    story.at(300, .end)
    func wait(_ engine: String, _ share: JSON) throws -> TimeSpan? {
      let settings = JSON.object([("engine", JSON(.string(engine))), ("listShare", share)])
      let diary = try AnyStrategy.diary(of: "pre-cache", settings: settings, in: plan, story)
      return diary.visits.last?.firstContent
    }
    let (page, byte) = (0.000_150, 1 / 800e6)
    let whole = page + 3 * 4_096 * byte + 4 * 66.1e-6 + HandWorkedDayTests.decodeArchive
    expect(isClose(try wait("core-data", JSON(.null)), whole))
    let titles = page + 4 * 4e-6 + HandWorkedDayTests.decodeArchive / 20
    expect(isClose(try wait("core-data", 0.05), titles))
    expect(isClose(try wait("sqlite-wal", 0.05), titles))
    let file = try wait("file-per-entry", JSON(.null))
    try expect(wait("file-per-entry", 0.05) == file && file != nil)
  }
}
