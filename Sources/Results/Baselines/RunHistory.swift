internal import CacheMetrics
package import SimCore

/// Stored runs of one scenario, in order: of each number its course, and where it moved.
///
/// A run is compared with the one at which the number last moved, by the rule of baselines, so that
/// a slow drift counts once it is larger than the noise.
package struct RunHistory: Sendable {
  package struct Point: Sendable {
    /// Nil: the run has no such number.
    package var value: Double?
    /// The ends of its 95 % interval over seeds; nil: not known.
    package var interval: ConfidenceInterval?
    /// The move that counts against the run at which it last moved; nil: it stands still.
    package var move: BaselineMove?
  }

  package struct Line: Sendable {
    package var strategy: String
    package var varied: String?
    package var metric: ResultMeasure
    package var points: [Point]

    package var title: String { varied.map { "\(strategy), \($0)" } ?? strategy }
    package var moves: [BaselineMove] { points.compactMap(\.move) }
  }

  package let scenario: String
  package let names: [String]
  /// Strategy by strategy, in the order in which they appear.
  package let lines: [Line]
  /// Of the numbers of each run; nil: its file does not say it.
  package let resultVersions: [Int?]

  /// - Parameter metrics: the names of those that are followed.
  /// - Throws: for fewer than two runs, for another scenario, other meanings of metrics or unknown
  ///   ones.
  /// - Complexity: O(runs × rows × seeds × metrics).
  package init(_ runs: [(name: String, run: StoredRun)], metrics: [String]) throws(InputError) {
    guard let first = runs.first, let last = runs.last, runs.count > 1 else {
      throw InputError(
        "expected two stored runs or more, found \(runs.count): a history has a course")
    }
    for (_, run) in runs.dropFirst() { try Self.refuse(run, after: first.run) }
    scenario = last.run.scenario
    names = runs.map(\.name)
    resultVersions = runs.map(\.run.resultVersion)
    let definitions = try metrics.map { name throws(InputError) in
      try Self.definition(of: name, in: runs.map(\.run))
    }
    let rows = runs.flatMap(\.run.rows)
    lines = rows.uniqued(by: { [$0.strategy, $0.varied] }).flatMap { row in
      let found = runs.map { $0.run.row(like: row) }
      return definitions.map { Self.line(of: $0, row, found) }
    }.filter { line in line.points.contains { $0.value != nil } }
  }

  package var moves: [BaselineMove] { lines.flatMap(\.moves) }

  private static func line(
    of metric: ResultMeasure, _ row: StoredRun.Row, _ found: [StoredRun.Row?]
  ) -> Line {
    let scale = MetricScale(metric: metric)
    var level: StoredRun.Row?
    let points = found.map { row -> Point in
      guard let row else { return Point() }
      let value = row.pooled[metric.name]
      var point = Point(value: value)
      point.interval = ConfidenceInterval(
        of: value, seeds: row.seeds.map { $0.values[metric.name] }, metric.unit,
        trials: MetricCatalog.metric(named: metric.name)?.trials.flatMap { row.pooled[$0] })
      guard let known = level else {
        level = value == nil ? nil : row
        return point
      }
      if let move = scale.move(from: known, to: row), move.standing == .counts {
        point.move = move
        level = row
      }
      return point
    }
    return Line(strategy: row.strategy, varied: row.varied, metric: metric, points: points)
  }

  /// A metric as the last run that has it defines it.
  private static func definition(
    of name: String, in runs: [StoredRun]
  ) throws(InputError) -> ResultMeasure {
    let found = runs.compactMap { run in run.metrics.first { $0.name == name } }
    guard let last = found.last else {
      let known = runs.flatMap(\.metrics).map(\.name)
      throw InputError("no run has the metric '\(name)'\(Suggestion.hint(for: name, among: known))")
    }
    guard found.allSatisfy({ $0 == last }) else {
      throw InputError(
        "the metric '\(name)' has another unit or direction in some of the runs: expected "
          + "one in all")
    }
    return last
  }

  private static func refuse(_ run: StoredRun, after first: StoredRun) throws(InputError) {
    guard run.hash == first.hash else {
      let found =
        run.scenario == first.scenario
        ? "the scenario '\(run.scenario)' is not what it was in \(first.file) (\(first.hash), now "
          + "\(run.hash))"
        : "it answers the scenario '\(run.scenario)', and \(first.file) '\(first.scenario)'"
      throw InputError("\(run.file): \(found): a history is of one scenario")
    }
    guard run.metricCatalogVersion == first.metricCatalogVersion else {
      throw InputError(
        "\(run.file): its metrics are those of dictionary \(run.metricCatalogVersion), "
          + "and those of \(first.file) of \(first.metricCatalogVersion): they mean something else")
    }
  }
}
