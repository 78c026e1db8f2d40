package import Measurement
internal import SimCore

/// How much a setting matters near the best: what changes when it alone takes other values.
package struct SettingSensitivity: Sendable {
  /// A metric along the axis, by the mean over the seeds that all values have.
  package struct Movement: Sendable {
    package var metric: Metric
    /// In the order of the values.
    package var values: [Double]
    /// Which of the values is the best's.
    package var best: Int
    /// What matters at the metric.
    package var smallest: SmallestChange

    package var atBest: Double { values[best] }
    package var lowest: Double { values.min() ?? atBest }
    package var highest: Double { values.max() ?? atBest }

    /// Whether it moves by as much as matters.
    package var matters: Bool { smallest.isReached(from: lowest, by: highest) }

    /// Which values make the metric better, where that matters.
    package enum Direction: String, Sendable { case smaller, larger, between }

    /// Nil: none, or the metric has no better direction.
    package var helps: Direction? {
      guard matters, metric.better != .neither, let first = values.first, let last = values.last
      else { return nil }
      let target = metric.better == .higher ? highest : lowest
      let isLastWorse = smallest.isReached(from: target, by: last)
      if !smallest.isReached(from: target, by: first) { return isLastWorse ? .smaller : .between }
      return isLastWorse ? .between : .larger
    }
  }

  package var axis: Int
  /// The values that were simulated while all others were the best's, in the axis's order.
  package var levels: [Int]
  /// By which metrics, in the goal's order, then those of every report.
  package var movements: [Movement]
  /// The smallest value that keeps the constraints and is as good as the best by the objective;
  /// nil: the values are no amounts, or there are several objectives.
  package var smallest: Int?
}

extension TuningResult {
  /// How much each axis of the best's strategy matters; axes of which fewer than two values were
  /// simulated are left out.
  package var sensitivities: [SettingSensitivity] {
    guard let centre else { return [] }
    return lines[centre].levels.indices.compactMap { axis in
      guard lines[centre].levels[axis] != nil else { return nil }
      let along = lines(along: axis, through: centre)
      return along.count > 1 ? sensitivity(axis, along, centre) : nil
    }
  }

  private func sensitivity(_ axis: Int, _ along: [Int], _ centre: Int) -> SettingSensitivity {
    let seeds = along.map { lines[$0].seeds }.min() ?? 1
    var metrics = goal.metrics
    for headline in Headline.standard
    where !metrics.contains(where: { $0.name == headline.metric.name }) {
      metrics.append(headline.metric)
    }
    let best = along.firstIndex(of: centre) ?? 0
    let movements = metrics.compactMap { metric -> SettingSensitivity.Movement? in
      let values = along.compactMap { mean(of: metric, line: $0, seeds: seeds) }
      guard values.count == along.count, values.allSatisfy(\.isFinite) else { return nil }
      return SettingSensitivity.Movement(
        metric: metric, values: values, best: best,
        smallest: goal.smallestDifference(at: metric))
    }
    return SettingSensitivity(
      axis: axis, levels: along.compactMap { lines[$0].levels[axis] }, movements: movements,
      smallest: smallest(axis, along, centre, seeds))
  }

  private func mean(of metric: Metric, line: Int, seeds: Int) -> Double? {
    guard let place = place(of: metric) else { return nil }
    let values = lines[line].cell.values.prefix(seeds).compactMap { $0[place] }
    return values.count == seeds ? values.reduce(0, +) / Double(seeds) : nil
  }

  private func smallest(_ axis: Int, _ along: [Int], _ centre: Int, _ seeds: Int) -> Int? {
    guard goal.objectives.count == 1, outline.axes[axis].unit != nil,
      let own = goal.value(of: candidate(centre, seeds: seeds), at: 0), own.isFinite
    else { return nil }
    let objective = goal.objectives[0]
    return along.first { line in
      let other = candidate(line, seeds: seeds)
      let value = goal.value(of: other, at: 0)
      return line == centre
        || goal.broken(by: other).isEmpty
          && (!objective.isBetter(own, than: value)
            || !goal.smallestDifference(at: 0).isReached(from: own, by: value))
    }.flatMap { lines[$0].levels[axis] }
  }
}
