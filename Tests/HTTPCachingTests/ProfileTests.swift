internal import HTTPCaching
internal import SimCore
internal import TestCases
internal import Testing

/// HTTP clients as they are known to behave, beside the RFCs.
@Suite struct ProfileTests {
  private static let page = HTTPRequest("GET", "https://a.test/page")
  private static let apple = HTTPProfile.named("apple") ?? .rfc9111

  private static func outcome(_ response: HTTPResponse, diskCapacity: Bytes) -> StoreChangeReason {
    var options = HTTPCacheOptions(apple)
    options.largestBody = Bytes(diskCapacity.count / 20)
    var cache = HTTPCache(options)
    return cache.received(
      response, for: page, after: cache.decide(page, at: .start), requestTime: .start,
      responseTime: .start
    ).reason
  }

  // Apple's documentation of willCacheResponse: 200 to 299, no larger than about 5 % of the disk.
  @Test func appleStoresSuccessesUpToATwentiethOfTheDisk() {
    let headers: HeaderLines = ["Cache-Control": "max-age=60"]
    let size = Bytes.megabytes(1).count
    for (status, count, reason) in [
      (200, size, StoreChangeReason.stored), (200, size + 1, .bodyTooLarge),
      (404, 9, .statusNotStored),
    ] {
      let response = HTTPResponse(status, headers: headers, body: MessageBody(count: count))
      expect(Self.outcome(response, diskCapacity: .megabytes(20)), is: reason)
    }
  }

  // The unique request_key of its database; mzsanford.com, 2013.
  @Test func appleKeepsOneAnswerOfAURLWhateverVarySays() {
    var cache = HTTPCache(HTTPCacheOptions(Self.apple))
    for language in ["de", "en"] {
      let request = HTTPRequest(
        "GET", "https://a.test/page", headers: ["Accept-Language": language])
      let decision = cache.decide(request, at: .start)
      expect(decision.action, is: language == "de" ? .forward : .useStored)
      _ = cache.received(
        HTTPResponse(200, headers: ["Cache-Control": "max-age=60", "Vary": "Accept-Language"]),
        for: request, after: decision, requestTime: .start, responseTime: .start)
    }
    expect(cache.stored(for: Self.page.target).count, is: 1)
  }
}

/// Whose rules a client has, by what it calls itself.
@Suite struct ClientNameTests {
  static let names: [(name: String, profile: String?)] = [
    (
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/70.0.3538.67 "
        + "Safari/537.36", "chromium"
    ),
    (
      "Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Version/4.0 Chrome/120.0 Mobile "
        + "Safari/537.36", "chromium"
    ),
    ("Google Chrome", "chromium"), ("HeadlessChrome/156", "chromium"),
    ("Mozilla/5.0 (Windows NT 6.1; Win64; x64; rv:47.0) Gecko/20100101 Firefox/47.0", "firefox"),
    (
      "Mozilla/5.0 (Windows; U; Windows NT 6.0; rv:1.9.2.12pre) Gecko/20101004 Namoroka/3.6",
      "firefox"
    ),
    (
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) AppleWebKit/605.1.15 (KHTML, like Gecko) "
        + "CriOS/120.0 Mobile Safari/604.1", "webkit"
    ),
    (
      "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605",
      "webkit"
    ),
    (
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/64.0 Safari/537.36 Edge/17.17134",
      nil
    ),
    ("Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko", nil),
    ("Internet Explorer", nil), ("okhttp/4.12.0", "okhttp"),
    ("Shop/3 CFNetwork/1410.0.3 Darwin/22.6.0", "apple"),
    ("make-fetch-happen/13.0.1 (+https://npm.im/make-fetch-happen)", "make-fetch-happen"),
    ("python-requests/2.34.2", nil), ("curl/8.5.0", nil), ("", nil),
  ]

  @Test(arguments: names.indices) func aClientIsKnownByItsName(index: Int) {
    let (name, profile) = Self.names[index]
    expect(HTTPProfile.ofClient(named: name)?.name, is: profile)
  }

  /// The capture's own word is first; then what more than half of the requests say.
  @Test func aCapturesClientIsWhatMostOfItsRequestsSay() {
    func found(_ browser: String?, _ agents: [(String, Int)]) -> String? {
      HTTPProfile.ofCapture(
        browser: browser, agents: agents.map { (name: $0.0, requests: $0.1) })?.name
    }
    expect(found("Firefox 47.0", [("okhttp/4", 9)]), is: "firefox")
    expect(found("Charles", [("okhttp/4", 2), ("okhttp/5", 2), ("curl/8", 3)]), is: "okhttp")
    expect(found(nil, [("okhttp/4", 2), ("curl/8", 2)]) == nil)
    expect(found(nil, []) == nil)
  }
}

/// What clients do with one answer, worked out by their rules: a letter for each request.
/// L: loaded, V: validated, U: used, B: used and refreshed behind.
@Suite struct ClientRuleTests {
  struct Story: Sendable, CustomTestStringConvertible {
    let name: String
    var status = 200
    let headers: [(String, String)]
    /// The seconds at which it is asked for, and the lines of each request; the last ones count on.
    let at: [Double]
    var asking: [HeaderLines] = [[:]]
    let expected: [(profile: String, letters: String)]

    var testDescription: String { name }
  }

  private static let tag = ("ETag", "\"a\"")
  /// 30 days before 1 January 2026, when the stories begin.
  private static let old = ("Last-Modified", "Tue, 02 Dec 2025 00:00:00 GMT")

  /// Plays a story: a load brings the answer with the time's date, a validation a 304.
  private static func play(_ story: Story, by profile: HTTPProfile) -> String {
    var cache = HTTPCache(HTTPCacheOptions(profile))
    var letters = ""
    for (number, second) in story.at.enumerated() {
      let now = Instant(nanoseconds: Int64(second * 1_000_000_000))
      let request = HTTPRequest(
        "GET", "https://a.test/x", headers: story.asking[min(number, story.asking.count - 1)])
      let decision = cache.decide(request, at: now)
      let date = DateField.text(cache.options.secondsAtStart + Int64(second)) ?? ""
      var whole = HTTPResponse(
        story.status, headers: ["Date": date], body: MessageBody(count: 100))
      for (name, value) in story.headers { whole.headers.append(name, value) }
      let answer: HTTPResponse
      switch decision.action {
      case .useStored:
        letters += "U"
        continue
      case .useStaleWhileRevalidating:
        letters += "B"
        answer = HTTPResponse(304, headers: ["Date": date])
      case .validate:
        letters += "V"
        let isOther = decision.reason == .varyMismatch
        answer = isOther ? whole : HTTPResponse(304, headers: ["Date": date])
      case .forward, .complete, .gatewayTimeout:
        letters += "L"
        answer = whole
      }
      _ = cache.received(
        answer, for: request, after: decision, requestTime: now, responseTime: now)
    }
    return letters
  }

  private static let answers: [Story] = [
    Story(
      name: "Pragma beside a lifetime",
      headers: [("Cache-Control", "max-age=60"), ("Pragma", "no-cache"), tag], at: [0, 5],
      expected: [
        ("rfc9111", "LU"), ("chromium", "LV"), ("firefox", "LV"), ("webkit", "LV"),
        ("okhttp", "LV"), ("hishel", "LU"), ("make-fetch-happen", "LU"),
      ]),
    Story(
      name: "Pragma alone", headers: [("Pragma", "no-cache"), old], at: [0, 5],
      expected: [("rfc9111", "LU"), ("make-fetch-happen", "LV"), ("chromium", "LV")]),
    Story(
      name: "a permanent redirect", status: 301, headers: [], at: [0, 100],
      expected: [
        ("rfc9111", "LL"), ("chromium", "LU"), ("webkit", "LU"), ("firefox", "LL"),
        ("okhttp", "LV"), ("cachecontrol", "LU"), ("hishel", "LL"),
      ]),
    Story(
      name: "a permanent redirect with a lifetime", status: 301,
      headers: [("Cache-Control", "max-age=2")], at: [0, 100],
      expected: [("chromium", "LL"), ("cachecontrol", "LU"), ("okhttp", "LV")]),
    Story(
      name: "404 with Last-Modified", status: 404, headers: [old], at: [0, 100],
      expected: [
        ("rfc9111", "LU"), ("chromium", "LL"), ("webkit", "LU"), ("firefox", "LL"),
        ("okhttp", "LU"), ("hishel", "LU"), ("make-fetch-happen", "LL"),
      ]),
    Story(
      name: "500 with a lifetime", status: 500, headers: [("Cache-Control", "max-age=10")],
      at: [0, 5],
      expected: [
        ("rfc9111", "LU"), ("chromium", "LU"), ("webkit", "LL"), ("okhttp", "LL"),
        ("firefox", "LL"), ("hishel", "LU"), ("requests-cache", "LL"),
      ]),
    Story(
      name: "Vary: *", headers: [("Cache-Control", "max-age=60"), ("Vary", "*"), tag],
      at: [0, 5, 9],
      expected: [
        ("rfc9111", "LLL"), ("chromium", "LVV"), ("firefox", "LVV"), ("webkit", "LLL"),
        ("okhttp", "LLL"), ("hishel", "LVV"), ("make-fetch-happen", "LLL"), ("apple", "LUU"),
      ]),
    Story(
      name: "one variant or several",
      headers: [("Cache-Control", "max-age=60"), ("Vary", "X-Lang"), tag], at: [0, 5, 9],
      asking: [["X-Lang": "en"], ["X-Lang": "de"], ["X-Lang": "en"]],
      expected: [
        ("rfc9111", "LLU"), ("chromium", "LVV"), ("firefox", "LVV"), ("webkit", "LLL"),
        ("okhttp", "LLL"), ("hishel", "LVU"), ("make-fetch-happen", "LLL"),
        ("requests-cache", "LLU"), ("apple", "LUU"),
      ]),
    Story(
      name: "variants by Accept",
      headers: [("Cache-Control", "max-age=60"), ("Vary", "Accept")], at: [0, 5, 9],
      asking: [["Accept": "a/a"], ["Accept": "b/b"], ["Accept": "a/a"]],
      expected: [("make-fetch-happen", "LLU"), ("webkit", "LLL")]),
    Story(
      name: "must-understand",
      headers: [("Cache-Control", "max-age=60, must-understand, no-store")], at: [0, 5],
      expected: [("rfc9111", "LU"), ("chromium", "LL"), ("hishel", "LL"), ("okhttp", "LL")]),
    Story(
      name: "stale-while-revalidate",
      headers: [("Cache-Control", "max-age=2, stale-while-revalidate=10"), tag], at: [0, 5, 6, 30],
      expected: [
        ("rfc9111", "LBUV"), ("chromium", "LBUV"), ("firefox", "LBUV"), ("webkit", "LBUV"),
        ("okhttp", "LVUV"), ("apple", "LVVV"),
      ]),
    Story(
      name: "nothing said", headers: [], at: [0, 5],
      expected: [
        ("rfc9111", "LL"), ("okhttp", "LV"), ("requests-cache", "LU"), ("cachecontrol", "LL"),
      ]),
    Story(
      name: "Last-Modified alone", headers: [old], at: [0, 5, 90_000],
      expected: [
        ("rfc9111", "LUU"), ("cachecontrol", "LLL"), ("cachecontrol-heuristic", "LUL"),
        ("requests-cache", "LUU"),
      ]),
    // 50 s old: a tenth is 5 s; of what has passed after 5 s too.
    Story(
      name: "a tenth that grows", headers: [("Last-Modified", "Wed, 31 Dec 2025 23:59:10 GMT")],
      at: [0, 4.9, 5.1], expected: [("hishel", "LUV"), ("chromium", "LUV")]),
    Story(
      name: "must-revalidate", headers: [("Cache-Control", "max-age=60, must-revalidate"), tag],
      at: [0, 5], expected: [("rfc9111", "LU"), ("requests-cache", "LV")]),
    Story(
      name: "no Cache at all", headers: [("Cache-Control", "max-age=60"), tag], at: [0, 5],
      expected: [("urlsession", "LL"), ("apple", "LU")]),
  ]

  private static let syntaxes: [Story] = [
    Story(
      name: "Expires that is no date", headers: [("Expires", "-1"), old], at: [0, 5],
      expected: [
        ("rfc9111", "LV"), ("chromium", "LU"), ("firefox", "LV"), ("webkit", "LU"),
        ("okhttp", "LU"), ("hishel", "LV"),
      ]),
    Story(
      name: "Expires: 0", headers: [("Expires", "0"), old], at: [0, 5],
      expected: [("chromium", "LV"), ("webkit", "LU")]),
    Story(
      name: "max-age twice",
      headers: [("Cache-Control", "max-age=2"), ("Cache-Control", "max-age=60")], at: [0, 5],
      expected: [
        ("rfc9111", "LL"), ("chromium", "LL"), ("webkit", "LL"), ("okhttp", "LU"),
        ("firefox", "LU"), ("hishel", "LU"),
      ]),
    Story(
      name: "a quoted max-age", headers: [("Cache-Control", "max-age=\"60\"")], at: [0, 5],
      expected: [
        ("rfc9111", "LU"), ("chromium", "LL"), ("firefox", "LL"), ("webkit", "LU"),
        ("okhttp", "LU"), ("cachecontrol", "LL"), ("hishel", "LU"),
      ]),
    Story(
      name: "a fraction", headers: [("Cache-Control", "max-age=60.5")], at: [0, 5],
      expected: [
        ("rfc9111", "LL"), ("chromium", "LL"), ("firefox", "LU"), ("webkit", "LU"),
        ("okhttp", "LV"), ("make-fetch-happen", "LU"), ("requests-cache", "LU"),
      ]),
    Story(
      name: "a large number", headers: [("Cache-Control", "max-age=99999999999")], at: [0, 5],
      expected: [("rfc9111", "LU"), ("firefox", "LL"), ("chromium", "LU")]),
    Story(
      name: "a negative number", headers: [("Cache-Control", "max-age=-1"), tag], at: [0, 5],
      expected: [("rfc9111", "LV"), ("requests-cache", "LU"), ("chromium", "LV")]),
    Story(
      name: "capital letters", headers: [("Cache-Control", "Max-Age=60")], at: [0, 5],
      expected: [("rfc9111", "LU"), ("make-fetch-happen", "LL"), ("cachecontrol", "LL")]),
    Story(
      name: "no-cache with a field",
      headers: [("Cache-Control", "max-age=60, no-cache=\"set-cookie\""), tag], at: [0, 5],
      expected: [
        ("rfc9111", "LU"), ("chromium", "LU"), ("firefox", "LV"), ("webkit", "LU"),
        ("okhttp", "LV"), ("cachecontrol", "LU"), ("make-fetch-happen", "LV"),
      ]),
  ]

  private static func request(
    _ name: String, _ lines: HeaderLines, _ expected: [(profile: String, letters: String)],
    control: String = "max-age=60"
  ) -> Story {
    Story(
      name: name, headers: [("Cache-Control", control), tag], at: [0, 5], asking: [[:], lines],
      expected: expected)
  }

  private static let requests: [Story] = [
    request(
      "a request's no-cache", ["Cache-Control": "no-cache"],
      [
        ("rfc9111", "LV"), ("chromium", "LL"), ("firefox", "LV"), ("webkit", "LV"),
        ("okhttp", "LL"), ("requests-cache", "LL"), ("hishel", "LV"),
      ]),
    request(
      "a request's Pragma", ["Pragma": "no-cache"],
      [
        ("rfc9111", "LV"), ("chromium", "LL"), ("firefox", "LU"), ("webkit", "LV"),
        ("okhttp", "LL"), ("hishel", "LU"), ("make-fetch-happen", "LV"),
      ]),
    request(
      "Fetch's mark of a reload", ["Pragma": "no-cache", "Cache-Control": "no-cache"],
      [("rfc9111", "LV"), ("chromium", "LL"), ("firefox", "LL"), ("webkit", "LL")]),
    request(
      "a request's no-store", ["Cache-Control": "no-store"],
      [("rfc9111", "LU"), ("chromium", "LU"), ("firefox", "LL"), ("okhttp", "LL")]),
    request(
      "a request's max-age=0", ["Cache-Control": "max-age=0"],
      [("rfc9111", "LV"), ("chromium", "LV"), ("hishel", "LU"), ("okhttp", "LV")]),
    request(
      "a request's max-age=1", ["Cache-Control": "max-age=1"],
      [("rfc9111", "LV"), ("chromium", "LU"), ("firefox", "LV"), ("okhttp", "LV")]),
    request(
      "a request's min-fresh", ["Cache-Control": "min-fresh=100"],
      [("rfc9111", "LV"), ("webkit", "LU"), ("requests-cache", "LL"), ("okhttp", "LV")]),
    request(
      "a request's max-stale", ["Cache-Control": "max-stale=100"],
      [("rfc9111", "LU"), ("webkit", "LU"), ("chromium", "LV"), ("hishel", "LV")],
      control: "max-age=2"),
    request(
      "a range", ["Range": "bytes=0-1"],
      [("rfc9111", "LU"), ("chromium", "LU"), ("firefox", "LL"), ("webkit", "LL")]),
  ]

  @Test(arguments: answers + syntaxes + requests)
  func clientsTreatAnAnswerByTheirRules(story: Story) throws {
    for (name, letters) in story.expected {
      let profile = try #require(HTTPProfile.named(name))
      expect(Self.play(story, by: profile), is: letters, "\(name)")
    }
  }

  /// The stored answer is stale, and asked about; the origin fails.
  @Test(arguments: [
    ("rfc9111", 1), ("chromium", 0), ("firefox", 0), ("webkit", 0), ("okhttp", 1),
    ("cachecontrol", 1), ("make-fetch-happen", 1),
  ])
  func browsersDropWhatAnErrorReplaces(name: String, count: Int) throws {
    let profile = try #require(HTTPProfile.named(name))
    var cache = HTTPCache(HTTPCacheOptions(profile))
    let request = HTTPRequest("GET", "https://a.test/x")
    let headers: HeaderLines = [
      "Cache-Control": "max-age=2", "ETag": "\"a\"", "Date": "Thu, 01 Jan 2026 00:00:00 GMT",
    ]
    for (second, answer) in [
      (0, HTTPResponse(200, headers: headers, body: MessageBody(count: 100))),
      (5, HTTPResponse(500)),
    ] as [(Int64, HTTPResponse)] {
      let now = Instant(nanoseconds: second * 1_000_000_000)
      let decision = cache.decide(request, at: now)
      _ = cache.received(
        answer, for: request, after: decision, requestTime: now, responseTime: now)
    }
    expect(cache.stored(for: request.target).count, is: count)
  }

  @Test func everyProfileSaysWhatItChanges() {
    let names = HTTPProfile.all.map(\.name)
    expect(Set(names).count, is: names.count)
    expect(HTTPProfile.rfc9111.switches.changes.isEmpty)
    for profile in HTTPProfile.all where profile != .rfc9111 {
      expect(!profile.switches.changes.isEmpty, "\(profile.name)")
      expect(!profile.source.isEmpty && HTTPProfile.named(profile.name) == profile)
    }
    // A switch that no profile turns would be none.
    let turned = Set(HTTPProfile.all.flatMap { $0.switches.changes.map(\.field.name) })
    expect(turned, is: Set(HTTPSwitches.list.map(\.name)))
  }

  @Test func switchesAreReadAsTheyAreWritten() {
    for profile in HTTPProfile.all {
      var problems = Problems()
      let read = HTTPSwitches.read(profile.switches.json, path: "", &problems)
      expect(read == profile.switches && problems.isEmpty, "\(profile.name): \(problems.lines)")
    }
    let field = HTTPSwitches.fields.first { $0.name == "alwaysRevalidates" }
    expect(field.map(HTTPSwitches.clients), is: "true: requests-cache, aiohttp-client-cache")
  }
}
