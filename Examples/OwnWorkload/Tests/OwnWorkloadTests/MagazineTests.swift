import CacheSimKit
import OwnWorkload
import Testing

/// The workload and the metric in a run with bundled strategies.
@Suite struct MagazineTests {
  private static let results = Task { try await CacheSim.run(scenario()) }

  private static func scenario() throws -> Scenario {
    // scenario
    var scenario = Scenario(
      question: "Does it pay to fetch a magazine before it is read?",
      workload: WorkloadChoice(Magazine.self) { $0.articles = 10 },
      strategies: [
        StrategyChoice(OnDemand.self),
        StrategyChoice(PreCache.self) { $0.ahead.onlyUnmetered = true },
        try StrategyChoice(named: "url-cache", settings: ["diskCapacity": "50 MB"]),
      ], devices: 4, duration: .days(14))
    scenario.metrics = [EveningBytes.self]
    // end
    return scenario
  }

  @Test func everyEveningOpensAScreenOrTwo() async throws {
    let results = try await Self.results.value
    let opens = results.value(of: "opens", for: "on-demand")
    #expect(opens == 87)
    #expect(results.value(of: "opens", for: "url-cache") == opens)
  }

  @Test func theOwnMetricStandsBesideTheBundledOnes() async throws {
    let results = try await Self.results.value
    #expect(results.metrics.last == "evening_bytes")
    #expect(results.table().contains("evening_bytes"))
    #expect(results.files["metrics.csv"]?.contains("evening_bytes,bytes,") == true)
    // The magazine is read in the evenings only, and nothing else fetches: of four devices, the
    // average four times.
    let evening = try #require(results.value(of: "evening_bytes", for: "on-demand"))
    let average = try #require(results.value(of: "network_down_bytes", for: "on-demand"))
    #expect(evening > 0 && abs(evening - 4 * average) < 1)
  }

  @Test func noLawIsBroken() async throws {
    #expect(try await Self.results.value.brokenLaws == [])
  }
}
