package import CacheMetrics

/// What a search for settings found: the settings that were simulated, which of them are best by
/// the goal, and how much each axis matters.
///
/// Only settings under all seeds are in the answer, and strategies that do harm, which a seed is
/// enough to show; the others show where it is.
package struct TuningResult: Sendable {
  package struct Line: Sendable {
    package var label: String
    /// The value of each axis by its place; nil: the axis does not touch the strategy.
    package var levels: [Int?]
    /// Under how many of the seeds it was simulated.
    package var seeds: Int
    package var cell: SweepCell

    package init(label: String, levels: [Int?], seeds: Int, cell: SweepCell) {
      self.label = label
      self.levels = levels
      self.seeds = seeds
      self.cell = cell
    }

    /// Whether it is a strategy as the scenario has it, whose settings are not varied.
    package var isFixed: Bool { levels.allSatisfy { $0 == nil } }
  }

  package let outline: SweepOutline
  /// The scenario as a command line names it, with the options that change it.
  package let subject: String
  package let goal: Goal
  /// In the order in which the search came to them.
  package let lines: [Line]
  /// How many simulations the search took; a setting under a seed is one.
  package let simulations: Int
  /// How many the whole grid takes.
  package let gridSimulations: Int
  package let settingCount: Int
  package let finished: [Int]
  /// Nil: no line has all seeds.
  package let answer: GoalAnswer?
  /// The lines that the answer is between, in its order.
  let compared: [Int]
  /// The best of those whose settings are varied, or the nearest to keeping the constraints; nil:
  /// none has all seeds.
  package let centre: Int?

  package init(
    _ outline: SweepOutline, subject: String, _ goal: Goal, lines: [Line], simulations: Int,
    gridSimulations: Int, settingCount: Int
  ) {
    self.outline = outline
    self.subject = subject
    self.goal = goal
    self.lines = lines
    self.simulations = simulations
    self.gridSimulations = gridSimulations
    self.settingCount = settingCount
    let finished = lines.indices.filter { lines[$0].seeds == outline.seeds.count }
    self.finished = finished
    func alternative(_ line: Int) -> Alternative {
      Self.alternative(lines[line], outline, seeds: lines[line].seeds)
    }
    let competing = goal.competing(
      among: Set(finished.map { lines[$0].label }),
      varied: Set(lines.filter { !$0.isFixed }.map(\.label)))
    let compared =
      finished.filter { competing.contains(lines[$0].label) }
      + Self.harmful(among: lines, goal, outline)
    self.compared = compared
    answer =
      finished.isEmpty
      ? nil
      : GoalAnswer(
        goal, among: compared.map(alternative),
        beside: finished.filter { !competing.contains(lines[$0].label) }.map(alternative),
        scenario: subject, isComplete: finished.count >= settingCount)
    let changed = finished.filter { !lines[$0].isFixed }
    let ranking = GoalRanking(goal, changed.map { GoalCandidate(alternative($0), goal) })
    centre = (ranking.front.first ?? ranking.nearest).map { changed[$0] }
  }

  /// A line of each strategy that got no more than a few seeds, as all that was simulated of it
  /// does harm.
  private static func harmful(among lines: [Line], _ goal: Goal, _ outline: SweepOutline) -> [Int] {
    lines.indices.uniqued { lines[$0].label }.filter { line in
      lines.allSatisfy {
        $0.label != lines[line].label
          || $0.seeds < outline.seeds.count
            && !candidate($0, goal, outline, seeds: $0.seeds).harms.isEmpty
      }
    }
  }

  /// The lines of the Pareto set, the best by the first objective first; empty: none keeps the
  /// constraints.
  package var front: [Int] { answer?.ranking.front.map { compared[$0] } ?? [] }

  /// The lines that the best is not ahead of, by a single objective.
  package var alike: [Int] {
    guard goal.objectives.count == 1, let ranking = answer?.ranking else { return [] }
    return ranking.peers.dropFirst(ranking.front.count).map { compared[$0] }
  }

  /// The lines that come nearest to the constraints, where none keeps them.
  package var nearest: [Int] {
    front.isEmpty ? answer?.ranking.byDistance.map { compared[$0] } ?? [] : []
  }

  /// A line as the goal compares it, under the first so many of its seeds; nil: all that it has.
  package func candidate(_ line: Int, seeds: Int? = nil) -> GoalCandidate {
    Self.candidate(lines[line], goal, outline, seeds: seeds ?? lines[line].seeds)
  }

  package static func candidate(
    _ line: Line, _ goal: Goal, _ outline: SweepOutline, seeds: Int
  ) -> GoalCandidate {
    GoalCandidate(alternative(line, outline, seeds: seeds), goal)
  }

  private static func alternative(
    _ line: Line, _ outline: SweepOutline, seeds: Int
  ) -> Alternative {
    let names = outline.names(of: line.label, at: line.levels)
    return Alternative(names.label, word: names.word, line.cell, outline.places, seeds: seeds)
  }

  /// Whether a line keeps all constraints, by the seeds that it has.
  package func isFeasible(_ line: Int) -> Bool { goal.broken(by: candidate(line)).isEmpty }

  /// Such as `hybrid (prefetch=8, staleAfter=5m)`.
  package func title(of line: Int) -> String {
    outline.names(of: lines[line].label, at: lines[line].levels).label
  }

  /// Among a cell's values.
  package func place(of metric: Metric) -> Int? {
    outline.measures.firstIndex { $0.name == metric.name }
  }

  /// The lines that differ from a line in one axis alone, itself among them, in the axis's order.
  package func lines(along axis: Int, through line: Int) -> [Int] {
    let levels = lines[line].levels
    return lines.indices.filter { other in
      lines[other].label == lines[line].label
        && levels.indices.allSatisfy { $0 == axis || lines[other].levels[$0] == levels[$0] }
    }.sorted { (lines[$0].levels[axis] ?? 0) < (lines[$1].levels[axis] ?? 0) }
  }

  /// What each constraint costs by a single objective: the best setting that breaks it alone, where
  /// that is ahead of the best that keeps all by as much as matters. All is left out where nothing
  /// keeps them.
  package var constraintCosts: [(constraint: Int, line: Int)] {
    guard goal.objectives.count == 1, let best = front.first else { return [] }
    let objective = goal.objectives[0]
    let candidates = lines.indices.map { candidate($0) }
    let broken = candidates.map { $0.harms.isEmpty ? goal.broken(by: $0) : [] }
    return goal.constraints.indices.compactMap { constraint in
      // Both under the same seeds, so that no luck of one is compared with the mean of many.
      let ahead = lines.indices.filter { line in
        guard broken[line] == [constraint] else { return false }
        let own = goal.value(of: candidates[line], at: 0)
        let other = goal.value(of: candidate(best, seeds: lines[line].seeds), at: 0)
        return objective.isBetter(own, than: other)
          && goal.smallestDifference(at: 0).isReached(from: other, by: own)
      }
      let most = ahead.map { lines[$0].seeds }.max()
      let line = ahead.filter { lines[$0].seeds == most }.min {
        goal.isBetter(candidates[$0], than: candidates[$1])
      }
      return line.map { (constraint, $0) }
    }
  }

  /// The constraint that decides: where nothing keeps all the one that the nearest breaks most,
  /// else the one that costs most, or that the best is nearest to; nil: there is none.
  package var bindingConstraint: MetricConstraint? {
    guard let line = front.first ?? nearest.first else { return nil }
    let own = candidate(line)
    let costs = constraintCosts
    if let dearest = costs.min(by: {
      goal.isBetter(candidate($0.line), than: candidate($1.line))
    }) {
      return goal.constraints[dearest.constraint]
    }
    // Where a constraint is kept, its slack as a part of the limit counts against it.
    func tightness(_ constraint: MetricConstraint) -> Double {
      let value = goal.value(of: own, at: constraint.metric)
      guard let value, constraint.isKept(by: value) else { return constraint.excess(of: value) }
      let distance = abs(value - constraint.limit)
      return constraint.limit == 0 ? -distance : -distance / abs(constraint.limit)
    }
    return goal.constraints.max { tightness($0) < tightness($1) }
  }
}
