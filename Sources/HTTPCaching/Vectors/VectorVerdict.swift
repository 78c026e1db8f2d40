/// What became of a test.
public enum VectorVerdict: String, Hashable, Sendable, CaseIterable {
  /// All was as it should be.
  case pass
  /// A required test failed.
  case fail
  /// An optimal test failed: the cache is right and wasteful.
  case optionalFail = "optional-fail"
  /// A check's question is answered with yes.
  case yes
  /// A check's question is answered with no.
  case no
  /// What the test builds on did not come about, so that it tells nothing.
  case setupFail = "setup-fail"
  /// A test that this one depends on did not pass.
  case dependencyFail = "dependency-fail"

  /// Whether the test counts as passed, also for those that depend on it.
  public var isPass: Bool { self == .pass || self == .yes }
}
