internal import CacheMetrics
internal import CacheReports
internal import Experiments
package import Results

/// What a run found out: metrics of each strategy, expectations, and the files of a report.
public struct Results: Sendable {
  package let result: RunResult

  package init(_ result: RunResult) { self.result = result }

  /// The strategies' labels, in the scenario's order; where a setting varies, with its value.
  public var strategies: [String] { result.rows.map(\.title) }

  /// The names of all metrics, those of the scenario's own last.
  public var metrics: [String] { result.metrics.map(\.name) }

  /// A metric of a strategy, all seeds together.
  /// - Parameters:
  ///   - metric: its name, such as `first_content_p95_ms`, or of one screen alone
  ///     `first_content_p95_ms{screen=home}`.
  ///   - strategy: one of `strategies`.
  ///   - seed: the seed alone whose value is asked for; nil: all together.
  /// - Returns: nil when the metric is not defined in the run, or one of the names is unknown;
  ///   infinity for a percentile of waits that falls on an open that never showed the content.
  public func value(of metric: String, for strategy: String, seed: Int? = nil) -> Double? {
    guard let metric = result.metric(named: metric), let row = row(of: strategy) else { return nil }
    guard let seed else { return metric.value(row.pooled) }
    return row.runs.first { $0.seed == UInt64(exactly: seed) }.flatMap {
      metric.value($0.aggregates)
    }
  }

  private func row(of strategy: String) -> StrategyResult? {
    result.rows.first { $0.title == strategy }
  }

  /// The interval of 95 % of a metric over the seeds; nil: there is none, as for a single seed.
  public func interval(of metric: String, for strategy: String) -> ClosedRange<Double>? {
    guard let metric = result.metric(named: metric) else { return nil }
    return row(of: strategy)?.interval(of: metric)?.range
  }

  /// How a strategy differs from another in a metric: all met the same under each seed, which
  /// removes most of the noise.
  /// - Returns: nil when a name is unknown, or a seed has no finite value.
  public func difference(
    of metric: String, for strategy: String, from base: String
  ) -> Difference? {
    guard let metric = result.metric(named: metric), let row = row(of: strategy),
      let base = self.row(of: base),
      let paired = PairedDifferences(at: metric, of: row, from: base)
    else { return nil }
    return Difference(
      value: paired.difference, interval: paired.differenceInterval?.range,
      isShown: paired.isShown)
  }

  /// The difference of two strategies in a metric, over pairs of the same seed.
  public struct Difference: Hashable, Sendable {
    /// The one's value less the other's, all seeds together.
    public let value: Double
    /// Its interval of 95 %; nil: there is none, as for a single seed.
    public let interval: ClosedRange<Double>?
    /// Whether the seeds show that there is one, as reports say it.
    public let isShown: Bool
  }

  /// The answer to the scenario's question, as the report says it first: a sentence, or one for
  /// each varied value; empty: there is nothing to choose.
  public var answer: [String] { result.closingSentences }

  /// What to take by the scenario's decision: the best, and what it is not ahead of; empty: none is
  /// best, or none keeps the constraints.
  public var recommended: [String] { result.answers.flatMap { $0.answer?.choices ?? [] } }

  /// These with the rows of another run of the same scenario behind them, so that several trials
  /// stand in one table.
  public func adding(_ other: Results) -> Results {
    var joined = result
    let labels = strategies
    joined.rows += other.result.rows.filter { !labels.contains($0.title) }
    return Results(joined)
  }

  /// The table that the command prints: strategies in rows, metrics in columns.
  /// - Parameters:
  ///   - metrics: names of the metrics to show; nil: the headline ones and the scenario's own.
  ///   - width: how many characters a line may take.
  public func table(metrics: [String]? = nil, width: Int = .max) -> String {
    TerminalTable.text(of: result, metrics: metrics, width: width)
  }

  /// The expectations that are broken, a line each; empty: all hold.
  public var brokenExpectations: [String] { ExpectationOutcome.all(of: result).errors }

  /// How many expectations the scenario has.
  public var expectationCount: Int { result.assertions.count }

  /// Broken conservation laws, a line each: mistakes of a strategy or of the simulation.
  public var brokenLaws: [String] { result.violations }

  /// The files of the report, without charts, by name: `summary.csv`, `metrics.csv`, `run.json`,
  /// `report.md`, `report.html` and others.
  public var files: [String: String] {
    let files = ReportFile.all(of: result).map { ($0.name, $0.text) }
    return Dictionary(files) { first, _ in first }
  }

  /// Writes the report into a folder, which appears whole or not at all; an earlier report there is
  /// replaced.
  /// - Parameter folder: its path.
  /// - Throws: when it cannot be written, or the folder holds files that are no report.
  public func write(to folder: String) throws {
    try ResultFolder.write(ReportFile.all(of: result), replacing: folder)
  }
}

/// A run that was stored as `run.json`, which later ones are held against.
public struct Baseline: Sendable {
  package let run: StoredRun

  /// Reads a stored run.
  /// - Parameter text: what `cachesim baseline save` wrote, or `Results.files["run.json"]`.
  /// - Throws: place, what was found and what was expected.
  public init(_ text: String) throws {
    run = try StoredRun(bytes: Array(text.utf8), file: "the baseline")
  }

  /// Which numbers of a run moved.
  /// - Parameters:
  ///   - results: the later run.
  ///   - isAnyScenario: whether results of a changed scenario are compared too, strategy by
  ///     strategy of the same name.
  ///   - isExact: whether every number counts, to the last digit, and not only what is larger than
  ///     what the seeds' own spread explains and than the digits that mean something.
  /// - Throws: when the two cannot be compared: another scenario, other meanings of metrics.
  public func compared(
    with results: Results, isAnyScenario: Bool = false, isExact: Bool = false
  ) throws -> Moves {
    Moves(
      comparison: try BaselineComparison(
        run, StoredRun(results.result), strictness: isExact ? .anyMove : .regressions,
        isAnyScenario: isAnyScenario))
  }

  /// Which numbers moved between two runs.
  public struct Moves: Sendable {
    let comparison: BaselineComparison

    /// Whether a number that counts got worse, or is gone; exactly, whether any moved.
    public var isWorse: Bool { comparison.isBroken }
    /// What moved, as `cachesim baseline compare` prints it.
    public var text: String { BaselineText.terminal(comparison) }
  }
}
