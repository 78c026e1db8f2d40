internal import HTTPCaching
internal import SimCore
internal import TestCases
internal import Testing

/// Vectors written from the paragraphs of the RFCs, a few for each requirement; all are required.
/// They are files of `Tests/Data/own-vectors`.
private enum OwnVectors: String, CaseIterable {
  /// Keys, lifetimes and ages.
  case freshness
  /// What is stored, under which fields, and what removes it.
  case storage
  /// Validation, stale responses, requests' wishes, ranges.
  case validation

  func suite() throws -> VectorSuite { try GivenVectors.suite("own-vectors/\(rawValue).json") }
}

@Suite struct OwnVectorTests {
  @Test(arguments: [0, 1, 2, 50, 400]) func everyVectorPassesWhateverTheLatency(
    milliseconds: Int64
  ) throws {
    for vectors in OwnVectors.allCases {
      let run = try VectorRun(
        vectors.suite(),
        settings: VectorSettings(latency: .milliseconds(milliseconds)))
      expect(run.results.allSatisfy { $0.verdict.isPass }, "\(GivenVectors.failures(run))")
      expect(run.results.count > 20)
    }
  }

  @Test func everyDecisionSaysWhy() throws {
    let run = try VectorRun(
      OwnVectors.validation.suite(), filter: "r17-update")
    let steps = try run.result(of: "r17-update").steps
    expect(
      steps,
      is: [
        "0 ms GET: forward [miss-absent], nothing is stored for the target (RFC 9111 §4)",
        "0 ms 200: stored [stored], the response was stored (RFC 9111 §3)",
        "3000 ms GET: validate [stale], the stored response is stale (RFC 9111 §4.2)",
        "3000 ms 304: freshened [validated], "
          + "the origin confirmed the stored response (RFC 9111 §4.3.3)",
        "3000 ms GET: use [hit], the stored response is fresh (RFC 9111 §4.2)",
        "6000 ms GET: use [hit], the stored response is fresh (RFC 9111 §4.2)",
      ])
  }

  @Test func verdictsAreTheSameAtAnyStart() throws {
    var options = HTTPCacheOptions()
    // 2020-01-02 and 2037-12-31, between which the fixed dates of vectors make sense.
    for start in [1_577_923_200, 2_145_830_400] as [Int64] {
      options.secondsAtStart = start
      let run = try VectorRun(
        OwnVectors.freshness.suite(),
        settings: VectorSettings(options: options))
      expect(run.results.allSatisfy { $0.verdict.isPass }, "\(GivenVectors.failures(run))")
    }
  }
}
