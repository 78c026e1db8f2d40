internal import Measurement
internal import SimCore

/// What a goal says of a sweep: which lines keep the constraints, which are in the Pareto set.
package struct SweepGoal {
  package let ranking: GoalRanking
  /// The lines that are candidates: all but bounds, those that cannot differ once.
  private let lines: [Int]
  private let result: SweepResult

  /// Nil where the sweep states no goal, or lacks its metrics.
  package init?(_ result: SweepResult) {
    guard let goal = result.outline.goal else { return nil }
    let places = goal.metrics.compactMap { result.place(of: $0.name) }
    guard places.count == goal.metrics.count else { return nil }
    var seen: Set<String> = []
    lines = result.rows.indices.filter {
      !result.rows[$0].isBound && seen.insert(result.rows[$0].cell.key).inserted
    }
    ranking = GoalRanking(
      goal,
      lines.map { line in
        let cell = result.rows[line].cell
        return GoalCandidate(
          title: result.rows[line].label, pooled: places.map { cell.pooled[$0] },
          seeds: cell.values.map { values in places.map { values[$0] } }, goal,
          value: { name in result.place(of: name).flatMap { cell.pooled[$0] } })
      })
    self.result = result
  }

  /// Of all lines, in order. - Complexity: O(lines).
  package var places: [String] {
    var words: [String: String] = [:]
    for (index, line) in lines.enumerated() {
      words[result.rows[line].cell.key] = ranking.places[index].word
    }
    return result.rows.map { $0.isBound ? "" : words[$0.cell.key] ?? "" }
  }

  package var sentences: [String] {
    let goal = ranking.goal
    let feasible = ranking.feasible.count
    var sentences: [String] = []
    if !goal.constraints.isEmpty {
      let limits = goal.constraints.map { MarkdownTable.code($0.text) }
      sentences.append(
        "\(NumberText.grouped(Int64(feasible))) of \(NumberText.counted(lines.count, "setting")) "
          + "\(feasible == 1 ? "keeps" : "keep") \(Recommendation.list(limits, "and")).")
    }
    guard let best = ranking.front.first else {
      if let nearest = ranking.nearest {
        sentences.append("The nearest is \(name(nearest)).")
      }
      return sentences
    }
    if goal.objectives.count == 1 {
      let alike = ranking.front.count - 1 + ranking.alike(best).count
      sentences.append(
        "\(name(best)) is best: \(goal.text(of: ranking.candidates[best], at: 0)) "
          + "(\(MarkdownTable.code(goal.text)))"
          + (alike > 0
            ? "; \(NumberText.counted(alike, "other")) \(alike == 1 ? "is" : "are") alike: the "
              + "seeds show no difference, or none that matters." : "."))
    } else {
      let members = ranking.front.prefix(Self.mostNamed).map { index in
        let values = goal.objectives.indices.map {
          goal.text(of: ranking.candidates[index], at: $0)
        }
        return "\(name(index)) (\(values.joined(separator: ", ")))"
      }
      let more = ranking.front.count - members.count
      let metrics = goal.objectives.map { MarkdownTable.code($0.name) }
      sentences.append(
        "The Pareto set over \(Recommendation.list(metrics, "and")) has \(ranking.front.count) "
          + "settings: \(members.joined(separator: "; "))\(more > 0 ? " and \(more) more" : "").")
    }
    return sentences
  }

  /// How many members of a Pareto set a sentence names; `summary.csv` has all.
  private static let mostNamed = 8

  private func name(_ index: Int) -> String {
    let row = result.rows[lines[index]]
    return "\(MarkdownTable.code(row.label)) at "
      + MarkdownTable.code(result.outline.title(of: row.point))
  }
}
