internal import HTTPCaching
internal import SimCore
internal import TestCases
internal import Testing

/// A cache with its clock, for what vectors cannot say.
private struct Bench {
  var cache: HTTPCache
  var now = Instant.start

  init(_ options: HTTPCacheOptions = HTTPCacheOptions()) { cache = HTTPCache(options) }

  func decide(_ request: HTTPRequest) -> Decision { cache.decide(request, at: now) }

  /// The origin's response to a request, at once.
  @discardableResult
  mutating func load(_ request: HTTPRequest, _ response: HTTPResponse) -> StoreChange {
    cache.received(
      response, for: request, after: decide(request), requestTime: now, responseTime: now)
  }

  mutating func wait(_ seconds: Int64) { now = now + .seconds(seconds) }
}

private func response(
  _ control: String, status: Int = 200, headers: HeaderLines = [:],
  body: MessageBody = MessageBody("0123456789")
) -> HTTPResponse {
  var lines: HeaderLines = ["Cache-Control": control]
  lines.append(contentsOf: headers.lines)
  return HTTPResponse(status, headers: lines, body: body)
}

@Suite struct HTTPCacheTests {
  private static let page = HTTPRequest("GET", "https://a.test/page")

  @Test func aDecisionSaysWhyAndHowOldTheAnswerIs() {
    var bench = Bench()
    expect(bench.decide(Self.page).reason, is: .absent)
    let outcome = bench.load(Self.page, response("max-age=60"))
    expect(outcome.effect, is: .stored)
    bench.wait(59)
    let decision = bench.decide(Self.page)
    expect((decision.action, decision.reason) == (.useStored, .fresh))
    expect((decision.age, decision.lifetime) == (.seconds(59), .seconds(60)))
    expect(decision.stored, is: outcome.stored?.stored)
    bench.wait(1)
    // Without a validator there is nothing to ask about: the request is forwarded.
    expect(bench.decide(Self.page).action, is: .forward)
    expect(bench.decide(Self.page).reason, is: .stale)
  }

  /// Fetch, "HTTP cache partitions": the top-level site is a part of the key.
  @Test func whatIsStoredForOneSiteIsNotFoundForAnother() {
    var bench = Bench()
    func page(_ site: UInt32) -> HTTPRequest { Self.page.with(Self.page.target.inPartition(site)) }
    bench.load(page(1), response("max-age=60"))
    expect(bench.decide(page(1)).reason, is: .fresh)
    expect(bench.decide(page(2)).reason, is: .absent)
    expect(bench.decide(Self.page).reason, is: .absent)
    bench.load(page(2), response("max-age=60"))
    expect(bench.cache.targetCount, is: 2)
    // A change invalidates what is stored for its own site.
    let change = HTTPRequest("DELETE", page(1).target)
    bench.load(change, HTTPResponse(204))
    expect(bench.decide(page(1)).reason, is: .absent)
    expect(bench.decide(page(2)).reason, is: .fresh)
  }

  @Test func aReferenceStaysInItsPartition() {
    let target = Self.page.target.inPartition(7)
    expect(target.resolve("other"), is: TargetURI("https://a.test/other").inPartition(7))
    expect(target.resolve(""), is: target)
    expect(target != Self.page.target && target.isOfSameOrigin(as: Self.page.target))
  }

  @Test func interimAnswersAreNotStored() {
    var bench = Bench()
    expect(bench.load(Self.page, response("max-age=60", status: 103)).reason, is: .notFinal)
    expect(bench.cache.targetCount, is: 0)
  }

  // §3.3.
  @Test func aCutOrShortContentIsNotStored() {
    var bench = Bench()
    let cut = response("max-age=60", body: MessageBody(count: 5, isWhole: false))
    expect(bench.load(Self.page, cut).reason, is: .incomplete)
    let short = response("max-age=60", headers: ["Content-Length": "11"])
    expect(bench.load(Self.page, short).reason, is: .incomplete)
    let right = response("max-age=60", headers: ["Content-Length": "10"])
    expect(bench.load(Self.page, right).reason, is: .stored)
  }

  // RFC 5861 §3; once is enough.
  @Test func oneValidationInTheBackgroundIsOnItsWayAtATime() {
    var bench = Bench()
    bench.load(
      Self.page, response("max-age=1, stale-while-revalidate=60", headers: ["ETag": "\"a\""]))
    bench.wait(2)
    let first = bench.decide(Self.page)
    expect(first.action, is: .useStaleWhileRevalidating)
    let background = bench.cache.background(of: Self.page, by: first)
    expect(background.headers["if-none-match"], is: "\"a\"")
    bench.cache.beginRevalidation(of: Self.page, by: first)
    expect(bench.decide(Self.page).reason, is: .revalidationOnItsWay)
    let failed = bench.cache.failed(background, after: first, at: bench.now)
    expect(failed.effect, is: .kept)
    expect(bench.decide(Self.page).action, is: .useStaleWhileRevalidating)
    let outcome = bench.cache.received(
      HTTPResponse(304, headers: ["Cache-Control": "max-age=60"]), for: background, after: first,
      requestTime: bench.now, responseTime: bench.now)
    expect(outcome.effect, is: .freshened)
    expect(bench.decide(Self.page).reason, is: .fresh)
  }

  // §4.2.4.
  @Test func aDeadOriginLeavesAStaleAnswerIfThatIsAllowed() {
    for isAllowed in [true, false] {
      var options = HTTPCacheOptions()
      options.servesStaleWhenDisconnected = isAllowed
      var bench = Bench(options)
      bench.load(Self.page, response("max-age=1"))
      bench.wait(5)
      let outcome = bench.cache.failed(Self.page, after: bench.decide(Self.page), at: bench.now)
      expect(outcome.reason, is: isAllowed ? .staleDisconnected : .disconnected)
      expect(outcome.response.status, is: isAllowed ? 200 : 504)
      expect(outcome.response.headers["age"], is: isAllowed ? "5" : nil)
    }
  }

  // §4.4: or else one site could empty another's store.
  @Test func aLocationInvalidatesWithinItsOriginOnly() {
    for (place, isGone) in [("https://b.test/page", false), ("/page", true), ("page", true)] {
      var bench = Bench()
      let other = HTTPRequest("GET", TargetURI("https://a.test/form").resolve(place))
      bench.load(other, response("max-age=60"))
      let post = HTTPRequest("POST", "https://a.test/form")
      bench.load(post, HTTPResponse(201, headers: ["Location": place]))
      expect((bench.decide(other).reason == .absent), is: isGone)
    }
  }

  // §5.2.1.4: whoever says no-cache wants no response that was not confirmed.
  @Test func aDeadOriginLeavesNothingForWhoeverAsksForMore() {
    var bench = Bench()
    bench.load(Self.page, response("max-age=60"))
    let picky = HTTPRequest(
      "GET", "https://a.test/page", headers: ["Cache-Control": "no-cache"])
    let outcome = bench.cache.failed(picky, after: bench.decide(picky), at: bench.now)
    expect(outcome.response, is: .gatewayTimeout)
  }

  // §4.3.4: a 304 for another version must not freshen this one.
  @Test func a304ForAnotherVersionIsAskedAgainWithoutConditions() {
    var bench = Bench()
    bench.load(Self.page, response("max-age=1", headers: ["ETag": "\"a\""]))
    bench.wait(2)
    let other = bench.load(Self.page, HTTPResponse(304, headers: ["ETag": "\"b\""]))
    expect((other.effect, other.reason) == (.retry, .otherValidator))
    // The client has that version and asked for it: the 304 is its own.
    let client = HTTPRequest(
      "GET", "https://a.test/page", headers: ["If-None-Match": "\"b\""])
    let sent = bench.cache.outgoing(for: client, by: bench.decide(client))
    expect(sent.headers.values(of: "if-none-match"), is: ["\"a\", \"b\""])
    let own = bench.load(client, HTTPResponse(304, headers: ["ETag": "\"b\""]))
    expect((own.effect, own.reason) == (.kept, .notModifiedForClient))
    expect(own.response.status, is: 304)
  }

  @Test func whatEntersAndLeavesIsListed() throws {
    var bench = Bench()
    let first = try #require(bench.load(Self.page, response("max-age=60")).stored)
    expect(first.size, is: Bytes(10 + 13 + 10 + 4 + 29))
    let second = bench.load(
      HTTPRequest("GET", "https://a.test/page", policy: .reloadIgnoringLocal),
      response("max-age=60"))
    expect(second.removed, is: [first])
    let post = bench.load(HTTPRequest("POST", "https://a.test/page"), HTTPResponse(200))
    expect(post.removed.map(\.stored), is: [second.stored?.stored])
    expect(bench.cache.targetCount, is: 0)
  }

  @Test func anOwnerTakesOutWhatHasToGo() throws {
    var bench = Bench()
    let item = try #require(bench.load(Self.page, response("max-age=60")).stored)
    expect(bench.cache.remove(item.stored, at: item.target), is: item)
    expect(bench.cache.remove(item.stored, at: item.target) == nil)
    expect(bench.decide(Self.page).reason, is: .absent)
  }

  @Test func onlySoManyAnswersOfATargetAreKept() {
    var bench = Bench()
    var removed: [UInt64] = []
    for value in 0..<20 {
      let request = HTTPRequest("GET", "https://a.test/page", headers: ["Foo": "\(value)"])
      removed += bench.load(request, response("max-age=60", headers: ["Vary": "Foo"])).removed
        .map(\.stored)
    }
    expect(removed, is: [1, 2, 3, 4])
    expect(bench.cache.stored(for: Self.page.target).count, is: HeaderLimits.variants)
  }

  @Test func whatExceedsTheLimitsPassesAndIsNotStored() {
    var bench = Bench()
    let many = HeaderLines(
      (0...HeaderLimits.lines).map { HeaderLine("x-\($0)", "1") })
    expect(bench.load(Self.page, response("max-age=60", headers: many)).reason, is: .headerTooLarge)
    let request = HTTPRequest("GET", "https://a.test/page", headers: many)
    expect(bench.decide(request).reason, is: .headerTooLarge)
    expect(bench.load(request, response("max-age=60")).reason, is: .headerTooLarge)
  }

  @Test func a304CannotMakeAHeaderExceedTheLimits() {
    var bench = Bench()
    bench.load(Self.page, response("max-age=1", headers: ["ETag": "\"a\""]))
    bench.wait(2)
    let many = HeaderLines((0...HeaderLimits.lines).map { HeaderLine("x-\($0)", "1") })
    let outcome = bench.load(Self.page, HTTPResponse(304, headers: many))
    expect((outcome.effect, outcome.response.status) == (.kept, 200))
    let names = (0...HeaderLimits.varyFields).map { "x-\($0)" }.joined(separator: ",")
    let varied = bench.load(Self.page, response("max-age=60", headers: ["Vary": names]))
    expect(varied.reason, is: .varyStar)
  }

  // §3.2: the length is the stored content's; without a date the 304 was made when it came.
  @Test func a304WithoutDateAndWithAnotherLengthConfirms() {
    var bench = Bench()
    bench.load(
      Self.page, response("max-age=9", headers: ["ETag": "\"a\"", "Content-Length": "10"]))
    bench.wait(20)
    let outcome = bench.load(
      Self.page, HTTPResponse(304, headers: ["ETag": "\"a\"", "Content-Length": "0"]))
    expect(outcome.response.headers.values(of: "content-length"), is: ["10"])
    expect(outcome.response.headers["date"], is: "Thu, 01 Jan 2026 00:00:20 GMT")
    expect(bench.decide(Self.page).reason, is: .fresh)
  }

  @Test func partsWithAGapBetweenThemAreNotJoined() {
    var bench = Bench()
    for (range, text) in [("bytes 0-2/10", "012"), ("bytes 5-9/10", "56789")] {
      bench.load(
        HTTPRequest("GET", "https://a.test/page", headers: ["Range": "bytes=0-"]),
        response(
          "max-age=60", status: 206, headers: ["Content-Range": range, "ETag": "\"a\""],
          body: MessageBody(text)))
    }
    let inside = HTTPRequest("GET", "https://a.test/page", headers: ["Range": "bytes=-2"])
    let part = bench.cache.makeResponse(to: inside, by: bench.decide(inside), at: bench.now)
    expect((part.status, part.body.text) == (206, "89"))
    expect(bench.decide(Self.page).reason, is: .partNotWhole)
  }

  // §3.4: parts of different versions, or without a strong tag, are not put together.
  @Test(arguments: ["\"b\"", "W/\"a\"", nil]) func partsOfOtherVersionsAreNotJoined(
    tag: String?
  ) {
    var bench = Bench()
    let part = HTTPRequest("GET", "https://a.test/page", headers: ["Range": "bytes=0-4"])
    bench.load(
      part,
      response(
        "max-age=60", status: 206,
        headers: ["Content-Range": "bytes 0-4/10", "ETag": "\"a\""], body: MessageBody("01234")))
    expect(bench.decide(Self.page).action, is: .complete)
    var headers: HeaderLines = ["Content-Range": "bytes 5-9/10"]
    if let tag { headers.append("ETag", tag) }
    let rest = bench.load(
      Self.page, response("max-age=60", status: 206, headers: headers, body: MessageBody("56789")))
    expect((rest.effect, rest.reason) == (.retry, .notCombinable))
  }

  // §3.3, with lengths alone.
  @Test func partsThatOverlapAreCountedOnce() {
    var bench = Bench()
    for (range, count) in [("bytes 0-5/10", 6), ("bytes 4-9/10", 6)] as [(String, Int64)] {
      bench.load(
        HTTPRequest("GET", "https://a.test/page", headers: ["Range": "bytes=0-"]),
        response(
          "max-age=60", status: 206, headers: ["Content-Range": range, "ETag": "\"a\""],
          body: MessageBody(count: count)))
    }
    let decision = bench.decide(Self.page)
    expect(decision.reason, is: .fresh)
    let whole = bench.cache.makeResponse(to: Self.page, by: decision, at: bench.now)
    expect((whole.status, whole.body.count) == (200, 10))
    expect(!whole.headers.contains("content-range"))
  }

  // §5.2.2.4 and §3.2: 304s renew what is left of a response's life.
  @Test func a304MayConfirmForTheMomentOnly() {
    for isIgnored in [false, true] {
      var options = HTTPCacheOptions()
      options.switches.confirmationRenews = !isIgnored
      var bench = Bench(options)
      bench.load(Self.page, response("max-age=1", headers: ["ETag": "\"a\""]))
      bench.wait(2)
      let outcome = bench.load(
        Self.page, HTTPResponse(304, headers: ["Cache-Control": "max-age=60", "ETag": "\"a\""]))
      expect(outcome.response.status, is: 200)
      expect(bench.decide(Self.page).reason, is: isIgnored ? .stale : .fresh)
    }
  }
}
