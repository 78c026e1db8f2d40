internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// Logs with tabs and a header, and what no log can tell.
@Suite struct LogReadingTests {
  @Test func aHeaderNamesTheColumnsInAnyOrder() throws {
    let header = "Status\tcs-method\tURI\ttimestamp\tremote_addr\tbody_bytes_sent\tagent"
    let text = header + "\n304\tGET\t/a\t1000.5\t10.0.0.1\t-\tx\n200\tGET\t/b\t1001\t10.0.0.2\t7\n"
    try TraceFiles.with(Array(text.utf8), ending: "tsv") { path in
      var source = try AccessLogSource(path: path)
      let recorded = try RecordedEvents(&source)
      expect(source.issues.malformedCount == 0 && source.deviceCount == 2)
      expect(recorded.count("open") == 2 && source.startSeconds == 1_000)
      var reader = try RequestReader(path: path)
      var block = RequestBlock()
      let hasRequests = try reader.fill(&block)
      expect(hasRequests)
      expect(reader.format.name == "access-log" && block.count == 2)
    }
  }

  @Test func aRowWithoutAMethodIsAGetAndTimesMayBeISO() throws {
    let text = "ip\ttime\turl\tcode\n10.0.0.1\t2020-01-01T00:00:00Z\t/a\t200\n"
    try TraceFiles.with(Array(text.utf8), ending: "tsv") { path in
      var source = try AccessLogSource(path: path)
      try expect(RecordedEvents(&source).count("open"), is: 1)
      expect(source.startSeconds, is: 1_577_836_800)
    }
  }

  @Test func rowsOfRequestsAreNoLog() throws {
    let text = "time\tid\tsize\n1\ta\t5\n2\tb\t5\n"
    try TraceFiles.with(Array(text.utf8), ending: "tsv") { path in
      let reader = try RequestReader(path: path)
      expect(reader.format.name, is: "csv")
    }
  }

  private static func log(_ lines: [(day: Int, path: String, status: Int)]) -> String {
    lines.map {
      "10.0.0.1 - - [0\($0.day)/May/2020:10:00:00 +0000] \"GET \($0.path) HTTP/1.1\" \($0.status) "
        + ($0.status == 200 ? "500\n" : "-\n")
    }.joined()
  }

  private static func versions(
    _ lines: [(day: Int, path: String, status: Int)], after interval: TimeSpan = .days(1)
  ) throws -> (versions: [UInt32], limits: [String]) {
    var versions: [UInt32] = []
    var limits: [String] = []
    try TraceFiles.with(Array(log(lines).utf8), ending: "log") { path in
      var settings = TraceSettings()
      settings.assumedChange = interval
      var source = try AccessLogSource(path: path, settings: settings)
      versions = try RecordedEvents(&source).published[0]?.map(\.version) ?? []
      limits = source.issues.limits
    }
    return (versions, limits)
  }

  @Test func whatAlwaysHasOneSizeIsNotNeverOutdated() throws {
    let days = (1...4).map { (day: $0, path: "/front.json", status: 200) }
    try expect(Self.versions(days).versions, is: [1, 2, 3, 4])
    try expect(Self.versions(days, after: .days(2)).versions, is: [1, 2])
    try expect(Self.versions(days, after: .zero).versions, is: [1])
    // A 304 says that nothing has changed until then, and pictures do not change.
    let confirmed = [(1, 200), (2, 304), (3, 304), (4, 200)]
      .map { (day: $0.0, path: "/front.json", status: $0.1) }
    try expect(Self.versions(confirmed, after: .hours(36)).versions, is: [1])
    try expect(Self.versions(days.map { ($0.day, "/a.png", 200) }).versions, is: [1])
  }

  @Test func whatALogCannotTellIsSaidWithItsSettings() throws {
    let days = (1...4).map { (day: $0, path: "/front.json", status: 200) }
    let text = try Self.versions(days).limits.joined(separator: "\n")
    for word in [
      "own caches", "3 changes of 1 URL", "assumedChangeInterval", "smallerSizeAnswers",
      "assumedEntityTag", "network",
    ] {
      expect(text.contains(word), "\(word) in \(text)")
    }
  }

  @Test func sampleRecordingsTravelWithTheProgram() throws {
    var log = try TraceSource(path: "bundled:shop.log")
    var recorded = try RecordedEvents(&log)
    expect(log.issues.malformedCount == 0 && recorded.published.count == 8)
    var capture = try TraceSource(path: "bundled:shop.har")
    recorded = try RecordedEvents(&capture)
    expect(capture.issues.malformedCount == 0 && capture.issues.skippedCount == 0)
    // 58 entries, six visits of several views.
    expect(recorded.count("open") + recorded.count("need"), is: 58)
    let error = #expect(throws: InputError.self) { _ = try TraceSource(path: "bundled:x.log") }
    expect(error?.reason, is: .missingFile)
    expect(error?.message.contains("bundled:shop.har"), is: true)
  }
}
