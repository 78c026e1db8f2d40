internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import HTTPCaching

/// The published suite's tests, of which `Tests/Data` has what is asked, answered and expected.
struct GivenVectorTests {
  @Test func allThatIsRequiredPassesAndAllThatIsOptimalButTheExceptions() throws {
    let run = try VectorRun(GivenVectors.suite())
    let required = run.count(of: .required)
    expect(required, is: VectorRun.Count(pass: 88, total: 88), "\(GivenVectors.failures(run))")
    let failed = run.results.filter { $0.test.kind == .optimal && !$0.verdict.isPass }
    expect(failed.allSatisfy { $0.exception != nil }, "\(GivenVectors.failures(run))")
    expect(run.count(of: .optimal), is: VectorRun.Count(pass: 54, total: 58))
    expect(run.results.count, is: 202)
  }

  @Test(arguments: [1, 2, 50, 400]) func verdictsDoNotDependOnTheLatency(
    milliseconds: Int64
  ) throws {
    let suite = try GivenVectors.suite()
    let slow = try VectorRun(
      suite, settings: VectorSettings(latency: .milliseconds(milliseconds)))
    try expect(VectorRun(suite).summary, is: slow.summary)
  }

  @Test func twoRunsAreTheSameInEveryStep() throws {
    let suite = try GivenVectors.suite()
    try expect(VectorRun(suite).results, is: VectorRun(suite).results)
  }

  /// Checks ask how a cache behaves; these are answered with no, each for its reason.
  @Test func checksTellWhatTheCacheDoesNot() throws {
    let run = try VectorRun(GivenVectors.suite())
    let noes = run.results.filter { $0.test.kind == .check && !$0.verdict.isPass }.map(\.test.id)
    expect(
      noes,
      is: [
        // What is no number is no lifetime (RFC 9111 §4.2.1) and no age (§5.1).
        "freshness-max-age-decimal-zero", "freshness-max-age-decimal-five",
        "freshness-max-age-a100", "freshness-max-age-100a", "age-parse-parameter",
        // An error is shown where nothing allows a stale response (RFC 9111 §4.3.3).
        "stale-503",
        // A tenth of 30 s is over after 3 s.
        "heuristic-delta-5", "heuristic-delta-10", "heuristic-delta-30",
        // What is stored already may be used (RFC 9111 §5.2.1.5).
        "ccreq-no-store",
        // RFC 9111 §5.4 has caches take it as no-cache.
        "pragma-request-no-cache",
        // Tags without quotes match as they are written.
        "conditional-etag-quoted-respond-unquoted",
        // Other variants' tags are not sent; §4.1 leaves it open.
        "conditional-etag-vary-headers-mismatch",
        // A tag without quotes is sent as it was written.
        "conditional-etag-strong-generate-unquoted",
        // Only 200 brings a GET's response up to date (RFC 9111 §4.3.5).
        "head-410-update",
        // What was not used from the store has no Age of this cache (RFC 9111 §5.1).
        "other-age-delay",
      ])
  }
}

/// The file of the published suite, or of another one.
enum GivenVectors {
  static func suite(_ path: String = "http-cache-vectors.json") throws -> VectorSuite {
    let file = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Data/\(path)")
    return try VectorSuite(Array(Data(contentsOf: file)))
  }

  /// What did not pass, with what it says of itself.
  static func failures(_ run: VectorRun) -> String {
    run.results.filter { !$0.verdict.isPass }.map { result in
      "\(result.test.id) \(result.verdict.rawValue): \(result.failure ?? "")\n  "
        + result.steps.joined(separator: "\n  ")
    }.joined(separator: "\n")
  }
}
