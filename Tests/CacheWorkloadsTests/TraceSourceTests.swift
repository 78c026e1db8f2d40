internal import SimCore
internal import Testing

@testable internal import CacheWorkloads

@Suite struct TraceSourceTests {
  static let har = HARSourceTests.har([HARSourceTests.entry("/", at: "01", page: nil)])
  static let log = AccessLogSourceTests.line("a", 0, "/") + "bad\n"

  @Test(arguments: [
    (har, "har", TraceSource.Format.har), (har, "json", .har), ("\u{FEFF} \r\n\t\(har)", "x", .har),
    (log, "log", .accessLog), (log, "txt", .accessLog), ("", "log", .accessLog),
  ])
  func theFormatIsToldByNameOrContent(
    _ text: String, _ ending: String, _ format: TraceSource.Format
  ) throws {
    try TraceFiles.with(Array(text.utf8), ending: ending) { path in
      var source = try TraceSource(path: path)
      #expect(source.format == format)
      try checkLaws(of: &source)
      #expect(source.issues.malformedCount == (text == Self.log ? 1 : 0))
      #expect(source.headers.count == 1)
    }
  }

  @Test func aLogWithTheNameOfACaptureIsRefusedAsACapture() throws {
    try TraceFiles.with(Array(Self.log.utf8), ending: "HAR") { path in
      let error = #expect(throws: InputError.self) { _ = try TraceSource(path: path) }
      #expect(error?.place == "\(path):1:1")
    }
  }

  @Test func aMissingFileIsNamed() {
    let error = #expect(throws: InputError.self) { _ = try TraceSource(path: "/nowhere.log") }
    #expect(error?.reason == .missingFile)
  }
}
