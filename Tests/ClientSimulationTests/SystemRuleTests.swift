internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import ClientSimulation

/// What systems delete, hold back and carry out.
@Suite struct SystemRuleTests {
  private static func rule(_ name: String) throws -> StorageRule {
    try #require(StorageRule.presets.first { $0.name == name }).values
  }

  // MARK: - Storage

  /// Two archives of 13,500 B, the first written before the second, and something that happens to
  /// them while the app does not run; then both are opened again.
  private static func sources(
    _ storage: StorageRule, _ action: Action = .spaceShortage, again: Double = 80
  ) throws -> [Source] {
    var plan = HandWorkedDayTests.plan()
    plan.device.system.storage = storage
    var story = HandmadeStory()
    for resource in 0..<2 as Range<ResourceIndex> { story.publish(resource, kind: .model) }
    story.at(0, .launch)
    story.visit(0, from: 1, for: 5)
    story.visit(1, from: 10, for: 5)
    story.at(20, .background)
    story.at(40, action)
    story.visit(0, from: again, for: 5)
    story.visit(1, from: again + 10, for: 5)
    story.at(again + 100, .end)
    let diary = try AnyStrategy.diary(
      of: "on-demand", settings: JSON.parse(Array(#"{"staleAfter": null}"#.utf8)), in: plan, story)
    expect(diary.summaries.map(\.violations), is: [[]])
    return diary.visits.suffix(2).map(\.firstSource)
  }

  /// Above its quota of 20 kB Android takes the older archive, within 27 kB none; iOS takes both.
  @Test func aShortageTakesWhatTheSystemsRuleSays() throws {
    var android = try Self.rule("android")
    expect(android.quota, is: Bytes(67_108_864))
    try expect(Self.sources(Self.rule("ios")), is: [.network, .network])
    try expect(Self.sources(android), is: [.flash, .flash])
    android.quota = Bytes(27_000)
    try expect(Self.sources(android), is: [.flash, .flash])
    android.quota = Bytes(20_000)
    try expect(Self.sources(android), is: [.network, .flash])
    android.quota = .zero
    try expect(Self.sources(android), is: [.network, .network])
  }

  /// The second archive would be more than 20 kB with the first.
  @Test func aBrowserStoresNoMoreThanItsQuota() throws {
    var chromium = try Self.rule("chromium")
    expect(chromium.quota == Bytes(76_800_000_000) && chromium.unusedFor == nil)
    try expect(Self.rule("firefox").quota, is: Bytes(10_737_418_240))
    let nothing = Action.charging(false)
    try expect(Self.sources(chromium, nothing), is: [.flash, .flash])
    chromium.quota = Bytes(20_000)
    try expect(Self.sources(chromium, nothing), is: [.flash, .network])
    try expect(Self.sources(chromium), is: [.network, .network])
  }

  /// A week without use, from the moment the app left the front.
  @Test func safariDeletesAfterAWeekWithoutUse() throws {
    let safari = try Self.rule("safari")
    let week = 7.0 * 86_400
    try expect(Self.sources(safari, .charging(false), again: week), is: [.flash, .flash])
    try expect(Self.sources(safari, .charging(false), again: week + 20), is: [.network, .network])
    let chromium = try Self.rule("chromium")
    try expect(Self.sources(chromium, .charging(false), again: 2 * week), is: [.flash, .flash])
  }

  // MARK: - Doze

  /// From 23:00 on the phone lies still: idle from 24:00, windows at 1:00 for 5 minutes and at 3:05
  /// for 10, and the third would open at 7:15, after it is taken up.
  @Test(
    arguments: [
      (22.0, nil), (23.5, nil), (24, 25), (24.5, 25), (25, nil), (25.05, nil),
      (25.1, 27 + 5.0 / 60),
      (27, 27 + 5.0 / 60), (27.2, nil), (27.5, 31), (30.9, 31), (31, nil), (36, nil), (48.5, 49),
    ] as [(Double, Double?)])
  func dozeOpensItsWindows(now: Double, opening: Double?) {
    var doze = DozeSettings()
    func instant(_ hours: Double) -> Instant { .start + TimeSpan(rounding: hours * 3_600) }
    expect(doze.opening(after: instant(now), lastUse: nil) == nil)
    doze.from = .hours(23)
    expect(doze.opening(after: instant(now), lastUse: nil), is: opening.map(instant))
    // Used at 0:30, it is idle from 1:30 on.
    if now == 25.1 { expect(doze.opening(after: instant(now), lastUse: instant(24.5)) == nil) }
    if now == 27 {
      expect(doze.opening(after: instant(25.6), lastUse: instant(24.5)), is: instant(26.5))
    }
  }

  /// A pre-cache that asks each ten minutes polls in maintenance windows only: the phone lies still
  /// from 1:00 on, so that they open at 3:00 for 5 minutes, at 5:05, 9:15, 15:25 and 21:35 for 10.
  @Test func backgroundFetchesWaitForAWindow() throws {
    func polls(charging: Bool) throws -> [Double] {
      var plan = SimulationPlan.ideal()
      plan.device.system.doze.from = .hours(1)
      plan.device.system.doze.until = .hours(24)
      var story = HandmadeStory()
      story.publish(0, kind: .model)
      story.at(0, .launch)
      story.visit(0, from: 1)
      story.at(20, .background)
      if charging { story.at(30, .charging(true)) }
      story.at(86_400, .end)
      let diary = try AnyStrategy.diary(
        of: "pre-cache", settings: .object([("interval", "10m")]), in: plan, story)
      return diary.exchanges.filter { $0.purpose == .manifest }.map {
        ($0.startedAt - .start).seconds
      }.filter { $0 > 7_200 && $0 < 86_400 }
    }
    let windows = [(180.0, 5.0), (305, 10), (555, 10), (925, 10), (1_295, 10)]
    let held = try polls(charging: false)
    for (opening, _) in windows { expect(held.contains(opening * 60)) }
    let outside = held.filter { poll in
      !windows.contains { poll >= $0.0 * 60 && poll < ($0.0 + $0.1) * 60 }
    }
    expect(outside, is: [])
    try expect(polls(charging: true).count > 40)
  }

  /// At 2:55 the phone is put on a charger: what waited for the window at 3:00 goes then, a
  /// background fetch, or a push that came at 2:10.
  @Test(arguments: [("pre-cache", "10m", false), ("hybrid", "365d", true)])
  func aChargerEndsDoze(strategy: String, interval: String, isPushed: Bool) throws {
    var plan = SimulationPlan.ideal()
    plan.device.system.doze.from = .hours(1)
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.at(20, .background)
    if isPushed { story.at(130 * 60, .push(0)) }
    story.at(175 * 60, .charging(true))
    story.at(179 * 60, .charging(false))
    story.at(4 * 3_600, .end)
    let diary = try AnyStrategy.diary(
      of: strategy, settings: .object([("interval", JSON(interval))]), in: plan, story)
    let polls = diary.exchanges.filter { $0.purpose == .manifest }.map {
      ($0.startedAt - .start).seconds
    }
    let first = try #require(polls.first { $0 > 7_500 })
    expect(first, is: 10_500.0)
  }

  /// Of three pushes in the night the last one comes, in the window at 3:00.
  @Test func pushesWaitForAWindow() throws {
    var plan = SimulationPlan.ideal()
    plan.device.system.doze.from = .hours(1)
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.publish(1, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.at(20, .background)
    for minutes in [125.0, 130, 150] { story.at(minutes * 60, .push(1)) }
    story.at(40_000, .end)
    let diary = try AnyStrategy.diary(
      of: "hybrid", settings: .object([("interval", "365d")]), in: plan, story)
    let polls = diary.exchanges.filter { $0.purpose == .manifest }.map {
      ($0.startedAt - .start).seconds
    }
    expect(polls.filter { $0 > 60 }, is: [3 * 3_600])
  }

  /// Of five pushes within an hour one wakes the app; the last of the others waits for the user.
  @Test func theLastPushWaitsForTheApp() throws {
    func polls(holdsLast: Bool) throws -> Int {
      var plan = SimulationPlan.ideal()
      plan.device.silentPushes.perHour = 1
      plan.device.silentPushes.holdsLast = holdsLast
      var story = HandmadeStory()
      story.publish(0, kind: .model)
      story.publish(1, kind: .model)
      story.at(0, .launch)
      story.visit(0, from: 1)
      story.at(20, .background)
      for push in 0..<5 { story.at(600 + Double(push) * 60, .push(1)) }
      story.at(1_200, .foreground)
      story.at(1_300, .end)
      return try AnyStrategy.diary(
        of: "hybrid", settings: .object([("interval", "365d"), ("staleAfter", "365d")]), in: plan,
        story
      ).exchanges.count { $0.purpose == .manifest }
    }
    try expect(polls(holdsLast: true), is: polls(holdsLast: false) + 1)
  }

  // MARK: - Transfers

  /// A record of 5 MB takes 25 s at 1.6 Mbit/s; the app leaves the front at 2 s and is suspended at
  /// 7 s. The network goes at 60 s, and the record is opened at 70 s.
  @Test(arguments: [
    (TransferRule.inProcess, 1, Source.nothing), (.backgroundSession, 1, .flash),
    (.discretionary, 0, .nothing),
  ])
  func aBackgroundSessionGoesOnWithoutTheApp(
    rule: TransferRule, begun: Int, source: Source
  ) throws {
    var plan = HandWorkedDayTests.plan()
    plan.device.system.transfers = rule
    var story = HandmadeStory()
    story.publish(0, kind: .model, size: 5_000_000)
    story.at(0, .launch)
    story.at(2, .background)
    story.at(60, .network(1))
    story.visit(0, from: 70)
    story.at(100, .end)
    let diary = try AnyStrategy.diary(
      of: "pre-cache", settings: .object([("interval", "10d")]), in: plan, story)
    expect(diary.visits.map(\.firstSource), is: [source])
    expect(diary.exchanges.count { $0.purpose == .prefetch }, is: begun)
    expect(diary.summaries.map(\.violations), is: [[]])
  }
}
