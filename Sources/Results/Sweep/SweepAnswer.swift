internal import CacheMetrics
internal import SimCore

/// What a sweep says of its question: which strategy to take with which settings, for each
/// combination of the values that are no choice, such as numbers of devices or networks.
package struct SweepAnswer {
  /// The lines under one combination of values that are no choice.
  private struct Case {
    /// Such as `devices=10`; empty: nothing but choices is varied.
    var title: String
    var lines: [Int]
    /// The lines that the answer is between, in its order.
    var compared: [Int]
    var answer: GoalAnswer
  }

  private let result: SweepResult
  private let cases: [Case]
  /// How sentences call what is varied and is no choice.
  private let conditions: String

  package init(_ result: SweepResult) {
    let outline = result.outline
    let conditions = outline.axes.indices.filter { !outline.axes[$0].isChoice }
    self.result = result
    self.conditions = NameList.text(conditions.map { MarkdownTable.code(outline.axes[$0].name) })
    let groups = result.rows.indices.filter { !result.rows[$0].isBound }.groups { line in
      let values = outline.values(at: result.rows[line].point)
      return conditions.map { values[$0] }
    }
    let isSplit = groups.count > 1
    let (folded, measures) = (result.folded, outline.places)
    cases = groups.compactMap { values, all in
      let texts = zip(conditions, values).map {
        (name: outline.axes[$0].name, value: outline.axes[$0].values[$1].text)
      }
      let lines = all.uniqued { result.rows[$0].alternative }
      func alternative(_ line: Int) -> Alternative {
        let row = result.rows[line]
        let levels = outline.axes.indices.map { outline.axes[$0].isChoice ? folded[line][$0] : nil }
        let names = outline.names(of: row.label, at: levels)
        return Alternative(
          names.label, word: isSplit ? nil : names.word, row.cell, measures,
          seeds: row.cell.values.count)
      }
      let varied = lines.filter { line in
        outline.axes.indices.contains { outline.axes[$0].isChoice && folded[line][$0] != nil }
      }
      func labels(_ lines: [Int]) -> Set<String> { Set(lines.map { result.rows[$0].label }) }
      let competing = result.goal?.competing(among: labels(lines), varied: labels(varied))
      let isCompeting = { (line: Int) in competing?.contains(result.rows[line].label) ?? true }
      let compared = lines.filter(isCompeting)
      let alternatives = compared.map(alternative)
      guard let goal = result.goal ?? Goal.standard(among: alternatives) else { return nil }
      let own = texts.map { " --set \(ShellWord.quoted("\($0.name)=\($0.value)"))" }.joined()
      return Case(
        title: texts.map { "\($0.name)=\($0.value)" }.joined(separator: " "), lines: all,
        compared: compared,
        answer: GoalAnswer(
          goal, among: alternatives, beside: lines.filter { !isCompeting($0) }.map(alternative),
          scenario: outline.subject.map { $0 + own } ?? ""))
    }
  }

  package var sentences: [String] {
    guard let first = cases.first else { return [] }
    guard cases.count > 1 else { return first.answer.sentences }
    let overview = ReportAnswer.overview(conditions, cases.map { ($0.title, $0.answer) })
    return [overview ?? first.answer.sentences[0]] + first.answer.statement
  }

  /// The sentences, and the answer under each of several combinations of values that are no choice.
  package var blocks: [Block] {
    guard cases.count > 1 else { return [.sentences(sentences)] }
    let shown = cases.prefix(Self.mostCases).map { ($0.title, $0.answer) }
    return [.sentences(sentences), .table(ResultTable("the answers", column: "under", shown))]
  }

  /// What is best by each objective that people have, where there is one such combination; nil:
  /// there is nothing to compare.
  package var further: ResultTable? {
    guard cases.count == 1, let only = cases.first, result.isOfSimulations,
      only.compared.count <= Self.mostCompared
    else { return nil }
    return ResultTable(bestWithin: only.answer.ranking.goal, only.answer.rows)
  }

  private static let mostCases = 60
  /// More lines are not compared by further objectives, which would take long.
  private static let mostCompared = 2_000

  /// The place of each line among those under the same values; empty for bounds, and for what
  /// stands beside the decision.
  package var places: [String] {
    var places = result.rows.map { _ in "" }
    for each in cases {
      let alternatives = each.compared.map { result.rows[$0].alternative }
      for line in each.lines {
        let place = alternatives.firstIndex(of: result.rows[line].alternative)
        places[line] = place.map { each.answer.ranking.places[$0].kind.rawValue } ?? ""
      }
    }
    return places
  }
}
