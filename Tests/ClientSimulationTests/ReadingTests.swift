internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// From where a screen is read, by the named strategies.
///
/// A model is opened at 1 s, changed at 40 s, opened again at 100 s.
@Suite struct ReadingTests {
  static let keepers = ["on-demand", "memory-tier", "dictionary", "ns-cache", "query-cache"]
  private static let slow = HandWorkedDayTests.plan()

  private static func diary(
    _ read: JSON, of name: String = "on-demand", more: [(String, JSON)] = [],
    in plan: SimulationPlan = .ideal(), opens: [Double] = [1, 100],
    _ tell: (inout HandmadeStory) -> Void = { _ in }
  ) throws -> Diary {
    var story = HandWorkedDayTests.story(opens: opens, versions: [40])
    tell(&story)
    return try AnyStrategy.diary(
      of: name, settings: .object([("read", read)] + more), in: plan, story)
  }

  private static func group(_ strategy: JSON, _ more: (String, JSON)...) -> JSON {
    .object([("strategy", strategy)] + more)
  }

  /// What the second opening shows first, whether it is outdated, and how many requests there were.
  @Test(
    arguments: keepers,
    [
      ("cacheFirst", true, true, 1), ("networkFirst", false, false, 2),
      ("staleWhileRevalidate", true, true, 1), ("networkOnly", false, false, 2),
      ("revalidate", false, false, 2),
    ])
  func theSecondOpening(
    name: String, expected: (read: JSON, isKept: Bool, isOutdated: Bool, requests: Int)
  ) throws {
    let diary = try Self.diary(expected.read, of: name)
    let visit = diary.visits[1]
    expect((visit.firstSource != .network), is: expected.isKept)
    expect(visit.isFirstOutdated, is: expected.isOutdated)
    expect(diary.exchanges.count, is: expected.requests)
  }

  @Test(arguments: keepers) func cacheOnlyNeverAsks(name: String) throws {
    let diary = try Self.diary("cacheOnly", of: name)
    expect(diary.exchanges.isEmpty)
    expect(diary.visits.map(\.firstSource), is: [.nothing, .nothing])
  }

  @Test func revalidatingAlwaysAsksAndShowsBoth() throws {
    let diary = try Self.diary("cacheAndNetwork", more: [("staleTime", "0s")])
    expect(diary.visits[1].firstSource == .flash && diary.visits[1].isFirstOutdated)
    expect(diary.visits[1].freshContent != nil)
    expect(diary.exchanges.map(\.purpose), is: [.demand, .refresh])
  }

  /// Offline at the second opening.
  @Test(
    arguments: [
      ("networkFirst", Source.flash), ("cacheFirst", .flash), ("networkOnly", .nothing),
      ("revalidate", .nothing),
    ] as [(JSON, Source)])
  func withoutANetwork(read: JSON, source: Source) throws {
    let diary = try Self.diary(read) { $0.at(50, .network(1)) }
    expect(diary.visits[1].firstSource, is: source)
  }

  @Test func whatTheOriginConfirmsIsShownFromFlash() throws {
    var headers = CacheHeaders()
    headers.hasEntityTag = true
    for read in ["networkFirst", "revalidate"] as [JSON] {
      let diary = try Self.diary(read, in: .ideal(headers: [headers]), opens: [1, 20])
      expect(diary.visits[1].firstSource, is: .revalidated)
      expect(diary.exchanges.map(\.status), is: [200, 304])
    }
    let only = try Self.diary("networkOnly", in: .ideal(headers: [headers]), opens: [1, 20])
    expect(only.exchanges.map(\.status), is: [200, 200])
  }

  /// The connection was idle: 300 ms of handshakes, and 243.7 ms until the answer is there.
  @Test(arguments: [("200ms", 0.2), ("1s", nil)] as [(JSON, Double?)])
  func theNetworkHasItsTime(timeout: JSON, shownAfter: Double?) throws {
    let diary = try Self.diary(
      Self.group("networkFirst", ("timeout", timeout)), in: Self.slow)
    let visit = diary.visits[1]
    let kept = HandWorkedDayTests.readArchive + HandWorkedDayTests.decodeArchive
    let network = 0.3 + HandWorkedDayTests.warmModel + HandWorkedDayTests.decodeJSON
    let first = visit.firstContent?.seconds ?? 0
    expect(abs(first - (shownAfter.map { $0 + kept } ?? network)) < 1e-6)
    expect(visit.firstSource, is: shownAfter == nil ? .network : .flash)
    // The request went on; what it brought was shown too, and kept.
    expect(abs((visit.freshContent?.seconds ?? 0) - network) < 1e-6)
    expect(diary.exchanges.map(\.status), is: [200, 200])
  }

  @Test func withNothingKeptATimeOutWaitsForTheNetwork() throws {
    let diary = try Self.diary(
      Self.group("networkFirst", ("timeout", "100ms")), in: Self.slow, opens: [1])
    expect(diary.visits[0].firstSource, is: .network)
  }

  @Test func whatIsNotKeptIsFetchedAgain() throws {
    let kept = try Self.diary(Self.group("networkOnly"))
    expect(!kept.writes.isEmpty)
    let thrown = try Self.diary(Self.group("networkOnly", ("storesResponses", false)))
    expect(thrown.writes.isEmpty && thrown.exchanges.count == 2)
  }

  @Test func theReportTellsTheResolvedName() throws {
    var problems = Problems()
    let settings = JSON.object([
      ("read", "returnCacheDataElseLoad"), ("staleTime", "3s"),
      ("requests", .object([("retry", 3)])),
    ])
    let made = AnyStrategy.catalog.entry(named: "on-demand")?.make(settings, "", &problems)
    expect(problems.isEmpty)
    expect(made?.settings["read"]?["strategy"]?.string, is: "cacheFirst")
    expect(made?.settings["staleAfter"]?.string, is: "3s")
    expect(made?.settings["requests"]?["retries"]?["count"]?.integer, is: 3)
    expect(made?.settings["staleTime"] == nil)
  }

  @Test(arguments: [
    (#"{"read": "cacheFrist"}"#, "read: unknown word 'cacheFrist' (did you mean 'cacheFirst'?)"),
    (#"{"read": 3}"#, "read: expected one of \"cacheFirst\""),
    (#"{"read": {"stratgy": "cacheFirst"}}"#, "read.stratgy: unknown setting 'stratgy'"),
    (#"{"staleTime": "1s", "staleAfter": "2s"}"#, "staleAfter: said twice"),
    (#"{"requests": {"retries": -1}}"#, "requests.retries: expected 0 to 1000, found -1"),
    (#"{"requests": {"retries": {"after": ["504"]}}}"#, "after[0]: unknown word '504'"),
    (#"{"staleTme": "1s"}"#, "unknown setting 'staleTme' (did you mean 'staleTime'?)"),
  ])
  func mistakesAreToldWithTheirPlace(text: String, expected: String) throws {
    var problems = Problems()
    let settings = try JSON.parse(Array(text.utf8))
    expect(
      AnyStrategy.catalog.entry(named: "on-demand")?.make(settings, "", &problems) == nil)
    let told = problems.all.map { "\($0.path): \($0.message)" }
    expect(told.count == 1 && told[0].contains(expected), "\(told)")
  }
}
