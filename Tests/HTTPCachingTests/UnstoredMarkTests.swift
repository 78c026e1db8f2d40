internal import HTTPCaching
internal import SimCore
internal import TestCases
internal import Testing

/// Marks of answers that a proxy may not store, by hand as Varnish's.
@Suite struct UnstoredMarkTests {
  private static let page = HTTPRequest("GET", "https://a.test/page")
  private static let failure = HTTPResponse(503)
  private static let success = HTTPResponse(200, headers: ["Cache-Control": "max-age=2"])

  private var cache: HTTPCache

  init() {
    var options = HTTPCacheOptions(HTTPProfile.named("varnish") ?? .rfc9111)
    options.isShared = true
    cache = HTTPCache(options)
  }

  private func instant(_ seconds: Int64) -> Instant { .start + .seconds(seconds) }

  private func ask(at seconds: Int64) -> Decision { cache.decide(Self.page, at: instant(seconds)) }

  private mutating func answer(_ decision: Decision, _ response: HTTPResponse, at seconds: Int64) {
    _ = cache.received(
      response, for: Self.page, after: decision, requestTime: instant(seconds),
      responseTime: instant(seconds))
  }

  // Two requests at once meet with a failure: two marks. Each answer that follows ends one.
  @Test mutating func eachFailureLeavesAMarkThatOneAnswerEnds() {
    let asked = [ask(at: 0), ask(at: 0)]
    expect(asked.map(\.reason), is: [.absent, .absent])
    for decision in asked { answer(decision, Self.failure, at: 0) }
    let first = ask(at: 1)
    expect(first.reason == .marked && first.action == .forward)
    answer(first, Self.success, at: 1)
    expect(ask(at: 2).reason, is: .fresh, "what is newer than the mark that is left is used")
    let second = ask(at: 4)
    expect(second.reason, is: .marked, "stale by a second, and not used, as a mark is left")
    answer(second, Self.success, at: 4)
    expect(ask(at: 7).reason, is: .staleWhileRevalidate, "no mark is left")
  }

  @Test mutating func aFailureThatCameLaterStandsBeforeAFreshAnswer() {
    let asked = [ask(at: 0), ask(at: 0)]
    answer(asked[0], Self.success, at: 0)
    answer(asked[1], Self.failure, at: 0)
    expect(ask(at: 1).reason, is: .marked)
  }

  @Test mutating func aMarkEndsByItself() {
    answer(ask(at: 0), Self.failure, at: 0)
    expect(ask(at: 119).reason, is: .marked)
    expect(ask(at: 120).reason, is: .absent)
  }

  @Test mutating func aPurgeTakesMarksToo() {
    answer(ask(at: 0), Self.failure, at: 0)
    cache.purge(Self.page.target)
    expect(ask(at: 1).reason, is: .absent)
  }

  @Test func othersKeepNoMark() {
    var cache = HTTPCache(HTTPCacheOptions(.rfc9111))
    _ = cache.received(
      Self.failure, for: Self.page, after: cache.decide(Self.page, at: .start),
      requestTime: .start, responseTime: .start)
    expect(cache.decide(Self.page, at: .start).reason, is: .absent)
  }
}
