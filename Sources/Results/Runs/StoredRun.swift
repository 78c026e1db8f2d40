package import Measurement
package import SimCore

/// A run as its `run.json` has it: a baseline, or what is compared with one.
package struct StoredRun: Sendable {
  package struct Definition: Hashable, Sendable {
    package var name: String
    package var unit: Unit
    package var better: Better
  }

  /// The results of a strategy under one varied value.
  package struct Row: Sendable {
    package var strategy: String
    package var varied: String?
    package var isBound: Bool
    /// Values by the names of metrics, all seeds together; a metric that is not defined in the run
    /// has none. Those of parts are among them, by their names with tags.
    package var pooled: [String: Double]
    /// The same for each seed, in order.
    package var seeds: [(seed: String, values: [String: Double])]

    package var title: String { varied.map { "\(strategy), \($0)" } ?? strategy }
  }

  /// How error lines name it.
  package let file: String
  package let scenario: String
  package let hash: String
  package let programVersion: String
  package let metricCatalogVersion: Int
  package let metrics: [Definition]
  package let rows: [Row]
  /// The metrics of parts that stand beside `metrics`: what a tolerance can name.
  package internal(set) var tagged: [Definition] = []
  package let expectations: [ExpectationOutcome]
  /// What the run answered, a sentence for each group that competes.
  package let answers: [String]

  /// Of the numbers; nil: the file does not say it.
  package let resultVersion: Int?

  init(
    file: String, scenario: String, hash: String, programVersion: String,
    metricCatalogVersion: Int, metrics: [Definition], rows: [Row],
    expectations: [ExpectationOutcome] = [], answers: [String] = [], resultVersion: Int? = nil
  ) {
    self.file = file
    self.scenario = scenario
    self.hash = hash
    self.programVersion = programVersion
    self.metricCatalogVersion = metricCatalogVersion
    self.metrics = metrics
    self.rows = rows
    self.expectations = expectations
    self.answers = answers
    self.resultVersion = resultVersion
  }

  /// A fresh run, with the digits that its file would have.
  /// - Throws: when it has what a file cannot have, such as two metrics of one name.
  /// - Complexity: O(rows × seeds × metrics).
  package init(_ result: RunResult) throws(InputError) {
    try self.init(RunFile.json(of: result, files: []), file: "this run")
  }
}

extension StoredRun.Definition {
  init(_ metric: Metric) {
    self.init(name: metric.name, unit: metric.unit, better: metric.better)
  }
}

extension StoredRun.Row {
  /// With the digits that its file has.
  package init(_ result: StrategyResult, _ metrics: [Metric]) {
    self.init(
      result, pooled: Self.values(of: metrics, in: result.pooled),
      seeds: result.runs.map { Self.values(of: metrics, in: $0.aggregates) })
  }

  /// The same, with numbers that are known.
  package init(
    _ result: StrategyResult, pooled: [String: Double], seeds: [[String: Double]]
  ) {
    self.init(
      strategy: result.label, varied: result.varied, isBound: result.isBound, pooled: pooled,
      seeds: zip(result.runs, seeds).map { ("\($0.seed)", $1) })
  }

  /// By name, as files write them.
  package static func values(
    of metrics: [Metric], in aggregates: Aggregates
  ) -> [String: Double] {
    var values: [String: Double] = [:]
    for metric in metrics { values[metric.name] = metric.value(aggregates).map(metric.rounded) }
    return values
  }
}
