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
    var groups: [(values: [Int], lines: [Int])] = []
    var places: [[Int]: Int] = [:]
    for line in result.rows.indices where !result.rows[line].isBound {
      let values = outline.values(at: result.rows[line].point)
      let own = conditions.map { values[$0] }
      if let place = places[own] {
        groups[place].lines.append(line)
      } else {
        places[own] = groups.count
        groups.append((own, [line]))
      }
    }
    let isSplit = groups.count > 1
    let (folded, measures) = (result.folded, outline.places)
    cases = groups.compactMap { values, all in
      let texts = zip(conditions, values).map {
        (name: outline.axes[$0].name, value: outline.axes[$0].values[$1].text)
      }
      var seen: Set<Strategy> = []
      let lines = all.filter { seen.insert(Strategy(result.rows[$0])).inserted }
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

  /// What lines have in common that are one alternative: equal numbers of different strategies are
  /// two.
  private struct Strategy: Hashable {
    var label: String
    var cell: String

    init(_ row: SweepResult.Row) {
      label = row.label
      cell = row.cell.key
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
      let strategies = each.compared.map { Strategy(result.rows[$0]) }
      for line in each.lines {
        let place = strategies.firstIndex(of: Strategy(result.rows[line]))
        places[line] = place.map { each.answer.ranking.places[$0].word } ?? ""
      }
    }
    return places
  }
}

extension Goal {
  /// The labels that compete of those that were simulated: what the decision is between. Where none
  /// of these has settings that are `varied`, the varied ones compete too, as they were asked for.
  func competing(among labels: Set<String>, varied: Set<String>) -> Set<String> {
    var competing = self.labels.isEmpty ? labels : labels.intersection(self.labels)
    if competing.isDisjoint(with: varied) { competing.formUnion(varied.intersection(labels)) }
    return competing.isEmpty ? labels : competing
  }
}

extension SweepResult {
  /// Whether simulations were swept, and no replays of a trace.
  package var isOfSimulations: Bool { place(of: SweepMeasure.missRatio) == nil }

  /// What is wanted; of replays the fewest misses. Nil: the sweep does not say it.
  fileprivate var goal: Goal? {
    guard isOfSimulations else {
      let misses = Metric(SweepMeasure.missRatio, .ratio, .lower, "") { _ in nil }
      return Goal(objectives: [MetricObjective(misses)], constraints: [])
    }
    return outline.goal
  }

  /// A line as a goal compares it.
  package func candidate(_ line: Int, _ goal: Goal) -> GoalCandidate {
    let row = rows[line]
    return GoalCandidate(
      Alternative(
        row.label, word: nil, row.cell, outline.places, seeds: row.cell.values.count), goal)
  }

  /// Which value each line has on each axis; nil: its numbers are the same for all values of the
  /// axis. Lines that have all in common with one before are the same line.
  /// - Complexity: O(lines × axes).
  package var folded: [[Int?]] {
    var values: [String: [Set<Int>]] = [:]
    for row in rows {
      let own = outline.values(at: row.point)
      let key = "\(row.cell.key) \(row.label)"
      var sets = values[key] ?? outline.axes.map { _ in [] }
      for axis in own.indices { sets[axis].insert(own[axis]) }
      values[key] = sets
    }
    return rows.map { row in
      let sets = values["\(row.cell.key) \(row.label)"] ?? []
      return outline.values(at: row.point).enumerated().map { axis, value in
        let count = outline.axes[axis].values.count
        return count > 1 && sets[axis].count == count ? nil : value
      }
    }
  }
}

extension SweepOutline {
  /// What a strategy with values of the axes that touch it is called, such as
  /// `hybrid (prefetch=8, staleAfter=5m)`, and how commands name it.
  func names(of label: String, at levels: [Int?]) -> (label: String, word: String?) {
    let own = "\(label)."
    let others = Set(rows.map(\.label)).subtracting([label])
    var texts: [String] = []
    var word: String? = label
    for (axis, level) in zip(axes, levels) {
      guard let level, !others.contains(where: { axis.name.hasPrefix("\($0).") }) else { continue }
      let isOwn = axis.name.hasPrefix(own)
      let name = isOwn ? String(axis.name.dropFirst(own.count)) : axis.name
      texts.append("\(name)=\(axis.values[level].text)")
      word = isOwn ? word.map { "\($0):\(name)=\(axis.values[level].text)" } : nil
    }
    return (texts.isEmpty ? label : "\(label) (\(texts.joined(separator: ", ")))", word)
  }
}
