internal import CacheReports
internal import Measurement

/// A run compared with an earlier one: which numbers moved, by how much, for better or worse.
///
/// The numbers of all seeds together are compared. Where a metric's tolerance is zero, so are those
/// of each seed, and a seed is named where it moved and all together did not. Numbers that are
/// gone make it fail as much as worse ones (`BaselineDifference`).
package struct BaselineComparison: Sendable {
  /// What makes a comparison fail.
  package enum Strictness: Sendable {
    /// A number that moved for the worse, or that is gone.
    case regressions
    /// Anything that is not what it was.
    case anyMove
  }

  /// The strategies that both runs have, each with its metrics.
  struct Row: Sendable {
    var strategy: String
    var varied: String?
    var metrics: [StoredRun.Definition]
    var moves: [BaselineMove]
    var title: String { varied.map { "\(strategy), \($0)" } ?? strategy }
  }

  /// The earlier run.
  package let old: StoredRun
  /// The later run.
  package let new: StoredRun
  /// What makes it fail.
  package let strictness: Strictness
  let rows: [Row]
  /// What only one of the runs has, and where seeds differ.
  package let differences: [BaselineDifference]
  /// How many numbers differ by no more than their tolerance.
  package let toleratedCount: Int

  /// Compares two runs.
  /// - Parameter isAnyScenario: whether runs of different scenarios are compared as well, strategy
  ///   by strategy of the same label.
  /// - Throws: when they cannot be compared: another scenario, other meanings of metrics, no
  ///   number in the earlier run.
  /// - Complexity: O(rows × seeds × metrics).
  package init(
    _ old: StoredRun, _ new: StoredRun, tolerances: Tolerances = Tolerances(),
    strictness: Strictness = .regressions, isAnyScenario: Bool = false
  ) throws(StoredRunError) {
    if !isAnyScenario { try Self.refuseOtherScenario(old, new.scenario, new.hash) }
    guard old.metricCatalogVersion == new.metricCatalogVersion else {
      throw StoredRunError(
        message: "\(old.file): its metrics are those of dictionary \(old.metricCatalogVersion), "
          + "not of \(new.metricCatalogVersion): they mean something else; save the baseline anew")
    }
    self.old = old
    self.new = new
    self.strictness = strictness
    try Self.refuseEmpty(old)
    differences = BaselineDifference.between(old, new)
    let common = try Self.commonMetrics(old, new)
    var tolerated = 0
    rows = new.rows.compactMap { row in
      old.row(like: row).map { oldRow in
        var moves: [BaselineMove] = []
        for metric in common {
          let scale = Scale(metric: metric, tolerance: tolerances.tolerance(of: metric.name))
          moves += scale.moves(from: oldRow, to: row, &tolerated)
        }
        return Row(strategy: row.strategy, varied: row.varied, metrics: common, moves: moves)
      }
    }
    toleratedCount = tolerated
  }

  /// All moves, those of one row together.
  package var moves: [BaselineMove] { rows.flatMap(\.moves) }

  /// How many numbers of all seeds together were compared.
  package var comparedCount: Int { rows.reduce(0) { $0 + $1.metrics.count } }

  /// Whether a move makes the comparison fail.
  package func isFailure(_ move: BaselineMove) -> Bool {
    strictness == .anyMove || move.verdict == .worse || move.verdict == .undefined
  }

  /// Whether what only one of the runs has makes the comparison fail.
  package func isFailure(_ difference: BaselineDifference) -> Bool {
    switch difference.kind {
    case .vanishedStrategy, .vanishedMetric, .otherSeeds: true
    case .newStrategy, .newMetric: strictness == .anyMove
    }
  }

  /// Whether the comparison failed.
  package var isBroken: Bool {
    moves.contains(where: isFailure) || differences.contains(where: isFailure)
  }

  /// The metrics that both runs have.
  private static func commonMetrics(
    _ old: StoredRun, _ new: StoredRun
  ) throws(StoredRunError) -> [StoredRun.Definition] {
    let known = Dictionary(old.metrics.map { ($0.name, $0) }) { first, _ in first }
    var common: [StoredRun.Definition] = []
    for metric in new.metrics {
      guard let before = known[metric.name] else { continue }
      guard before == metric else {
        throw StoredRunError(
          message: "\(old.file): the metric '\(metric.name)' is in \(before.unit.rawValue), "
            + "\(before.better.rawValue) being better; now in \(metric.unit.rawValue), "
            + "\(metric.better.rawValue) being better: save the baseline anew")
      }
      common.append(metric)
    }
    return common
  }

  /// Refuses a baseline that no run could ever break.
  package static func refuseEmpty(_ old: StoredRun) throws(StoredRunError) {
    guard old.rows.allSatisfy({ $0.pooled.isEmpty }) else { return }
    let found = old.rows.isEmpty ? "no rows" : "no defined number in any row"
    throw StoredRunError(
      message: "\(old.file): expected a run with numbers, found \(found): save the baseline anew")
  }

  /// Refuses a baseline of another scenario, or of one that is not what it was.
  package static func refuseOtherScenario(
    _ old: StoredRun, _ name: String, _ hash: String
  ) throws(StoredRunError) {
    guard old.hash != hash else { return }
    let advice = "; --any-scenario compares strategies of the same label all the same"
    guard old.scenario == name else {
      throw StoredRunError(
        message: "\(old.file): it answers the scenario '\(old.scenario)', not '\(name)'\(advice)")
    }
    throw StoredRunError(
      message: "\(old.file): the scenario '\(name)' is not what it was then, or has other defaults "
        + "(\(old.hash), now \(hash)): save the baseline anew\(advice)")
  }
}

/// How the numbers of one metric are compared.
private struct Scale {
  let metric: StoredRun.Definition
  let tolerance: Tolerance

  /// The moves of a row: of all seeds together, or, where these stand still and the tolerance is
  /// zero, of single seeds.
  func moves(
    from old: StoredRun.Row, to new: StoredRun.Row, _ tolerated: inout Int
  ) -> [BaselineMove] {
    let values = (old.pooled[metric.name], new.pooled[metric.name])
    let isBound = old.isBound && new.isBound
    if isMove(values.0, values.1) {
      return [move(values.0, values.1, of: new, seed: nil, isBound: isBound)]
    }
    if values.0 != values.1 { tolerated += 1 }
    guard tolerance == .none else { return [] }
    return new.seeds.compactMap { newRun in
      guard let oldRun = old.seeds.first(where: { $0.seed == newRun.seed }) else { return nil }
      let values = (oldRun.values[metric.name], newRun.values[metric.name])
      return isMove(values.0, values.1)
        ? move(values.0, values.1, of: new, seed: newRun.seed, isBound: isBound) : nil
    }
  }

  private func isMove(_ old: Double?, _ new: Double?) -> Bool {
    guard let old, let new else { return (old == nil) != (new == nil) }
    return tolerance.isExceeded(from: old, to: new)
  }

  private func move(
    _ old: Double?, _ new: Double?, of row: StoredRun.Row, seed: String?, isBound: Bool
  ) -> BaselineMove {
    BaselineMove(
      strategy: row.strategy, varied: row.varied, seed: seed, metric: metric, old: old, new: new,
      verdict: BaselineMove.verdict(old, new, metric.better, isBound: isBound))
  }
}
