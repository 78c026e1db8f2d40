internal import CacheMetrics

/// What a report says first of a group of rows that compete: the answer to the scenario's question,
/// and what the same numbers say of further objectives.
package struct ReportAnswer {
  /// The value or the strategy that they have in common; nil: they are all that was run.
  package let title: String?
  /// Nil: there is nothing to choose.
  package let answer: GoalAnswer?
  fileprivate let rows: [StrategyResult]

  /// What is best by other objectives among the strategies that keep the constraints; nil: there is
  /// nothing to compare.
  package var further: ResultTable? {
    guard let answer, answer.goal.choice != .values else { return nil }
    return ResultTable(
      bestWithin: answer.ranking.goal, answer.rows, bounds: rows.filter(\.isBound))
  }

  /// How answers depend on what `name` calls in Markdown, in a sentence; nil: none takes anything.
  package static func overview(
    _ name: String, _ answers: [(value: String, answer: GoalAnswer?)]
  ) -> String? {
    let choices = answers.groups { _, answer in
      let labels = answer?.choices.map(MarkdownTable.code) ?? []
      return labels.isEmpty ? "none" : NameList.text(labels, "or", most: mostNamed)
    }
    guard let first = choices.first, choices.contains(where: { $0.key != "none" }) else {
      return nil
    }
    guard choices.count > 1 else {
      return "The answer is the same for all values of \(name): \(first.key)."
    }
    let parts = choices.map { choice, answers in
      let values = answers.map { MarkdownTable.code($0.value) }
      return "\(choice) for \(NameList.text(values, most: mostNamed))"
    }
    return "The answer depends on \(name): \(parts.joined(separator: "; "))."
  }

  private static let mostNamed = 8
}

extension RunResult {
  /// Of each varied value, among whose strategies one is to be taken, or of each strategy whose
  /// values compete; a strategy that no value changes has none.
  package var answers: [ReportAnswer] {
    guard let goal, goal.choice == .values, let setting = variedSetting, variedValues.count > 1
    else {
      return groups.map { varied, rows in
        var answer = GoalAnswer(goal, among: rows, scenario: commandWords, varied: varied)
        answer?.hangsOn = hangsOn[varied ?? ""] ?? []
        return ReportAnswer(title: varied, answer: answer, rows: rows)
      }
    }
    let own = groups[0].rows.filter(\.isCompared).map { row in
      rows.filter { $0.label == row.label }
    }
    let changed = own.filter { !isUnchanged($0) }
    let competing = changed.isEmpty ? own : changed
    return competing.map { rows in
      let label = competing.count > 1 ? rows[0].label : nil
      var answer = GoalAnswer(
        goal, among: rows, scenario: commandWords, setting: setting, subject: label)
      answer?.hangsOn = hangsOn[label ?? ""] ?? []
      return ReportAnswer(title: label, answer: answer, rows: rows)
    }
  }

  /// How it depends on the varied value, in a sentence; nil: nothing is varied, or no value has
  /// one.
  package var answerOverview: String? {
    guard let setting = variedSetting, variedValues.count > 1, goal?.choice != .values else {
      return nil
    }
    return ReportAnswer.overview(
      MarkdownTable.code(setting),
      answers.compactMap { told in told.title.map { (value: $0, answer: told.answer) } })
  }

  /// What a terminal ends with: the answer, or one for each group where they are not the same.
  package var closingSentences: [String] {
    let told = answers.compactMap { answer in
      answer.answer.map { (title: answer.title, answer: $0) }
    }
    guard told.count > 1, goal?.choice != .values else { return told.map(\.answer.sentence) }
    let choices = told.map(\.answer.choices)
    let amounts = told.compactMap { told in
      told.answer.amount.map { "at \(MarkdownTable.code(told.title ?? "")) \($0)" }
    }
    if let choice = choices[0].first, choices.allSatisfy({ $0 == [choice] }),
      amounts.count == told.count, let setting = variedSetting
    {
      let hanging = told.flatMap(\.answer.hangsOn)
      return [
        ([
          "Take \(MarkdownTable.code(choice)) for all values of \(MarkdownTable.code(setting)): "
            + amounts.joined(separator: ", ")
            + " (\(MarkdownTable.code(told[0].answer.ranking.goal.text)))"
        ] + hanging).joined(separator: "; ") + "."
      ]
    }
    return told.map { title, answer in
      (title.map { "\(MarkdownTable.code($0)): " } ?? "") + answer.sentence
    }
  }
}
