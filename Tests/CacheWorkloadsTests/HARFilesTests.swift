internal import SimCore
internal import TestCases
internal import Testing
internal import TraceFixtures

@testable internal import CacheWorkloads

/// Real captures, counted with another program (Python's json module) over the same files.
@Suite struct HARFilesTests {
  struct Capture: CustomStringConvertible {
    var name: String
    var entries: Int
    var opens: Int
    var resources: Int
    var hosts: Int
    var skipped: Int
    var description: String { name }

    init(
      _ name: String, _ entries: Int, _ opens: Int, _ resources: Int, _ hosts: Int, _ skipped: Int
    ) {
      self.name = "http/" + name
      self.entries = entries
      self.opens = opens
      self.resources = resources
      self.hosts = hosts
      self.skipped = skipped
    }
  }

  static let captures = [
    Capture("compare-wikipedia-chrome-5runs.har", 553, 5, 113, 3, 0),
    // A picture 12 s after the page, without a referrer of it, is another view.
    Capture("haralyzer-cnn-firebug.har", 145, 2, 138, 42, 1),
    Capture("harviewer-chrome51-3visits.har", 27, 3, 9, 1, 0),
    Capture("harviewer-firefox47-3visits.har", 23, 3, 8, 1, 0),
    Capture("harviewer-softwareishard.har", 40, 2, 21, 2, 0),
    Capture("pagexray-assa-3runs.har", 127, 3, 56, 9, 0),
    Capture("pagexray-nytimes-first-repeat.har", 328, 2, 294, 84, 2),
    Capture("pagexray-wikipedia-3x-first-repeat.har", 102, 6, 32, 3, 0),
    Capture("perfcascade-bbc-2015.har", 120, 1, 117, 37, 0),
    Capture("sitespeed-theverge.har", 244, 1, 226, 91, 0),
  ].filter { TraceFiles.exists($0.name) }

  @Test(arguments: captures)
  func aCaptureIsReadAsCounted(_ capture: Capture) throws {
    var settings = TraceSettings()
    settings.sessions = .one
    var source = try HARSource(path: TraceFiles.path(capture.name), settings: settings)
    var laws = source
    try checkLaws(of: &laws)
    let recorded = try RecordedEvents(&source)
    expect(source.issues.itemCount, is: capture.entries)
    expect(source.issues.malformedCount == 0 && source.issues.strayCount == 0)
    expect(source.issues.skippedCount, is: capture.skipped)
    expect(source.hosts.count, is: capture.hosts)
    expect(recorded.count("open"), is: capture.opens)
    let contents = try #require(recorded.published[0])
    expect(contents.count { $0.version == 1 }, is: capture.resources)
    expect(contents.contains { $0.kind == .document && $0.parts.count > 0 })
  }

  /// Runs with an emptied cache between them, by their titles and by what was loaded again.
  static let sessions = [
    "compare-wikipedia-chrome-5runs.har": 5, "pagexray-assa-3runs.har": 3,
    "pagexray-wikipedia-3x-first-repeat.har": 3,
  ]

  @Test(arguments: captures)
  func eachSessionOfABrowserIsADevice(_ capture: Capture) throws {
    let count = Self.sessions[String(capture.name.dropFirst("http/".count))] ?? 1
    var source = try HARSource(path: TraceFiles.path(capture.name))
    var laws = source
    try checkLaws(of: &laws)
    let recorded = try RecordedEvents(&source)
    expect(recorded.published.count, is: count)
    expect(recorded.count("open"), is: capture.opens)
    var each = TraceSettings()
    each.sessions = .eachPage
    var apart = try HARSource(path: TraceFiles.path(capture.name), settings: each)
    // A capture of one page has one session, however many views it has.
    let hasPages = apart.issues.limits.allSatisfy { !$0.contains("one page") }
    try expect(RecordedEvents(&apart).published.count, is: hasPages ? capture.opens : 1)
  }

  @Test(arguments: captures.filter { $0.entries < 130 })
  func twoReadingsTellTheSame(_ capture: Capture) throws {
    var first = try HARSource(path: TraceFiles.path(capture.name))
    var second = try HARSource(path: TraceFiles.path(capture.name))
    try expect(RecordedEvents(&first), is: RecordedEvents(&second))
    expect(first.headers == second.headers && first.hosts == second.hosts)
  }

  @Test func aPageReloadedUnchangedKeepsItsVersions() throws {
    var source = try HARSource(path: TraceFiles.path("http/harviewer-chrome51-3visits.har"))
    let recorded = try RecordedEvents(&source)
    expect(recorded.count("publish") == 9 && recorded.count("open") == 3)
    expect(source.headers.contains { $0.maxAge == .seconds(600) })
  }

  @Test func aCaptureCutAnywhereIsRefused() throws {
    let path = "http/harviewer-firefox47-3visits.har"
    let bytes = try #require(TraceFile.bytes(path))
    let end = try #require(bytes.lastIndex(of: UInt8(ascii: "}")))
    for length in stride(from: 0, through: end, by: 997) {
      try TraceFiles.with(Array(bytes[..<length]), ending: "har") { path in
        let error = #expect(throws: InputError.self) { _ = try HARSource(path: path) }
        expect(error?.reason, is: .malformed, "\(length)")
      }
    }
  }

  @Test func aCaptureWithBytesChangedIsReadOrRefused() throws {
    let path = "http/harviewer-firefox47-3visits.har"
    let bytes = try #require(TraceFile.bytes(path))
    for seed in UInt64(0)..<20 {
      var generator = SeededGenerator(seed: seed, purpose: .workload)
      var changed = bytes
      for _ in 0..<Int(seed) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        // A digit for a digit leaves the text readable and its dates and numbers strange.
        let isDigit = TraceNumber.digit(changed[place]) != nil
        changed[place] =
          isDigit
          ? UInt8.random(in: 48...57, using: &generator)
          : seed % 3 == 0 ? UInt8.random(in: 0...255, using: &generator) : changed[place]
      }
      try TraceFiles.with(changed, ending: "har") { path in
        do throws(InputError) {
          var source = try HARSource(path: path)
          do { try checkLaws(of: &source) } catch { Issue.record("seed \(seed): \(error)") }
        } catch {
          expect(error.reason, is: .malformed, "seed \(seed)")
        }
      }
    }
  }
}
