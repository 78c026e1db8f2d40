internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// Is told of every version when it is published, as only a bound is, and shows it where there is
/// no network that could have brought it.
struct Foreteller: ScreenStrategy {
  struct Options: Settings {
    static let fields: [Field<Options>] = []
  }

  static let name = "foreteller"
  static let summary = "Shows what cannot have come."

  var scheduler = RequestScheduler(ReadSettings(), RequestSettings())
  private var told: [ResourceIndex: ResourceCopy] = [:]

  init(_ options: Options, in simulation: inout DeviceSimulation) { simulation.grantForesight() }

  mutating func find(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) -> Finding? {
    told[resource].map { copy in
      var copy = copy
      copy.user = simulation.currentUser
      return Finding(copy, from: .memory, after: .zero, use: .fresh, isDecoded: true)
    }
  }

  mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {}

  mutating func notice(_ event: ClientEvent, in simulation: inout DeviceSimulation) {
    if case .published(let resource, let copy) = event { told[resource] = copy }
  }
}

/// Every run holds its rows to the bounds beside them, view by view.
@Suite struct BoundLawTests {
  private static func run(_ strategies: [StrategyChoice], jobs: Int) async throws -> RunResult {
    let text = """
      {"question": "?", "seeds": [1, 2, 3], "devices": 2, "duration": "4d",
       "workload": {"name": "news"},
       "networkSchedule": {"name": "commuter", "settings": {"tunnel": "20m"}},
       "strategies": [{"name": "network-only"}]}
      """
    var scenario = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x").scenario
    scenario.strategies = strategies
    let file = ScenarioFile(
      name: "x", scenario: scenario, variants: [.init(value: nil, scenario: scenario)])
    return try await Runner.run(file, jobs: jobs, command: "c").result
  }

  private static let bound = Chosen<AnyStrategy>.standard(Clairvoyant.name)

  /// However the simulations are divided among processors.
  @Test func aStrategyThatShowsWhatNobodyCanHaveIsCaught() async throws {
    let strategies = [
      StrategyChoice(NetworkOnly.self), StrategyChoice(Foreteller.self), Self.bound,
    ]
    let one = try await Self.run(strategies, jobs: 1)
    expect(!one.violations.isEmpty)
    expect(one.violations.allSatisfy { $0.hasPrefix("foreteller, seed ") })
    expect(one.violations.allSatisfy { $0.contains("by the bound clairvoyant") })
    expect(one.rows[1].pooled.devices.violationCount, is: one.violations.count)
    expect(one.rows[0].pooled.devices.violationCount, is: 0)
    let many = try await Self.run(strategies, jobs: 5)
    expect(many.violations, is: one.violations)
    // Without the bound there is nothing to hold it to.
    try await expect(Self.run([strategies[1]], jobs: 1).violations, is: [])
  }

  @Test func theStrategiesOfTheCatalogueKeepTheBound() async throws {
    let all = AnyStrategy.catalog.names.filter { $0 != Clairvoyant.name }
    let strategies = all.map { Chosen<AnyStrategy>.standard($0) } + [Self.bound]
    let result = try await Self.run(strategies, jobs: 2)
    expect(result.violations, is: [])
    // Nor is a row better than the bound where that is one.
    let row = try #require(result.rows.last)
    let bound = try #require(row.bound)
    for metric in MetricCatalog.all where bound.bounds(metric) {
      guard let least = metric.value(row.pooled) else { continue }
      for other in result.rows.dropLast() {
        guard let value = metric.value(other.pooled) else { continue }
        let isKept = metric.better == .higher ? value <= least : value >= least
        expect(isKept, "\(other.label): \(metric.name) \(value), by the bound \(least)")
      }
    }
  }
}
