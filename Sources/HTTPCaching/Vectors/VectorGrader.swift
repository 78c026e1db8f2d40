/// Plays tests once each and gives their verdicts: a test is worth what it depends on.
struct VectorGrader {
  private let testsByName: [String: VectorTest]
  private let settings: VectorRun.Settings
  private var results: [String: VectorResult] = [:]

  init(_ suite: VectorSuite, settings: VectorRun.Settings) {
    testsByName = Dictionary(uniqueKeysWithValues: suite.tests.map { ($0.id, $0) })
    self.settings = settings
  }

  /// A test's result; of what it depends on, what the file does not have does not count.
  mutating func result(of test: VectorTest) -> VectorResult {
    if let known = results[test.id] { return known }
    let needed = test.dependencies.compactMap { testsByName[$0] }
    let missing = needed.first { !self.result(of: $0).verdict.isPass }
    var play = VectorPlay(test, settings: settings)
    let failure = play.run()
    let result = VectorResult(
      test: test, verdict: verdict(test, failure, isGrounded: missing == nil),
      failure: missing.map { "\($0.id), on which it depends, did not pass" } ?? failure?.text,
      steps: play.steps, exception: VectorExceptions.reason(test.id))
    results[test.id] = result
    return result
  }

  private func verdict(
    _ test: VectorTest, _ failure: VectorPlay.Failure?, isGrounded: Bool
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
