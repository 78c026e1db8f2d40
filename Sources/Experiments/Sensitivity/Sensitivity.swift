internal import CacheReports
internal import CacheWorkloads
package import Measurement
package import SimCore

/// By how much the numbers of a scenario move when a setting that is assumed is halved or
/// doubled.
package struct Sensitivity: Sendable {
  /// What a changed setting does to a strategy's metric.
  package struct Effect: Sendable {
    package var path: String
    package var value: JSON
    /// The value in its place.
    package var other: JSON
    package var strategy: String
    package var metric: Metric
    /// The metric in the scenario, all seeds pooled; nil: not defined.
    package var base: Double?
    /// The metric with the other value.
    package var changed: Double?
    /// The mean of the differences seed by seed; nil where a seed has none that is finite.
    package var difference: Double?
    /// Its 95 % confidence interval; nil for a single seed.
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

  /// Runs a scenario with each of its assumptions at half and at double.
  /// - Parameters:
  ///   - metrics: names of metrics of the catalogue.
  ///   - jobs: how many simulations run at once.
  ///   - progress: is given after each run how many are done and how many there are.
  /// - Throws: `WorkloadError` when a trace cannot be read, `ScenarioError` when a value that the
  ///   range allows does not fit the other settings.
  package static func run(
    _ file: ScenarioFile, metrics: [String], jobs: Int,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> Sensitivity {
    let metrics = metrics.compactMap { MetricCatalog.metric(named: $0) }
    let assumptions = file.scenario.assumptions
    let count = 1 + assumptions.reduce(0) { $0 + $1.others.count }
    func rows(_ scenario: Scenario) async throws -> RunResult {
      let single = ScenarioFile(
        name: file.name, scenario: scenario, variants: [.init(value: nil, scenario: scenario)])
      return try await Runner.run(single, jobs: jobs, command: "").result
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
  ) throws(ScenarioError) -> Scenario {
    var problems = Problems()
    guard let place = SettingPath(path), let tree = place.set(value, in: scenario.json),
      let changed = Scenario.read(whole: tree, &problems)
    else { throw ScenarioError(problems) }
    return changed
  }

}

// MARK: - As text

extension Sensitivity {
  package static let columns = [
    "setting", "value", "other", "strategy", "metric", "base", "changed", "difference",
  ]

  /// Effects below this are left out of texts, though the seeds show them: 1 % of the number, or of
  /// a share one percentage point.
  private static let smallest = 0.01

  /// The effects that a text has, the largest first.
  private var told: [Effect] { effects.filter { $0.size >= Self.smallest } }

  /// The settings of which no effect is told.
  private var silent: [String] {
    let known = Set(told.map(\.path))
    return assumptions.map(\.path).filter { !known.contains($0) }
  }

  /// The rows of the table, for people.
  /// - Parameter limit: the most rows.
  private func rows(limit: Int) -> [[String]] {
    told.prefix(limit).map { effect in
      let unit = effect.metric.unit
      let difference = effect.difference.map {
        ($0 > 0 ? "+" : "") + Display.difference($0, within: effect.interval, unit)
      }
      return [
        effect.path, Variation.text(of: effect.value), Variation.text(of: effect.other),
        effect.strategy, effect.metric.name, Display.text(effect.base, unit),
        Display.text(effect.changed, unit), difference ?? "–",
      ]
    }
  }

  private var lead: String {
    NumberText.counted(
      assumptions.count, "setting that is assumed", plural: "settings that are assumed")
      + ", each at half and at double; differences "
      + "are paired by seed"
      + (seedCount > 1 ? ", ± is their 95 % interval over \(seedCount) seeds" : ", of one seed")
      + ". Effects of less than 1 %, or 1 point of a share, are left out, and so "
      + "are waits that are infinite under a seed."
  }

  private func rest(limit: Int) -> String {
    let more = told.count - limit
    let first = more > 0 ? "\(NumberText.counted(more, "more effect")): --format csv has all. " : ""
    if silent.isEmpty { return first }
    return first
      + "No such difference that these seeds can show: \(silent.joined(separator: ", "))."
  }

  package func text(limit: Int) -> String {
    "Simulated: \(simulated.joined(separator: "; "))\n\(lead)\n\n"
      + AlignedText.table(
        [Self.columns] + rows(limit: limit), .left, .right, .right, .left, .left, .right)
      + "\n" + rest(limit: limit) + "\n"
  }

  package func markdown(limit: Int) -> String {
    "Simulated: \(MarkdownTable.plain(simulated.joined(separator: "; "))).\n\n"
      + "\(MarkdownTable.plain(lead))\n\n"
      + MarkdownTable.text(
        columns: Self.columns.map(MarkdownTable.plain),
        rows: rows(limit: limit).map { $0.map(MarkdownTable.plain) })
      + "\n" + MarkdownTable.plain(rest(limit: limit)) + "\n"
  }

  package var json: JSON {
    func number(_ value: Double?, _ metric: Metric) -> JSON {
      guard let value else { return JSON(.null) }
      return value.isFinite ? JSON(.real(metric.rounded(value))) : "inf"
    }
    return JSON(
      .array(
        effects.map { effect in
          .object([
            ("setting", JSON(.string(effect.path))), ("value", effect.value),
            ("other", effect.other), ("strategy", JSON(.string(effect.strategy))),
            ("metric", JSON(.string(effect.metric.name))),
            ("unit", JSON(.string(effect.metric.unit.rawValue))),
            ("base", number(effect.base, effect.metric)),
            ("changed", number(effect.changed, effect.metric)),
            ("difference", number(effect.difference, effect.metric)),
            ("halfwidth", number(effect.interval?.halfWidth, effect.metric)),
            ("isShown", JSON(.bool(effect.isShown))),
          ])
        }))
  }
}
