internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// What a capture says about a client's cache, worked out by hand.
@Suite struct CaptureCheckTests {
  /// A request for a URL at a second, with what the client did.
  private static func entry(
    _ url: String, at second: Double, for milliseconds: Int = 10, status: Int = 200,
    request: String = "", response: String = "", more: String = "", size: Int = 9
  ) -> String {
    let whole = Int(second)
    let part = Int(((second - Double(whole)) * 1_000).rounded())
    let clock = "\(whole < 10 ? "0" : "")\(whole).\(String(1_000 + part).dropFirst())"
    return """
      {"startedDateTime": "2026-01-01T00:00:\(clock)Z", "time": \(milliseconds), \(more)
       "request": {"method": "GET", "url": "\(url)", "headers": [\(request)]},
       "response": {"status": \(status), "content": {"size": \(size)}, "headers": [
         {"name": "Date", "value": "Thu, 01 Jan 2026 00:00:\(String(100 + whole).dropFirst()) GMT"}
         \(response)]}}
      """
  }

  private static let used = #""_fromCache": "disk","#
  private static let condition = #"{"name": "If-None-Match", "value": "\"a\""}"#
  private static let tag = #", {"name": "ETag", "value": "\"a\""}"#
  private static func lifetime(_ seconds: Int) -> String {
    #", {"name": "Cache-Control", "value": "max-age=\#(seconds)"}"#
  }

  private static func run(_ entries: [String], _ arguments: String...) async throws -> Program.Ended
  {
    let folder = try Folder()
    try folder.write("{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}", to: "c.har")
    return try await Program(
      arguments: ["http-check", "capture", "c.har"] + arguments, folder: folder
    ).run()
  }

  private static func json(_ entries: [String]) async throws -> JSON {
    try JSON.parse(Array(try await run(entries, "--format", "json").output.utf8))
  }

  /// Five judged: used and used, used and used, loaded and used, validated and validated, loaded
  /// and loaded. 4 of 5 agree, a cache that never answers has 2; 3 inform, of which 3 agree. By
  /// chance: used 2 × 3, validated 1 × 1, loaded 2 × 1 of 25, so that kappa is
  /// (20 − 9) / (25 − 9) = 0.6875.
  @Test func agreementIsToldBesideThatOfACacheThatNeverAnswers() async throws {
    let a = "http://h/a"
    let b = "http://h/b"
    let c = "http://h/c"
    let fresh = Self.lifetime(40)
    let json = try await Self.json([
      Self.entry(a, at: 1, response: fresh), Self.entry(a, at: 5, response: fresh, more: Self.used),
      Self.entry(a, at: 9, response: fresh, more: Self.used),
      Self.entry(a, at: 12, response: fresh),
      Self.entry(b, at: 1, response: Self.tag),
      Self.entry(b, at: 5, status: 304, request: Self.condition, response: Self.tag),
      Self.entry(c, at: 1), Self.entry(c, at: 5),
    ])
    expect(json["judged"] == 5 && json["agreed"] == 4 && json["nullAgreed"] == 2)
    expect(json["informative"] == 3 && json["informativeAgreed"] == 3)
    expect(json["kappa"]?.real, is: 0.6875)
    expect(json["ambiguous"] == 0 && json["showsHits"] == JSON(.bool(true)))
    expect(json["disagreements"]?.elements?.count, is: 1)
  }

  /// A capture that begins with a warm cache: the 304 says that what is stored is fresh for 40 s.
  @Test func aNotModifiedThatComesFirstSaysWhatIsStored() async throws {
    let first = Self.entry(
      "http://h/a", at: 1, status: 304, request: Self.condition,
      response: Self.tag + Self.lifetime(40))
    let later = [5.0, 9, 12].map {
      Self.entry("http://h/a", at: $0, response: Self.tag, more: Self.used)
    }
    let json = try await Self.json([first] + later)
    expect(json["judged"] == 3 && json["agreed"] == 3 && json["first"] == 1)
  }

  /// Pragma beside a lifetime: a capture that names its browser is judged by that browser's rules,
  /// by http-check and by a run, unless another profile is named.
  @Test func theProfileIsThatOfTheCapturesBrowser() async throws {
    let answer = Self.lifetime(40) + Self.tag + #", {"name": "Pragma", "value": "no-cache"}"#
    let entries = [1.0, 5, 9].map { Self.entry("http://h/a", at: $0, response: answer) }
    let folder = try Folder()
    for (name, browser) in [
      ("none.har", ""), ("named.har", #""browser": {"name": "Chrome", "version": "70"},"#),
    ] {
      try folder.write(
        "{\"log\": {\(browser) \"entries\": [\(entries.joined(separator: ","))]}}", to: name)
    }
    func profile(_ name: String, _ arguments: String...) async throws -> String? {
      let ended = try await Program(
        arguments: ["http-check", "capture", name, "--format", "json"] + arguments, folder: folder
      ).run()
      return try JSON.parse(Array(ended.output.utf8))["profile"]?.string
    }
    try await expect(profile("none.har"), is: "rfc9111")
    try await expect(profile("named.har"), is: "chromium")
    try await expect(profile("named.har", "--profile", "okhttp"), is: "okhttp")
    func notes(_ name: String, _ arguments: String...) async throws -> String {
      let ended = try await Program(
        arguments: [
          "run", "capture", "--trace", name, "--seeds", "1", "--no-charts", "--strategies",
          "url-cache",
        ] + arguments, folder: folder
      ).run()
      expect(ended.status, is: 0, "\(ended.notes)")
      return ended.output + ended.notes.joined()
    }
    try await expect(notes("none.har").contains("url-cache: rfc9111 (read)"))
    let named = try await notes("named.har")
    expect(named.contains("by the rules of chromium, as the capture's client calls itself"))
    expect(named.contains("url-cache: chromium (measured)"))
    let chosen = try await notes("named.har", "--set", "url-cache.profile=okhttp")
    expect(chosen.contains("url-cache: okhttp") && !chosen.contains("calls itself"))
  }

  @Test func aNotModifiedWithoutAConditionIsAHit() async throws {
    let first = Self.entry("http://h/a", at: 1, response: Self.tag + Self.lifetime(40))
    let json = try await Self.json([first, Self.entry("http://h/a", at: 5, status: 304)])
    expect(json["judged"] == 1 && json["agreed"] == 1 && json["informative"] == 1)
  }

  /// The second request starts 2 ms after the first, whose answer takes 79 ms: nothing is known of
  /// the URL then. The third overlaps the second, after the first was complete.
  @Test func aDecisionUsesOnlyAnswersThatWereComplete() async throws {
    let fresh = Self.lifetime(40)
    let a = "http://h/a"
    let json = try await Self.json([
      Self.entry(a, at: 1, for: 79, response: fresh),
      Self.entry(a, at: 1.002, for: 500, response: fresh),
      Self.entry(a, at: 1.2, response: fresh, more: Self.used),
    ])
    expect(json["first"] == 2 && json["judged"] == 1 && json["agreed"] == 1)
    expect(json["ambiguous"] == 1 && json["ambiguousAgreed"] == 1)
  }

  /// 4 of 9 bytes came: no cache answers with that, and ours does not either.
  @Test func aBodyThatWasCutOffIsNoAnswer() async throws {
    let length = #", {"name": "Content-Length", "value": "9"}"#
    let fresh = Self.lifetime(40) + length
    let a = "http://h/a"
    let json = try await Self.json([
      Self.entry(a, at: 1, response: fresh, size: 4), Self.entry(a, at: 5, response: fresh),
      Self.entry(a, at: 9, response: fresh, more: Self.used),
    ])
    expect(json["cutOff"] == 1 && json["judged"] == 1 && json["agreed"] == 1)
  }

  /// Defect: a size near 2^63 ended the program without a word. Such an entry is malformed.
  @Test func aBodyLargerThanAnyIsNotJudged() async throws {
    let fresh = Self.lifetime(40)
    for size in [Int.max, Int.max - 11, 1_000_000_000_000_001] {
      let json = try await Self.json([
        Self.entry("http://h/a", at: 1, response: fresh, size: size),
        Self.entry("http://h/a", at: 5, response: fresh),
        Self.entry("http://h/b", at: 9, status: 301),
      ])
      expect(json["first"] == 2 && json["judged"] == 0, "\(json)")
    }
  }

  /// Fresh for 4 s, asked for after 4 s: whole seconds cannot tell.
  @Test func theEndOfALifetimeIsAmbiguous() async throws {
    let fresh = Self.lifetime(4) + Self.tag
    let a = "http://h/a"
    let json = try await Self.json([
      Self.entry(a, at: 1.5, response: fresh), Self.entry(a, at: 5.4, response: fresh),
      Self.entry(a, at: 30, response: fresh, more: Self.used),
    ])
    expect(json["judged"] == 2 && json["ambiguous"] == 1)
  }

  @Test(arguments: [
    (
      #"{"name": "Pragma", "value": "no-cache"}, {"name": "Cache-Control", "value": "max-age=40"}"#,
      200, "pragma-in-answer"
    ),
    (#"{"name": "Vary", "value": "*"}"#, 200, "vary-star"),
    (#"{"name": "Cache-Control", "value": "max-age=40, max-age=50"}"#, 200, "lifetime-syntax"),
    (#"{"name": "Cache-Control", "value": "max-age=40"}"#, 503, "server-error-stored"),
    (#"{"name": "Expires", "value": "-1"}"#, 200, "expires-syntax"),
  ])
  func aDisagreementHasTheRuleThatExplainsIt(
    _ headers: String, _ status: Int, _ rule: String
  ) async throws {
    let a = "http://h/a"
    // The client does the opposite of what ours does with each.
    let more = ["vary-star", "expires-syntax"].contains(rule) ? Self.used : ""
    let other = Self.entry(
      "http://h/b", at: 2, response: Self.lifetime(9), more: Self.used)
    let json = try await Self.json([
      Self.entry(a, at: 1, status: status, response: ", " + headers), other,
      Self.entry(a, at: 5, status: status, response: ", " + headers, more: more),
    ])
    let found = json["disagreements"]?.elements ?? []
    expect(found.map { $0["rule"]?.string }, is: [rule])
  }

  private static func judged(_ entries: [String], by profile: String) async throws -> [Int64?] {
    let ended = try await run(entries, "--profile", profile, "--format", "json")
    let json = try JSON.parse(Array(ended.output.utf8))
    return [json["judged"]?.integer, json["agreed"]?.integer]
  }

  /// An origin's log has seen the redirect, and the target was used: `used+background` is the
  /// target's. Fresh for 2 s, the redirect is loaded anew after 8 s.
  @Test func ofARedirectThatWasSentTheTargetWasUsed() async throws {
    let lines = Self.lifetime(2) + #", {"name": "Location", "value": "/t"}"#
    let entries = [
      Self.entry("http://h/r", at: 1, status: 302, response: lines),
      Self.entry(
        "http://h/r", at: 9, status: 302, response: lines, more: #""_kind": "used+background","#),
    ]
    try await expect(Self.judged(entries, by: "rfc9111"), is: [1, 1])
  }

  /// The condition names no tag that the client ever got: its app put it there. OkHttp sends it.
  @Test func anAppsOwnConditionIsTold() async throws {
    let lines = Self.tag + Self.lifetime(40)
    let own = #"{"name": "If-None-Match", "value": "\"own\""}"#
    let entries = [
      Self.entry("http://h/a", at: 1, response: lines),
      Self.entry("http://h/a", at: 5, request: own, response: lines),
    ]
    try await expect(Self.judged(entries, by: "okhttp"), is: [1, 1])
    try await expect(Self.judged(entries, by: "rfc9111"), is: [1, 0])
  }

  /// What a page has loaded is taken again on that page, whatever its age: Chromium's memory cache.
  @Test func aPageTakesItsPicturesAgain() async throws {
    let image = #"{"name": "Sec-Fetch-Dest", "value": "image"}"#
    let lines = Self.tag + #", {"name": "Cache-Control", "value": "no-cache"}"#
    let page = #""pageref": "p","#
    let entries = [
      Self.entry("http://h/a", at: 1, request: image, response: lines, more: page),
      Self.entry("http://h/a", at: 5, request: image, response: lines, more: page + Self.used),
    ]
    try await expect(Self.judged(entries, by: "chromium"), is: [1, 1])
    try await expect(Self.judged(entries, by: "webkit"), is: [1, 0])
  }

  /// No line is recorded of a request that the browser's cache answered: what Chrome's developer
  /// tools say of it says that it is a page's picture.
  @Test(arguments: [#""_resourceType": "image","#, #""_initiator": {"type": "parser"},"#])
  func aPicturesEntryNeedsNoLines(more: String) async throws {
    let lines =
      Self.tag + #", {"name": "Cache-Control", "value": "no-cache"}"#
      + #", {"name": "Content-Type", "value": "image/png"}"#
    let page = #""pageref": "p","# + more
    let entries = [
      Self.entry("http://h/a", at: 1, response: lines, more: page),
      Self.entry("http://h/a", at: 5, response: lines, more: page + Self.used),
    ]
    try await expect(Self.judged(entries, by: "chromium"), is: [1, 1])
  }

  /// Stale after 2 s and used after 8: a script may ask for that, a style sheet cannot. Who asks is
  /// told by the entry, or by the last request for the URL that was sent.
  @Test(arguments: [
    (#""_resourceType": "fetch","#, "", 1), (#""_resourceType": "stylesheet","#, "", 0),
    ("", #"{"name": "Sec-Fetch-Dest", "value": "empty"}"#, 1), ("", "", 0),
    (#""_resourceType": "fetch","#, #"{"name": "Sec-Fetch-Dest", "value": ""}"#, 1),
  ])
  func aScriptsModeIsAmbiguous(more: String, line: String, ambiguous: Int) async throws {
    let lines = Self.tag + Self.lifetime(2)
    let json = try await Self.json([
      Self.entry("http://h/a", at: 1, request: line, response: lines, more: more),
      Self.entry("http://h/a", at: 9, response: lines, more: more + Self.used),
      Self.entry("http://h/a", at: 17, response: lines, more: more + Self.used),
    ])
    expect(json["judged"] == 2 && json["agreed"] == 0)
    expect(json["ambiguous"], is: JSON(2 * ambiguous))
  }

  /// WebKit's inspector names where an answer came from.
  @Test(arguments: [("Memory Cache", 1), ("Disk Cache", 1), ("Network Load", 0)])
  func anAnswersSourceIsReadFromWebKitsCaptures(source: String, agreed: Int) async throws {
    let lines = Self.tag + Self.lifetime(40)
    let json = try await Self.json([
      Self.entry("http://h/a", at: 1, response: lines),
      Self.entry("http://h/a", at: 5, response: lines, more: "\"_fetchType\": \"\(source)\","),
    ])
    expect(json["judged"] == 1 && json["agreed"] == JSON(agreed))
  }

  /// The document of the second page says `max-age=0`: the user reloaded it, and WebKit loads the
  /// style sheet again, which is fresh for 40 s; Chromium does not.
  @Test func aReloadLoadsWhatBelongsToThePage() async throws {
    let html = #", {"name": "Content-Type", "value": "text/html"}"#
    let reload = #"{"name": "Cache-Control", "value": "max-age=0"}"#
    let entries = [
      Self.entry("http://h/", at: 1, response: html, more: #""pageref": "p1","#),
      Self.entry("http://h/a", at: 2, response: Self.lifetime(40), more: #""pageref": "p1","#),
      Self.entry("http://h/", at: 8, request: reload, response: html, more: #""pageref": "p2","#),
      Self.entry("http://h/a", at: 9, response: Self.lifetime(40), more: #""pageref": "p2","#),
    ]
    let folder = try Folder()
    try folder.write(
      """
      {"log": {"pages": [{"id": "p1"}, {"id": "p2"}],
       "entries": [\(entries.joined(separator: ","))]}}
      """, to: "c.har")
    for (profile, agreed) in [("webkit", 2), ("chromium", 1)] {
      let ended = try await Program.run(
        "http-check", "capture", "c.har", "--profile", profile, "--format", "json", in: folder)
      let json = try JSON.parse(Array(ended.output.utf8))
      expect(json["judged"] == 2 && json["agreed"] == JSON(agreed), "\(profile)")
    }
  }

  /// The second request begins while the first is under way, and is answered by it: Chromium waits
  /// where ours by RFC 9111 sends another.
  @Test func aRequestMayWaitForAnother() async throws {
    let lines = Self.tag + Self.lifetime(2)
    let entries = [
      Self.entry("http://h/a", at: 1, response: lines),
      Self.entry("http://h/a", at: 9, for: 1_000, response: lines),
      Self.entry("http://h/a", at: 9.5, for: 600, response: lines, more: Self.used),
    ]
    // The one at 9 s was loaded whole, where both would have asked.
    try await expect(Self.judged(entries, by: "chromium"), is: [2, 1])
    try await expect(Self.judged(entries, by: "rfc9111"), is: [2, 0])
  }

  @Test func aCaptureWithoutHitsSaysSo() async throws {
    let a = Self.entry("http://h/a", at: 1)
    let ended = try await Self.run([a, Self.entry("http://h/a", at: 5)])
    expect(ended.output.contains("The capture shows no hit."))
    expect(ended.output.contains("A cache that never answers agrees on 1 of 1 (100 %)"))
  }

  @Test func secretsOfACaptureAreNotPrinted() async throws {
    let fresh = Self.lifetime(40)
    let a = "http://user:pass@h.example/a?access_token=s3cret"
    let entries = [Self.entry(a, at: 1, response: fresh), Self.entry(a, at: 5, response: fresh)]
    for format in [["--format", "json"], []] {
      let folder = try Folder()
      try folder.write("{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}", to: "c.har")
      func output(_ more: [String]) async throws -> String {
        try await Program(
          arguments: ["http-check", "capture", "c.har"] + format + more, folder: folder
        ).run().output
      }
      let hidden = try await output([])
      expect(!hidden.contains("pass") && !hidden.contains("s3cret"))
      expect(hidden.contains("access_token=redacted-"))
      let anonymous = try await output(["--anonymise"])
      expect(!anonymous.contains("h.example") && anonymous.contains("host1"))
      try await expect(output(["--no-redact"]).contains("s3cret"))
    }
  }
}
