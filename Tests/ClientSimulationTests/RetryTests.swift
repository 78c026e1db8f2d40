internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Requests that fail, and are made again; requests for the same that meet.
@Suite struct RetryTests {
  private static func diary(
    _ rules: String, of name: String = "network-only", in plan: SimulationPlan,
    _ story: HandmadeStory
  ) throws -> Diary {
    let settings = try JSON.parse(Array("{\"requests\": \(rules)}".utf8))
    return try AnyStrategy.diary(of: name, settings: settings, in: plan, story)
  }

  /// One screen that is open for 100 s, at an origin that always refuses.
  private static func refusals(_ rules: String, of name: String = "network-only") throws -> [Double]
  {
    var plan = SimulationPlan.ideal()
    plan.origin.failureRate = 1
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 1, for: 100)
    story.visit(0, from: 200, for: 2)
    story.at(300, .end)
    let diary = try Self.diary(rules, of: name, in: plan, story)
    expect(diary.visits.allSatisfy { $0.firstSource == .nothing })
    return diary.requestSeconds
  }

  /// TanStack Query's waits: 1, 2, 4 … and never more than 30 s.
  @Test(
    arguments: [
      ("{}", [1, 200]),
      (#"{"retries": 3}"#, [1, 2, 4, 8, 200, 201]),
      (#"{"retries": {"count": 6, "maximumDelay": "10s"}}"#, [1, 2, 4, 8, 16, 26, 36, 200, 201]),
      (#"{"retries": {"count": 2, "factor": 1, "initialDelay": "5s"}}"#, [1, 6, 11, 200]),
      (#"{"retries": {"count": 2, "initialDelay": "0s"}}"#, [1, 1, 1, 200, 200, 200]),
      (#"{"retries": {"count": 2, "after": ["timeout", "connection"]}}"#, [1, 200]),
    ] as [(String, [Double])])
  func aRefusedRequestIsMadeAgainWhileItsScreenIsOpen(
    rules: String, instants: [Double]
  ) throws {
    try expect(Self.refusals(rules), is: instants)
    for name in ["on-demand", "url-cache"] {
      try expect(Self.refusals(rules, of: name), is: instants, "\(name)")
    }
  }

  /// A network on which no request reaches the origin in time: 60 s without a byte.
  @Test(arguments: [("timeout", 2), ("503", 1)])
  func aTimeOutIsAFailureOfItsOwn(after: String, requests: Int) throws {
    var plan = SimulationPlan.ideal()
    plan.origin.thinkTime = .minutes(5)
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 1, for: 100)
    story.at(300, .end)
    let diary = try Self.diary(
      "{\"retries\": {\"count\": 1, \"after\": [\"\(after)\"]}}", in: plan, story)
    expect(diary.exchanges.count, is: requests)
    expect(diary.exchanges[0].endedAt - diary.exchanges[0].startedAt, is: .seconds(60))
    if requests == 2 {
      expect(diary.exchanges[1].startedAt - diary.exchanges[0].endedAt, is: .seconds(1))
    }
  }

  /// From one network to another: what was under way is lost, and nobody says that it is online.
  @Test(arguments: [(0, Source.nothing), (1, .network)])
  func aChangeOfNetworksIsAFailureToo(count: Int, source: Source) throws {
    var plan = HandWorkedDayTests.plan()
    plan.profiles.append(NetworkProfiles.wifi)
    var story = HandWorkedDayTests.story(opens: [1])
    story.at(1.3, .network(2))
    let diary = try Self.diary("{\"retries\": \(count)}", in: plan, story)
    expect(diary.visits.map(\.firstSource), is: [source])
    expect(diary.exchanges.map(\.status), is: count == 0 ? [0] : [0, 200])
  }

  /// On a connection that was kept the client makes the request again by itself, at once: the
  /// second open's has been under way for 100 ms, and is made anew from the name lookup on.
  @Test(arguments: ResendRule.allCases)
  func aRequestOnAKeptConnectionIsMadeAgain(rule: ResendRule) throws {
    var plan = HandWorkedDayTests.plan()
    plan.network.resends = rule
    plan.profiles.append(NetworkProfiles.wifi)
    var story = HandWorkedDayTests.story(opens: [1, 20])
    story.at(20.1, .network(2))
    let diary = try Self.diary("{}", in: plan, story)
    guard rule != .never else {
      expect(diary.exchanges.map(\.status), is: [200, 0])
      expect(diary.visits.map(\.firstSource), is: [.network, .nothing])
      return
    }
    expect(diary.exchanges.map(\.status), is: [200, 200])
    expect(diary.visits.map(\.firstSource), is: [.network, .network])
    expect(diary.exchanges.map(\.bytesUp), is: [Bytes(500), Bytes(1_000)])
    let alone = try #require(
      FetchTimeline(
        profile: NetworkProfiles.wifi, bytes: Bytes(10_000), thinkTime: .milliseconds(30)))
    let second = diary.exchanges[1]
    expect(second.endedAt - second.startedAt, is: .milliseconds(100) + alone.total)
  }

  /// A request of another method, 1,000 B long, twice at once: each is sent, under each strategy,
  /// and what answers is never stored.
  @Test(arguments: [
    "network-only", "dictionary", "on-demand", "memory-tier", "ns-cache", "url-cache",
    "download-manager", "query-cache", "hybrid",
  ])
  func whatIsNoGETIsSentEachTime(name: String) throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.publish(1, kind: .model, size: 500, method: .post, requestSize: 1_000)
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.at(5, .need(1))
    story.at(5.01, .need(1))
    story.visit(0, from: 20)
    story.at(22, .need(1))
    story.at(50, .end)
    let diary = try AnyStrategy.diary(of: name, in: HandWorkedDayTests.plan(), story)
    let sent = diary.exchanges.filter { $0.bytesUp == Bytes(1_500) }
    expect(sent.map { ($0.startedAt - .start).seconds }, is: [5, 5.01, 22])
    expect(sent.allSatisfy { $0.status == 200 })
    expect(diary.summaries[0].violations, is: [])
  }

  /// What pre-cache fetches ahead is what GET brings.
  @Test func whatIsNoGETIsNotPrefetched() throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.publish(1, kind: .model, method: .delete, target: 0)
    story.at(0, .launch)
    story.at(50, .end)
    let diary = try AnyStrategy.diary(of: "pre-cache", in: HandWorkedDayTests.plan(), story)
    expect(diary.exchanges.map(\.purpose), is: [.manifest, .prefetch])
  }

  /// Without a network nothing is tried again until it is back.
  @Test func anAttemptWaitsForTheNetwork() throws {
    var story = HandWorkedDayTests.story(opens: [1])
    story.at(1.3, .network(1))
    story.at(5, .network(0))
    let diary = try Self.diary(#"{"retries": 3}"#, in: HandWorkedDayTests.plan(), story)
    expect(diary.requestSeconds, is: [1, 5])
  }

  /// What is kept is shown behind the first failure; the attempts go on behind it.
  @Test func aRefreshIsTriedAgainToo() throws {
    var plan = SimulationPlan.ideal()
    plan.seed = 5
    plan.origin.failureRate = 0.5
    let story = HandWorkedDayTests.story(
      opens: stride(from: 1, to: 1_000, by: 20).map { $0 }, versions: [500])
    func failures(_ rules: String) throws -> (refresh: Int, outdated: Int) {
      let settings = try JSON.parse(
        Array(#"{"staleAfter": "0s", "requests": \#(rules)}"#.utf8))
      let diary = try AnyStrategy.diary(of: "on-demand", settings: settings, in: plan, story)
      return (
        diary.exchanges.count { $0.purpose == .refresh },
        diary.visits.count { $0.freshContent == nil }
      )
    }
    let once = try failures("{}")
    let thrice = try failures(#"{"retries": 2}"#)
    expect(thrice.refresh > once.refresh)
    expect(thrice.outdated <= once.outdated)
  }

  /// Closed and opened again while the first request is under way.
  @Test(arguments: [(true, 1), (false, 2)])
  func requestsForTheSameMeetOnlyIfTheyJoin(joins: Bool, requests: Int) throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 1, for: 0.2)
    story.visit(0, from: 1.3)
    story.at(50, .end)
    for name in ["network-only", "on-demand", "memory-tier", "dictionary", "ns-cache", "url-cache"]
    {
      let diary = try Self.diary(
        "{\"coalesces\": \(joins)}", of: name, in: HandWorkedDayTests.plan(), story)
      expect(diary.exchanges.count, is: requests, "\(name)")
      expect(diary.visits[1].firstSource, is: .network)
      expect(diary.summaries[0].violations, is: [])
    }
  }
}
