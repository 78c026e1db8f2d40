internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// Few bytes of input are little work: what would expand without end is refused at a limit, and
/// nothing beyond the limit is read or held.
@Suite struct InputLimitTests {
  /// Rows that stand for more requests than one may: the format, the text, the line.
  @Test(arguments: [
    ("arc", "5 1 0 0\n0 65537 0 1\n", 2, "65536"),
    ("arc", "0 4294967296 0 0\n", 1, "65536"),
    ("cachelib-kv", "key,key_size,op,size,op_count\na,1,GET,5,1000001\n", 2, "1000000"),
    ("cachelib-kv", "key,key_size,op,size,op_count\na,1,GET,5,1000000000000\n", 2, "1000000"),
  ])
  func aRowStandsForSoManyRequests(format: String, text: String, line: Int, limit: String) throws {
    let error = try TraceText.error(Array(text.utf8), format: format)
    expect(error.reason == .malformed && error.place.hasSuffix(":\(line)"))
    expect(error.message.contains("\(limit)") && error.message.contains("at most"))
  }

  @Test func aRowAtTheLimitIsRead() throws {
    let block = try TraceText.read("7 65536 0 0\n", ending: "lis", format: "arc")
    expect(block.count, is: 65_536)
  }

  // MARK: - Captures

  private static func refusal(
    of text: String, ending: String = "har", _ limits: HARFile.Limits
  ) throws -> InputError? {
    try TraceFiles.with(Array(text.utf8), ending: ending) { path in
      do throws(InputError) {
        _ = try HARFile(path: path, limits: limits)
        return nil
      } catch {
        return error
      }
    }
  }

  @Test func aCaptureIsReadUpToItsLimitOfBytes() throws {
    let text = #"{"log": {"entries": []}}"#
    let limit = text.utf8.count
    try expect(Self.refusal(of: text, HARFile.Limits(bytes: limit, values: 10)) == nil)
    let error = try #require(
      try Self.refusal(of: text, HARFile.Limits(bytes: limit - 1, values: 10)))
    expect(error.reason, is: .malformed)
    expect(error.message.contains("at most \(limit - 1) bytes"))
  }

  /// The limit is of what a file expands to, and reading stops there: this one has no end.
  @Test func readingStopsAtTheLimit() throws {
    let error = #expect(throws: InputError.self) {
      try ByteReader.contents(of: "/dev/zero", limit: 1 << 20)
    }
    expect(error?.reason, is: .malformed)
  }

  @Test func aCaptureIsReadUpToItsLimitOfValues() throws {
    let list = String(repeating: "{},", count: 99) + "{}"
    let text = #"{"log": {"entries": [\#(list)]}}"#
    // The root, the log, the list and a hundred entries.
    try expect(Self.refusal(of: text, HARFile.Limits(bytes: 1_000, values: 103)) == nil)
    let error = try #require(try Self.refusal(of: text, HARFile.Limits(bytes: 1_000, values: 102)))
    expect(error.reason == .malformed && error.place.hasSuffix(":1:319"))
    expect(error.message, is: "expected at most 102 values, found more")
  }

  /// Bodies and what else means nothing to a cache take no memory once they were passed.
  @Test func whatNobodyAsksForDoesNotCount() throws {
    let entry = #"{"cookies": [1, 2, 3, 4], "response": {"content": {"text": "a"}}}"#
    let list = String(repeating: entry + ",", count: 99) + entry
    let text = #"{"log": {"entries": [\#(list)]}}"#
    let limits = HARFile.Limits(bytes: 100_000, values: 310)
    try expect(Self.refusal(of: text, limits) == nil)
    try TraceFiles.with(Array(text.utf8), ending: "har") { path in
      let log = try HARFile(path: path, limits: limits).log
      let first = try #require(log["entries"]?.elements?.first)
      expect(first["cookies"] == nil && first["response"]?["content"]?["text"] == nil)
      expect(first["response"]?["content"] != nil)
    }
  }

  // MARK: - Lines and times

  @Test func aLineWithoutEndEndsTheReading() throws {
    let bytes = [UInt8](repeating: 0x61, count: 3 << 20)
    try TraceFiles.with(bytes) { path in
      var passing = try LineScanner(path: path)
      try expect(passing.next()?.isTooLong, is: true)
      var strict = try LineScanner(path: path, longest: 2 << 20)
      let error = #expect(throws: InputError.self) { try strict.next() }
      expect(error?.reason == .malformed && error?.place == "\(path):1")
    }
    var endless = try AccessLogSource(path: "/dev/zero")
    var block = EventBlock()
    #expect(throws: InputError.self) { try endless.fill(&block) }
  }

  private static func entry(_ time: String, _ maxAge: Int = 0) -> String {
    """
    {"startedDateTime": "\(time)", "request": {"method": "GET", "url": "http://a/b"},
     "response": {"status": 200, "content": {"size": 5, "mimeType": "text/html"}, "headers": [
       {"name": "Cache-Control", "value": "max-age=\(maxAge)"},
       {"name": "Last-Modified", "value": "Thu, 01 Jan 1970 00:00:01 GMT"}]}}
    """
  }

  /// Times at both ends of what is read, which do not fit together into 64 bits of nanoseconds.
  @Test func timesFarApartAreRefusedAndLateOnesAreRead() throws {
    let last = Self.entry("2199-12-30T00:00:00Z", 2_147_483_648)
    let both = #"{"log": {"entries": [\#(Self.entry("1970-01-02T00:00:00Z")), \#(last)]}}"#
    try TraceFiles.with(Array(both.utf8), ending: "har") { path in
      let error = #expect(throws: InputError.self) { try HARSource(path: path) }
      expect(error?.message.contains("expected times within 36525d"), is: true)
    }
    let late = #"{"log": {"entries": [\#(last), \#(last), \#(last), \#(last)]}}"#
    try TraceFiles.with(Array(late.utf8), ending: "har") { path in
      var source = try HARSource(path: path)
      let recorded = try RecordedEvents(&source)
      expect(recorded.count("open") >= 1)
      let published = try #require(recorded.published[0]?.first)
      expect(published.publishedAt, is: .start - .days(36_525))
    }
    let log = ["01/Jan/1971", "01/Jan/2199"].map {
      "10.0.0.1 - - [\($0):00:00:00 +0000] \"GET /a HTTP/1.0\" 200 5\n"
    }
    try TraceFiles.with(Array(log.joined().utf8)) { path in
      var source = try AccessLogSource(path: path)
      var block = EventBlock()
      let error = #expect(throws: InputError.self) { try source.fill(&block) }
      expect(error?.reason, is: .malformed)
    }
  }
}
