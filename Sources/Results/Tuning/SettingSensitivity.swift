package import Measurement
internal import SimCore

/// How much a setting matters near the best: what changes when it alone takes other values.
package struct SettingSensitivity: Sendable {
  package struct Movement: Sendable {
    package var metric: Metric
    /// Its lowest and highest value along the axis, by the mean over the seeds that all have.
    package var lowest: Double
    package var highest: Double
    package var atBest: Double

    /// The distance of the two as a part of the value at the best; infinite where that is 0.
    package var share: Double {
      guard highest > lowest else { return 0 }
      return atBest == 0 ? .infinity : (highest - lowest) / abs(atBest)
    }
  }

  package var axis: Int
  /// The values that were simulated while all others were the best's, in the axis's order.
  package var values: [Int]
  /// By which metrics, in the goal's order, then those of every report.
  package var movements: [Movement]
  /// The smallest value that keeps the constraints and whose objective is within 2 % of the best's;
  /// nil: the values are no amounts, or there are several objectives.
  package var smallest: Int?

  /// By how much an objective may be worse where the smallest value is sought. A convention.
  package static let tolerance = 0.02
  /// Below this movement of all of the goal's metrics a setting hardly matters. A convention.
  package static let notable = 0.05

  package func hardlyMatters(_ goal: Goal) -> Bool {
    let names = goal.metrics.map(\.name)
    return movements.filter { names.contains($0.metric.name) }
      .allSatisfy { $0.share < Self.notable }
  }
}

extension TuningResult {
  /// How much each axis of the best's strategy matters; axes of which fewer than two values were
  /// simulated are left out.
  package var sensitivities: [SettingSensitivity] {
    guard let best else { return [] }
    let levels = lines[best].levels
    return levels.indices.compactMap { axis in
      guard levels[axis] != nil else { return nil }
      let along = lines.indices.filter { line in
        lines[line].label == lines[best].label
          && levels.indices.allSatisfy { $0 == axis || lines[line].levels[$0] == levels[$0] }
      }.sorted { (lines[$0].levels[axis] ?? 0) < (lines[$1].levels[axis] ?? 0) }
      guard along.count > 1 else { return nil }
      return sensitivity(axis, along, best)
    }
  }

  private func sensitivity(_ axis: Int, _ along: [Int], _ best: Int) -> SettingSensitivity {
    let seeds = along.map { lines[$0].seeds }.min() ?? 1
    var metrics = goal.metrics
    for headline in Headline.standard
    where !metrics.contains(where: { $0.name == headline.metric.name }) {
      metrics.append(headline.metric)
    }
    let movements = metrics.compactMap { metric -> SettingSensitivity.Movement? in
      let values = along.compactMap { mean(of: metric, line: $0, seeds: seeds) }
      guard values.count == along.count, let own = mean(of: metric, line: best, seeds: seeds),
        let lowest = values.min(), let highest = values.max(), highest.isFinite
      else { return nil }
      return SettingSensitivity.Movement(
        metric: metric, lowest: lowest, highest: highest, atBest: own)
    }
    return SettingSensitivity(
      axis: axis, values: along.compactMap { lines[$0].levels[axis] }, movements: movements,
      smallest: smallest(axis, along, best, seeds))
  }

  private func mean(of metric: Metric, line: Int, seeds: Int) -> Double? {
    guard let place = place(of: metric) else { return nil }
    let values = lines[line].cell.values.prefix(seeds).compactMap { $0[place] }
    return values.count == seeds ? values.reduce(0, +) / Double(seeds) : nil
  }

  private func smallest(_ axis: Int, _ along: [Int], _ best: Int, _ seeds: Int) -> Int? {
    guard goal.objectives.count == 1, outline.axes[axis].unit != nil,
      let own = goal.value(of: candidate(best, seeds: seeds), at: 0), own.isFinite
    else { return nil }
    let margin = abs(own) * SettingSensitivity.tolerance
    let limit = goal.objectives[0].direction == .minimise ? own + margin : own - margin
    return along.first { line in
      let other = candidate(line, seeds: seeds)
      let value = goal.value(of: other, at: 0)
      return (line == best || goal.broken(by: other).isEmpty)
        && !goal.objectives[0].isBetter(limit, than: value)
    }.flatMap { lines[$0].levels[axis] }
  }
}
