internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Rules of a hybrid, each worked out by hand, and the strategies that are its corners.
@Suite struct HybridTests {
  private typealias Day = HandWorkedDayTests
  private static let plan = HandWorkedDayTests.plan()

  private static func settings(_ text: String) throws -> JSON {
    try JSON.parse(Array(text.utf8))
  }

  /// A front page that leads to five stories, the first one on top and published first.
  private static func frontPage() -> HandmadeStory {
    var story = HandmadeStory()
    for article in 1...5 as ClosedRange<ResourceIndex> {
      story.publish(article, kind: .document, at: Double(article))
    }
    story.publish(
      0, kind: .model, isList: true,
      items: (1...5 as ClosedRange<UInt32>).map { ListItem(id: $0, size: Bytes(2_000)) }, at: 6)
    story.at(10, .launch)
    return story
  }

  private static func opened(_ order: [ResourceIndex], from seconds: Double) -> HandmadeStory {
    var story = frontPage()
    for (index, screen) in order.enumerated() {
      story.visit(screen, from: seconds + Double(index) * 20)
    }
    story.at(seconds + 300, .end)
    return story
  }

  @Test func aDayOfAHybrid() throws {
    let diary = try AnyStrategy.diary(
      of: "hybrid", settings: .object([("prefetch", 1), ("concurrency", 1)]), in: Self.plan,
      day: "hybrid")
    // The list of records, the front page, the first story, its picture: one after the other.
    let list = Day.handshake + Day.asking + Day.segment
    let page = list + Day.warmModel
    let text = page + Day.warmModel
    let picture = text + Day.asking + 10 * Day.segment
    let ends = diary.exchanges.prefix(4).map { ($0.endedAt - .start).seconds - 1 }
    expect(zip(ends, [list, page, text, picture]).allSatisfy { abs($0 - $1) < 1e-6 })
    expect(
      diary.exchanges.map(\.purpose),
      is: [.manifest, .prefetch, .prefetch, .prefetch, .demand, .refresh])
    expect(
      diary.visits.map(\.firstSource), is: [.flash, .flash, .network, .flash, .flash, .flash])
    // An archive of 13,500 B in four pages of SQLite, a text of 10,000 B in three.
    let readList = 0.000_150 + 3 * 4_096 / 800e6 + Day.decodeArchive
    let readText = 0.000_150 + 2 * 4_096 / 800e6
    expect(isClose(diary.visits[0].firstContent, readList))
    expect(isClose(diary.visits[1].firstContent, readText))
    // Its picture is a file: opened and read.
    let readPicture = 0.000_200 + 0.000_150 + (14_300 - 4_096) / 800e6
    expect(isClose(diary.visits[1].completeContent, readText + readPicture))
    expect(isClose(diary.visits[2].firstContent, Day.warmModel))
    expect(isClose(diary.visits[3].firstContent, readText))
    // The second time the picture is in memory, decoded.
    expect(isClose(diary.visits[4].completeContent, readText))
    expect(diary.count(.memory as Source), is: 1)
    // Older than 15 minutes: shown, and fetched again behind it, on a new connection, for which the
    // host's name is looked up again.
    expect(diary.visits[5].isFirstOutdated)
    expect(isClose(diary.visits[5].firstContent, readList))
    expect(
      isClose(diary.visits[5].freshContent, Day.handshake + Day.warmModel + Day.decodeJSON))
  }

  /// What pre-cache does with everything ahead, hybrid does to the byte: whatever happens.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func withEverythingAheadItIsPreCache(seed: UInt64) throws {
    let story = StrategyLawTests.wildStory(seed: seed, events: 250)
    let plan = StrategyLawTests.plan
    let corner = try AnyStrategy.diary(
      of: "hybrid", settings: .object([("preset", "all-ahead")]), in: plan, story)
    expect(corner.visits.contains { $0.firstSource == .flash })
    expect("\(corner)", is: "\(try AnyStrategy.diary(of: "pre-cache", in: plan, story))")
  }

  /// Screens that last until all has come: with nothing ahead views by source, requests, bytes and
  /// what lies on flash are on-demand's. On-demand writes when a screen is left, and hybrid what
  /// comes: where the origin confirms what has not changed, the same versions once each; otherwise
  /// on-demand must archive each time, or takes what was sent again for old, and writes more.
  @Test(arguments: 0..<3 as Range<UInt64>, [true, false])
  func withNothingAheadItIsOnDemand(seed: UInt64, hasValidators: Bool) throws {
    var plan = Self.plan
    plan.headers[0].hasEntityTag = hasValidators
    var random = SeededGenerator(seed: seed, purpose: .workload, entity: 9)
    var story = HandmadeStory()
    for picture in 6..<12 as Range<ResourceIndex> {
      story.publish(picture, kind: .image, size: Int64(5_000 + random.index(below: 20_000)))
    }
    for model in 0..<6 as Range<ResourceIndex> {
      story.publish(model, kind: .model, parts: [6 + model])
    }
    story.at(1, .launch)
    var versions = Array(repeating: UInt32(1), count: 6)
    var now = 10.0
    for _ in 0..<60 {
      now += 40 + random.exponential(mean: 600)
      let model = ResourceIndex(random.index(below: 6))
      if random.chance(0.3) {
        versions[Int(model)] += 1
        story.publish(
          model, version: versions[Int(model)], kind: .model, parts: [6 + model], at: now)
      }
      story.visit(ResourceIndex(random.index(below: 6)), from: now + 1, for: 30)
    }
    story.at(now + 100, .end)
    let corner = try AnyStrategy.diary(
      of: "hybrid", settings: .object([("preset", "nothing-ahead")]), in: plan, story)
    let rule = JSON(.string(hasValidators ? "when-changed" : "always"))
    let onDemand = try AnyStrategy.diary(
      of: "on-demand", settings: .object([("archive", rule)]), in: plan, story)
    expect(corner.visits.map(\.firstSource), is: onDemand.visits.map(\.firstSource))
    expect(corner.visits.map(\.isFirstOutdated), is: onDemand.visits.map(\.isFirstOutdated))
    expect(corner.answers.map(\.source), is: onDemand.answers.map(\.source))
    expect(corner.exchanges.map(\.startedAt), is: onDemand.exchanges.map(\.startedAt))
    expect(corner.exchanges.map(\.bytesDown), is: onDemand.exchanges.map(\.bytesDown))
    func written(_ diary: Diary) -> Bytes { diary.writes.reduce(Bytes.zero) { $0 + $1.bytes } }
    if hasValidators {
      expect(written(corner), is: written(onDemand))
    } else {
      expect(written(corner) < written(onDemand))
    }
    expect(corner.summaries[0].flashInUse, is: onDemand.summaries[0].flashInUse)
  }

  /// Two of five: the highest, the newest, or those opened most often; the list beside them.
  @Test(arguments: [
    ("rank", [1, 2]), ("recency", [4, 5]), ("history", [3, 5]),
  ])
  func theLikeliestAreFetchedAhead(order: String, ahead: [ResourceIndex]) throws {
    var story = Self.frontPage()
    // On the first day the third is opened twice; then all change, and the list is polled again.
    story.visit(3, from: 60)
    story.visit(3, from: 80)
    for article in 1...5 as ClosedRange<ResourceIndex> {
      story.publish(article, version: 2, kind: .document, at: 100 + Double(article))
    }
    for (index, screen) in (0...5 as ClosedRange<ResourceIndex>).enumerated() {
      story.visit(screen, from: 4_000 + Double(index) * 20)
    }
    story.at(4_200, .end)
    let settings = try Self.settings(
      #"{"prefetch": 2, "likeliest": "\#(order)", "staleAfter": null, "concurrency": 1}"#)
    let diary = try AnyStrategy.diary(of: "hybrid", settings: settings, in: Self.plan, story)
    let visits = diary.visits.suffix(6)
    expect(visits.first?.firstSource, is: .flash)
    let current = visits.dropFirst().filter { !$0.isFirstOutdated && $0.firstSource == .flash }
    expect(current.map(\.resource), is: ahead)
  }

  /// Of five stories so many are there when they are opened; the others are fetched then.
  @Test(arguments: [0, 2, 5, nil] as [Int?])
  func soManyAreFetchedAheadAndTheRestOnTap(count: Int?) throws {
    let story = Self.opened([0, 1, 2, 3, 4, 5], from: 60)
    let value = count.map { JSON(.integer(Int64($0))) } ?? JSON(.null)
    let diary = try AnyStrategy.diary(
      of: "hybrid", settings: .object([("prefetch", value)]), in: Self.plan, story)
    let stories = (1...5).map { $0 <= count ?? 5 ? Source.flash : .network }
    expect(diary.visits.map(\.firstSource), is: [.flash] + stories)
    let blank = try AnyStrategy.diary(
      of: "hybrid", settings: .object([("prefetch", value), ("fetchOnTap", false)]),
      in: Self.plan, story)
    expect(
      blank.visits.map(\.firstSource), is: [.flash] + stories.map { $0 == .network ? .nothing : $0 }
    )
  }

  /// Slow 4G is paid by volume, and no charger is there.
  @Test(arguments: ["onlyUnmetered", "onlyCharging"])
  func nothingIsFetchedAheadWhereItMayNotBe(rule: String) throws {
    let story = Self.opened([0, 1], from: 60)
    let diary = try AnyStrategy.diary(
      of: "hybrid", settings: .object([(rule, JSON(.bool(true)))]), in: Self.plan, story)
    expect(diary.visits.map(\.firstSource), is: [.network, .network])
    expect(diary.exchanges.map(\.purpose), is: [.demand, .demand])
  }

  /// On a network paid by volume a picture that waits for another one is fetched on tap.
  @Test func whatIsNotFetchedAheadIsFetchedOnTap() throws {
    var story = HandmadeStory()
    story.publish(1, kind: .image)
    story.publish(0, kind: .document, parts: [1])
    story.at(1, .launch)
    story.visit(0, from: 60)
    story.at(100, .end)
    let diary = try AnyStrategy.diary(
      of: "hybrid", settings: try Self.settings(#"{"onlyUnmetered": ["image"]}"#), in: Self.plan,
      story)
    expect(diary.exchanges.map(\.purpose), is: [.manifest, .prefetch, .demand])
    expect(diary.answers.map(\.source), is: [.flash, .network])
  }

  /// The page behind the one that is read is fetched ahead as lists are.
  @Test(arguments: [
    ("{}", true), (#"{"onlyUnmetered": true}"#, false), (#"{"onlyUnmetered": ["list"]}"#, false),
    (#"{"onlyUnmetered": ["media"]}"#, true), (#"{"prefetchKinds": ["document"]}"#, false),
  ])
  func pagesAreFetchedAheadAsListsAre(rule: String, isAhead: Bool) throws {
    var story = HandmadeStory()
    story.publish(1, kind: .model, isList: true)
    story.publish(0, kind: .model, isList: true, next: 1)
    story.at(1, .launch)
    story.visit(0, from: 60)
    story.at(100, .end)
    var settings = try Self.settings(rule).members ?? []
    settings.append(JSON.Member("prefetchLists", false))
    settings.append(JSON.Member("prefetch", 0))
    let diary = try AnyStrategy.diary(
      of: "hybrid", settings: JSON(.object(settings)), in: Self.plan, story)
    expect(diary.exchanges.map(\.purpose), is: isAhead ? [.demand, .prefetch] : [.demand])
  }

  /// The app is in front for 20 s, and again at 2,000 s; a pull at 2,020 s; a push at 2,100 s,
  /// while it is suspended. The interval of an hour is over for none of them.
  @Test(arguments: [
    (#"["open"]"#, 1), (#"["foreground"]"#, 2), (#"["pull"]"#, 2), (#"["push"]"#, 2),
    (#"["open", "foreground", "pull", "push"]"#, 4), ("[]", 1),
  ])
  func eachOfItsTriggersPolls(triggers: String, polls: Int) throws {
    var story = Self.frontPage()
    story.at(30, .background)
    story.at(2_000, .foreground)
    story.at(2_010, .open(1))
    story.at(2_020, .refresh(1))
    story.at(2_030, .close(1))
    story.at(2_040, .background)
    story.at(2_100, .push(1))
    story.at(2_300, .end)
    let settings = try Self.settings(
      #"{"refreshOn": \#(triggers), "interval": "365d", "staleAfter": "15m"}"#)
    let diary = try AnyStrategy.diary(of: "hybrid", settings: settings, in: Self.plan, story)
    expect(diary.exchanges.count { $0.purpose == .manifest }, is: polls)
    // What is stale is fetched behind the screen when it is opened, and when it is pulled.
    let refreshes = diary.exchanges.count { $0.purpose == .refresh }
    let expected = ["open", "pull"].count { triggers.contains($0) }
    expect(refreshes, is: expected)
  }

  /// Two pictures of 10,000 B, 100,000 B each when they are decoded: one is kept, or both, or none;
  /// a memory warning empties all.
  @Test(arguments: [
    ("0 B", 0, false), ("150 kB", 1, false), ("200 kB", 2, false),
    ("200 kB", 0, true),
  ])
  func decodedPicturesHaveALimit(limit: String, hits: Int, warned: Bool) throws {
    var story = HandmadeStory()
    story.publish(1, kind: .image, size: 10_000)
    story.publish(2, kind: .image, size: 10_000)
    story.publish(0, kind: .document, parts: [1, 2])
    story.at(1, .launch)
    story.visit(0, from: 20)
    if warned { story.at(35, .memoryWarning(.warning)) }
    story.visit(0, from: 40)
    story.at(60, .end)
    let diary = try AnyStrategy.diary(
      of: "hybrid", settings: .object([("imageMemory", JSON(.string(limit)))]), in: Self.plan,
      story)
    // Of one that fits, the other one has put it out: least recently used of two in turn.
    let expected = limit == "150 kB" ? 0 : hits
    expect(diary.count(.memory as Source), is: expected)
    expect(diary.visits.map(\.firstSource), is: [.flash, .flash])
  }

  /// Pictures of 10,000 B on flash, of which one fits: what left is fetched again on tap, and the
  /// text is there.
  @Test func picturesOnFlashHaveALimit() throws {
    var story = HandmadeStory()
    for article in 0..<2 as Range<ResourceIndex> {
      story.publish(2 + article, kind: .image, size: 10_000)
      story.publish(article, kind: .document, parts: [2 + article], at: Double(article))
    }
    story.at(5, .launch)
    story.visit(0, from: 60)
    story.visit(1, from: 80)
    story.at(100, .end)
    func sources(_ limit: JSON) throws -> [Source] {
      try AnyStrategy.diary(
        of: "hybrid", settings: .object([("imageDisk", limit), ("concurrency", 1)]),
        in: Self.plan, story
      ).answers.map(\.source)
    }
    try expect(sources("50 kB"), is: [.flash, .flash, .flash, .flash])
    // The older story came last, and put the newer one's picture out; opened, that puts it out.
    try expect(sources("15 kB"), is: [.flash, .flash, .flash, .network])
  }

  @Test func editsWorkOffline() throws {
    var story = PreCacheDayTests.article()
    story.at(50, .network(1))
    story.at(60, .open(0))
    story.at(61, .edit(Edit(record: 0, field: .read, value: 1)))
    story.at(70, .close(0))
    story.at(90, .crash)
    story.at(95, .launch)
    story.at(100, .network(0))
    story.at(120, .end)
    let diary = try AnyStrategy.diary(of: "hybrid", in: Self.plan, story)
    expect(diary.edits, is: [.made, .synced])
    expect(diary.visits.map(\.firstSource), is: [.flash])
  }

  /// Five pushes within an hour to an app that is not in front: so many wake it.
  @Test(arguments: [
    (#"{}"#, 3), (#"{"perHour": 1}"#, 1), (#"{"perHour": null}"#, 5),
    (#"{"lossRate": 1}"#, 0),
  ])
  func theSystemDeliversSoManySilentPushes(rule: String, delivered: Int) throws {
    var plan = Self.plan
    var problems = Problems()
    let read = SilentPushSettings.read(
      try Self.settings(rule), over: SilentPushSettings(), path: "", &problems)
    plan.device.silentPushes = try #require(read)
    var story = Self.frontPage()
    story.at(30, .background)
    for push in 0..<5 { story.at(600 + Double(push) * 600, .push(1)) }
    story.at(3_500, .end)
    let diary = try AnyStrategy.diary(
      of: "hybrid", settings: .object([("interval", "365d")]), in: plan, story)
    expect(diary.exchanges.count { $0.purpose == .manifest }, is: 1 + delivered)
  }
}
