package import CacheMetrics
internal import CacheWorkloads
package import Results
package import SimCore

/// By how much the numbers of a scenario move when a setting that is assumed has another value that
/// is plausible, and whether its answer does.
package struct Sensitivity: Sendable {
  package struct Effect: Sendable {
    package fileprivate(set) var path = ""
    package fileprivate(set) var value = JSON(.null)
    /// The value in its place.
    package fileprivate(set) var other = JSON(.null)
    package var strategy: String
    package var metric: Metric
    /// The metric in the scenario, all seeds pooled; nil: not defined.
    package var base: Double?
    package var changed: Double?
    /// Between the two; nil where a seed has none that is finite.
    package var difference: Double?
    /// Of 95 %; nil for a single seed.
    package var interval: ConfidenceInterval?
    /// Whether the seeds show a difference; what is infinite under a seed is not compared.
    package var isShown: Bool
    /// Where on the way to the other value the answer turns; nil: it does not.
    package var turnsAt: JSON?
    /// What is taken there; empty: nothing, or the same.
    package var answer: [String] = []
    /// By how large a factor that value differs from the scenario's; infinite: none turns it.
    var turningFactor = Double.infinity

    init(from base: StrategyResult, to row: StrategyResult, _ metric: Metric) {
      strategy = row.label
      self.metric = metric
      self.base = metric.value(base.pooled)
      changed = metric.value(row.pooled)
      let differences = PairedDifferences(at: metric, of: row, from: base)
      difference = differences?.difference
      interval = differences?.differenceInterval
      isShown = differences.map { $0.isShown && $0.difference != 0 } ?? false
    }

    /// The size of the effect, by which effects are sorted: of a share the difference itself, of
    /// anything else its part of the base; infinite where the base is zero.
    package var size: Double {
      guard isShown, let difference, let base else { return 0 }
      if metric.unit == .ratio || metric.unit == .score { return abs(difference) }
      return difference == 0 ? 0 : base == 0 ? .infinity : abs(difference / base)
    }
  }

  package var scenario: String
  package var simulated: [String]
  package var seedCount: Int
  package var assumptions: [Assumption]
  /// Those of values that turn the answer first, by the smallest change, then the largest.
  package var effects: [Effect]
  /// What the answer hangs on; nil: there is nothing to choose.
  package var robustness: Robustness?

  /// The metrics of a run's headline, and the medians of its waits, which are seldom infinite.
  package static let metrics = [
    "opens_from_cache_share", "first_content_p50_ms", "first_content_p95_ms",
    "fresh_content_p50_ms", "fresh_content_p95_ms", "open_to_content_p95_ms", "blank_ratio",
    "given_up_share", "stale_share",
    "flash_write_bytes", "network_down_bytes", "radio_energy_j",
    "memory_peak_bytes",
  ]

  /// Runs a scenario with each of its assumptions at other values; `metrics` are names of the
  /// catalogue, and progress counts cells. What does not fit the other settings is left out.
  /// - Throws: `InputError` when a trace cannot be read.
  package static func run(
    _ file: ScenarioFile, metrics: [String], jobs: Int, store: CellStore? = nil,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> Sensitivity {
    let metrics = metrics.compactMap { MetricCatalog.metric(named: $0) }
    let single = file.alone
    let scenario = single.scenario
    let base = try await Runner.run(single, jobs: jobs, store: store, command: "").result
    let assumptions = scenario.assumptions
    var trials = AssumptionTrials(
      variants: [scenario], starts: base.warmUp?.spans.map { .start + $0 } ?? [nil],
      assumptions: assumptions,
      candidates: base.rows.enumerated().map {
        AssumptionTrials.Candidate(variant: 0, strategy: $0, title: $1.label)
      }, cells: CellRunner(jobs: jobs, store: store), progress: progress)
    let size = AssumptionTrials.Size(
      devices: scenario.devices, duration: scenario.duration, seeds: scenario.seeds.count)
    let answer = base.answers.first?.answer.map { AnswerGoal($0.ranking) }
    let probes = trials.probes(assumptions.indices)
    let rows = base.rows
    let changed = try await trials.run(probes, size) { place, row in
      (
        effects: metrics.map { Effect(from: rows[place], to: row, $0) },
        candidate: answer.map { GoalCandidate(Alternative(row), $0.goal) }
      )
    }
    var result = Sensitivity(
      scenario: file.name, simulated: base.simulated, seedCount: scenario.seeds.count,
      assumptions: assumptions, effects: [])
    for (probe, found) in zip(probes, changed) {
      let assumption = assumptions[probe.assumption]
      for var effect in (found ?? []).flatMap(\.effects) {
        (effect.path, effect.value, effect.other) = (assumption.path, assumption.value, probe.value)
        result.effects.append(effect)
      }
    }
    let titles = answer?.base.candidates.map(\.title) ?? []
    let places = rows.indices.filter { rows[$0].isCompared && titles.contains(rows[$0].label) }
    if let answer, places.count > 1 {
      let rankings = changed.map { found in
        found.map { found in answer.ranking(of: places.compactMap { found[$0].candidate }) }
      }
      let brackets = trials.brackets(probes, rankings, answer)
      trials.candidates = places.map { trials.candidates[$0] }
      let tried = zip(probes, changed).filter { $1 != nil }.map(\.0.assumption)
      result.add(try await trials.bisect(brackets, size, answer), from: brackets, tried: Set(tried))
    }
    result.effects = sorted(result.effects)
    return result
  }

  /// Adds where the answer turns on the way to the values that turn it.
  private mutating func add(
    _ turns: [AssumptionTrials.Bracket], from brackets: [AssumptionTrials.Bracket], tried: Set<Int>
  ) {
    robustness = Robustness(
      title: nil,
      trials: assumptions.indices.filter(tried.contains).map { place in
        assumptions[place].trial(turns.filter { $0.assumption == place })
      }, count: assumptions.count, base: "")
    for (bracket, turn) in zip(brackets, turns) {
      let assumption = assumptions[bracket.assumption]
      for index in effects.indices
      where effects[index].path == assumption.path && effects[index].other == bracket.turned {
        effects[index].turnsAt = turn.turned
        effects[index].answer = turn.answer
        effects[index].turningFactor = assumption.factor(of: turn.turned)
      }
    }
  }

  private static func sorted(_ effects: [Effect]) -> [Effect] {
    effects.sorted { ($0.turningFactor, -$0.size) < ($1.turningFactor, -$1.size) }
  }
}
