internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// What data libraries do with results, each rule worked out by hand. On the ideal network an
/// answer comes at the instant of its request.
@Suite struct QueryCacheTests {
  private static func diary(
    _ settings: String, in plan: SimulationPlan = .ideal(), _ story: HandmadeStory
  ) throws -> Diary {
    try AnyStrategy.diary(
      of: "query-cache", settings: JSON.parse(Array(settings.utf8)), in: plan, story)
  }

  /// A started app, and so many models of 10,000 B.
  private static func app(models: Int = 2) -> HandmadeStory {
    var story = HandmadeStory()
    for model in 0..<models { story.publish(ResourceIndex(model), kind: .model) }
    story.at(0, .launch)
    return story
  }

  // MARK: Openings

  /// Fetched at 1 s: 29 s old it is fresh, 30 s old it is stale.
  @Test(
    arguments: [
      ("if-stale", 30.9, [1]), ("if-stale", 31, [1, 31]), ("always", 2, [1, 2]),
      ("never", 5_000, [1]),
    ] as [(String, Double, [Double])])
  func anOpeningFetchesStaleResultsAgain(rule: String, second: Double, times: [Double]) throws {
    var story = Self.app()
    story.visit(0, from: 1, for: 0.5)
    story.visit(0, from: second, for: 5)
    story.at(second + 20, .end)
    let diary = try Self.diary(
      #"{"staleAfter": "30s", "gcTime": null, "refetch": {"onOpen": "\#(rule)"}}"#, story)
    expect(diary.requestSeconds, is: times)
    expect(diary.visits.map(\.firstSource), is: [.network, .memory])
    expect(diary.writes.isEmpty)
  }

  /// The answer came at 1 s: until 3 s no trigger asks for the same key.
  @Test func withinTheWindowAfterAnAnswerNothingIsAskedFor() throws {
    var story = Self.app()
    for opening in [1, 2.9, 3.1, 5] { story.visit(0, from: opening, for: 0.1) }
    story.at(20, .end)
    try expect(
      Self.diary(#"{"staleAfter": "0s", "dedupe": "2s"}"#, story).requestSeconds, is: [1, 3.1])
    try expect(Self.diary(#"{"staleAfter": "0s"}"#, story).requestSeconds, is: [1, 2.9, 3.1, 5])
  }

  // MARK: Returns to the front

  /// Left open at 3, 8, 12 and 15 s, opened again at 4, 10, 14 and 16 s. For 5 s from the opening
  /// at 1 s, and from the return at 10 s, returns ask for nothing.
  @Test(
    arguments: [
      (#""onFocus": "always", "focusThrottle": "5s""#, [1, 10, 16]),
      (#""onFocus": "always""#, [1, 4, 10, 14, 16]), (#""onFocus": "never""#, [1]),
    ] as [(String, [Double])])
  func aReturnToTheFrontIsNoOpening(rule: String, times: [Double]) throws {
    var story = Self.app()
    story.at(1, .open(0))
    for (left, back) in [(3.0, 4.0), (8, 10), (12, 14), (15, 16)] {
      story.at(left, .background)
      story.at(back, .open(0))
    }
    story.at(30, .end)
    let diary = try Self.diary(#"{"refetch": {"onOpen": "never", \#(rule)}}"#, story)
    expect(diary.requestSeconds, is: times)
  }

  /// Another screen, or one that its user closed before leaving, is opened and not returned to.
  @Test func onlyTheScreenThatTheAppWasLeftWithIsReturnedTo() throws {
    var story = Self.app()
    story.visit(0, from: 1, for: 1)
    story.at(3, .background)
    story.at(4, .open(0))
    story.at(6, .background)
    story.at(7, .open(1))
    story.at(8, .open(0))
    story.at(20, .end)
    let focus = #"{"refetch": {"onOpen": "never", "onFocus": "always"}}"#
    try expect(Self.diary(focus, story).requestSeconds, is: [1, 7])
  }

  // MARK: Unused results

  /// Closed at 11 s, a result that no screen uses goes at 71 s. A screen that the app was left with
  /// uses it until another one opens.
  @Test func aResultGoesWhenNoScreenHasUsedItForLong() throws {
    let settings = #"{"staleAfter": null, "keepUnusedDataFor": "60s"}"#
    func sources(_ change: (inout HandmadeStory) -> Void) throws -> [Source] {
      var story = Self.app()
      story.at(1, .open(0))
      change(&story)
      story.at(500, .end)
      return try Self.diary(settings, story).visits.map(\.firstSource)
    }
    let kept = try sources {
      $0.at(11, .close(0))
      $0.visit(0, from: 70)
    }
    expect(kept, is: [.network, .memory])
    let gone = try sources {
      $0.at(11, .close(0))
      $0.visit(0, from: 72)
    }
    expect(gone, is: [.network, .network])
    let returned = try sources {
      $0.at(11, .background)
      $0.visit(0, from: 200)
    }
    expect(returned, is: [.network, .memory])
    let replaced = try sources {
      $0.at(11, .background)
      $0.visit(1, from: 200)
      $0.visit(0, from: 261)
    }
    expect(replaced, is: [.network, .network, .network])
    let inTime = try sources {
      $0.at(11, .background)
      $0.visit(1, from: 200)
      $0.visit(0, from: 259)
    }
    expect(inTime, is: [.network, .network, .memory])
  }

  // MARK: Without a network

  /// Opened at 1 s without a network, which comes at 10 s. TanStack Query's attempts would be at 1,
  /// 2, 4 and 8 s.
  @Test(
    arguments: [
      ("online", 3, "never", [10]), ("offlineFirst", 3, "never", [10]), ("always", 3, "never", []),
      ("always", 4, "never", [16]), ("always", 0, "always", [10]), ("online", 0, "never", [10]),
      ("offlineFirst", 0, "never", []), ("offlineFirst", 0, "if-stale", [10]),
    ] as [(String, Int, String, [Double])])
  func aRequestIsPausedWithoutANetwork(
    mode: String, retries: Int, reconnect: String, times: [Double]
  ) throws {
    var story = Self.app()
    story.at(0, .network(1))
    story.visit(0, from: 1, for: 60)
    story.at(10, .network(0))
    story.at(100, .end)
    let diary = try Self.diary(
      #"""
      {"networkMode": "\#(mode)", "requests": {"retries": \#(retries)},
       "refetch": {"onReconnect": "\#(reconnect)"}}
      """#, story)
    expect(diary.requestSeconds, is: times)
    expect(diary.visits[0].firstContent, is: times.first.map { TimeSpan(rounding: $0 - 1) })
  }

  /// A stale result is shown at 20 s without a network; its refresh goes on at 30 s, once.
  @Test func aPausedRefreshGoesOnWhenTheNetworkIsBack() throws {
    var story = Self.app()
    story.visit(0, from: 1)
    story.at(15, .network(1))
    story.visit(0, from: 20, for: 30)
    story.at(30, .network(0))
    story.at(100, .end)
    for reconnect in ["never", "if-stale"] {
      let diary = try Self.diary(
        #"{"staleAfter": "0s", "refetch": {"onReconnect": "\#(reconnect)"}}"#, story)
      expect(diary.requestSeconds, is: [1, 30])
      expect(diary.visits.map(\.firstSource), is: [.network, .memory])
    }
  }

  /// What is on screen since 1 s, when the network was lost at 5 s and is back at 10 s.
  @Test(
    arguments: [
      ("if-stale", "0s", [1, 10]), ("if-stale", "60s", [1]), ("always", "60s", [1, 10]),
      ("never", "0s", [1]),
    ] as [(String, String, [Double])])
  func aReconnectFetchesWhatIsOnScreenAgain(
    rule: String, stale: String, times: [Double]
  ) throws {
    var story = Self.app()
    story.visit(0, from: 1, for: 60)
    story.at(5, .network(1))
    story.at(10, .network(0))
    story.at(100, .end)
    for mode in ["online", "always"] {
      let diary = try Self.diary(
        #"""
        {"staleAfter": "\#(stale)", "networkMode": "\#(mode)",
         "refetch": {"onReconnect": "\#(rule)"}}
        """#, story)
      expect(diary.requestSeconds, is: times)
    }
  }

  // MARK: Retries

  private static func refusals(_ settings: String, for seconds: Double) throws -> [Double] {
    var plan = SimulationPlan.ideal()
    plan.origin.failureRate = 1
    var story = Self.app()
    story.visit(0, from: 1, for: seconds)
    story.at(seconds + 10, .end)
    return try Self.diary(settings, in: plan, story).requestSeconds
  }

  @Test func tanStacksRetriesAreThree() throws {
    try expect(Self.refusals(#"{"preset": "tanstack-query"}"#, for: 500), is: [1, 2, 4, 8])
  }

  /// The n-th wait is (0.5 to 1.5) · 2ⁿ · 5 s in whole multiples of 5 s, n up to 8, without end.
  @Test func sWRsRetriesAreDrawnAndHaveNoEnd() throws {
    let times = try Self.refusals(#"{"preset": "swr"}"#, for: 20_000)
    expect(times.count > 12)
    var waits: [Double] = []
    for (before, after) in zip(times, times.dropFirst()) { waits.append(after - before) }
    for (index, wait) in waits.enumerated() {
      let power = Double(1 << min(index + 1, 8))
      expect(wait.truncatingRemainder(dividingBy: 5), is: 0)
      expect(wait >= (0.5 * power).rounded(.down) * 5 && wait < 1.5 * power * 5)
    }
    expect(Set(waits.suffix(4)).count > 1)
    try expect(Self.refusals(#"{"preset": "swr"}"#, for: 20_000), is: times)
  }

  // MARK: networkFirst

  /// The origin takes 5 s: what is stored is shown after 3 s, and the request goes on.
  @Test func aPageIsTheStoredOneAfterThreeSeconds() throws {
    var plan = SimulationPlan.ideal()
    plan.origin.thinkTime = .seconds(5)
    var story = Self.app()
    story.visit(0, from: 1)
    story.visit(0, from: 100, for: 20)
    story.at(200, .end)
    let diary = try Self.diary(#"{"preset": "workbox-page-recipe"}"#, in: plan, story)
    expect(diary.visits.map(\.firstContent), is: [.seconds(5), .seconds(3)])
    expect(diary.visits.map(\.firstSource), is: [.network, .flash])
    expect(diary.exchanges.map { ($0.endedAt - .start).seconds }, is: [6, 105])
  }

  // MARK: The day

  /// Slow 4G, as the other days; nothing is ever validated.
  @Test func aDayOfAQueryCache() throws {
    typealias Day = HandWorkedDayTests
    let diary = try AnyStrategy.diary(
      of: "query-cache", settings: .object([("preset", "tanstack-query")]), in: Day.plan(),
      day: "query-cache")
    expect(diary.requestSeconds, is: [1, 20, 90, 120, 480])
    expect(
      diary.exchanges.map(\.purpose), is: [.demand, .refresh, .refresh, .refresh, .demand])
    expect(diary.exchanges.allSatisfy { $0.status == 200 })
    expect(diary.visits.map(\.firstSource), is: [.network, .memory, .memory, .memory, .network])
    expect(isClose(diary.visits[0].firstContent, Day.handshake + Day.warmModel + Day.decodeJSON))
    expect(diary.visits[1].firstContent == .zero && diary.visits[1].isFirstOutdated)
    expect(isClose(diary.visits[1].freshContent, Day.warmModel + Day.decodeJSON))
    // Idle for more than a minute: the connection is made anew behind what is shown.
    let behind = diary.exchanges[2].endedAt - diary.exchanges[2].startedAt
    expect(isClose(behind, 2 * 0.150 + Day.warmModel))
    expect(diary.writes.isEmpty)
  }
}
