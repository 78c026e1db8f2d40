internal import HTTPCaching
internal import SimCore
internal import Testing

/// How verdicts are counted.
@Suite struct VectorRunTests {
  private static let suite = #"""
    {"tests": [
    {"id": "good", "requests": [{}]},
    {"id": "bad", "requests": [{"expected_type": "cached"}]},
    {"id": "bad-setup", "requests": [{"expected_type": "cached", "setup": true}]},
    {"id": "bad-part-of-setup", "requests":
      [{"expected_type": "cached", "setup_tests": ["expected_type"]}]},
    {"id": "wasteful", "kind": "optimal", "requests": [{"expected_type": "cached"}]},
    {"id": "yes", "kind": "check", "requests": [{"expected_type": "not_cached"}]},
    {"id": "no", "kind": "check", "requests": [{"expected_type": "cached"}]},
    {"id": "on-good", "requests": [{}], "depends_on": ["good", "yes", "not-in-the-file"]},
    {"id": "on-bad", "requests": [{}], "depends_on": ["good", "bad"]},
    {"id": "on-no", "requests": [{}], "depends_on": ["no"]},
    {"id": "on-on-bad", "requests": [{}], "depends_on": ["on-bad"]},
    {"id": "hop", "requests": [
      {"response_headers": [["Cache-Control", "max-age=9"], ["A", "1"]], "setup": true},
      {"expected_type": "cached", "expected_response_headers_missing": [["A", "1"]]}]}
    ]}
    """#

  private static func run(_ filter: String? = nil) throws -> VectorRun {
    try VectorRun(VectorSuite(Array(suite.utf8)), filter: filter)
  }

  @Test(arguments: [
    ("good", VectorVerdict.pass), ("bad", .fail), ("bad-setup", .setupFail),
    ("bad-part-of-setup", .setupFail), ("wasteful", .optionalFail), ("yes", .yes), ("no", .no),
    ("on-good", .pass), ("on-bad", .dependencyFail), ("on-no", .dependencyFail),
    ("on-on-bad", .dependencyFail), ("hop", .fail),
  ]) func aTestIsWorthWhatItDependsOn(id: String, verdict: VectorVerdict) throws {
    #expect(try Self.run().result(of: id).verdict == verdict)
    #expect(try Self.run(id).result(of: id).verdict == verdict)
  }

  @Test func theSummaryCountsByKindAndSuite() throws {
    let summary = try Self.run().summary
    #expect(summary["required"] == .object([("pass", 2), ("total", 9)]))
    #expect(summary["optimal"] == .object([("pass", 0), ("total", 1)]))
    #expect(summary["check"] == .object([("pass", 1), ("total", 2)]))
    #expect(summary["tests"]?["on-bad"]?.string == "dependency-fail")
  }
}
