package import SimCore

/// The tests of a suite, played in virtual time and counted as the suite counts.
package struct VectorRun: Sendable {
  /// Tests that passed, and all of them.
  package struct Count: Hashable, Sendable {
    /// How many passed, or were answered with yes.
    package var pass = 0
    package var total = 0

    mutating func add(_ verdict: VectorVerdict) {
      total += 1
      if verdict.isPass { pass += 1 }
    }
  }

  /// The results in the order of the file.
  package let results: [VectorResult]

  /// Plays the tests that a word names, and for their verdicts those that they depend on; all
  /// where it is nil.
  /// - Throws: `unknownTest` where the word names none. - Complexity: O(tests).
  package init(
    _ suite: VectorSuite, filter: String? = nil, settings: VectorSettings = VectorSettings()
  ) throws(InputError) {
    let tests = try suite.tests(matching: filter)
    var grader = VectorGrader(suite, settings: settings)
    results = tests.map { grader.result(of: $0) }
  }

  package func count(of kind: VectorTest.Kind) -> Count {
    results.filter { $0.test.kind == kind }.reduce(into: Count()) { $0.add($1.verdict) }
  }

  /// The counts of each suite, in the order in which the suites begin.
  package var countsBySuite: [(suite: String, count: Count)] {
    var counts: [(suite: String, count: Count)] = []
    for result in results {
      if let index = counts.firstIndex(where: { $0.suite == result.test.suite }) {
        counts[index].count.add(result.verdict)
      } else {
        var count = Count()
        count.add(result.verdict)
        counts.append((result.test.suite, count))
      }
    }
    return counts
  }

  /// The result of one test. - Throws: `unknownTest` where it is not among the results.
  package func result(of id: String) throws(InputError) -> VectorResult {
    guard let result = results.first(where: { $0.test.id == id }) else { throw .unknownTest(id) }
    return result
  }

  /// The counts of each kind and suite and the verdict of each test, for other programs.
  package var summary: JSON {
    func json(_ count: Count) -> JSON {
      .object(["pass": JSON(count.pass), "total": JSON(count.total)])
    }
    return .object(
      VectorTest.Kind.allCases.map { ($0.rawValue, json(count(of: $0))) } + [
        ("suites", .object(countsBySuite.map { ($0.suite, json($0.count)) })),
        ("tests", .object(results.map { ($0.test.id, JSON($0.verdict.rawValue)) })),
      ])
  }
}

package struct VectorSettings: Hashable, Sendable {
  /// How long a message is on its way between cache and origin; verdicts do not depend on it.
  package var latency: TimeSpan
  /// The cache that is put to the test; tests for shared caches make it one.
  package var options: HTTPCacheOptions

  package init(latency: TimeSpan = .zero, options: HTTPCacheOptions = HTTPCacheOptions()) {
    self.latency = latency
    self.options = options
  }
}

/// Plays tests once each and gives their verdicts: a test is worth what it depends on.
struct VectorGrader {
  private let testsByName: [String: VectorTest]
  private let settings: VectorSettings
  private var resultsByName: [String: VectorResult] = [:]

  init(_ suite: VectorSuite, settings: VectorSettings) {
    testsByName = Dictionary(uniqueKeysWithValues: suite.tests.map { ($0.id, $0) })
    self.settings = settings
  }

  /// A test's result; of what it depends on, what the file does not have does not count.
  mutating func result(of test: VectorTest) -> VectorResult {
    if let known = resultsByName[test.id] { return known }
    let needed = test.dependencies.compactMap { testsByName[$0] }
    let missing = needed.first { !self.result(of: $0).verdict.isPass }
    var play = VectorPlayer(test, settings: settings)
    let failure = play.run()
    let result = VectorResult(
      test: test, verdict: verdict(test, failure, isGrounded: missing == nil),
      failure: missing.map { "\($0.id), on which it depends, did not pass" } ?? failure?.text,
      steps: play.steps, exception: VectorExceptions.reason(test.id))
    resultsByName[test.id] = result
    return result
  }

  private func verdict(
    _ test: VectorTest, _ failure: VectorFailure?, isGrounded: Bool
  ) -> VectorVerdict {
    if !isGrounded { return .dependencyFail }
    guard let failure else { return test.kind == .check ? .yes : .pass }
    if failure.isOfSetup { return .setupFail }
    return switch test.kind {
    case .required: .fail
    case .optimal: .optionalFail
    case .check: .no
    }
  }
}

package enum VectorVerdict: String, Hashable, Sendable, CaseIterable {
  case pass
  case fail
  /// An optimal test failed: the cache is right and wasteful.
  case optionalFail = "optional-fail"
  /// A check's question is yes.
  case yes
  /// A check's question is no.
  case no
  /// The test's setup failed, so that the test has no result.
  case setupFail = "setup-fail"
  /// A test that this one depends on did not pass.
  case dependencyFail = "dependency-fail"

  /// Whether the test counts as passed, also for those that depend on it.
  package var isPass: Bool { self == .pass || self == .yes }
}

/// One test's verdict and how it came about.
package struct VectorResult: Hashable, Sendable {
  package let test: VectorTest
  package let verdict: VectorVerdict
  /// What was not as the test expects; nil where all was.
  package let failure: String?
  /// What happened, a line each: when, what came, what was decided and why.
  package let steps: [String]
  /// Why the RFCs have it otherwise than the test, where they do.
  package let exception: String?
}

/// Tests of the published suite that contradict the RFCs, with the paragraphs that count.
package enum VectorExceptions {
  private static let range =
    "RFC 9110 §14.4: 'bytes 4-9/10' announces six bytes and the content has five; "
    + "such a response is not stored"

  private static let reasons: [String: String] = [
    "conditional-lm-fresh-no-lm": "RFC 9111 §4.3.2: without Last-Modified the response's Date "
      + "counts, which is later than If-Modified-Since, so that 304 would be wrong",
    "partial-store-partial-reuse-partial": range,
    "partial-store-partial-reuse-partial-absent": range,
    "partial-store-partial-reuse-partial-byterange": range,
    "partial-store-partial-reuse-partial-suffix": range,
  ]

  /// Why the RFCs have it otherwise; nil for a test that agrees with them.
  package static func reason(_ id: String) -> String? { reasons[id] }
}
