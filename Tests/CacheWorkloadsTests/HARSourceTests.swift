internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

@Suite struct HARSourceTests {
  /// An entry of a capture at a second of a minute.
  static func entry(
    _ path: String, at second: String, page: String? = "p", status: Int = 200, size: Int? = 100,
    type: String = "text/html", headers: [(String, String)] = [], method: String = "GET"
  ) -> String {
    let fields = headers.map { "{\"name\": \"\($0.0)\", \"value\": \"\($0.1)\"}" }
    let url = path.contains(":") ? path : "http://host" + path
    return """
      {"startedDateTime": "2020-01-01T00:00:\(second)Z",
       \(page.map { "\"pageref\": \"\($0)\"," } ?? "")
       "request": {"method": "\(method)", "url": "\(url)"},
       "response": {"status": \(status), "headers": [\(fields.joined(separator: ","))],
         "content": {"mimeType": "\(type)" \(size.map { ", \"size\": \($0)" } ?? "")},
         "bodySize": -1}}
      """
  }

  static func page(_ id: String, at second: String) -> String {
    "{\"id\": \"\(id)\", \"startedDateTime\": \"2020-01-01T00:00:\(second)Z\"}"
  }

  static func har(_ entries: [String], pages: [String]? = nil) -> String {
    let pages = pages.map { "\"pages\": [\($0.joined(separator: ","))]," } ?? ""
    return "{\"log\": {\(pages) \"entries\": [\(entries.joined(separator: ",\n"))]}}"
  }

  static func read(
    _ text: String, settings: TraceSettings = TraceSettings()
  ) throws -> (recorded: RecordedEvents, source: HARSource) {
    try TraceFiles.with(Array(text.utf8), ending: "har") { path in
      var laws = try HARSource(path: path, settings: settings)
      try checkLaws(of: &laws)
      var source = try HARSource(path: path, settings: settings)
      return (try RecordedEvents(&source), source)
    }
  }

  static func refusal(_ text: String) throws -> InputError? {
    try TraceFiles.with(Array(text.utf8), ending: "har") { path in
      #expect(throws: InputError.self) { _ = try HARSource(path: path) }
    }
  }

  /// What HTTP forbids in a header no server could send again: it is cleaned, and said.
  @Test func forbiddenCharactersOfHeadersAreReadAsBlanks() throws {
    let (_, source) = try Self.read(
      Self.har([
        Self.entry(
          "/a", at: "01.000",
          headers: [
            ("Vary", #"accept\r\nx-a"#), ("ETag", #"\"a\u0001b\""#), ("Cache-Control", #"\u0000"#),
            ("Age", #"7\r"#), ("Bad Name", "1"), (":status", "200"), ("Pragma", #"a\tb"#),
          ])
      ]))
    let lines = try #require(source.headers.first?.recorded).map { "\($0.name): \($0.value)" }
    expect(
      lines,
      is: [
        "vary: accept", "vary: x-a", "etag: \"a b\"", "cache-control: ", "age: 7", "pragma: a\tb",
      ])
    expect(
      source.issues.limits.contains { $0.hasPrefix("3 lines of the capture's headers have what ") })
    let (_, clean) = try Self.read(Self.har([Self.entry("/a", at: "01.000")]))
    expect(!clean.issues.limits.contains { $0.contains("HTTP forbids") })
  }

  @Test func aPageIsAScreenWithItsDocumentAndItsParts() throws {
    let (recorded, source) = try Self.read(
      Self.har(
        [
          Self.entry("/old", at: "01.000", status: 301),
          Self.entry("/", at: "01.500", headers: [("Cache-Control", "max-age=60")]),
          Self.entry("/b.png", at: "02.100", size: 7, type: "image/png"),
          Self.entry("/a.css", at: "02.000", size: 5, type: "text/css"),
          Self.entry("/b.png#again", at: "02.300", size: 7, type: "image/png"),
        ], pages: [Self.page("p", at: "01.000")]))
    expect(
      recorded.events,
      is: [
        "0: 0 launch",
        "0: 10 publish 0 v1 support 5 B host 0 headers 2 since 10",
        "0: 10 publish 1 v1 image 7 B host 0 headers 2 since 10",
        "0: 10 publish 2 v1 document 100 B host 0 headers 1 since 10 parts [0, 1]",
        "0: 10 open 2",
        // The redirect before the page, and the picture that is requested again.
        "0: 10 publish 3 v1 document 100 B host 0 headers 0 since 10", "0: 10 need 3",
        "0: 11.300 need 1", "0: 41.300 close 2", "0: 41.300 end",
      ])
    expect(source.hosts == ["host"] && source.headers.count == 3)
    expect(source.headers[1].maxAge, is: .seconds(60))
    expect(source.headers.map(\.status), is: [301, 200, 200])
    expect(source.issues.skippedCount, is: 0)
    expect(source.name(of: 2) == "http://host/" && source.name(of: 1) == "http://host/b.png")
  }

  @Test func aCaptureWithoutPagesOpensEachEntry() throws {
    let recorded = try Self.read(
      Self.har([
        Self.entry("/b", at: "05", page: nil), Self.entry("/a", at: "01", page: nil),
        Self.entry("/b", at: "06", page: nil),
      ])
    ).recorded
    expect(recorded.count("open") == 3 && recorded.count("publish") == 2)
    expect(!recorded.events.contains { $0.contains("parts") })
  }

  @Test func anEntryWithoutItsPageGoesToTheOneThatIsOpen() throws {
    let (recorded, source) = try Self.read(
      Self.har(
        [
          Self.entry("/early", at: "00", page: nil), Self.entry("/", at: "01"),
          Self.entry("/x", at: "02", page: "gone", type: "image/gif"),
          Self.entry("/y", at: "10", page: "q"), Self.entry("/z", at: "11", page: nil),
          Self.entry("/late", at: "50", page: nil),
        ], pages: [Self.page("q", at: "09"), Self.page("p", at: "01")]))
    expect(source.issues.strayCount, is: 4)
    expect(recorded.count("open"), is: 4)
    expect(recorded.events.filter { $0.contains("parts") }.count, is: 2)
    expect(
      recorded.events.filter { $0.contains("open") }.map { $0.prefix(5) },
      is: [
        "0: 10", "0: 11", "0: 19", "0: 60",
      ])
  }

  @Test func anotherValidatorIsANewVersion() throws {
    func page(_ second: Int, _ tag: String, _ status: Int = 200, size: Int = 100) -> String {
      Self.entry(
        "/", at: "\(second)", page: nil, status: status, size: size,
        headers: tag.isEmpty ? [] : [("ETag", tag)])
    }
    let recorded = try Self.read(
      Self.har([
        page(10, "a"), page(20, "W/a", size: 999), page(30, "b"), page(40, "b", 304, size: 0),
        page(50, "", size: 100), page(51, "", size: 77),
      ])
    ).recorded
    expect(
      recorded.events.filter { $0.contains("publish") },
      is: [
        "0: 10 publish 0 v1 document 100 B host 0 headers 0 since 10",
        "0: 30 publish 0 v2 document 100 B host 0 headers 2 since 30",
        "0: 51 publish 0 v3 document 77 B host 0 headers 3 since 51",
      ].map { $0.replacing("\\\"", with: "") })
  }

  @Test func aVersionIsAsOldAsItsLastModifiedSays() throws {
    func page(_ second: Int, _ modified: String) -> String {
      Self.entry("/", at: "\(second)", page: nil, headers: [("Last-Modified", modified)])
    }
    let recorded = try Self.read(
      Self.har([
        page(10, "Tue, 31 Dec 2019 23:59:10 GMT"), page(20, "Tue, 31 Dec 2019 23:59:50 GMT"),
        page(30, "Wed, 01 Jan 2020 00:00:25 GMT"), page(40, "Wed, 01 Jan 2020 08:00:00 GMT"),
      ])
    ).recorded
    expect(
      recorded.events.filter { $0.contains("publish") }.map { $0.split(separator: " ").last },
      is: [
        "-50", "20", "25", "40",
      ])
  }

  @Test func whatALaterVisitAddsBelongsToTheSameVersionsParts() throws {
    let recorded = try Self.read(
      Self.har(
        [
          Self.entry("/", at: "01", headers: [("ETag", "1")]),
          Self.entry("/a", at: "02", type: "image/png"),
          Self.entry("/", at: "11", page: "q", status: 304, headers: [("ETag", "1")]),
          Self.entry("/b", at: "12", page: "q", type: "image/png"),
        ], pages: [Self.page("p", at: "01"), Self.page("q", at: "11")])
    ).recorded
    expect(recorded.events.contains { $0.hasSuffix("parts [0, 1]") })
    expect(recorded.count("publish") == 3 && recorded.count("open") == 2)
  }

  @Test func pagesThatNeedOneAnotherAreToldOnce() throws {
    let recorded = try Self.read(
      Self.har(
        [
          Self.entry("/x", at: "01"), Self.entry("/y", at: "02"),
          Self.entry("/y", at: "11", page: "q"), Self.entry("/x", at: "12", page: "q"),
        ], pages: [Self.page("p", at: "01"), Self.page("q", at: "11")]
      ).replacing("\n", with: " ")
    )
    .recorded
    expect(recorded.count("publish") == 2 && recorded.count("open") == 2)
  }

  @Test(arguments: [
    (1_000, 300, "", 1_000, 300), (0, 300, "", 300, 300), (-1, -1, "250", 250, 250),
    (1_000, -1, "250", 1_000, 250), (1_000, 0, "", 1_000, 1_000), (0, 0, "", 0, 0),
    (-1, -1, "", 10_000, 10_000), (-1, -1, "x", 10_000, 10_000),
  ])
  func theSizeIsTheFirstThatIsTold(
    _ content: Int, _ body: Int, _ length: String, _ uncompressed: Int, _ transferred: Int
  ) throws {
    let fields = length.isEmpty ? [] : [("Content-Length", length)]
    let text = Self.har([Self.entry("/", at: "01", page: nil, size: content, headers: fields)])
      .replacing("\"bodySize\": -1", with: "\"bodySize\": \(body)")
    for (rule, size) in [
      (TraceSettings.BodySize.uncompressed, uncompressed), (.transferred, transferred),
    ] {
      var settings = TraceSettings()
      settings.bodySize = rule
      let recorded = try Self.read(text, settings: settings).recorded
      expect(recorded.published[0]?.map(\.size), is: [Bytes(Int64(size))])
    }
  }

  @Test func aSizeIsTakenFromALaterWholeAnswerOrElseFromAPart() throws {
    let recorded = try Self.read(
      Self.har([
        Self.entry("/a", at: "01", page: nil, status: 304, size: nil),
        Self.entry("/b", at: "02", page: nil, status: 206, size: 40),
        Self.entry("/a", at: "03", page: nil, size: 70),
      ])
    ).recorded
    expect(recorded.published[0]?.map(\.size.count).sorted(), is: [40, 70])
  }

  @Test func unusableEntriesAreCountedWithTheirPlace() throws {
    let good = Self.entry("/", at: "01", page: nil)
    let text = Self.har([
      good, "5", good.replacing("2020-01-01T", with: "2020-01-01 "),
      good.replacing("\"status\": 200", with: "\"status\": \"OK\""),
      good.replacing("\"url\"", with: "\"uri\""), good.replacing("\"GET\"", with: "null"),
      good.replacing("\"GET\"", with: "\"CONNECT\""), good.replacing("200", with: "0"),
      Self.entry("data:text/plain,x", at: "02", page: nil),
      Self.entry("http://", at: "02", page: nil),
      "{\"startedDateTime\": \"2020-01-01T00:00:00Z\"}",
    ])
    let (recorded, source) = try Self.read(text)
    expect(recorded.count("open"), is: 1)
    expect(source.issues.itemCount == 11 && source.issues.malformedCount == 6)
    expect(source.issues.examples.map(\.position), is: [1, 2, 3, 4, 5, 10])
    expect(source.issues.examples[2].reason.contains("response.status"))
    expect(source.issues.examples[2].reason.contains("found the text \"OK\""))
    expect(source.issues.examples[2].excerpt, is: "http://host/")
    expect(
      source.issues.skipped.map { "\($0.count) \($0.reason)" },
      is: [
        "2 URL of another scheme", "1 method CONNECT", "1 status 0",
      ])
  }

  @Test func hostsAreToldApartByNameAndPort() throws {
    let source = try Self.read(
      Self.har([
        Self.entry("HTTP://User@A.Example:80/x?y", at: "01", page: nil),
        Self.entry("https://b.example?q", at: "02", page: nil),
        Self.entry("http://a.example:80", at: "03", page: nil),
      ])
    ).source
    expect(source.hosts, is: ["a.example:80", "b.example"])
  }

  @Test(arguments: [
    ("", ":1:1"), ("{", ":1:2"), ("{\"log\": {\n  \"entries\": [,]}}", ":2:15"),
    ("[]", ":1:1"), ("{\"log\": 5}", ":1:9"), ("{\"log\": {\"entries\": {}}}", ":1:21"),
    ("{\"log\": {}}", ":1:9"), ("{\"lag\": {}}", ":1:1"),
  ])
  func whatIsNoCaptureIsRefusedWithItsPlace(_ text: String, _ place: String) throws {
    let error = try Self.refusal(text)
    expect(error?.reason, is: .malformed)
    expect(error?.place.hasSuffix(place), is: true, "\(error?.place ?? "") \(error?.message ?? "")")
  }

  @Test(arguments: [
    "{\"log\": {\"entries\": []}}", "{\"log\": {\"entries\": [], \"pages\": null}}",
  ])
  func anEmptyCaptureIsAnEmptyStory(_ text: String) throws {
    try expect(Self.read(text).recorded.events.isEmpty)
  }
}
