internal import HTTPCaching
internal import SimCore
internal import TestCases
internal import Testing

@Suite struct VectorSuiteTests {
  private static func suite(_ text: String) throws -> VectorSuite {
    try VectorSuite(Array(text.utf8))
  }

  @Test(arguments: [
    (#"{"tests": [{"id": "a", "requests": [{"expect_type": "cached"}]}]}"#, "expect_type"),
    (#"{"tests": [{"id": "a", "requests": [], "sort": 1}]}"#, "sort"),
    (#"{"suites": [{"ident": "a"}]}"#, "ident"), (#"{"tests": [], "version": 2}"#, "version"),
  ]) func anUnknownFieldIsAnErrorThatNamesIt(text: String, field: String) throws {
    let error = #expect(throws: InputError.self) { try Self.suite(text) }
    let words = try #require(error).message
    expect(words.contains("has the unknown field '\(field)'"))
  }

  @Test(arguments: [
    (#"{"tests": [{"requests": []}]}"#, "test 1 has no 'id'"),
    (#"{"tests": [{"id": "a"}]}"#, "test 'a' has no 'requests'"),
    (
      #"{"tests": [{"id": "a", "kind": "must", "requests": []}]}"#,
      "'kind' of test 'a' has to be one of 'required', 'optimal', 'check' and is 'must'"
    ),
    (
      #"{"tests": [{"id": "a", "requests": [{"pause_after": 3}]}]}"#,
      "'pause_after' of request 1 of test 'a' has to be true or false and is the number 3"
    ),
    (
      #"{"tests": [{"id": "a", "requests": []}, {"id": "a", "requests": []}]}"#,
      "the test 'a' stands twice"
    ),
    (
      #"{"tests": [{"id": "a", "requests": [], "depends_on": ["a"]}]}"#,
      "the test 'a' depends on itself"
    ),
    (
      #"{"tests": [{"id": "a", "requests": [{"cache": "maybe"}]}]}"#,
      "'cache' of request 1 of test 'a' has to be a cache mode of Fetch and is 'maybe'"
    ),
  ]) func whatDoesNotFitIsAnErrorInWords(text: String, words: String) {
    let error = #expect(throws: InputError.self) { try Self.suite(text) }
    expect(error?.description, is: words)
  }

  @Test func aTextThatIsNoJSONIsAnErrorWithItsPlace() {
    let error = #expect(throws: InputError.self) { try Self.suite("{x") }
    expect(error?.place, is: "byte 1")
  }

  @Test func numbersBeyondAllTimesAreErrors() {
    for request in [
      #"{"response_pause": 86401}"#, #"{"response_pause": -1}"#,
      #"{"response_headers": [["Expires", 9223372036854775807]]}"#,
    ] {
      #expect(throws: InputError.self) {
        try Self.suite(#"{"tests": [{"id": "a", "requests": ["# + request + "]}]}")
      }
    }
  }

  @Test func aChainOfDependenciesHasALimit() {
    let tests = (0...1_001).map {
      #"{"id": "\#($0)", "requests": [], "depends_on": ["\#($0 + 1)"]}"#
    }
    #expect(throws: InputError.tooDeep("1000")) {
      try Self.suite(#"{"tests": ["# + tests.joined(separator: ",") + "]}")
    }
  }

  @Test func whatIsForDeliveryNetworksAloneIsLeftOut() throws {
    let suite = try Self.suite(
      #"{"tests": [{"id": "a", "cdn_only": true, "requests": []}, {"id": "b", "requests": []}]}"#)
    expect(suite.tests.map(\.id), is: ["b"])
  }

  @Test func aFilterIsASuiteAKindOrATest() throws {
    let suite = try Self.suite(
      #"""
      {"suites": [{"id": "s", "tests": [{"id": "a", "requests": []}]}],
       "tests": [{"id": "b", "kind": "check", "requests": []}]}
      """#)
    try expect(suite.tests(matching: nil).map(\.id), is: ["a", "b"])
    try expect(suite.tests(matching: "s").map(\.id), is: ["a"])
    try expect(suite.tests(matching: "check").map(\.id), is: ["b"])
    try expect(suite.tests(matching: "b").map(\.id), is: ["b"])
    #expect(throws: InputError.unknownTest("c")) { try suite.tests(matching: "c") }
  }
}

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
    try expect(Self.run().result(of: id).verdict, is: verdict)
    try expect(Self.run(id).result(of: id).verdict, is: verdict)
  }

  @Test func theSummaryCountsByKindAndSuite() throws {
    let summary = try Self.run().summary
    expect(summary["required"], is: .object([("pass", 2), ("total", 9)]))
    expect(summary["optimal"], is: .object([("pass", 0), ("total", 1)]))
    expect(summary["check"], is: .object([("pass", 1), ("total", 2)]))
    expect(summary["tests"]?["on-bad"]?.string, is: "dependency-fail")
  }
}
