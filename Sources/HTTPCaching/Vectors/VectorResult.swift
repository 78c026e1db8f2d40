/// One test's verdict and how it came about.
public struct VectorResult: Hashable, Sendable {
  /// The test.
  public let test: VectorTest
  /// What became of it.
  public let verdict: VectorVerdict
  /// What was not as the test wants it; nil where all was.
  public let failure: String?
  /// What happened, a line each: when, what came, what was decided and why.
  public let steps: [String]
  /// Why the RFCs have it otherwise than the test, where they do.
  public let exception: String?
}
