internal import HTTPCaching
internal import SimCore
internal import Testing

@Suite struct VectorSuiteTests {
  private static func suite(_ text: String) throws -> VectorSuite {
    try VectorSuite(Array(text.utf8))
  }

  @Test(arguments: [
    (#"{"tests": [{"id": "a", "requests": [{"expect_type": "cached"}]}]}"#, "expect_type"),
    (#"{"tests": [{"id": "a", "requests": [], "sort": 1}]}"#, "sort"),
    (#"{"suites": [{"ident": "a"}]}"#, "ident"), (#"{"tests": [], "version": 2}"#, "version"),
  ]) func anUnknownFieldIsAnErrorThatNamesIt(text: String, field: String) {
    let error = #expect(throws: VectorError.self) { try Self.suite(text) }
    guard case .unknownField(field, _, _) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
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
    let error = #expect(throws: VectorError.self) { try Self.suite(text) }
    #expect(error?.description == words)
  }

  @Test func aTextThatIsNoJSONIsAnErrorWithItsPlace() {
    #expect(throws: VectorError.syntax(offset: 1, message: "expected a name in double quotes")) {
      do { _ = try Self.suite("{x") } catch VectorError.syntax(let offset, _) {
        throw VectorError.syntax(
          offset: offset, message: "expected a name in double quotes")
      }
    }
  }

  @Test func whatIsForDeliveryNetworksAloneIsLeftOut() throws {
    let suite = try Self.suite(
      #"{"tests": [{"id": "a", "cdn_only": true, "requests": []}, {"id": "b", "requests": []}]}"#)
    #expect(suite.tests.map(\.id) == ["b"])
  }

  @Test func aFilterIsASuiteAKindOrATest() throws {
    let suite = try Self.suite(
      #"""
      {"suites": [{"id": "s", "tests": [{"id": "a", "requests": []}]}],
       "tests": [{"id": "b", "kind": "check", "requests": []}]}
      """#)
    #expect(try suite.tests(matching: nil).map(\.id) == ["a", "b"])
    #expect(try suite.tests(matching: "s").map(\.id) == ["a"])
    #expect(try suite.tests(matching: "check").map(\.id) == ["b"])
    #expect(try suite.tests(matching: "b").map(\.id) == ["b"])
    #expect(throws: VectorError.unknownTest("c")) { try suite.tests(matching: "c") }
  }
}
