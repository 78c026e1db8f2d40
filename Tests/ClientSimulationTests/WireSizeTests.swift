internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import ClientSimulation

/// A body's three sizes: on its way, stored, decoded; and what the strategies of a scenario share.
@Suite struct WireSizeTests {
  private static func down(_ kind: ResourceKind, _ compression: Double) throws -> Diary {
    var plan = SimulationPlan.ideal()
    plan.origin.textCompression = compression
    var story = HandmadeStory()
    story.publish(0, kind: kind, size: 10_000)
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.at(20, .end)
    return try AnyStrategy.diary(of: "on-demand", in: plan, story)
  }

  @Test(arguments: [
    (ResourceKind.model, 2_500), (.document, 2_500), (.support, 2_500), (.image, 10_000),
    (.avatar, 10_000), (.other, 10_000),
  ])
  func textsTravelCompressedAndPicturesDoNot(kind: ResourceKind, wire: Int) throws {
    let diary = try Self.down(kind, 0.25)
    expect(diary.exchanges.map(\.bytesDown), is: [Bytes(Int64(wire))])
    // What is stored and used is the body itself.
    expect(diary.exchanges.map(\.payload), is: [Bytes(10_000)])
    try expect(Self.down(kind, 1).exchanges.map(\.bytesDown), is: [Bytes(10_000)])
  }

  /// 10,000 B of picture are 100,000 B decoded: at 1 MB/s and a phone four times slower 400 ms,
  /// unless the strategy has it decoded in memory.
  @Test(arguments: [("on-demand", [400, 400]), ("dictionary", [400, 0]), ("ns-cache", [400, 0])])
  func picturesTakeTimeToDecode(name: String, waits: [Int]) throws {
    var plan = SimulationPlan.ideal()
    plan.device.processorScale = 4
    plan.device.imageDecodeRate = .megabytes(1)
    var story = HandmadeStory()
    story.publish(0, kind: .image, size: 10_000)
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.visit(0, from: 20)
    story.at(40, .end)
    let diary = try AnyStrategy.diary(of: name, in: plan, story)
    expect(diary.visits.map { $0.firstContent?.milliseconds }, is: waits.map { Double($0) })
  }

  private static func written(_ name: String, settings: String, _ plan: SimulationPlan) throws
    -> Int64
  {
    var story = HandmadeStory()
    story.publish(0, kind: .model, size: 10_000)
    story.at(0, .launch)
    story.visit(0, from: 10)
    story.at(100, .end)
    let diary = try AnyStrategy.diary(
      of: name, settings: JSON.parse(Array(settings.utf8)), in: plan, story)
    return diary.writes.reduce(0) { $0 + $1.bytes.count }
  }

  /// What is shared holds for each strategy that does not say otherwise.
  @Test func strategiesShareACodecAndAStoreUnlessOneSaysOtherwise() throws {
    var plan = SimulationPlan.ideal()
    plan.shared.codec = Codecs.plist
    plan.shared.engine = "file-per-entry"
    try expect(Self.written("on-demand", settings: "{}", plan), is: 8_000)
    try expect(Self.written("memory-tier", settings: "{}", plan), is: 8_000)
    try expect(Self.written("pre-cache", settings: "{}", plan), is: 8_000)
    let own = #"{"archiveStore": {"codec": "archiver"}}"#
    try expect(Self.written("on-demand", settings: own, plan), is: 13_500)
    let textbook = #"{"preset": "textbook-archiver"}"#
    try expect(Self.written("on-demand", settings: textbook, plan), is: 13_500)
  }

  @Test(arguments: [(Directory?.none, 0), (.caches, 0), (.documents, 10_000)])
  func theSharedFolderHoldsWhatHasNoneOfItsOwn(directory: Directory?, backedUp: Int) throws {
    var plan = SimulationPlan.ideal()
    plan.shared.codec = Codecs.json
    plan.shared.directory = directory
    var story = HandmadeStory()
    story.publish(0, kind: .model, size: 10_000)
    story.at(0, .launch)
    story.visit(0, from: 10)
    story.at(100, .end)
    let diary = try AnyStrategy.diary(of: "on-demand", in: plan, story)
    expect(diary.summaries[0].backedUp, is: Bytes(Int64(backedUp)))
  }
}

/// Which background fetches the system grants.
@Suite struct BackgroundFetchTests {
  /// How often a pre-cache that asks for a fetch each ten minutes polls in the hours after the app
  /// was last used.
  private static func polls(
    from start: Double, until end: Double, charging: Bool = false, chargedAt: Double? = nil,
    battery: BatterySettings = BatterySettings(), _ rule: BackgroundFetchRule
  ) throws -> Int {
    var plan = SimulationPlan.ideal()
    plan.device.battery = battery
    plan.device.backgroundFetches = rule
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.at(20, .background)
    if charging { story.at(30, .charging(true)) }
    if let chargedAt { story.at(chargedAt, .charging(true)) }
    story.at(20 * 86_400, .end)
    let diary = try AnyStrategy.diary(
      of: "pre-cache", settings: .object([("interval", "10m")]), in: plan, story)
    return diary.exchanges.count {
      $0.purpose == .manifest && ($0.startedAt - .start).seconds >= start
        && ($0.startedAt - .start).seconds < end
    }
  }

  /// One in each window: of 4 h from 12 h on, of 12 h from 2 days on, of 24 h from 7 days on.
  @Test func theLongerAnAppIsNotUsedTheFewerAreGranted() throws {
    let day = 86_400.0
    try expect(Self.polls(from: 60, until: day / 2, .byUse) > 30)
    expect((7...9).contains(try Self.polls(from: day / 2, until: 2 * day, .byUse)))
    expect((8...10).contains(try Self.polls(from: 2 * day, until: 7 * day, .byUse)))
    expect((11...13).contains(try Self.polls(from: 7 * day, until: 20 * day, .byUse)))
    try expect(Self.polls(from: 7 * day, until: 20 * day, .asked) > 700)
    try expect(Self.polls(from: 7 * day, until: 20 * day, charging: true, .byUse) > 700)
  }

  /// By the table before Android 13 one in two hours; one a day in the restricted bucket, on a
  /// charger too; `BGAppRefreshTask` for a week; `BGProcessingTask` on a charger alone.
  @Test func eachSystemHasItsRule() throws {
    let day = 86_400.0
    expect((14...18).contains(try Self.polls(from: day / 2, until: 2 * day, .android12)))
    expect((12...15).contains(try Self.polls(from: 2 * day, until: 7 * day, .android12)))
    for charging in [false, true] {
      let restricted = try Self.polls(from: 60, until: 20 * day, charging: charging, .restricted)
      expect((18...20).contains(restricted))
    }
    expect((120...168).contains(try Self.polls(from: 60, until: 7 * day, .appRefresh)))
    try expect(Self.polls(from: 7 * day + 60, until: 20 * day, .appRefresh), is: 0)
    try expect(Self.polls(from: 60, until: 20 * day, .processing), is: 0)
    try expect(Self.polls(from: 60, until: 7 * day, charging: true, .processing) > 350)
  }

  /// A battery of ten hours that is below a fifth after eight, empty after ten, on a charger from
  /// twelve on, and back at 80 % after 1.6 hours of the two that it takes: no fetch is granted from
  /// 8 to 13.6 h. By default all are.
  @Test func aPhoneThatSavesPowerGrantsNone() throws {
    var battery = BatterySettings()
    battery.life = .hours(10)
    func polls(from start: Double, until end: Double) throws -> Int {
      try Self.polls(
        from: start * 3_600, until: end * 3_600, chargedAt: 12 * 3_600, battery: battery, .asked)
    }
    let before = try polls(from: 0.1, until: 8)
    expect(before > 10)
    try expect(polls(from: 8, until: 13.6) > 10)
    battery.lowPowerBelow = 0.2
    try expect(polls(from: 0.1, until: 8), is: before)
    try expect(polls(from: 8, until: 13.6), is: 0)
    try expect(polls(from: 13.6, until: 24) > 15)
  }
}

/// Entries that nobody looks at any more.
@Suite struct DictionaryTests {
  /// Opened at these seconds, ten seconds each.
  private static func sources(_ span: JSON, opens: [Double]) throws -> [Source] {
    try AnyStrategy.diary(
      of: "dictionary", settings: .object([("gcTime", span), ("staleTime", JSON(.null))]),
      in: .ideal(), HandWorkedDayTests.story(opens: opens)
    ).visits.map(\.firstSource)
  }

  /// Closed at 11 s: gone at 71 s, unless it was looked at meanwhile.
  @Test(
    arguments: [
      ([1, 70], [Source.network, .memory]), ([1, 72], [.network, .network]),
      ([1, 50, 100], [.network, .memory, .memory]), ([1, 50, 121], [.network, .memory, .network]),
      // It is on screen when its time would have been over.
      ([1, 65, 80], [.network, .memory, .memory]),
    ] as [([Double], [Source])])
  func anEntryGoesWhenNoScreenHasShownItForLong(opens: [Double], sources: [Source]) throws {
    try expect(Self.sources("60s", opens: opens), is: sources)
    try expect(
      Self.sources(JSON(.null), opens: opens),
      is: [.network]
        + sources.dropFirst().map { _ in .memory })
  }
}
