import CacheSimKit
import Foundation
import NewsCache
import Testing

/// The cache settings that ship keep the budget, and no number got worse without a word.
@Suite struct CacheBudgetTests {
  /// The scenario is run once for all tests.
  private static let results = Task { try await CacheSim.run(scenario(), name: "news") }

  /// The scenario with the settings that ship; `Budget/news.json` is the same as a file.
  private static func scenario() throws -> Scenario {
    // scenario
    var scenario = Scenario(
      question: "Do the cache settings that ship keep what we promised?",
      workload: WorkloadChoice(Timelines.self) {
        $0.friends = 10
        $0.postsPerHour = 6
        $0.use.sessionsPerDay = 6
      },
      strategies: [
        StrategyChoice(MemoryTier.self, label: "as shipped") {
          $0.staleAfter = TimeSpan(CacheSettings.staleAfter)
          $0.capacity = Bytes(Int64(CacheSettings.capacity))
          $0.flushInterval = TimeSpan(CacheSettings.flushInterval)
        },
        StrategyChoice(NetworkOnly.self, label: "without a cache"),
      ],
      seeds: [1, 2, 3], devices: 2, duration: .days(7))
    scenario.title = "The news app's cache budget"
    scenario.networkSchedule = NetworkScheduleChoice(CommuterSchedule.self, named: "commuter") {
      $0.outside = NetworkChoice("slow-4g")
    }
    // end
    // budget
    try scenario.expect("first_content_p90_ms", of: "as shipped", "<= 100 ms")
    try scenario.expect("outdated_time_share", of: "as shipped", "<= 5 %")
    try scenario.expect("flash_write_bytes_per_device_day", of: "as shipped", "<= 5 MB")
    try scenario.expect("metered_bytes_per_device_day", of: "as shipped", "<= 500 kB")
    try scenario.expect(
      relation: "as shipped.metered_bytes <= 0.7 * without a cache.metered_bytes")
    // end
    return scenario
  }

  @Test func theFileSaysWhatShips() throws {
    let file = try Scenario(contentsOf: Self.path("news.json"))
    #expect(try Self.scenario().digest == file.digest)
  }

  // test
  @Test func theBudgetIsKept() async throws {
    let results = try await Self.results.value
    #expect(results.expectationCount == 5)
    #expect(results.brokenExpectations == [])
  }
  // end

  @Test func noNumberGotWorse() async throws {
    let baseline = try Baseline(
      String(contentsOfFile: Self.path("news.baseline.json"), encoding: .utf8))
    // A change of the settings makes another scenario, and its numbers are what we want to see.
    let moves = try baseline.compared(with: await Self.results.value, isAnyScenario: true)
    #expect(!moves.isWorse, "\(moves.text)")
  }

  /// A file of the budget.
  private static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Budget/\(name)").path
  }
}
