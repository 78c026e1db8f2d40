internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// Views of captures that tell none, and what their entries become.
@Suite struct HARViewsTests {
  /// An entry of an app at a second of the minute.
  static func entry(
    _ path: String, at second: Double, for milliseconds: Double = 0, status: Int = 200,
    page: String? = nil, referrer: String? = nil, type: String = "application/json",
    headers: [(String, String)] = [], request: [(String, String)] = [], method: String = "GET",
    more: String = "", response: String = "", size: Int = 100
  ) -> String {
    func lines(_ fields: [(String, String)]) -> String {
      fields.map { "{\"name\": \"\($0.0)\", \"value\": \"\($0.1)\"}" }.joined(separator: ",")
    }
    let asked = request + (referrer.map { [("Referer", "http://host" + $0)] } ?? [])
    let whole = Int(second)
    let part = Int((second - Double(whole)) * 1_000 + 0.5)
    let clock = "\(whole < 10 ? "0" : "")\(whole).\(String(1_000 + part).dropFirst())"
    return """
      {"startedDateTime": "2020-01-01T00:00:\(clock)Z", "time": \(milliseconds), \(more)
       \(page.map { "\"pageref\": \"\($0)\"," } ?? "")
       "request": {"method": "\(method)", "url": "http://host\(path)",
         "headers": [\(lines(asked))]},
       "response": {"status": \(status), "headers": [\(lines(headers))], \(response)
         "content": {"mimeType": "\(type)", "size": \(size)}}}
      """
  }

  /// The openings and needs of a capture, as `seconds kind`; the app is launched 10 s before.
  private static func steps(
    _ entries: [String], pages: [String]? = nil, _ change: (inout TraceSettings) -> Void = { _ in }
  ) throws -> [String] {
    var settings = TraceSettings()
    change(&settings)
    return try HARSourceTests.read(HARSourceTests.har(entries, pages: pages), settings: settings)
      .recorded.of(0).filter { $0.contains("open") || $0.contains("need") }
  }

  @Test func aPauseBeginsAViewAndWhatOverlapsItDoesNot() throws {
    let entries = [
      Self.entry("/a", at: 1, for: 400), Self.entry("/b", at: 2.4), Self.entry("/c", at: 4),
      Self.entry("/d", at: 10, for: 3_000), Self.entry("/e", at: 14),
    ]
    // /b starts a second after /a's end; /c 1.6 s after /b; /e a second after /d's end.
    try expect(
      Self.steps(entries),
      is: [
        "10 open 0", "11.400 need 1", "13 open 2", "19 open 3", "23 need 4",
      ])
    let shorter = try Self.steps(entries) { $0.viewPause = .milliseconds(999) }
    expect(shorter.allSatisfy { $0.contains("open") })
    let longer = try Self.steps(entries) { $0.viewPause = .seconds(9) }
    expect(longer.dropFirst().allSatisfy { $0.contains("need") })
  }

  @Test func oneRequestIsMadeForEachEntry() throws {
    let entries = (0..<8).map { Self.entry($0 % 2 == 0 ? "/x" : "/first", at: 1 + Double($0) / 2) }
    // /x is the view's main resource: each of its repetitions opens the screen again.
    try expect(
      Self.steps(entries),
      is: [
        "10 open 0", "10.500 need 1", "11 open 0", "11.500 need 1", "12 open 0", "12.500 need 1",
        "13 open 0", "13.500 need 1",
      ])
    let others =
      [Self.entry("/m", at: 1)] + (1..<6).map { Self.entry("/x", at: 1 + Double($0) / 2) }
    let steps = try Self.steps(others)
    expect(steps.count == 6 && steps.dropFirst().allSatisfy { $0.contains("need 1") })
  }

  @Test func aReferrerHoldsAViewTogether() throws {
    let page = Self.entry("/page", at: 1, type: "text/html")
    let late = { Self.entry("/data", at: 8, referrer: $0) }
    try expect(Self.steps([page, late("/page")]), is: ["10 open 1"])
    try expect(Self.steps([page, late("/other")]), is: ["10 open 0", "17 open 1"])
    let brief = try Self.steps([page, late("/page")]) { $0.dwell = .seconds(5) }
    expect(brief, is: ["10 open 0", "17 open 1"])
    // A picture without a referrer, within 10 s of the view's beginning.
    let picture = Self.entry("/p", at: 8, type: "image/png")
    try expect(Self.steps([page, picture]), is: ["10 open 1"])
    let apart = try Self.steps([page, picture]) { $0.partWindow = .seconds(3) }
    expect(apart, is: ["10 open 0", "17 open 1"])
  }

  @Test func aNavigationBeginsAViewWhateverIsUnderWay() throws {
    let navigation = [("Sec-Fetch-Dest", "document")]
    let entries = [
      Self.entry("/1", at: 1, for: 20_000, type: "text/html", request: navigation),
      Self.entry("/2", at: 3, type: "text/html", request: navigation),
      Self.entry("/frame", at: 3.5, type: "text/html"),
    ]
    try expect(Self.steps(entries), is: ["10 open 0", "12 open 2"])
  }

  @Test func onePageTellsNothingAndSeveralTellAll() throws {
    let entries = { (pages: [String]) in
      [Self.entry("/a", at: 1, page: pages[0]), Self.entry("/b", at: 9, page: pages[1])]
    }
    let one = HARSourceTests.page("p", at: "01")
    try expect(Self.steps(entries(["p", "p"]), pages: [one]), is: ["10 open 0", "18 open 1"])
    let taken = try Self.steps(entries(["p", "p"]), pages: [one]) { $0.views = .pages }
    expect(taken, is: ["10 open 0", "18 need 1"])
    let two = [one, HARSourceTests.page("q", at: "02")]
    let close = [
      Self.entry("/a", at: 1, page: "p"), Self.entry("/b", at: 1.2, page: "q"),
      Self.entry("/c", at: 9, page: "q"),
    ]
    try expect(Self.steps(close, pages: two), is: ["10 open 0", "10.200 open 1", "18 need 2"])
    let cut = try Self.steps(close, pages: two) { $0.views = .pauses }
    expect(cut, is: ["10 open 0", "10.200 need 1", "18 open 2"])
  }

  private static func limits(_ entries: [String], pages: [String]? = nil) throws -> [String] {
    try HARSourceTests.read(HARSourceTests.har(entries, pages: pages)).source.issues.limits
  }

  @Test func whatACaptureCannotTellIsSaid() throws {
    let entries = [Self.entry("/a", at: 1, page: "p"), Self.entry("/b", at: 9, page: "p")]
    let none = try Self.limits(entries)
    expect(none.contains { $0.contains("no pages: its 2 requests were cut into 2 views") })
    expect(none.contains { $0.contains("viewPause") && $0.contains("more than 1s") })
    expect(none.contains { $0.contains("no request that its client's cache answered") })
    expect(none.contains { $0.contains("timings.wait") })
    let one = try Self.limits(entries, pages: [HARSourceTests.page("p", at: "01")])
    expect(one.contains { $0.contains("one page for all that happened") })
    let told = try Self.limits(
      [
        Self.entry("/a", at: 1, page: "p", more: #""timings": {"wait": 5},"#),
        Self.entry("/a", at: 9, page: "q", more: #""_fromCache": "disk","#),
      ], pages: [HARSourceTests.page("p", at: "01"), HARSourceTests.page("q", at: "09")])
    expect(told, is: [])
  }

  @Test func redirectsErrorsAndHeadsAreRequestsWithTheirStatus() throws {
    let (recorded, source) = try HARSourceTests.read(
      HARSourceTests.har([
        Self.entry("/old", at: 1, status: 301, size: 0), Self.entry("/new", at: 1.1),
        Self.entry("/none", at: 1.2, status: 204), Self.entry("/gone", at: 1.3, status: 404),
        Self.entry("/new", at: 1.4, method: "HEAD"), Self.entry("/post", at: 1.5, method: "POST"),
      ]))
    // The screen is the first answer with a body; the redirect before it is a request of it.
    expect(
      recorded.of(0).filter { $0.contains("open") || $0.contains("need") },
      is: [
        "10 open 0", "10 need 1", "10.200 need 2", "10.300 need 3", "10.400 need 4",
        "10.500 need 5",
      ])
    let contents = try #require(recorded.published[0])
    expect(
      contents.map { source.headers[Int($0.headers)].status }, is: [200, 301, 204, 404, 200, 200])
    expect(contents.map(\.size.count), is: [100, 0, 0, 100, 0, 100])
    expect(contents.map(\.method), is: [.get, .get, .get, .get, .get, .post])
    expect(source.issues.skipped.isEmpty)
  }

  /// What POST brings and what GET brings from one URL are two resources, whichever comes first;
  /// the parts of a page are what it reads.
  @Test func otherMethodsKnowWhatGETBrings() throws {
    let (recorded, _) = try HARSourceTests.read(
      HARSourceTests.har([
        Self.entry("/", at: 1, type: "text/html"), Self.entry("/a", at: 1.1, method: "POST"),
        Self.entry("/a", at: 1.2), Self.entry("/b", at: 1.3),
        Self.entry("/b", at: 1.4, method: "PATCH"), Self.entry("/c", at: 1.5, method: "SEARCH"),
        Self.entry("/a", at: 1.6, method: "POST"),
      ]))
    expect(
      recorded.of(0).filter { $0.contains("open") || $0.contains("need") },
      is: ["10 open 2", "10.100 need 3", "10.400 need 4", "10.500 need 5", "10.600 need 3"])
    let contents = try #require(recorded.published[0])
    expect(contents.map(\.method), is: [.get, .get, .get, .post, .patch, .other])
    expect(contents.map(\.target), is: [nil, nil, nil, 0, 1, nil])
  }

  /// The connection took 60 ms without TLS, which is a round trip: of waits of 100, 90 and 400 ms
  /// the origin's times are 40, 30 and 340 ms, and their lower median is 40 ms.
  @Test func waitsBecomeTheOriginsTimes() throws {
    let times = [
      #""timings": {"wait": 100, "connect": 150, "ssl": 90},"#,
      #""timings": {"wait": 90, "connect": -1, "ssl": -1},"#, #""timings": {"wait": 400},"#,
      #""_fromCache": "memory", "timings": {"wait": 1},"#,
    ]
    let recorded = try HARSourceTests.read(
      HARSourceTests.har(
        times.enumerated().map { Self.entry("/a", at: 1 + 5 * Double($0), more: $1) })
    ).recorded
    expect(recorded.published[0]?.map(\.serverTime), is: [.milliseconds(40)])
  }

  @Test func whatWentOverTheWireIsReadBesideTheBody() throws {
    func content(_ response: String, more: String = "", _ rule: TraceSettings.BodySize)
      throws -> Content?
    {
      var settings = TraceSettings()
      settings.bodySize = rule
      return try HARSourceTests.read(
        HARSourceTests.har([Self.entry("/a", at: 1, more: more, response: response)]),
        settings: settings
      ).recorded.published[0]?[0]
    }
    let sent = try content(#""bodySize": 30,"#, .uncompressed)
    expect(sent?.size.count == 100 && sent?.wireSize?.count == 30)
    let transferred = try content(#""bodySize": 30,"#, .transferred)
    expect(transferred?.size.count == 30 && transferred?.isCompressible == false)
    let whole = try content(
      #""bodySize": -1, "headersSize": 20, "_transferSize": 55,"#, .uncompressed)
    expect(whole?.wireSize?.count, is: 35)
    try expect(content(#""bodySize": -1,"#, .uncompressed)?.wireSize == nil)
    let used = try content(#""bodySize": 30,"#, more: #""_fromCache": "disk","#, .uncompressed)
    expect(used?.wireSize == nil)
  }

  @Test func onlyWhatTheOriginSentWholeIsAVersion() throws {
    func versions(_ entries: [String]) throws -> [UInt32]? {
      try HARSourceTests.read(HARSourceTests.har(entries)).recorded.published[0]?.map(\.version)
    }
    let tag = { (text: String) in [("ETag", text)] }
    let a = Self.entry("/a", at: 1, headers: tag("a"))
    try expect(versions([a, Self.entry("/a", at: 9, headers: tag("b"))]), is: [1, 2])
    // An older copy that the client's cache showed.
    let old = Self.entry("/a", at: 9, headers: tag("b"), more: #""_fromCache": "disk","#)
    try expect(versions([a, old]), is: [1])
    // 40 of 100 bytes came.
    let cut = Self.entry("/a", at: 9, headers: [("Content-Length", "100")], size: 40)
    let sized = Self.entry("/a", at: 1, headers: [("Content-Length", "100")])
    try expect(versions([sized, cut]), is: [1])
    try expect(versions([a, Self.entry("/a", at: 9, status: 503)]), is: [1, 2])
  }

  @Test func aNotModifiedWithoutAConditionIsAHit() throws {
    func action(
      _ status: Int, _ request: String, _ response: String = ""
    ) throws -> HARCacheAction {
      HARCacheAction(
        try JSON.parse(
          Array(
            (#"{"request": {"headers": [\#(request)]}, "#
              + #""response": {"status": \#(status)\#(response)}}"#)
              .utf8)))
    }
    let condition = #"{"name": "If-None-Match", "value": "x"}"#
    try expect(action(304, ""), is: .used)
    try expect(action(304, "", #", "_transferSize": 90"#), is: .validated)
    try expect(action(304, condition), is: .validated)
    try expect(action(200, condition), is: .validated)
    try expect(action(200, ""), is: .loaded)
  }
}
