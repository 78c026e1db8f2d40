internal import Foundation
internal import HTTPCaching
internal import SimCore
internal import Testing

/// The published suite's tests, where the file lies beside the checkout.
@Suite(.enabled(if: GivenVectors.isPresent, "needs ../shared/data/http-cache-vectors.json"))
struct GivenVectorTests {
  @Test func allThatIsRequiredPassesAndAllThatIsOptimalButTheExceptions() throws {
    let run = try VectorRun(GivenVectors.suite())
    let required = run.count(of: .required)
    #expect(required == VectorRun.Count(pass: 88, total: 88), "\(GivenVectors.failures(run))")
    let failed = run.results.filter { $0.test.kind == .optimal && !$0.verdict.isPass }
    #expect(failed.allSatisfy { $0.exception != nil }, "\(GivenVectors.failures(run))")
    #expect(run.count(of: .optimal).pass >= 54)
    #expect(run.results.count == 202)
  }
}

/// The file of the published suite.
enum GivenVectors {
  private static let file = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "shared/data/http-cache-vectors.json")

  static var isPresent: Bool { FileManager.default.fileExists(atPath: file.path) }

  static func suite() throws -> VectorSuite { try VectorSuite(Array(Data(contentsOf: file))) }

  /// What did not pass, with what it says of itself.
  static func failures(_ run: VectorRun) -> String {
    run.results.filter { !$0.verdict.isPass }.map { result in
      "\(result.test.id) \(result.verdict.rawValue): \(result.failure ?? "")\n  "
        + result.steps.joined(separator: "\n  ")
    }.joined(separator: "\n")
  }
}
