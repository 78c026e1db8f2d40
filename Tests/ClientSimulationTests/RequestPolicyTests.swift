internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// The request cache policies, with and without a network.
@Suite struct RequestPolicyTests {
  typealias Day = HandWorkedDayTests

  /// Fresh until 31 s, opened at 1, 20 and 50 s; offline from 60 s on and opened at 70 s.
  static func sources(_ policy: String, more: [(String, JSON)] = []) throws -> [Source] {
    var headers = CacheHeaders()
    headers.maxAge = .seconds(30)
    headers.hasEntityTag = true
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    for start in [1.0, 20, 50, 70] { story.visit(0, from: start, for: 9) }
    story.at(60, .network(1))
    story.at(100, .end)
    return try AnyStrategy.diary(
      of: "url-cache", settings: .object([("requestPolicy", JSON(.string(policy)))] + more),
      in: Day.plan(headers), story
    ).visits.map(\.firstSource)
  }

  static let table: [(String, [Source])] = [
    ("useProtocolCachePolicy", [.network, .memory, .revalidated, .memory]),
    ("reloadIgnoringLocalCacheData", [.network, .network, .network, .nothing]),
    ("returnCacheDataElseLoad", [.network, .memory, .memory, .memory]),
    ("returnCacheDataDontLoad", [.nothing, .nothing, .nothing, .nothing]),
    ("reloadIgnoringLocalAndRemoteCacheData", [.network, .network, .network, .nothing]),
    ("reloadRevalidatingCacheData", [.network, .revalidated, .revalidated, .nothing]),
    ("networkFirst", [.network, .revalidated, .revalidated, .memory]),
    ("staleWhileRevalidate", [.network, .memory, .memory, .memory]),
  ]

  @Test(arguments: table)
  func aPolicyDecidesWhatIsAsked(policy: String, sources: [Source]) throws {
    try expect(Self.sources(policy), is: sources)
  }

  @Test(arguments: table)
  func withoutANetworkOnlyWhatIsStoredIsShown(policy: String, sources: [Source]) throws {
    var headers = CacheHeaders()
    headers.hasEntityTag = true
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .network(1))
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.at(20, .end)
    let diary = try AnyStrategy.diary(
      of: "url-cache", settings: .object([("requestPolicy", JSON(.string(policy)))]),
      in: Day.plan(headers), story)
    expect(diary.visits.map(\.firstSource), is: [.nothing])
  }

  @Test func whatWasLoadedPastTheCacheIsStoredUnlessItIsSaidNotToBe() throws {
    func writes(_ stores: Bool) throws -> Int {
      var headers = CacheHeaders()
      headers.maxAge = .days(1)
      return try AnyStrategy.diary(
        of: "url-cache",
        settings: .object([
          ("requestPolicy", "networkOnly"), ("storesReloads", JSON(.bool(stores))),
        ]),
        in: Day.plan(headers), Day.story(opens: [1, 20])
      ).writes.count
    }
    try expect(writes(true), is: 2)
    try expect(writes(false), is: 0)
  }

  @Test func everySpellingResolvesToItsCanonicalName() throws {
    let entry = try #require(AnyStrategy.catalog.entry(named: "url-cache"))
    let named = RequestPolicy.allCases.map { ($0.rawValue, $0) }
    for (text, policy) in named + RequestPolicy.spellings.map({ ($0.text, $0.word) }) {
      var problems = Problems()
      let made = entry.make(.object([("requestPolicy", JSON(.string(text)))]), "", &problems)
      expect(made?.settings["requestPolicy"]?.string, is: policy.rawValue, "\(text)")
    }
  }

  @Test func anUnknownPolicyIsAnsweredWithTheNearest() throws {
    let entry = try #require(AnyStrategy.catalog.entry(named: "url-cache"))
    var problems = Problems()
    let made = entry.make(.object([("requestPolicy", "cachefirst")]), "settings", &problems)
    expect(made == nil)
    expect(problems.all.contains { $0.message.contains("cacheFirst") })
  }

  @Test func aKindOfResourceCanHaveAPolicyOfItsOwn() throws {
    var headers = CacheHeaders()
    headers.maxAge = .seconds(1)
    headers.hasEntityTag = true
    var story = HandmadeStory()
    story.publish(1, kind: .image, size: 14_300)
    story.publish(0, kind: .model, parts: [1])
    story.at(0, .launch)
    for start in [1.0, 50] { story.visit(0, from: start) }
    story.at(80, .end)
    let override = JSON.object([("kind", "image"), ("policy", "returnCacheDataElseLoad")])
    let diary = try AnyStrategy.diary(
      of: "url-cache", settings: .object([("overrides", JSON(.array([override])))]),
      in: Day.plan(headers), story)
    expect(diary.answers.map(\.source), is: [.network, .network, .revalidated, .memory])
  }

  @Test func networkFirstShowsWhatIsStoredWhenItHasWaitedLongEnough() throws {
    var headers = CacheHeaders()
    headers.hasEntityTag = true
    var plan = Day.plan(headers)
    plan.origin.thinkTime = .seconds(5)
    func firsts(_ deliver: JSON) throws -> Diary {
      try AnyStrategy.diary(
        of: "url-cache",
        settings: .object([
          ("requestPolicy", "networkFirst"), ("networkTimeout", "1s"), ("deliver", deliver),
        ]), in: plan, Day.story(opens: [1, 50], versions: [30]))
    }
    let first = try firsts("first")
    expect(first.visits.map(\.firstSource), is: [.network, .memory])
    expect(
      first.visits[1].firstContent.map { abs($0.seconds - 1 - Day.decodeJSON) < 1e-6 }, is: true)
    expect(first.visits[1].freshContent == nil)
    let both = try firsts("both")
    expect(both.visits[1].freshContent.map { $0 > .seconds(5) }, is: true)
  }
}
