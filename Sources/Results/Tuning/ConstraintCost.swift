internal import Measurement

/// What a constraint costs: the best setting that breaks it alone, where that is much better than
/// the best that keeps all.
package struct ConstraintCost {
  /// By its place.
  package var constraint: Int
  package var line: Int

  /// By how much of the best's value another must be better to be named. A convention.
  package static let notable = 0.1
}

extension TuningResult {
  /// What each constraint costs by a single objective; constraints that cost little are left out,
  /// and so is all where nothing keeps them.
  package var constraintCosts: [ConstraintCost] {
    guard goal.objectives.count == 1, let best = front.first else { return [] }
    let objective = goal.objectives[0]
    return goal.constraints.indices.compactMap { constraint in
      let breaking = lines.indices.filter { line in
        goal.broken(by: candidate(line, seeds: lines[line].seeds)) == [constraint]
      }
      // Both under the same seeds, so that no luck of one is compared with the mean of many.
      func value(_ line: Int, _ seeds: Int) -> Double? {
        goal.value(of: candidate(line, seeds: seeds), at: 0)
      }
      let ahead = breaking.filter { line in
        guard let own = value(line, lines[line].seeds),
          let other = value(best, lines[line].seeds)
        else { return false }
        return objective.isBetter(own, than: other)
          && (other.isInfinite || abs(own - other) > ConstraintCost.notable * abs(other))
      }
      let most = ahead.map { lines[$0].seeds }.max()
      let line = ahead.filter { lines[$0].seeds == most }.min { left, right in
        objective.isBetter(value(left, lines[left].seeds), than: value(right, lines[right].seeds))
      }
      return line.map { ConstraintCost(constraint: constraint, line: $0) }
    }
  }
}
