internal import CacheWorkloads
package import Measurement
internal import Results
package import SimCore

/// By how much the numbers of a scenario move when a setting that is assumed is halved or
/// doubled.
package struct Sensitivity: Sendable {
  package struct Effect: Sendable {
    package var path: String
    package var value: JSON
    /// The value in its place.
    package var other: JSON
    package var strategy: String
    package var metric: Metric
    /// The metric in the scenario, all seeds pooled; nil: not defined.
    package var base: Double?
    package var changed: Double?
    /// The mean of the differences seed by seed; nil where a seed has none that is finite.
    package var difference: Double?
    /// Of 95 %; nil for a single seed.
    package var interval: ConfidenceInterval?
    /// Whether the seeds show a difference; what is infinite under a seed is not compared.
    package var isShown: Bool

    /// The size of the effect, by which effects are sorted: of a share the difference itself, of
    /// anything else its part of the base; infinite where the base is zero.
    package var size: Double {
      guard isShown else { return 0 }
      guard let difference, let base else { return 0 }
      if metric.unit == .ratio || metric.unit == .score { return abs(difference) }
      return difference == 0 ? 0 : base == 0 ? .infinity : abs(difference / base)
    }
  }

  package var scenario: String
  package var simulated: [String]
  package var seedCount: Int
  package var assumptions: [Assumption]
  package var effects: [Effect]

  /// The metrics of a run's headline, and the medians of its waits, which are seldom infinite.
  package static let metrics = [
    "opens_from_cache_share", "first_content_p50_ms", "first_content_p95_ms",
    "fresh_content_p50_ms", "fresh_content_p95_ms", "open_to_content_p95_ms", "blank_ratio",
    "given_up_share", "stale_share",
    "flash_write_bytes", "network_down_bytes", "radio_energy_j",
    "memory_peak_bytes",
  ]

  /// Runs a scenario with each of its assumptions at half and at double; `metrics` are names of the
  /// catalogue, and progress counts runs.
  /// - Throws: `InputError` when a trace cannot be read, or a value that the range allows does not
  ///   fit the other settings.
  package static func run(
    _ file: ScenarioFile, metrics: [String], jobs: Int, store: CellStore? = nil,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> Sensitivity {
    let metrics = metrics.compactMap { MetricCatalog.metric(named: $0) }
    let assumptions = file.scenario.assumptions
    let count = 1 + assumptions.reduce(0) { $0 + $1.others.count }
    func rows(_ scenario: Scenario) async throws -> RunResult {
      let single = ScenarioFile(
        name: file.name, scenario: scenario, variants: [.init(value: nil, scenario: scenario)])
      return try await Runner.run(single, jobs: jobs, store: store, command: "").result
    }
    var scenario = file.variants[0].scenario.withoutExpectations
    scenario.vary = nil
    scenario.networks = nil
    let base = try await rows(scenario)
    var done = 1
    progress(done, count)
    var effects: [Effect] = []
    for assumption in assumptions {
      for other in assumption.others {
        let changed = try await rows(try file.with(other, at: assumption.path, in: scenario))
        for (row, baseRow) in zip(changed.rows, base.rows) {
          effects += metrics.map { effect(of: assumption, other, on: row, baseRow, $0) }
        }
        done += 1
        progress(done, count)
      }
    }
    let order = effects.enumerated().sorted {
      ($1.element.size, $0.offset) < ($0.element.size, $1.offset)
    }
    return Sensitivity(
      scenario: file.name, simulated: base.simulated, seedCount: scenario.seeds.count,
      assumptions: assumptions, effects: order.map(\.element))
  }

  private static func effect(
    of assumption: Assumption, _ other: JSON, on row: StrategyResult, _ base: StrategyResult,
    _ metric: Metric
  ) -> Effect {
    let differences = PairedDifferences(at: metric, of: row, from: base)
    let (own, before) = (metric.value(row.pooled), metric.value(base.pooled))
    return Effect(
      path: assumption.path, value: assumption.value, other: other, strategy: row.label,
      metric: metric, base: before, changed: own, difference: differences?.mean,
      interval: differences?.interval,
      isShown: differences.map { $0.isShown && $0.mean != 0 } ?? false)
  }
}

extension ScenarioFile {
  fileprivate func with(
    _ value: JSON, at path: String, in scenario: Scenario
  ) throws(InputError) -> Scenario {
    var problems = Problems()
    guard let place = SettingPath(path), let tree = place.set(value, in: scenario.json),
      let changed = Scenario.read(whole: tree, &problems)
    else { throw InputError(problems) }
    return changed
  }

}
