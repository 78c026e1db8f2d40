internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing
internal import TraceFixtures

@Suite struct HTTPCheckTests {
  private static let vectors = #"""
    {"suites": [
    {"id": "fresh", "tests": [
      {"id": "fresh-yes", "requests": [
        {"response_headers": [["Cache-Control", "max-age=60"]], "setup": true},
        {"expected_type": "cached"}]},
      {"id": "fresh-wasteful", "kind": "optimal", "requests": [
        {"setup": true}, {"expected_type": "cached"}]}]},
    {"id": "asked", "tests": [
      {"id": "asked-no", "kind": "check", "requests": [{"expected_type": "cached"}]},
      {"id": "asked-on-no", "kind": "optimal", "requests": [{}], "depends_on": ["asked-no"]}]}
    ]}
    """#

  /// Starts the command on a file of that text.
  private func check(
    _ text: String, _ arguments: String..., mode: [String] = ["vectors"]
  ) async throws -> Program.Ended {
    let folder = try Folder()
    try folder.write(text, to: "vectors.json")
    return try await Program(
      arguments: ["http-check"] + mode + ["vectors.json"] + arguments, folder: folder
    ).run()
  }

  @Test func theVerdictsOnThePublishedVectorsDoNotDependOnLatency() async throws {
    let file = Checkout.root.appending(path: "Tests/Data/http-cache-vectors.json").path
    var outputs: Set<String> = []
    for latency in ["0ms", "1ms", "2ms", "50ms", "400ms"] {
      let ended = try await Program.run(
        "http-check", "vectors", file, "--format", "json", "--latency", latency, in: try Folder())
      expect(ended.status, is: 0)
      outputs.insert(ended.output)
    }
    expect(outputs.count, is: 1)
    let json = try JSON.parse(Array(#require(outputs.first).utf8))
    expect(json["required"], is: .object([("pass", 88), ("total", 88)]))
    expect(json["tests"]?.members?.count, is: 202)
  }

  @Test func aCaptureIsComparedByItsHeaderLines() async throws {
    func entry(_ second: Int, _ status: Int, _ transferred: Int) -> String {
      #"{"startedDateTime": "2026-01-01T00:00:0\#(second)Z", "time": 5, "#
        + #""request": {"method": "GET", "url": "https://a.test/", "headers": []}, "#
        + #""response": {"status": \#(status), "_transferSize": \#(transferred), "#
        + #""content": {"size": 9}, "headers": [{"name": "Cache-Control", "#
        + #""value": "max-age=3"}, {"name": "ETag", "value": "\"x\""}]}}"#
    }
    let entries = [(0, 200, 99), (1, 200, 0), (2, 200, 99), (8, 304, 9)].map(entry)
    let capture = #"{"log": {"entries": ["# + entries.joined(separator: ",") + "]}}"
    let ended = try await check(capture, "--format", "json", mode: ["capture"])
    expect(ended.status == 0 && ended.notes == [])
    let json = try JSON.parse(Array(ended.output.utf8))
    expect(json["first"] == 1 && json["judged"] == 3 && json["agreed"] == 2)
    let odd = json["disagreements"]?.elements?.first
    expect(odd?["entry"] == 2 && odd?["browser"] == "loaded" && odd?["ours"] == "used")
    expect(odd?["reason"], is: "hit")
    try await expect(check(capture, "--filter", "fresh", mode: ["capture"]).status, is: 64)
    for text in [#"{"log": {"entries": []}}"#, Self.vectors, "{"] {
      try await expect(check(text, mode: ["capture"]).status, is: 65)
    }
    try await expect(check(capture).status, is: 65)
  }

  /// Requests that are seen again within a session, and how many sessions there are.
  private static let captures: [(String, Int64, Int64)] = [
    ("http/harviewer-chrome51-3visits.har", 18, 1),
    ("http/harviewer-firefox47-3visits.har", 15, 1),
    ("http/harviewer-softwareishard.har", 19, 1),
    ("http/pagexray-nytimes-first-repeat.har", 32, 1),
    ("http/pagexray-wikipedia-3x-first-repeat.har", 6, 3),
    ("http/pagexray-assa-3runs.har", 3, 3), ("http/compare-wikipedia-chrome-5runs.har", 0, 5),
  ]

  @Test(
    .enabled(
      if: captures.allSatisfy { TraceFile.path($0.0) != nil },
      "\(TraceFile.absence)"), arguments: captures)
  func browsersAgreeOnRepeatedPageViews(path: String, judged: Int64, sessions: Int64) async throws {
    let file = try #require(TraceFile.path(path))
    let ended = try await Program.run(
      "http-check", "capture", file, "--profile", "rfc9111", "--format", "json",
      in: try Folder())
    let json = try JSON.parse(Array(ended.output.utf8))
    expect(json["judged"]?.integer == judged && json["agreed"]?.integer == judged)
    expect(json["sessions"]?.integer, is: sessions)
  }

  @Test(
    .enabled(
      if: TraceFile.path("http/pagexray-assa-3runs.har") != nil,
      "\(TraceFile.absence)"))
  func runsReadAsOneSessionShowNoAgreement() async throws {
    let file = try #require(TraceFile.path("http/pagexray-assa-3runs.har"))
    let folder = try Folder()
    let one = try await Program.run(
      "http-check", "capture", file, "--sessions", "one", "--profile", "rfc9111", "--format",
      "json", in: folder)
    let json = try JSON.parse(Array(one.output.utf8))
    expect(json["judged"] == 71 && json["agreed"] == 5 && json["sessions"] == 1)
    let wrong = try await Program.run(
      "http-check", "capture", file, "--sessions", "two", in: folder)
    expect(wrong.status, is: 64)
  }
}
