internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import SimulationFixtures
internal import TestCases
internal import Testing

/// Whether a time is what was worked out, to a microsecond.
func isClose(_ span: TimeSpan?, _ seconds: Double) -> Bool {
  span.map { abs($0.seconds - seconds) < 1e-6 } ?? false
}

/// Days that were worked out on paper: slow 4G (150 ms, 1.6 Mbit/s down, 750 kbit/s up), models of
/// 10 kB, a picture of 14,300 B.
@Suite struct HandWorkedDayTests {
  /// 500 B of request header at 750 kbit/s.
  static let upload = 500.0 * 8 / 750e3
  /// Name lookup (2 round trips), TCP (1), TLS (1).
  static let handshake = 4 * 0.150
  /// A full segment of 1,460 B at 1.6 Mbit/s.
  static let segment = 1_460 * 8 / 1.6e6
  /// What each request costs beside its answer's segments: upload, a round trip, the origin.
  static let asking = upload + 0.150 + 0.030
  /// 8 full segments: 10,000 B and 300 B of header.
  static let warmModel = asking + 8 * segment
  /// 10 of them: 14,300 B and 300 B of header.
  static let warmPicture = asking + 10 * segment
  /// A 304 is its header alone, one segment.
  static let confirmation = upload + 0.150 + 0.030 + 1_460 * 8 / 1.6e6
  /// 10,000 B of JSON at 66 MB/s on a processor four times slower.
  static let decodeJSON = 10_000 / 66e6 * 4
  /// 13,500 B of archive at 16.9 MB/s on a processor four times slower.
  static let decodeArchive = 13_500 / 16.9e6 * 4
  /// Opening, the first 4,096 B, the rest at 800 MB/s.
  static let readArchive = 0.000_200 + 0.000_150 + (13_500 - 4_096) / 800e6

  /// Without a radio: what it adds is worked out in a test of its own.
  static func plan(_ headers: CacheHeaders = CacheHeaders()) -> SimulationPlan {
    var plan = SimulationPlan(
      seed: 1, profiles: [NetworkProfiles.slow4G, NetworkProfiles.offline], headers: [headers])
    plan.device.radio.isModelled = false
    plan.useTextbookWorld()
    plan.device.flash.reading = .none
    return plan
  }

  /// Opens the model at these seconds, ten seconds each; new versions at those.
  static func story(opens: [Double], versions: [Double] = []) -> HandmadeStory {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    var moments = opens.map { (at: $0, isOpen: true) } + versions.map { (at: $0, isOpen: false) }
    moments.sort { $0.at < $1.at }
    var version: UInt32 = 1
    for moment in moments {
      if moment.isOpen {
        story.visit(0, from: moment.at)
      } else {
        version += 1
        story.publish(0, version: version, kind: .model, at: moment.at)
      }
    }
    story.at((moments.last?.at ?? 0) + 20, .end)
    return story
  }

  /// Spans computed in seconds, to the microsecond: each part was rounded to a nanosecond.
  @Test func networkOnlyWaitsEachTimeAndTheSecondTimeOnAWarmConnection() throws {
    let diary = try AnyStrategy.diary(
      of: "network-only", in: Self.plan(), Self.story(opens: [1, 20]))
    expect(
      isClose(diary.visits[0].firstContent, Self.handshake + Self.warmModel + Self.decodeJSON))
    expect(isClose(diary.visits[1].firstContent, Self.warmModel + Self.decodeJSON))
    expect(diary.visits.allSatisfy { $0.freshContent == $0.firstContent })
    expect(diary.writes.isEmpty)
  }

  @Test func onDemandShowsTheArchiveAndRefreshesBehindItWhenItIsStale() throws {
    let diary = try AnyStrategy.diary(
      of: "on-demand", settings: .object([("staleAfter", "1m")]), in: Self.plan(),
      day: "on-demand")
    let fromFlash = Self.readArchive + Self.decodeArchive
    expect(diary.visits.map(\.firstSource), is: [.network, .flash, .flash])
    expect(isClose(diary.visits[1].firstContent, fromFlash))
    expect(diary.visits[1].freshContent, is: diary.visits[1].firstContent)
    expect(isClose(diary.visits[2].firstContent, fromFlash))
    expect(diary.visits[2].isFirstOutdated)
    expect(isClose(diary.visits[2].firstOutdatedFor, 60 + fromFlash))
    // Idle for more than 60 s: the connection is made anew, the name still holds.
    let refresh = 2 * 0.150 + Self.warmModel + Self.decodeJSON
    expect(isClose(diary.visits[2].freshContent, refresh))
    expect(isClose(diary.visits[2].timeOutdated, refresh - fromFlash))
    expect(diary.exchanges.map(\.purpose), is: [.demand, .refresh])
    // Archived at each close, whether it changed or not.
    expect(diary.writes.map { $0.bytesByCause[.archive] }, is: [13_500, 13_500, 13_500])
  }

  @Test func anArchiveThatIsWrittenAnewNeverGrowsOldByItsOwnTime() throws {
    func exchanges(_ clock: JSON, _ rule: JSON = "always") throws -> Int {
      try AnyStrategy.diary(
        of: "on-demand",
        settings: .object([("staleAfter", "50s"), ("measuredFrom", clock), ("archive", rule)]),
        in: Self.plan(), Self.story(opens: [1, 40, 80, 120, 160])
      ).exchanges.count
    }
    try expect(exchanges("write"), is: 1)
    try expect(exchanges("write", "when-changed") > 1)
    try expect(exchanges("fetch") > 1)
  }

  @Test func archivingOnlyWhatChangedWritesOnce() throws {
    let diary = try AnyStrategy.diary(
      of: "on-demand", settings: .object([("archive", "when-changed")]), in: Self.plan(),
      Self.story(opens: [1, 20, 40, 60]))
    expect(diary.writes.count, is: 1)
  }

  /// As printed, the comparison never finds anything stale, and each look is archived again.
  @Test func asPrintedNothingIsEverStaleAndEverythingIsWrittenAgain() throws {
    let story = Self.story(opens: [1, 10_000, 100_000], versions: [5_000])
    let printed = try AnyStrategy.diary(
      of: "on-demand", settings: .object([("preset", "as-printed")]), in: Self.plan(), story)
    expect(printed.exchanges.count, is: 1)
    expect(printed.visits.map(\.isFirstOutdated), is: [false, true, true])
    expect(printed.writes.count == 3 && printed.rewrites == 2)
    let right = try AnyStrategy.diary(of: "on-demand", in: Self.plan(), story)
    expect(right.exchanges.count, is: 3)
  }

  @Test func theMemoryTierWritesNothingUntilTheAppLeavesTheFront() throws {
    let diary = try AnyStrategy.diary(of: "memory-tier", in: Self.plan(), day: "memory-tier")
    expect(diary.visits.map(\.firstSource), is: [.network, .memory, .memory, .memory])
    expect(isClose(diary.visits[1].firstContent, Self.decodeArchive))
    // One flush of one dirty entry; clean ones are not written again.
    expect(diary.writes.map { $0.bytesByCause[.flush] }, is: [13_500])
  }

  @Test func whatACrashFindsInMemoryOnlyIsLost() throws {
    let day = "memory-tier-crash"
    let memory = try AnyStrategy.diary(of: "memory-tier", in: Self.plan(), day: day)
    expect(memory.lost, is: 1)
    expect(memory.visits.map(\.firstSource), is: [.network, .network])
    let archive = try AnyStrategy.diary(of: "on-demand", in: Self.plan(), day: day)
    expect(archive.lost, is: 0)
    expect(archive.visits.map(\.firstSource), is: [.network, .flash])
  }

  @Test func theURLCacheAsksWhenItsAnswerHasExpired() throws {
    var headers = CacheHeaders()
    headers.maxAge = .seconds(30)
    headers.hasEntityTag = true
    let diary = try AnyStrategy.diary(
      of: "url-cache", in: Self.plan(headers),
      // Fresh at 20 s, confirmed at 50 s, fresh again at 70 s, changed at 100 s.
      Self.story(opens: [1, 20, 50, 70, 110], versions: [100]))
    expect(
      diary.visits.map(\.firstSource), is: [.network, .memory, .revalidated, .memory, .network])
    expect(diary.exchanges.map(\.status), is: [200, 304, 200])
    expect(diary.exchanges[1].payload, is: .zero)
    expect(isClose(diary.visits[1].firstContent, Self.decodeJSON))
    expect(isClose(diary.visits[2].firstContent, Self.confirmation + Self.decodeJSON))
  }

  @Test func whatMayNotBeStoredIsNot() throws {
    var headers = CacheHeaders()
    headers.noStore = true
    headers.maxAge = .days(1)
    let diary = try AnyStrategy.diary(
      of: "url-cache", in: Self.plan(headers), Self.story(opens: [1, 20]))
    expect(diary.visits.map(\.firstSource), is: [.network, .network])
    expect(diary.writes.isEmpty)
  }

  @Test func theDictionaryIsEmptyAfterEachStart() throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.visit(0, from: 20)
    story.at(40, .background)
    story.at(90, .crash)
    story.at(100, .launch)
    story.visit(0, from: 101)
    story.at(120, .end)
    let diary = try AnyStrategy.diary(of: "dictionary", in: Self.plan(), story)
    expect(diary.visits.map(\.firstSource), is: [.network, .memory, .network])
    expect(diary.visits[1].firstContent, is: .zero)
  }

  @Test func aDictionaryThatGrowsBeyondTheLimitKillsTheApp() throws {
    var plan = Self.plan()
    plan.device.memory.memory = .megabytes(100)
    plan.device.memory.baseline = .megabytes(50)
    // 2 MB decoded in the dictionary and 2 MB on screen: 54, then 56 MB of 55.
    let diary = try AnyStrategy.diary(of: "dictionary", in: plan, day: "dictionary-limit")
    expect(diary.kills, is: 2)
    expect(diary.visits.count, is: 4)
    expect(diary.summaries.first?.violations, is: [])
  }
}
