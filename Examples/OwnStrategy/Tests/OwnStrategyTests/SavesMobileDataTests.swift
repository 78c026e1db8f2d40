import CacheSimKit
import OwnStrategy
import Testing

/// The strategy beside bundled ones, in one table.
@Suite struct SavesMobileDataTests {
  private static let results = Task {
    // scenario
    let scenario = Scenario(
      question: "What do two limits of age save on mobile data?",
      strategies: [
        StrategyChoice(SavesMobileData.self),
        StrategyChoice(OnDemand.self) { $0.staleAfter = .minutes(5) },
      ], devices: 3)
    let results = try await CacheSim.run(scenario)
    // end
    return results
  }

  @Test func itSavesMobileData() async throws {
    let results = try await Self.results.value
    let own = try #require(results.value(of: "metered_bytes", for: "saves-mobile-data"))
    let bundled = try #require(results.value(of: "metered_bytes", for: "on-demand"))
    #expect(own < bundled)
    // Bytes of a device on average, as three devices' runs have them.
    #expect(own.rounded() == 6_095_823)
    #expect(bundled.rounded() == 6_178_454)
  }

  /// Nothing is painted before its screen has begun, each request ends once, and so on.
  @Test func itKeepsTheLawsOfTheSimulation() async throws {
    #expect(try await Self.results.value.brokenLaws == [])
  }

  @Test func itShowsOlderContent() async throws {
    let results = try await Self.results.value
    let own = try #require(results.value(of: "stale_share", for: "saves-mobile-data"))
    let bundled = try #require(results.value(of: "stale_share", for: "on-demand"))
    #expect(own > bundled)
  }

  @Test func bothStandInOneTable() async throws {
    let table = try await Self.results.value.table()
    #expect(table.contains("saves-mobile-data"))
    #expect(table.contains("on-demand"))
  }
}
