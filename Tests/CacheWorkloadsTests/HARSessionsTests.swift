internal import CacheWorkloads
internal import SimCore
internal import TestCases
internal import Testing

/// Which pages of a capture met one and the same cache.
@Suite struct HARSessionsTests {
  /// A request for one of five pictures that are fresh for a minute, at a second of the hour.
  private static func entry(
    _ page: String, _ picture: Int, at second: Int, lifetime: String = "max-age=60",
    request: String = "", status: Int = 200, more: String = ""
  ) -> String {
    #"{"pageref": "\#(page)", "startedDateTime": "2026-01-01T00:00:\#(second)Z", "time": 1, "#
      + #""request": {"method": "GET", "url": "http://a.test/\#(picture)", "headers": ["#
      + (request.isEmpty ? "" : #"{"name": "Cache-Control", "value": "\#(request)"}"#)
      + #"]}, "response": {"status": \#(status), "content": {"size": 9}\#(more), "headers": ["#
      + #"{"name": "Cache-Control", "value": "\#(lifetime)"}]}}"#
  }

  private static func count(
    _ entries: [String], titles: [String] = ["a", "b"], _ reading: HARSessions.Reading = .detect
  ) throws -> Int {
    let pages = titles.enumerated().map { place, title in
      #"{"id": "\#(place + 1)", "title": "\#(title)", "#
        + #""startedDateTime": "2026-01-01T00:00:\#(place + 1)0Z"}"#
    }
    let log = try JSON.parse(
      Array(
        (#"{"pages": [\#(pages.joined(separator: ","))], "#
          + #""entries": [\#(entries.joined(separator: ","))]}"#).utf8))
    return HARSessions(log, HTTPExchange.all(in: log), reading: reading).count
  }

  private static func twice(
    _ pictures: Int, lifetime: String = "max-age=60", request: String = "",
    second: (Int) -> String = { _ in "" }
  ) -> [String] {
    (0..<pictures).map { entry("1", $0, at: 10, lifetime: lifetime) }
      + (0..<pictures).map {
        entry("2", $0, at: 20, lifetime: lifetime, request: request, more: second($0))
      }
  }

  @Test func whatIsLoadedAgainThoughItIsFreshTellsOfAnEmptiedCache() throws {
    try expect(Self.count(Self.twice(3)), is: 2)
    // Two are no evidence; what may be stale is none; a forced reload is none.
    try expect(Self.count(Self.twice(2)), is: 1)
    try expect(Self.count(Self.twice(5, lifetime: "max-age=5")), is: 1)
    try expect(Self.count(Self.twice(5, request: "no-cache")), is: 1)
  }

  @Test func aCacheThatAnswersHalfOfItIsNotEmpty() throws {
    let fromCache = #", "_transferSize": 0"#
    try expect(Self.count(Self.twice(6) { $0 < 3 ? fromCache : "" }), is: 1)
    try expect(Self.count(Self.twice(7) { $0 < 3 ? fromCache : "" }), is: 2)
  }

  @Test func titlesOfRunsCountBeforeAll() throws {
    let runs = ["Run 1, First View for x", "Run 2, First View for x"]
    try expect(Self.count(Self.twice(1), titles: runs), is: 2)
    let views = ["Run 1, First View for x", "Run 1, Repeat View for x"]
    try expect(Self.count(Self.twice(5), titles: views), is: 1)
  }

  @Test func aScenarioCanSayOtherwise() throws {
    try expect(Self.count(Self.twice(5), .one), is: 1)
    try expect(Self.count(Self.twice(1), .eachPage), is: 2)
  }
}
