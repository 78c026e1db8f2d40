internal import Reports

/// A run held against an earlier one: which numbers moved, by how much, for better or worse.
///
/// The numbers of all seeds together are compared. Where a metric's tolerance is zero, so are those
/// of each seed, and a seed is named where it moved and all together did not.
public struct BaselineComparison: Sendable {
  /// What makes a comparison fail.
  public enum Strictness: Sendable {
    /// A number that moved for the worse.
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
  public let old: StoredRun
  /// The later run.
  public let new: StoredRun
  /// What makes it fail.
  public let strictness: Strictness
  let rows: [Row]
  /// Rows that only the later run has.
  public let addedRows: [String]
  /// Rows that only the earlier run has.
  public let vanishedRows: [String]
  /// Metrics that only the later run has.
  public let addedMetrics: [String]
  /// Metrics that only the earlier run has.
  public let vanishedMetrics: [String]
  /// How many numbers differ by no more than their tolerance.
  public let toleratedCount: Int

  /// Compares two runs.
  /// - Parameter isAnyScenario: whether runs of different scenarios are compared as well, strategy
  ///   by strategy of the same label.
  /// - Throws: when they cannot be compared: another scenario, other meanings of metrics.
  /// - Complexity: O(rows × seeds × metrics).
  public init(
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
    let oldNames = Set(old.metrics.map(\.name))
    let newNames = Set(new.metrics.map(\.name))
    let common = new.metrics.filter { oldNames.contains($0.name) }
    addedMetrics = new.metrics.map(\.name).filter { !oldNames.contains($0) }
    vanishedMetrics = old.metrics.map(\.name).filter { !newNames.contains($0) }
    addedRows = new.rows.filter { old.row(like: $0) == nil }.map(\.title)
    vanishedRows = old.rows.filter { new.row(like: $0) == nil }.map(\.title)
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
  public var moves: [BaselineMove] { rows.flatMap(\.moves) }

  /// How many numbers of all seeds together were compared.
  public var comparedCount: Int { rows.reduce(0) { $0 + $1.metrics.count } }

  /// Whether a move makes the comparison fail.
  public func isFailure(_ move: BaselineMove) -> Bool {
    strictness == .anyMove || move.verdict == .worse
  }

  /// Whether the comparison failed.
  public var isBroken: Bool {
    let isOther = !(addedRows + vanishedRows + addedMetrics + vanishedMetrics).isEmpty
    return moves.contains(where: isFailure) || (strictness == .anyMove && isOther)
  }

  /// Refuses a baseline of another scenario, or of one that is not what it was.
  public static func refuseOtherScenario(
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

extension StoredRun {
  /// The row of the same strategy and varied value; nil when there is none.
  fileprivate func row(like other: Row) -> Row? {
    rows.first { $0.strategy == other.strategy && $0.varied == other.varied }
  }
}

/// How the numbers of one metric are held against each other.
private struct Scale {
  let metric: StoredRun.Definition
  let tolerance: Tolerance

  /// The moves of a row: of all seeds together, or, where these stand still and the tolerance is
  /// zero, of single seeds.
  func moves(
    from old: StoredRun.Row, to new: StoredRun.Row, _ tolerated: inout Int
  ) -> [BaselineMove] {
    let values = (old.pooled[metric.name], new.pooled[metric.name])
    if isMove(values.0, values.1) { return [move(values.0, values.1, of: new, seed: nil)] }
    if values.0 != values.1 { tolerated += 1 }
    guard tolerance == .none, old.seeds.map(\.seed) == new.seeds.map(\.seed) else { return [] }
    return zip(old.seeds, new.seeds).compactMap { oldRun, newRun in
      let values = (oldRun.values[metric.name], newRun.values[metric.name])
      return isMove(values.0, values.1)
        ? move(values.0, values.1, of: new, seed: newRun.seed) : nil
    }
  }

  private func isMove(_ old: Double?, _ new: Double?) -> Bool {
    guard let old, let new else { return (old == nil) != (new == nil) }
    return tolerance.isExceeded(from: old, to: new)
  }

  private func move(
    _ old: Double?, _ new: Double?, of row: StoredRun.Row, seed: String?
  ) -> BaselineMove {
    BaselineMove(
      strategy: row.strategy, varied: row.varied, seed: seed, metric: metric, old: old, new: new,
      verdict: BaselineMove.verdict(old, new, metric.better, isBound: row.isBound))
  }
}
