internal import CacheMetrics
internal import SimCore

/// The answer to a scenario's question for what competes with each other, in sentences that are
/// made from the numbers alone: what to take, by how much it is ahead, what is given up for
/// constraints, and by which command it can be followed.
///
/// `sentence` alone is what a terminal, a report and a pull request say first.
package struct GoalAnswer: Sendable {
  package let ranking: GoalRanking
  package let rows: [Alternative]
  /// The value of the setting that the scenario varies, under which strategies compete; nil: it
  /// varies none, or its values compete.
  package let varied: String?
  /// The strategy whose values of the varied setting compete; nil: strategies do, or there is one.
  package let subject: String?
  /// What would turn it: clauses such as "only while a warm launch takes more than 170 ms"; empty:
  /// nothing was tried.
  package var hangsOn: [String] = []
  /// Whether all that there is was compared; else no sentence says what all keep.
  let isComplete: Bool

  /// What was run beside those that compete, and could be taken were the decision another.
  let others: [Alternative]
  let bounds: [StrategyResult]
  private let scenario: String
  /// The varied setting whose values compete; nil: strategies do.
  private let setting: String?

  var goal: Goal { ranking.goal }

  /// Bounds and observed clients among the rows are no choices; commands name `scenario`, with the
  /// options that change it. Where `setting` is given, the rows are of one strategy, and compete by
  /// their values of it. Nil when there is nothing that could be chosen.
  package init?(
    _ goal: Goal?, among rows: [StrategyResult], scenario: String, varied: String? = nil,
    setting: String? = nil, subject: String? = nil
  ) {
    let isCompeting = { (row: StrategyResult) in
      goal.map { $0.labels.isEmpty || $0.labels.contains(row.label) } ?? true
    }
    let all = rows.filter(\.isCompared)
    func alternative(_ row: StrategyResult) -> Alternative {
      Alternative(row, label: setting == nil ? nil : row.varied)
    }
    let compared = all.filter(isCompeting).map(alternative)
    guard !compared.isEmpty, let goal = goal ?? Goal.standard(among: compared) else { return nil }
    self.init(
      goal, among: compared, beside: all.filter { !isCompeting($0) }.map(alternative),
      bounds: rows.filter(\.isBound), scenario: scenario, varied: varied, setting: setting,
      subject: subject)
  }

  /// - Precondition: there is an alternative.
  package init(
    _ goal: Goal, among rows: [Alternative], beside others: [Alternative] = [],
    bounds: [StrategyResult] = [], scenario: String, varied: String? = nil, setting: String? = nil,
    subject: String? = nil, isComplete: Bool = true
  ) {
    self.isComplete = isComplete
    self.rows = rows
    self.others = others
    self.bounds = bounds
    self.scenario = scenario
    self.varied = varied
    self.setting = setting
    self.subject = subject
    ranking = GoalRanking(goal, rows.map { GoalCandidate($0, goal) })
  }

  /// What to take: the best, and all that it is not ahead of; empty: none is best in all
  /// objectives, none keeps the constraints, or caching gains nothing.
  package var choices: [String] {
    guard goal.objectives.count == 1 || ranking.front.count == 1, uselessSentence == nil else {
      return []
    }
    return ranking.peers.map { candidate($0).title }
  }

  /// What to take, where one is ahead of all others.
  package var choice: String? { choices.count == 1 ? choices[0] : nil }

  /// The answer, and then what it rests on, the most important first.
  package var sentences: [String] {
    [sentence] + reasons + (nextStep.map { ["Why: \(code($0))."] } ?? [])
  }

  /// What follows the answer, without a command.
  package var reasons: [String] {
    guard !ranking.front.isEmpty else { return harmSentences + statement }
    return [differenceSentence, peopleSentence].compactMap(\.self) + harmSentences
      + excludedSentences
      + [doubtSentence].compactMap(\.self) + otherSentence + statement
  }

  /// What is wanted, where the scenario does not say it.
  var statement: [String] {
    guard !goal.isStated, rows.count > 1 else { return [] }
    let terms = "where a screen that stays blank is a failure and nothing at all is no cache."
    guard let metric = goal.objectives[0].single,
      !StandardObjective.fastest.metrics.contains(where: { $0.name == metric.name })
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

  /// The best of those that one of the front dominates; nil: there is none.
  func next(behind best: Int) -> Int? {
    ranking.places.indices.filter { ranking.places[$0] == .dominated(by: best) }.min {
      goal.isBetter(candidate($0), than: candidate($1))
    }
  }

  /// What the first of those to be taken is compared with: another one of these, or else the best
  /// that is behind; nil: there is neither.
  var rival: Int? {
    guard let best = ranking.front.first else { return nil }
    return ranking.front.dropFirst().first ?? ranking.alike(best).first ?? next(behind: best)
  }

  /// The command that shows where the difference comes from; nil: there is nothing to compare.
  package var nextStep: String? {
    let words = ShellWord.all(in: scenario)
    guard let best = ranking.front.first, let file = words.first, let rival,
      let first = comparable(best), let second = comparable(rival)
    else { return nil }
    // Of strategies it takes the two alone.
    let isAboutOthers = { words[$0] == "--strategies" || words[$0 - 1] == "--strategies" }
    let options = words.indices.dropFirst().filter { !isAboutOthers($0) }.map { " \(words[$0])" }
      .joined()
    let value = varied.map { " --varied \(ShellWord.quoted($0))" } ?? ""
    return "cachesim compare \(file) \(first) \(second)\(options)\(value)"
  }

  /// How `cachesim compare` names a candidate; nil: it cannot.
  private func comparable(_ index: Int) -> String? {
    guard let label = rows[index].word else { return nil }
    guard let setting else { return ShellWord.quoted(label) }
    let parts = setting.split(separator: ".", maxSplits: 2)
    let value = candidate(index).title
    guard parts.count == 3, parts[0].hasPrefix("strategies["), parts[1] == "settings",
      !(label + value).contains(":"), !value.contains("{")
    else { return nil }
    return ShellWord.quoted("\(label):\(parts[2])=\(value)")
  }

  func candidate(_ index: Int) -> GoalCandidate { ranking.candidates[index] }

  func value(_ index: Int, at objective: Int) -> String {
    goal.text(of: candidate(index), at: objective)
  }

  func values(_ index: Int) -> String {
    goal.objectives.indices.map { value(index, at: $0) }.joined(separator: ", ")
  }

  func name(_ index: Int) -> String { code(candidate(index).title) }

  func code(_ text: String) -> String { MarkdownTable.code(text) }

  func list(_ names: [String]) -> String { NameList.text(names) }

  /// What competes, as a sentence calls it.
  var noun: String { setting == nil ? "strategy" : "value" }

  /// The best, and what is alike or comes next; nil: nothing is taken, or it is alone.
  var contenders: (StrategyResult, StrategyResult)? {
    guard let best = ranking.front.first,
      let other = (ranking.front.dropFirst() + ranking.alike(best)).first ?? next(behind: best)
    else { return nil }
    return rows[best].row.flatMap { row in rows[other].row.map { (row, $0) } }
  }
}
