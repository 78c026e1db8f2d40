internal import SimCore
internal import TestCases
internal import Testing

@testable internal import HTTPCaching

/// What each switch of a client's cache does, in exchanges that are worked out by hand: a letter
/// for each request. L: loaded, V: validated, U: used, B: used and refreshed behind.
///
/// The clock begins at 1 January 2026; all answers have the `Date` of their request.
@Suite struct ClientSwitchTests {
  struct Exchange: Sendable {
    var at: Int64
    var method = "GET"
    var path = "/x"
    var asked: HeaderLines = [:]
    var status = 200
    var answered: HeaderLines = [:]
    /// The lines of a 304 beside `Date`.
    var confirmed: HeaderLines = [:]
  }

  typealias Change = @Sendable (inout HTTPSwitches) -> Void

  private static let start: Int64 = 1_767_225_600
  private static let tag = ("ETag", "\"a\"")
  /// 30 days before: a tenth of it is three days.
  private static let old = ("Last-Modified", "Tue, 02 Dec 2025 00:00:00 GMT")

  private static func letters(_ exchanges: [Exchange], _ change: Change = { _ in }) -> String {
    var options = HTTPCacheOptions()
    change(&options.switches)
    var cache = HTTPCache(options)
    var letters = ""
    for exchange in exchanges {
      let now = Instant(nanoseconds: exchange.at * 1_000_000_000)
      let request = HTTPRequest(
        exchange.method, "https://a.test\(exchange.path)", headers: exchange.asked)
      let decision = cache.decide(request, at: now)
      let date = HeaderLine("Date", HTTPDate.text(start + exchange.at) ?? "")
      let hasDate = exchange.answered.contains("date")
      let whole = HTTPResponse(
        exchange.status, headers: HeaderLines(exchange.answered.lines + (hasDate ? [] : [date])))
      let answer: HTTPResponse
      switch decision.action {
      case .useStored, .gatewayTimeout:
        letters += "U"
        continue
      case .useStaleWhileRevalidating:
        letters += "B"
        answer = HTTPResponse(304, headers: HeaderLines([date]))
      case .validate:
        letters += "V"
        let isWhole = decision.reason == .varyMismatch || exchange.status != 200
        answer =
          isWhole
          ? whole : HTTPResponse(304, headers: HeaderLines([date] + exchange.confirmed.lines))
      case .forward, .complete:
        letters += "L"
        answer = whole
      }
      _ = cache.received(
        answer, for: request, after: decision, requestTime: now, responseTime: now)
    }
    return letters
  }

  /// One answer, asked for at some seconds.
  private static func letters(
    _ lines: (String, String)..., status: Int = 200, at seconds: [Int64] = [0, 5],
    _ change: Change = { _ in }
  ) -> String {
    let answered = HeaderLines(lines.map { HeaderLine($0.0, $0.1) })
    return letters(
      seconds.map { Exchange(at: $0, status: status, answered: answered) }, change)
  }

  private static func control(_ value: String) -> (String, String) { ("Cache-Control", value) }

  // MARK: Reading

  /// The answer has a tag, so that it is validated where the directive says nothing.
  @Test func numbersAreReadAsTheClientReadsThem() {
    let cases: [(value: String, seconds: [Int64], change: Change, strict: String, turned: String)] =
      [
        ("max-age = 60", [0, 5], { $0.syntax.readsSpaced = true }, "LV", "LU"),
        ("max-age= 60", [0, 5], { $0.syntax.readsSpaced = true }, "LV", "LU"),
        ("max-age=+60", [0, 5], { $0.syntax.readsPlus = true }, "LV", "LU"),
        ("max-age=60a", [0, 5], { $0.syntax.readsPrefix = true }, "LV", "LU"),
        // 6 s.
        ("max-age=6e1", [0, 5, 7], { $0.syntax.readsPrefix = true }, "LVV", "LUV"),
        ("public; max-age=60", [0, 5], { $0.syntax.splitsSemicolons = true }, "LV", "LU"),
        ("max-age=60, max-age=2", [0, 5], { $0.syntax.repeated = .smallest }, "LU", "LV"),
        ("max-age=2, max-age=60", [0, 5], { $0.syntax.repeated = .last }, "LV", "LU"),
        ("s-maxage=60", [0, 5], { $0.countsSharedMaxAge = true }, "LV", "LU"),
        ("s-maxage=60, max-age=2", [0, 5], { $0.countsSharedMaxAge = true }, "LV", "LU"),
        ("Max-Age=60", [0, 5], { $0.syntax.isCaseSensitive = true }, "LU", "LV"),
      ]
    for (value, seconds, change, strict, turned) in cases {
      expect(Self.letters(Self.control(value), Self.tag, at: seconds), is: strict, "\(value)")
      expect(
        Self.letters(Self.control(value), Self.tag, at: seconds, change), is: turned, "\(value)")
    }
    // The smaller of both.
    let shared = Self.letters(Self.control("s-maxage=60, max-age=2"), Self.tag) {
      ($0.countsSharedMaxAge, $0.syntax.repeated) = (true, .smallest)
    }
    expect(shared, is: "LV")
  }

  @Test func aMaxAgeWithoutAValueIsWhatTheClientTakesItFor() {
    func letters(_ rule: DirectiveSyntax.Unreadable?) -> String {
      Self.letters(Self.control("max-age"), Self.tag, Self.old) { $0.syntax.unvalued = rule }
    }
    expect(letters(nil) == "LV" && letters(.zero) == "LV")
    // Three days by the heuristic.
    expect(letters(.absent) == "LU" && letters(.forever) == "LU")
  }

  @Test func aNegativeMaxAgeIsWhatTheClientTakesItFor() {
    func letters(_ value: String, _ rule: DirectiveSyntax.Negative) -> String {
      Self.letters(Self.control("max-age=\(value)"), Self.tag, Self.old) {
        $0.syntax.negative = rule
      }
    }
    expect(letters("-1", .zero) == "LV" && letters("-5", .zero) == "LV")
    // Three days by the heuristic.
    expect(letters("-1", .absent) == "LU" && letters("-5", .absent) == "LU")
    expect(letters("-1", .minusOneForever) == "LU" && letters("-5", .minusOneForever) == "LV")
  }

  @Test func onlyTheFirstLineCounts() {
    let lines = (Self.control("public"), Self.control("max-age=60"))
    expect(Self.letters(lines.0, lines.1, Self.tag), is: "LU")
    expect(Self.letters(lines.0, lines.1, Self.tag) { $0.syntax.firstLineOnly = true }, is: "LV")
  }

  @Test func twoLinesOfExpiresAreNone() {
    let lines = (
      ("Expires", "Thu, 01 Jan 2026 00:01:00 GMT"), ("Expires", "Thu, 01 Jan 2026 00:02:00 GMT")
    )
    expect(Self.letters(lines.0, lines.1, Self.tag), is: "LU")
    expect(
      Self.letters(lines.0, lines.1, Self.tag) { $0.syntax.repeatedExpires = .absent }, is: "LV")
  }

  @Test(arguments: [
    ("Thu, 01 Jan 2026 00:01:00 GMT", "UUU"), ("Thursday, 01-Jan-26 00:01:00 GMT", "VUU"),
    ("Thu Jan  1 00:01:00 2026", "VUU"), ("Thu, 01 Jan 2026 00:01:00 gmt", "VUU"),
    ("Thu 1-Jan-26 0:1:00 UTC", "VVU"), ("01 Jan 2026 00:01:00", "VVU"),
    ("Thu, 01 Jan 2026 00:01", "VVV"), ("soon", "VVV"),
  ])
  func datesAreReadAsTheClientReadsThem(date: String, letters: String) {
    let found = [DirectiveSyntax.Dates.preferred, .http, .lenient].map { dates in
      Self.letters(("Expires", date), Self.tag) { $0.syntax.dates = dates }.suffix(1)
    }
    expect(found.joined(), is: letters)
  }

  @Test(arguments: [
    ("Thu 1-Jan-26 0:1:00 UTC", 1_767_225_660 as Int64?),
    ("1 january 2026 00:01:00 AEST", 1_767_225_660),
    ("Thu, 01 Jan 76 00:00:00 GMT", 3_345_062_400), ("Thu, 01 Jan 77 00:00:00 GMT", 220_924_800),
    ("-1", nil), ("0", nil), ("in ten seconds", nil), ("32 Jan 2026 00:00:00", nil),
    ("1 Jan 2026 00:00:00 00:00:00", nil),
  ])
  func aNearDateHasADayAMonthAYearAndAClock(text: String, seconds: Int64?) {
    expect(NearDate.seconds(text, now: Self.start), is: seconds)
  }

  // MARK: Storing

  @Test func whatIsMalformedIsNotStored() {
    let cases: [[(String, String)]] = [
      [("Age", "abc")], [("Age", "1"), ("Age", "1")], [("Date", "yesterday")],
      [("Expires", "0"), ("Expires", "0")],
    ]
    for lines in cases {
      let answered = HeaderLines(
        (lines + [Self.control("max-age=60")]).map { HeaderLine($0.0, $0.1) })
      let exchanges = [0, 5].map { Exchange(at: $0, answered: answered) }
      expect(Self.letters(exchanges), is: "LU", "\(lines)")
      expect(Self.letters(exchanges) { $0.storesMalformed = false }, is: "LL", "\(lines)")
    }
  }

  @Test func aQueryWithoutALifetimeIsNotStored() {
    let exchanges = [0, 5].map {
      Exchange(at: $0, path: "/x?q=1", answered: ["Last-Modified": Self.old.1])
    }
    expect(Self.letters(exchanges), is: "LU")
    expect(Self.letters(exchanges) { $0.queryNeedsLifetime = true }, is: "LL")
  }

  @Test func noCacheMayForbidToStore() {
    expect(Self.letters(Self.control("no-cache"), Self.tag), is: "LV")
    expect(Self.letters(Self.control("no-cache"), Self.tag) { $0.noCache = .notStored }, is: "LL")
  }

  @Test func aStarInVaryIsWhatTheClientTakesItFor() {
    func letters(_ rule: HTTPSwitches.VaryStar) -> String {
      Self.letters(Self.control("max-age=60"), Self.tag, ("Vary", "*")) {
        ($0.varyStar, $0.otherVariant) = (rule, .validate)
      }
    }
    expect(letters(.notStored) == "LL" && letters(.validated) == "LV" && letters(.ignored) == "LU")
  }

  @Test(arguments: [
    ("/%32", "/2"), ("/q?", "/q"), ("/q?a=1&&b=2&", "/q?a=1&b=2"), ("/%2Fa%7e", "/%2Fa~"),
    ("https://a.test/%41?%62", "https://a.test/A?b"), ("/100%", "/100%"),
  ])
  func targetsOfOneMeaningAreAlike(written: String, normalized: String) {
    expect(TargetURI(written).normalized, is: TargetURI(normalized))
  }

  // MARK: Freshness

  @Test func mustRevalidateMayForbidTheHeuristic() {
    expect(Self.letters(Self.control("must-revalidate"), Self.tag, Self.old), is: "LU")
    let letters = Self.letters(Self.control("must-revalidate"), Self.tag, Self.old) {
      $0.mustRevalidateAges = false
    }
    expect(letters, is: "LV")
  }

  @Test func immutableIsWhatTheClientTakesItFor() {
    func letters(_ value: String, _ rule: HTTPSwitches.ImmutableRule) -> String {
      Self.letters(Self.control(value), Self.tag) { $0.immutable = rule }
    }
    expect(letters("immutable", .reloads), is: "LV")
    expect(letters("immutable", .withoutLifetime), is: "LU")
    expect(letters("max-age=2, immutable", .withoutLifetime), is: "LV")
    expect(letters("max-age=2, immutable", .forever), is: "LU")
  }

  @Test func staleWhileRevalidateMayCountBesideMustRevalidate() {
    let value = Self.control("max-age=2, stale-while-revalidate=60, must-revalidate")
    expect(Self.letters(value, Self.tag), is: "LV")
    expect(Self.letters(value, Self.tag) { $0.staleDespiteMust = true }, is: "LB")
  }

  // MARK: Validation

  @Test func aConfirmationThatSaysNoStoreMayRemove() {
    let exchanges = [0, 5, 9].map {
      Exchange(
        at: $0, answered: ["Cache-Control": "max-age=2", "ETag": "\"a\""],
        confirmed: ["Cache-Control": "no-store"])
    }
    expect(Self.letters(exchanges), is: "LVV")
    expect(Self.letters(exchanges) { $0.noStoreRemoves = true }, is: "LVL")
  }

  @Test func anotherVariantMayBeAskedAboutByItsTagAlone() {
    func letters(_ validator: (String, String), _ rule: HTTPSwitches.OtherVariant) -> String {
      let answered = HeaderLines([
        HeaderLine("Cache-Control", "max-age=60"), HeaderLine("Vary", "X-Lang"),
        HeaderLine(validator.0, validator.1),
      ])
      let exchanges = ["en", "de"].enumerated().map {
        Exchange(at: Int64($0), asked: ["X-Lang": $1], answered: answered)
      }
      return Self.letters(exchanges) { $0.otherVariant = rule }
    }
    expect(letters(Self.old, .validate) == "LV" && letters(Self.old, .validateByTag) == "LL")
    expect(letters(Self.tag, .validateByTag) == "LV" && letters(Self.tag, .load) == "LL")
  }

  @Test func anAppsOwnConditionMayGoPastTheCache() {
    let exchanges = [
      Exchange(at: 0, answered: ["Cache-Control": "max-age=60", "ETag": "\"a\""]),
      Exchange(at: 3, asked: ["If-None-Match": "\"own\""], answered: ["ETag": "\"a\""]),
    ]
    expect(Self.letters(exchanges), is: "LU")
    expect(Self.letters(exchanges) { $0.ownConditions = .sent }, is: "LL")
  }

  // MARK: Methods

  private static let fresh: HeaderLines = ["Cache-Control": "max-age=60", "ETag": "\"a\""]

  private static func around(
    _ method: String, status: Int = 204, _ answered: HeaderLines = [:]
  ) -> [Exchange] {
    [
      Exchange(at: 0, answered: fresh),
      Exchange(at: 2, method: method, status: status, answered: answered),
      Exchange(at: 4, answered: fresh),
    ]
  }

  @Test func aHeadIsAnsweredByTheStoreOrTheOrigin() {
    let exchanges = Self.around("HEAD", status: 200, Self.fresh)
    expect(Self.letters(exchanges), is: "LUU")
    expect(Self.letters(exchanges) { $0.heads = .loaded }, is: "LLU")
    expect(Self.letters(exchanges) { $0.heads = .drops }, is: "LLL")
  }

  @Test func methodsInvalidateByTheClientsRules() {
    expect(Self.letters(Self.around("PUT")), is: "LLL")
    expect(Self.letters(Self.around("PUT")) { $0.invalidating = .allButPUT }, is: "LLU")
    expect(Self.letters(Self.around("POST")) { $0.invalidating = .allButPUT }, is: "LLL")
    expect(Self.letters(Self.around("POST", status: 500)), is: "LLU")
    expect(
      Self.letters(Self.around("POST", status: 500)) { $0.failedInvalidates = true }, is: "LLL")
  }

  @Test func aLocationIsInvalidatedOrNot() {
    let exchanges = [
      Exchange(at: 0, path: "/t", answered: Self.fresh),
      Exchange(at: 2, method: "POST", status: 201, answered: ["Location": "/t"]),
      Exchange(at: 4, path: "/t", answered: Self.fresh),
    ]
    expect(Self.letters(exchanges), is: "LLL")
    expect(Self.letters(exchanges) { $0.invalidatesLocations = false }, is: "LLU")
  }

  @Test(arguments: [("\"cache\"", true), ("\"cookies\", \"*\"", true), ("\"cookies\"", false)])
  func clearSiteDataEmptiesTheCacheOfItsOrigin(value: String, clears: Bool) {
    let exchanges = [
      Exchange(at: 0, answered: Self.fresh),
      Exchange(at: 2, path: "/now", answered: ["Clear-Site-Data": value]),
      Exchange(at: 4, answered: Self.fresh),
    ]
    expect(Self.letters(exchanges), is: "LLU")
    expect(Self.letters(exchanges) { $0.clearSiteData = true }, is: clears ? "LLL" : "LLU")
  }

  // MARK: Redirects

  private static func chain(
    _ redirect: HeaderLines, to target: HeaderLines, at seconds: [Int64]
  ) -> [Exchange] {
    var lines = redirect
    lines.append("Location", "/t")
    return seconds.flatMap {
      [
        Exchange(at: $0, status: 302, answered: lines),
        Exchange(at: $0, path: "/t", answered: target),
      ]
    }
  }

  /// The redirect is fresh, its target is stale; then the redirect has no lifetime, and its target
  /// is fresh.
  @Test func aRedirectGoesWithItsTarget() {
    let toStale = Self.chain(
      ["Cache-Control": "max-age=60"], to: ["Cache-Control": "max-age=2", "ETag": "\"a\""],
      at: [0, 5])
    let fromNothing = Self.chain([:], to: Self.fresh, at: [0, 5])
    let rules: [(HTTPSwitches.RedirectRule, String, String)] = [
      (.apart, "LLUV", "LLLU"), (.withTarget, "LLVV", "LLUU"), (.again, "LLVV", "LLLU"),
      (.whole, "LLVV", "LLLU"),
    ]
    for (rule, stale, nothing) in rules {
      expect(Self.letters(toStale) { $0.redirects = rule }, is: stale, "\(rule)")
      expect(Self.letters(fromNothing) { $0.redirects = rule }, is: nothing, "\(rule)")
    }
  }

  // MARK: Pages

  @Test func navigationsUseTheCacheByTheClientsRules() {
    var switches = HTTPSwitches()
    (switches.reloadedParts, switches.backTakesStale) = (.loads, true)
    expect(switches.policy(on: .link, isDocument: false), is: .useProtocol)
    expect(switches.policy(on: .reload, isDocument: true), is: .useProtocol)
    expect(switches.policy(on: .reload, isDocument: false), is: .reloadIgnoringLocal)
    expect(switches.policy(on: .back, isDocument: true), is: .storedElseLoad)
    switches.reloadedParts = .validates
    expect(switches.policy(on: .reload, isDocument: false), is: .reloadRevalidating)
    expect(HTTPSwitches().policy(on: .back, isDocument: false), is: .useProtocol)
  }

  // MARK: Statuses of bundled profiles

  @Test(arguments: [
    ("chromium", 401, "LL"), ("rfc9111", 401, "LU"), ("firefox", 202, "LL"), ("webkit", 202, "LU"),
    ("okhttp", 202, "LL"),
  ])
  func statusesAreStoredByTheClientsRules(name: String, status: Int, letters: String) throws {
    let profile = try #require(HTTPProfile.named(name))
    let found = Self.letters(Self.control("max-age=60"), status: status) { $0 = profile.switches }
    expect(found, is: letters)
  }
}
