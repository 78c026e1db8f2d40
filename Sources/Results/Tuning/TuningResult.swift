package import Measurement

/// What a search for settings found: the settings that were simulated, which of them are best by
/// the goal, and how much each axis matters.
///
/// Only settings under all seeds are in the Pareto set; the others show where it is.
package struct TuningResult: Sendable {
  package struct Line: Sendable {
    package var label: String
    package var name: String
    /// The value of each axis by its place; nil: the axis does not touch the strategy.
    package var levels: [Int?]
    /// Under how many of the seeds it was simulated.
    package var seeds: Int
    package var cell: SweepCell

    package init(label: String, name: String, levels: [Int?], seeds: Int, cell: SweepCell) {
      self.label = label
      self.name = name
      self.levels = levels
      self.seeds = seeds
      self.cell = cell
    }
  }

  package let outline: SweepOutline
  /// The scenario as a command line names it, with the options that change it, but for seeds.
  package let subject: String
  package let goal: Goal
  /// In the order in which the search came to them.
  package let lines: [Line]
  /// How many simulations the search took; a setting under a seed is one.
  package let simulations: Int
  /// How many the whole grid takes.
  package let gridSimulations: Int
  package let settingCount: Int
  package let ranking: GoalRanking
  /// Which line each of them is.
  package let finished: [Int]

  package init(
    _ outline: SweepOutline, subject: String, _ goal: Goal, lines: [Line], simulations: Int,
    gridSimulations: Int,
    settingCount: Int
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
    ranking = GoalRanking(
      goal, finished.map { Self.candidate(lines[$0], goal, outline, seeds: lines[$0].seeds) })
  }

  /// The lines of the Pareto set, the best by the first objective first.
  package var front: [Int] { ranking.front.map { finished[$0] } }

  /// The lines that the seeds cannot tell from one of the front by a single objective.
  package func alike(_ line: Int) -> [Int] {
    guard let member = finished.firstIndex(of: line) else { return [] }
    return ranking.alike(member).map { finished[$0] }
  }

  /// The line that is best, or nearest to keeping the constraints; nil: none has all seeds.
  package var best: Int? { front.first ?? ranking.nearest.map { finished[$0] } }

  /// A line as the goal compares it, under the first so many of its seeds: pooled where these are
  /// all that it has, else by the mean over them.
  package func candidate(_ line: Int, seeds: Int) -> GoalCandidate {
    Self.candidate(lines[line], goal, outline, seeds: seeds)
  }

  private static func candidate(
    _ line: Line, _ goal: Goal, _ outline: SweepOutline, seeds: Int
  ) -> GoalCandidate {
    let places = goal.metrics.map { metric in
      outline.measures.firstIndex { $0.name == metric.name }
    }
    let values = line.cell.values.prefix(seeds).map { values in
      places.map { $0.flatMap { values[$0] } }
    }
    let pooled = places.indices.map { place -> Double? in
      guard seeds < line.seeds else { return places[place].flatMap { line.cell.pooled[$0] } }
      let defined = values.compactMap { $0[place] }
      return defined.count == seeds ? defined.reduce(0, +) / Double(seeds) : nil
    }
    return GoalCandidate(title: title(of: line, outline), pooled: pooled, seeds: Array(values))
  }

  /// Such as `hybrid.prefetch=8 hybrid.staleAfter=5m`.
  package func title(of line: Int) -> String { Self.title(of: lines[line], outline) }

  private static func title(of line: Line, _ outline: SweepOutline) -> String {
    zip(outline.axes, line.levels).compactMap { axis, level in
      level.map { "\(axis.name)=\(axis.values[$0].text)" }
    }.joined(separator: " ")
  }

  /// Among a cell's values.
  package func place(of metric: Metric) -> Int? {
    outline.measures.firstIndex { $0.name == metric.name }
  }
}

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
