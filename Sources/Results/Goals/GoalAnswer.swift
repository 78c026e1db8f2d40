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

  /// What to take: the labels of the best and of all that it is not ahead of; empty: none is best
  /// in all objectives, or no strategy keeps the constraints.
  package var choices: [String] {
    goal.objectives.count == 1 || ranking.front.count == 1
      ? ranking.peers.map { rows[$0].label } : []
  }

  /// What to take, where one is ahead of all others.
  package var choice: String? { choices.count == 1 ? choices[0] : nil }

  /// The most important one first.
  package var sentences: [String] {
    guard !ranking.front.isEmpty else {
      return [infeasibleSentence] + harmSentences + statement
    }
    var sentences = goal.objectives.count == 1 ? [bestSentence] : [frontSentence]
    if let difference = differenceSentence { sentences.append(difference) }
    sentences += harmSentences + excludedSentences
    if let doubt = doubtSentence { sentences.append(doubt) }
    return sentences + statement + whySentence
  }

  /// What is wanted, where the scenario does not say it.
  private var statement: [String] {
    guard !goal.isStated else { return [] }
    let terms = "where a screen that stays blank is a failure and nothing at all is no cache."
    guard let metric = goal.objectives[0].single,
      !Criterion.firstContent.contains(where: { $0.metric.name == metric.name })
    else {
      return [
        "The scenario states no objective; this is the shortest wait for first content, \(terms)"
      ]
    }
    return [
      "The scenario states no objective; the wait for first content does not tell apart what could "
        + "be taken, so that this is by \(code(metric.name)), \(terms)"
    ]
  }

  private var bestSentence: String {
    let peers = ranking.peers
    let next = next(behind: peers[0])
    let ahead = next.map { ", ahead of \(name($0)) (\(value($0, at: 0)))" } ?? ""
    guard peers.count > 1 else {
      return "Take \(name(peers[0])): \(value(peers[0], at: 0))\(ahead) (\(code(goal.text)))."
    }
    let texts = peers.map { value($0, at: 0) }
    let members =
      texts.allSatisfy { $0 == texts[0] }
      ? "\(list(peers.map(name))) (\(texts[0]))"
      : list(zip(peers, texts).map { "\(name($0)) (\($1))" })
    return next == nil
      ? "These do not differ in what was asked for, \(code(goal.text)): \(members), \(tieText)."
      : "\(members) are alike, \(tieText)\(ahead) (\(code(goal.text)))."
  }

  /// Why the best is not ahead of others.
  private var tieText: String {
    let best = ranking.peers[0]
    let others = ranking.peers.dropFirst()
    var reasons: [String] = []
    if others.contains(where: { ranking.places[$0] == .undecided(from: best) }) {
      reasons.append(
        "no difference that \(NumberText.counted(rows[best].runs.count, "seed")) can show")
    }
    if others.contains(where: { ranking.places[$0] == .alike(to: best) }) {
      let objective = goal.objectives[0]
      reasons.append("less than \(objective.unit.smallestDifference.text(objective.unit)) apart")
    }
    return reasons.isEmpty ? "the same number" : reasons.joined(separator: " or ")
  }

  /// In what else strategies differ that the objective does not tell apart; nil: there are none.
  private var differenceSentence: String? {
    let peers = goal.objectives.count == 1 ? ranking.peers.map { rows[$0] } : []
    guard peers.count > 1 else { return nil }
    let asked = goal.metrics.map(\.name)
    var found: [(ratio: Double, text: String)] = []
    for metric in Headline.standard(of: peers).map(\.metric)
    where metric.better != .neither && !asked.contains(metric.name) {
      let values = peers.compactMap { metric.value($0.pooled) }.filter(\.isFinite)
      guard values.count == peers.count, let least = values.min(), let most = values.max(),
        let low = values.firstIndex(of: least), let high = values.firstIndex(of: most),
        PairedDifferences(at: metric, of: peers[high], from: peers[low])?.isShown ?? true
      else { continue }
      let ratio = (most - least) / metric.unit.smallestDifference.size(from: least)
      guard ratio >= 1 else { continue }
      let ends = [(least, low), (most, high)].map { value, place in
        "\(Display.text(value, metric.unit)) under \(code(peers[place].label))"
      }
      found.append((ratio, "\(code(metric.name)), \(ends.joined(separator: ", "))"))
    }
    guard !found.isEmpty else {
      return "Nor do they differ by as much as matters in anything that the table has."
    }
    // The sort is stable for equal ratios by the table's order.
    let order = found.indices.sorted {
      (-found[$0].ratio, $0) < (-found[$1].ratio, $1)
    }
    let most = order.prefix(Self.mostDifferences).map { found[$0].text }
    return "They differ most in \(most.joined(separator: "; "))."
  }

  /// How many differences a sentence names; the table has all.
  private static let mostDifferences = 3

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
    if members.count == 1 {
      let alike = ranking.alike(ranking.front[0]).map(name)
      return "Take \(members[0]): no other is better by as much as matters in any of \(metrics)"
        + (alike.isEmpty
          ? "." : "; \(list(alike)) \(alike.count == 1 ? "is" : "are") no worse than it.")
    }
    let dominated = ranking.places.indices.compactMap { index -> String? in
      switch ranking.places[index] {
      case .dominated(let by): "\(name(index)) by \(name(by))"
      case .undecided(let from):
        "\(name(index)) by \(name(from)), by less than these seeds can show"
      case .alike(let to): "\(name(index)) by \(name(to)), by less than matters"
      default: nil
      }
    }
    return "No strategy is best in all of \(metrics); the Pareto set: \(list(members))"
      + (dominated.isEmpty ? "." : ". Dominated: \(list(dominated)).")
  }

  private var infeasibleSentence: String {
    if ranking.places.allSatisfy({ $0 == .harmful || $0 == .uncached }) {
      return "No strategy that caches can be taken." + uncachedText
    }
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
      goal.constraints.isEmpty
      ? " \(name(first)), which caches nothing, has \(value(first, at: 0))."
      : " \(name(first)), which caches nothing, keeps "
        + "\(goal.constraints.count == 1 ? "it" : "them") with \(value(first, at: 0))."
  }

  /// Who is never taken, whatever it saves.
  private var harmSentences: [String] {
    rows.indices.filter { ranking.places[$0] == .harmful }.map { index in
      "\(name(index)) is no candidate: \(harmText(of: index))."
    }
  }

  func harmText(of index: Int) -> String {
    list(
      candidate(index).harms.map { harm in
        let metric = Criterion.metric(harm)
        let value = Display.text(metric.value(rows[index].pooled), metric.unit)
        return "\(GoalCandidate.words(of: harm)) (\(value) \(code(harm)))"
      })
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
  /// highest percentile that some strategy reaches, with blank opens within a point of the fewest;
  /// where that wait is alike for all that could be taken, what else tells them apart. Nil where no
  /// strategy has such numbers.
  package static func standard(among rows: [StrategyResult]) -> Goal? {
    let rows = rows.filter(\.isCompared)
    var limits: [MetricConstraint] = []
    if let fewest = rows.compactMap({ Criterion.blank.value(of: $0) }).min() {
      let limit = Criterion.blank.metric.rounded(fewest + blankMargin)
      limits = [
        MetricConstraint(
          metric: Criterion.blank.metric, comparison: .atMost, limit: limit,
          text: "\(Criterion.blank.metric.name) <= \(Display.text(limit, .ratio))")
      ]
    }
    var first: Goal?
    for criteria in bases where !rows.isEmpty {
      let criterion = Criterion.first(of: criteria, among: rows)
      guard rows.contains(where: { criterion.value(of: $0) != nil }) else { continue }
      let goal = Goal(
        objectives: [MetricObjective(criterion.metric)], constraints: limits, isStated: false)
      if GoalRanking(goal, rows.map { GoalCandidate($0, goal) }).tellsApart { return goal }
      first = first ?? goal
    }
    return first
  }

  /// By what strategies are compared where nothing is stated: the first that tells them apart.
  private static let bases: [[Criterion]] = [
    Criterion.firstContent, Criterion.completeContent, [.stale], [.flash], [.data],
  ]

  package static var standardMetric: Metric { Criterion.firstContent[0].metric }

  /// By how much of all opens more may stay blank than under the strategy with the fewest, where
  /// no limit is stated: one in a hundred. An assumption.
  private static let blankMargin = 0.01
}
