package import Measurement
internal import SimCore

/// The answer to a scenario's question for strategies that are compared with each other, in
/// sentences that are made from the numbers alone: what to take, ahead of what, what is given up
/// for constraints, and by which command it can be followed.
package struct GoalAnswer: Sendable {
  package let ranking: GoalRanking
  private let rows: [StrategyResult]
  private let scenario: String
  package let varied: String?

  private var goal: Goal { ranking.goal }

  /// Bounds and observed clients among the rows are no choices; commands name `scenario`, with the
  /// options that change it. Nil when there are not two strategies to compare.
  package init?(_ goal: Goal?, among rows: [StrategyResult], scenario: String, varied: String?) {
    let rows = rows.filter(\.isCompared)
    guard rows.count > 1, let goal = goal ?? Goal.standard(among: rows) else { return nil }
    self.rows = rows
    self.scenario = scenario
    self.varied = varied
    ranking = GoalRanking(goal, rows.map { GoalCandidate($0, goal) })
  }

  /// What to take: the label of the best by a single objective; nil: several objectives, or no
  /// strategy keeps the constraints.
  package var choice: String? {
    goal.objectives.count == 1 ? ranking.front.first.map { rows[$0].label } : nil
  }

  /// The most important one first.
  package var sentences: [String] {
    guard !ranking.front.isEmpty else { return [infeasibleSentence] + statement }
    var sentences = goal.objectives.count == 1 ? [bestSentence] : [frontSentence]
    sentences += excludedSentences
    if let doubt = doubtSentence { sentences.append(doubt) }
    return sentences + statement + whySentence
  }

  /// What is wanted, where the scenario does not say it.
  private var statement: [String] {
    guard !goal.isStated else { return [] }
    return [
      "The scenario states no objective; this is the shortest wait for first content, where a "
        + "screen that stays blank is a failure and nothing at all is no cache."
    ]
  }

  private var bestSentence: String {
    let best = ranking.front[0]
    let ties = ranking.front.dropFirst() + ranking.alike(best)
    var text = "Take \(name(best)): \(value(best, at: 0))"
    if let metric = goal.objectives[0].single,
      goal.value(of: candidate(best), at: 0)?.isInfinite == true
    {
      text +=
        " of \(MarkdownTable.code(metric.name)) under every strategy that keeps the constraints"
    }
    if !ties.isEmpty {
      let seeds = rows[best].runs.count
      let others = ties.map { "\(name($0)) (\(value($0, at: 0)))" }
      text +=
        ties.count > 0 && ranking.alike(best).isEmpty
        ? "; the same as \(list(others))"
        : "; no difference that \(NumberText.counted(seeds, "seed")) can show to \(list(others))"
    }
    let next = next(behind: best)
    if let next { text += ", ahead of \(name(next)) (\(value(next, at: 0)))" }
    return text + " (\(code(goal.text)))."
  }

  /// The best of those that one of the front dominates; nil: there is none.
  private func next(behind best: Int) -> Int? {
    ranking.places.indices.filter { ranking.places[$0] == .dominated(by: best) }.min {
      goal.objectives[0].isBetter(
        goal.value(of: candidate($0), at: 0), than: goal.value(of: candidate($1), at: 0))
    }
  }

  private var frontSentence: String {
    let members = ranking.front.map { index in
      let values = goal.objectives.indices.map { value(index, at: $0) }
      return "\(name(index)) (\(values.joined(separator: ", ")))"
    }
    let metrics = goal.objectives.map { code($0.name) }.joined(separator: ", ")
    let dominated = ranking.places.indices.compactMap { index -> String? in
      switch ranking.places[index] {
      case .dominated(let by): "\(name(index)) by \(name(by))"
      case .undecided(let from):
        "\(name(index)) by \(name(from)), by less than these seeds can show"
      default: nil
      }
    }
    return "No strategy is best in all of \(metrics); the Pareto set: \(list(members))"
      + (dominated.isEmpty ? "." : ". Dominated: \(list(dominated)).")
  }

  private var infeasibleSentence: String {
    guard let nearest = ranking.nearest, !goal.constraints.isEmpty else {
      return "No strategy that caches has a value of "
        + "\(list(goal.objectives.map { code($0.name) }))." + uncachedText
    }
    let broken = brokenText(nearest)
    return "No strategy that caches keeps \(constraintText); the nearest is \(name(nearest))"
      + (broken.isEmpty ? "." : " with \(broken).") + uncachedText
  }

  /// What caching nothing comes to, where no cache keeps the constraints.
  private var uncachedText: String {
    let keeping = rows.indices.filter {
      ranking.places[$0] == .uncached && goal.broken(by: candidate($0)).isEmpty
    }
    guard let first = keeping.first else { return "" }
    return
      " \(name(first)), which caches nothing, keeps \(goal.constraints.count == 1 ? "it" : "them") "
      + "with \(value(first, at: 0))."
  }

  private var excludedSentences: [String] {
    var sentences: [String] = []
    let broken = rows.indices.filter {
      if case .infeasible = ranking.places[$0] { true } else { false }
    }
    if !broken.isEmpty {
      let facts = broken.map { "\(name($0)) with \(brokenText($0))" }
      sentences.append("Excluded by \(constraintText): \(facts.joined(separator: "; ")).")
    } else if !goal.constraints.isEmpty {
      sentences.append(keptSentence)
    }
    let uncached = rows.indices.filter { ranking.places[$0] == .uncached }.map(name)
    if !uncached.isEmpty {
      sentences.append(
        list(uncached)
          + (uncached.count == 1
            ? " caches nothing and is no candidate." : " cache nothing and are no candidates."))
    }
    return sentences
  }

  /// That no strategy breaks a constraint, as surely as the seeds tell it.
  private var keptSentence: String {
    let caching = rows.indices.filter { ranking.places[$0] != .uncached }.map(candidate)
    let isSure = goal.constraints.allSatisfy { constraint in
      !caching.contains { goal.isOpen(constraint, of: $0) }
    }
    return isSure
      ? "All strategies keep \(constraintText)."
      : "The means of all strategies are within \(constraintText)."
  }

  /// Whether the chosen one may break a constraint under other seeds.
  private var doubtSentence: String? {
    let doubts = ranking.front.flatMap { index in
      goal.constraints.filter { goal.isOpen($0, of: candidate(index)) }.map { constraint in
        let text = Display.text(
          goal.value(of: candidate(index), at: constraint.metric),
          within: goal.interval(of: candidate(index), at: constraint.metric), share: nil,
          constraint.metric.unit)
        return "whether \(name(index)) keeps \(code(constraint.text)) (\(text))"
      }
    }
    return doubts.isEmpty ? nil : "These seeds do not tell \(list(doubts)): run more."
  }

  private var whySentence: [String] {
    guard goal.objectives.count == 1, let best = ranking.front.first else { return [] }
    let others = rows.indices.filter { $0 != best }
    let equals = ranking.alike(best) + ranking.front.filter { $0 != best }
    let rivals = equals + (next(behind: best).map { [$0] } ?? []) + others
    guard let rival = rivals.first else { return [] }
    let pair = [rows[best].label, rows[rival].label].map { ShellWord.quoted($0) }
    let value = varied.map { " --varied \(ShellWord.quoted($0))" } ?? ""
    let name = ShellWord.first(of: scenario)
    let options = scenario.dropFirst(name.count)
    return [
      "Why: " + code("cachesim compare \(name) \(pair[0]) \(pair[1])\(options)\(value)") + "."
    ]
  }

  private var constraintText: String {
    list(goal.constraints.map { code($0.text) })
  }

  private func brokenText(_ index: Int) -> String {
    list(
      goal.broken(by: candidate(index)).map { place in
        let constraint = goal.constraints[place]
        let value = goal.value(of: candidate(index), at: constraint.metric)
        let interval = goal.interval(of: candidate(index), at: constraint.metric)
        let text = Display.text(value, within: interval, share: nil, constraint.metric.unit)
        return "\(text) \(code(constraint.metric.name))"
          + (goal.isOpen(constraint, of: candidate(index))
            ? ", which these seeds cannot tell from the limit" : "")
      })
  }

  private func candidate(_ index: Int) -> GoalCandidate { ranking.candidates[index] }

  private func value(_ index: Int, at objective: Int) -> String {
    goal.text(of: candidate(index), at: objective)
  }

  private func name(_ index: Int) -> String { code(rows[index].label) }

  private func code(_ text: String) -> String { MarkdownTable.code(text) }

  private func list(_ names: [String]) -> String { Recommendation.list(names, "and") }
}

extension Goal {
  /// Whether the seeds leave open if a candidate keeps a constraint: the limit lies within the
  /// interval of its mean.
  func isOpen(_ constraint: MetricConstraint, of candidate: GoalCandidate) -> Bool {
    guard let interval = interval(of: candidate, at: constraint.metric), interval.halfWidth > 0,
      let value = value(of: candidate, at: constraint.metric)
    else { return false }
    return abs(value - constraint.limit) <= interval.halfWidth
  }

  /// As people read it, with its confidence interval.
  package func text(of candidate: GoalCandidate, at objective: Int) -> String {
    Display.text(
      value(of: candidate, at: objective), within: interval(of: candidate, at: objective),
      share: nil, objectives[objective].unit)
  }

  /// The goal of a report whose scenario states none: the shortest wait for first content at the
  /// highest percentile that some strategy reaches, with blank opens within a point of the fewest.
  /// Nil where no strategy has such a wait.
  package static func standard(among rows: [StrategyResult]) -> Goal? {
    let candidates = rows.filter(\.isCompared)
    guard !candidates.isEmpty else { return nil }
    let criterion = Criterion.first(of: Criterion.firstContent, among: candidates)
    guard candidates.contains(where: { criterion.value(of: $0) != nil }) else { return nil }
    var goal = Goal(
      objectives: [MetricObjective(criterion.metric)], constraints: [], isStated: false)
    let fewest = candidates.compactMap { Criterion.blank.value(of: $0) }.min()
    if let fewest {
      let limit = Criterion.blank.metric.rounded(fewest + blankMargin)
      goal.constraints = [
        MetricConstraint(
          metric: Criterion.blank.metric, comparison: .atMost, limit: limit,
          text: "\(Criterion.blank.metric.name) <= \(Display.text(limit, .ratio))")
      ]
    }
    return goal
  }

  package static var standardMetric: Metric { Criterion.firstContent[0].metric }

  /// By how much of all opens more may stay blank than under the strategy with the fewest, where
  /// no limit is stated: one in a hundred. An assumption.
  private static let blankMargin = 0.01
}
