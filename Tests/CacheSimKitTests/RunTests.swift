internal import CacheSimKit
internal import Testing

private struct Exchanges: TraceMetric {
  static let name = "own_exchanges"
  static let unit = MetricUnit.count
  static let better = Better.lower
  static let definition = "Exchanges with the origin, over all devices and seeds."

  private var count = 0

  mutating func observe(_ record: TraceRecord, device: UInt32) {
    if case .exchanged = record.event { count += 1 }
  }
  mutating func merge(_ other: Exchanges) { count += other.count }
  var value: Double? { Double(count) }
}

/// A metric that is called as a bundled one is.
private struct SecondOpens: TraceMetric {
  static let name = "opens"
  static let unit = MetricUnit.count
  static let better = Better.neither
  static let definition = ""

  mutating func observe(_ record: TraceRecord, device: UInt32) {}
  mutating func merge(_ other: SecondOpens) {}
  var value: Double? { nil }
}

/// Scenarios made in Swift, from the choice to the report.
@Suite struct RunTests {
  private static func scenario() -> Scenario {
    var scenario = Scenario(
      question: "Does a cache help?",
      strategies: [StrategyChoice(NetworkOnly.self), StrategyChoice(OnDemand.self, label: "ours")],
      seeds: [1, 2], devices: 2, duration: .days(1))
    scenario.metrics = [Exchanges.self]
    return scenario
  }

  @Test func anOwnMetricIsPooledOverSeedsAndStandsLast() async throws {
    let results = try await CacheSim.run(Self.scenario())
    #expect(results.strategies == ["network-only", "ours"])
    #expect(results.metrics.last == Exchanges.name)
    let seeds = [1, 2].compactMap { results.value(of: Exchanges.name, for: "ours", seed: $0) }
    #expect(seeds.count == 2 && seeds.allSatisfy { $0 > 0 })
    #expect(results.value(of: Exchanges.name, for: "ours") == seeds.reduce(0, +))
    #expect(results.table(width: 200).contains(Exchanges.name))
    let stored = try #require(results.files["run.json"])
    let json = try JSON.parse(Array(stored.utf8))
    #expect(json["definitions"]?.elements?.map { $0["name"]?.string } == ["own_exchanges"])
    #expect(json["metrics"]?.elements?.last?.string == "own_exchanges")
    #expect(results.value(of: "no such metric", for: "ours") == nil)
    #expect(results.value(of: "opens", for: "no such strategy") == nil)
    #expect(results.value(of: "opens", for: "ours", seed: 3) == nil)
  }

  @Test func aBundledMetricsNameIsTaken() async {
    var scenario = Self.scenario()
    scenario.metrics = [SecondOpens.self]
    let error = await #expect(throws: InputError.self) { try await CacheSim.run(scenario) }
    #expect(error?.lines == ["metrics: a bundled metric is called 'opens' too"])
  }

  @Test func theNumbersAreThoseOfAnyNumberOfJobs() async throws {
    let one = try await CacheSim.run(Self.scenario(), jobs: 1)
    let many = try await CacheSim.run(Self.scenario(), jobs: 4)
    #expect(one.files == many.files)
    #expect(one.brokenLaws == [])
  }

  @Test func aBrokenExpectationIsNamed() async throws {
    var scenario = Self.scenario()
    try scenario.expect("opens", of: "ours", ">= 1")
    try scenario.expect("network_requests", of: "ours", "<= 0")
    let results = try await CacheSim.run(scenario)
    #expect(results.expectationCount == 2)
    #expect(results.brokenExpectations.count == 1)
    #expect(results.brokenExpectations.first?.contains("ours.network_requests <= 0") == true)
  }

  @Test func aRunIsItsOwnBaseline() async throws {
    let results = try await CacheSim.run(Self.scenario())
    let baseline = try Baseline(try #require(results.files["run.json"]))
    #expect(try !baseline.compared(with: results).isWorse)
    var other = Self.scenario()
    other.strategies[1] = StrategyChoice(OnDemand.self, label: "ours") { $0.staleAfter = .hours(9) }
    let changed = try await CacheSim.run(other)
    #expect(throws: (any Error).self) { try baseline.compared(with: changed) }
    #expect(try baseline.compared(with: changed, isAnyScenario: true).text.contains("ours"))
  }

  @Test func mistakesOfSettingsAreSaidBeforeTheRun() async {
    var scenario = Self.scenario()
    scenario.seeds = []
    scenario.devices = 0
    let error = await #expect(throws: InputError.self) { try await CacheSim.run(scenario) }
    #expect(error?.lines.count == 2)
  }
}
