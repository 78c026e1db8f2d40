import Experiments
import Foundation
import NewsCache
import CacheReports
import Testing

/// The cache settings that ship keep the budget, and no number got worse without a word.
@Suite struct CacheBudgetTests {
  /// The scenario is run once for all tests.
  private static let run = Task { try await Runner.run(scenario(), jobs: 2, command: "").result }

  @Test func theScenarioSimulatesWhatShips() throws {
    let text = String(decoding: try Self.bytes("news.json"), as: UTF8.self)
    for setting in [
      #""staleAfter": "\#(CacheSettings.staleAfter.components.seconds)s""#,
      #""capacity": "\#(CacheSettings.capacity) B""#,
      #""flushInterval": "\#(CacheSettings.flushInterval.components.seconds)s""#,
    ] { #expect(text.contains(setting)) }
  }

  @Test func theBudgetIsKept() async throws {
    let result = try await Self.run.value
    #expect(!result.judgements.isEmpty)
    for broken in JudgementTable.errors(of: result) { Issue.record("\(broken)") }
  }

  @Test func noNumberGotWorse() async throws {
    let baseline = try StoredRun(bytes: Self.bytes("news.baseline.json"), file: "the baseline")
    // A change of the settings makes another scenario, and its numbers are what we want to see.
    let comparison = try BaselineComparison(
      baseline, StoredRun(try await Self.run.value), isAnyScenario: true)
    #expect(!comparison.isBroken, "\(BaselineText.terminal(comparison))")
  }

  private static func scenario() throws -> ScenarioFile {
    try ScenarioFile(bytes: bytes("news.json"), file: "Budget/news.json", name: "news")
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return Array(try Data(contentsOf: package.appending(path: "Budget/\(name)")))
  }
}
