internal import CacheWorkloads
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheMetrics
@testable internal import ClientSimulation
@testable internal import ClientStrategies

/// How old the answers of caches are, and who meets an empty one.
@Suite struct CachedAnswerTests {
  private typealias Day = HandWorkedDayTests

  /// Fresh for a minute, with a tag.
  private static var headers: CacheHeaders {
    var headers = CacheHeaders()
    headers.maxAge = .minutes(1)
    headers.hasEntityTag = true
    return headers
  }

  /// When exchanges ended, and when answers were painted.
  private static func diary(
    _ strategy: String, _ story: HandmadeStory, from start: TimeSpan = .zero
  ) throws -> Diary {
    var plan = Day.plan(headers)
    plan.measuredFrom = .start + start
    return try AnyStrategy.diary(of: strategy, in: plan, story)
  }

  /// A confirmation does not make an answer younger; a new body does.
  @Test func ageIsTheTimeSinceTheOriginSentTheBody() throws {
    let story = Day.story(opens: [1, 41, 101, 201], versions: [150])
    let diary = try Self.diary("url-cache", story)
    expect(diary.answers.map(\.source), is: [.network, .memory, .revalidated, .network])
    let sent = try #require(diary.exchanges.first).endedAt
    for (index, at) in [(1, 41.0), (2, 101)] {
      let painted = Instant.start + TimeSpan(rounding: at)
      let wait = try #require(diary.visits[index].firstContent)
      expect(diary.answers[index].age, is: painted + wait - sent)
    }
    expect(diary.answers[0].age == nil && diary.answers[3].age == nil)
  }

  @Test(arguments: [("url-cache", 1), ("network-only", 3), ("dictionary", 0)])
  func aReturnMeetsAnEmptyCacheWhereTheOriginSendsTheBody(
    strategy: String, empty: Int
  ) throws {
    let diary = try Self.diary(strategy, Day.story(opens: [1, 41, 101, 201], versions: [150]))
    let returns = try #require(diary.summaries.first).returns
    expect(returns.opens == 3 && returns.withEmptyCache == empty)
  }

  /// What the warm-up showed was shown before; what it opened does not count.
  @Test func aWarmUpMakesThoseBehindItReturns() throws {
    let story = Day.story(opens: [1, 41, 101, 201])
    let diary = try Self.diary("network-only", story, from: .seconds(90))
    let returns = try #require(diary.summaries.first).returns
    expect(returns.opens == 2 && returns.withEmptyCache == 2)
  }
}
