package import CacheMetrics
package import SimCore

/// A run compared with an earlier one: which numbers moved, by how much, for better or worse.
///
/// The numbers of all seeds together are compared. A move counts when it is larger than what chance
/// explains (`NoiseFloor`) and than what means nothing in its unit (`SmallestChange`), unless a
/// tolerance takes the place of the latter; harm where there was none always does, and exactly
/// every move. Where all seeds together stand still, seeds that moved are listed apart. Numbers
/// that are gone make it fail as much as worse ones (`BaselineDifference`).
package struct BaselineComparison: Sendable {
  package enum Strictness: Sendable {
    /// A number that moved for the worse by more than chance and by what means something, or that
    /// is gone.
    case regressions
    /// Anything that is not what it was, to the last digit.
    case anyMove
  }

  /// The strategies that both runs have, each with its metrics.
  package struct Row: Sendable {
    /// The strategy, with the varied value where there is one.
    package var title: String
    package var metrics: [ResultMeasure]
    /// Of all seeds together.
    package var moves: [BaselineMove]
    /// Of single seeds, where all together stand still.
    package var seedMoves: [BaselineMove]
  }

  package let old: StoredRun
  package let new: StoredRun
  package let strictness: Strictness
  package let rows: [Row]
  package let differences: [BaselineDifference]

  /// With `isAnyScenario` runs of different scenarios are compared as well, strategy by strategy of
  /// the same label.
  /// - Throws: for another scenario, other meanings of metrics, or no number in the earlier run.
  /// - Complexity: O(rows × seeds × metrics).
  package init(
    _ old: StoredRun, _ new: StoredRun, tolerances: Tolerances = Tolerances(),
    strictness: Strictness = .regressions, isAnyScenario: Bool = false
  ) throws(InputError) {
    if !isAnyScenario { try Self.refuseOtherScenario(old, new.scenario, new.hash) }
    guard old.metricCatalogVersion == new.metricCatalogVersion else {
      throw InputError(
        "\(old.file): its metrics are those of dictionary \(old.metricCatalogVersion), "
          + "not of \(new.metricCatalogVersion): they mean something else; save the baseline anew")
    }
    self.old = old
    self.new = new
    self.strictness = strictness
    try Self.refuseEmpty(old)
    differences = BaselineDifference.between(old, new)
    let common = try Self.commonMetrics(old, new, and: tolerances.tagged)
    let expected = Set((old.expectations + new.expectations).map(\.metric))
    rows = new.rows.compactMap { row in
      old.row(like: row).map { oldRow in
        let scales = common.map {
          MetricScale(
            metric: $0, tolerance: tolerances.tolerance(of: $0.name),
            isExact: strictness == .anyMove, isExpected: expected.contains($0.name))
        }
        return Row(
          title: row.title, metrics: common,
          moves: scales.compactMap { $0.move(from: oldRow, to: row) },
          seedMoves: scales.flatMap { $0.seedMoves(from: oldRow, to: row) })
      }
    }
  }

  package var moves: [BaselineMove] { rows.flatMap(\.moves) }

  package var seedMoves: [BaselineMove] { rows.flatMap(\.seedMoves) }

  package var isExact: Bool { strictness == .anyMove }

  /// The moves that make it fail, the most important first.
  package var failures: [BaselineMove] {
    BaselineListing.sorted((moves + seedMoves).filter(isFailure))
  }

  package var toleratedCount: Int { moves.count { $0.standing == .tolerated } }

  /// Of the noise floor; nil: a run has one seed, so that there is none.
  package var seedCount: Int? {
    let counts = new.rows.compactMap { row -> Int? in
      guard let oldRow = old.row(like: row) else { return nil }
      return min(oldRow.seeds.count, row.seeds.count)
    }
    return counts.min().flatMap { $0 > 1 ? $0 : nil }
  }

  /// Of all seeds together.
  package var comparedCount: Int { rows.reduce(0) { $0 + $1.metrics.count } }

  package func isFailure(_ move: BaselineMove) -> Bool {
    move.standing == .counts
      && (isExact || move.seed == nil && [.worse, .undefined].contains(move.verdict))
  }

  package func isFailure(_ difference: BaselineDifference) -> Bool {
    switch difference.kind {
    case .vanishedStrategy, .vanishedMetric, .vanishedExpectation, .otherSeeds: true
    case .newStrategy, .newMetric: isExact
    }
  }

  package var isBroken: Bool {
    moves.contains(where: isFailure) || seedMoves.contains(where: isFailure)
      || differences.contains(where: isFailure)
  }

  private static func commonMetrics(
    _ old: StoredRun, _ new: StoredRun, and tagged: [Metric]
  ) throws(InputError) -> [ResultMeasure] {
    let known = Dictionary((old.metrics + old.tagged).map { ($0.name, $0) }) { first, _ in first }
    var common: [ResultMeasure] = []
    let asked = tagged.map(\.name).filter { name in !new.metrics.contains { $0.name == name } }
    for run in [old, new] {
      let stored = (run.metrics + run.tagged).map(\.name)
      for name in asked where !stored.contains(name) {
        let parts = run.tagged.map(\.name)
        throw InputError(
          "\(run.file): expected a number of '\(name)', for which there is a tolerance, "
            + "found none\(Suggestion.hint(for: name, among: parts))")
      }
    }
    for metric in new.metrics + new.tagged.filter({ asked.contains($0.name) }) {
      guard let before = known[metric.name] else { continue }
      guard before == metric else {
        throw InputError(
          "\(old.file): the metric '\(metric.name)' is in \(before.unit.rawValue), "
            + "\(before.better.rawValue) being better; now in \(metric.unit.rawValue), "
            + "\(metric.better.rawValue) being better: save the baseline anew")
      }
      common.append(metric)
    }
    return common
  }

  /// Refuses a baseline that no run could ever break, or with a strategy that has nothing to break.
  package static func refuseEmpty(_ old: StoredRun) throws(InputError) {
    let empty = old.rows.first { $0.pooled.isEmpty }
    guard old.rows.isEmpty || empty != nil else { return }
    let found = empty.map { "no defined number of '\($0.title)'" } ?? "no rows"
    throw InputError(
      "\(old.file): expected a run with numbers, found \(found): save the baseline anew")
  }

  package static func refuseOtherScenario(
    _ old: StoredRun, _ name: String, _ hash: String
  ) throws(InputError) {
    guard old.hash != hash else { return }
    let advice = "; --any-scenario compares strategies of the same label all the same"
    guard old.scenario == name else {
      throw InputError(
        "\(old.file): it answers the scenario '\(old.scenario)', not '\(name)'\(advice)")
    }
    throw InputError(
      "\(old.file): the scenario '\(name)' is not what it was then (\(old.hash), now "
        + "\(hash)): save the baseline anew\(advice)")
  }
}

package struct MetricScale {
  package let metric: ResultMeasure
  package var tolerance: Tolerance?
  /// Whether every move counts that is not within the tolerance.
  package var isExact = false
  var isExpected = false

  /// The move of all seeds of a row together; nil: it stands still.
  package func move(from old: StoredRun.Row, to new: StoredRun.Row) -> BaselineMove? {
    move(old.pooled[metric.name], new.pooled[metric.name], old, new, seed: nil)
  }

  /// The moves of single seeds, where all together stand still and no tolerance is asked for:
  /// single seeds scatter more than all together, which a tolerance is about.
  package func seedMoves(from old: StoredRun.Row, to new: StoredRun.Row) -> [BaselineMove] {
    guard old.pooled[metric.name] == new.pooled[metric.name],
      tolerance == nil || tolerance == Tolerance.none
    else { return [] }
    return new.seeds.compactMap { run in
      guard let oldRun = old.seeds.first(where: { $0.seed == run.seed }) else { return nil }
      return move(oldRun.values[metric.name], run.values[metric.name], old, new, seed: run.seed)
    }
  }

  private func move(
    _ before: Double?, _ now: Double?, _ old: StoredRun.Row, _ new: StoredRun.Row, seed: String?
  ) -> BaselineMove? {
    guard before != now else { return nil }
    var move = BaselineMove(
      strategy: new.strategy, varied: new.varied, seed: seed, metric: metric, old: before, new: now,
      verdict: BaselineMove.verdict(
        before, now, metric.better, isBound: old.isBound && new.isBound), standing: .counts,
      noise: seed == nil ? NoiseFloor(of: metric.name, from: old, to: new) : nil)
    move.standing = standing(of: move)
    move.isExpected = isExpected
    return move
  }

  private func standing(of move: BaselineMove) -> BaselineMove.Standing {
    guard let before = move.old, let now = move.new else { return .counts }
    if tolerance?.isExceeded(from: before, to: now) == false { return .tolerated }
    guard !isExact, let difference = move.difference, let smallest = move.smallest else {
      return .counts
    }
    let size = Tolerance.rounded(abs(difference))
    if move.isFirstHarm { return .counts }
    if tolerance == nil, size < Tolerance.rounded(smallest) { return .unchanged }
    if let noise = move.noise, !noise.shows(difference, relative: move.relative) {
      return .withinNoise
    }
    return move.seed == nil ? .counts : .withinNoise
  }
}

extension MetricScale {
  package init(_ metric: Metric) { self.init(metric: ResultMeasure(metric)) }
}
