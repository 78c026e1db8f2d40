internal import Measurement

/// What a report says first of a group of strategies: the answer to the scenario's question, and
/// what the same numbers say of further objectives.
package struct ReportAnswer {
  /// The sentences that answer the question.
  package let leading: [String]
  /// What is best for other objectives among the strategies that keep the constraints, where the
  /// scenario states none.
  package let further: [String]
  /// In ranks; nil: there is nothing to compare.
  package let answer: GoalAnswer?

  package init(on rows: [StrategyResult], varied: String?, of result: RunResult) {
    answer = GoalAnswer(result.goal, among: rows, scenario: result.commandWords, varied: varied)
    leading = answer?.sentences ?? []
    let isOpen = result.goal?.isStated != true
    further = isOpen ? Recommendation.sentences(on: answer?.eligible(rows) ?? rows) : []
  }

  /// How it depends on the varied value, in a sentence; nil: nothing is varied, or no value has
  /// one.
  package static func overview(of result: RunResult) -> String? {
    guard let setting = result.variedSetting, result.variedValues.count > 1 else { return nil }
    var choices: [(choice: String, values: [String])] = []
    for (varied, rows) in result.groups {
      guard let varied else { continue }
      let answer = GoalAnswer(
        result.goal, among: rows, scenario: result.commandWords, varied: varied)
      let labels = answer?.choices.map(MarkdownTable.code) ?? []
      let choice = labels.isEmpty ? "none" : Recommendation.list(labels, "or")
      if let index = choices.firstIndex(where: { $0.choice == choice }) {
        choices[index].values.append(varied)
      } else {
        choices.append((choice, [varied]))
      }
    }
    guard let first = choices.first, choices.contains(where: { $0.choice != "none" }) else {
      return nil
    }
    let name = MarkdownTable.code(setting)
    guard choices.count > 1 else {
      return "The answer is the same for all values of \(name): \(first.choice)."
    }
    let parts = choices.map { choice, values in
      "\(choice) for \(Recommendation.list(values.map(MarkdownTable.code), "and"))"
    }
    return "The answer depends on \(name): \(parts.joined(separator: "; "))."
  }
}

extension GoalAnswer {
  /// The rows without those that do harm, break a constraint or cache nothing, where others do
  /// not; bounds and observed clients stay.
  package func eligible(_ rows: [StrategyResult]) -> [StrategyResult] {
    var index = 0
    return rows.filter { row in
      guard row.isCompared else { return true }
      defer { index += 1 }
      switch ranking.places[index] {
      case .harmful: return false
      case .infeasible, .uncached: return ranking.front.isEmpty
      default: return true
      }
    }
  }

  /// By the strategies' labels, in order.
  package var exclusions: [(label: String, reason: String)] {
    zip(ranking.candidates, ranking.places).enumerated().compactMap { index, pair in
      let (candidate, place) = pair
      switch place {
      case .harmful: return (candidate.title, harmText(of: index))
      case _ where ranking.front.isEmpty: return nil
      case .infeasible(let broken):
        let limits = broken.map { MarkdownTable.code(ranking.goal.constraints[$0].text) }
        return (
          candidate.title,
          "it breaks \(Recommendation.list(limits, "and")), with "
            + broken.map { text(of: candidate, at: $0) }.joined(separator: ", ")
        )
      case .uncached: return (candidate.title, "it caches nothing at all")
      default: return nil
      }
    }
  }

  private func text(of candidate: GoalCandidate, at constraint: Int) -> String {
    let metric = ranking.goal.constraints[constraint].metric
    return Display.text(
      ranking.goal.value(of: candidate, at: metric),
      within: ranking.goal.interval(of: candidate, at: metric), share: nil, metric.unit)
  }
}
