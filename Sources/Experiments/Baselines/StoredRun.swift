public import Reports
internal import SimCore

/// A run as its `run.json` tells it: what a baseline is and what is held against one.
public struct StoredRun: Sendable {
  /// A metric as the file defines it.
  public struct Definition: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// What it counts.
    public var unit: Unit
    /// In which direction it is good.
    public var better: Better
  }

  /// What a strategy came to under one varied value.
  public struct Row: Sendable {
    /// How the scenario calls the strategy.
    public var strategy: String
    /// The varied value; nil: nothing is varied.
    public var varied: String?
    /// Whether it is a bound and no choice.
    public var isBound: Bool
    /// Values by the names of metrics, all seeds together; a metric that is not defined in the run
    /// has none.
    public var pooled: [String: Double]
    /// The same for each seed, in order.
    public var seeds: [(seed: String, values: [String: Double])]

    /// The strategy, with the varied value where there is one.
    public var title: String { varied.map { "\(strategy), \($0)" } ?? strategy }
  }

  /// How error lines name it.
  public let file: String
  /// The scenario's name.
  public let scenario: String
  /// The digest of the scenario.
  public let hash: String
  /// The version of the program that wrote it.
  public let programVersion: String
  /// The version of the metrics' meanings.
  public let metricCatalogVersion: Int
  /// The metrics, in order.
  public let metrics: [Definition]
  /// The rows, in order.
  public let rows: [Row]

  init(
    file: String, scenario: String, hash: String, programVersion: String,
    metricCatalogVersion: Int, metrics: [Definition], rows: [Row]
  ) {
    self.file = file
    self.scenario = scenario
    self.hash = hash
    self.programVersion = programVersion
    self.metricCatalogVersion = metricCatalogVersion
    self.metrics = metrics
    self.rows = rows
  }

  /// A fresh run, with the digits that its file would have.
  /// - Complexity: O(rows × seeds × metrics).
  public init(_ result: RunResult) {
    let text = ReportFile.run(of: result).text
    do {
      try self.init(bytes: Array(text.utf8), file: "this run")
    } catch {
      preconditionFailure("a run's own file is read: \(error.message)")
    }
  }
}

/// Why a file is no run, or why two runs cannot be compared.
public struct StoredRunError: Error, Hashable, Sendable {
  /// File, place, what was found and what was expected.
  public var message: String
}
