internal import CacheMetrics
package import Results
internal import SimCore

extension Document {
  /// What a search for settings says: the question, the answer, the best settings, how much each
  /// setting matters, and which experiments would tell most; the page also has sliders through the
  /// settings that were simulated, with those of the front drawn thick.
  package init(_ result: TuningResult, charts: [Figure] = []) {
    let outline = result.outline
    self.init(title: "\(outline.title): the best settings", question: outline.question)
    add(
      "Answer",
      [.sentences(result.sentences), .table(TuningPage.table(of: result))]
        + TuningPage.intervals(of: result))
    if let grid = TuningPage.grid(of: result) {
      add("Explore", grid.blocks)
      if grid.isShown { data = .object(["grid": grid.json]) }
    }
    add("Charts", charts.map { .figure($0) })
    if let table = result.sensitivityTable {
      add(
        "How much each setting matters",
        [
          .table(table), .sentences(result.smallestSentences),
          .legend(markdown: TuningPage.sensitivityLegend),
        ])
    }
    add(
      "What would tell most",
      result.nextExperiments.flatMap { experiment in
        [.sentence(TuningPage.lead(to: experiment.reason)), .command(experiment.command)]
      })
    add("What was allowed", [.sentences(outline.axes.map { SweepPage.sentence(on: $0, most: 12) })])
    add("How to reproduce", [.command(outline.command)])
    origin = InlineText(
      markdown: SweepPage.origin(of: outline)
        + " `tuning.csv` has all settings that were simulated, `tuning.json` the front with all "
        + "metrics.")
  }
}

package enum TuningPage {
  /// What the table's intervals are; none for a single seed.
  static func intervals(of result: TuningResult) -> [Block] {
    result.outline.seeds.count > 1 ? [.legend(markdown: Display.intervalLegend + ".")] : []
  }

  static let sensitivityLegend =
    "Each line is what changes when the setting alone goes from its smallest over the best's to "
    + "its largest value that was simulated; means over the seeds that all have. What helps is "
    + "said where the difference matters."

  /// How many settings a table has that are alike, or nearest to the constraints.
  static let mostNearest = 5

  /// The front, then what it is not ahead of, or the nearest: strategy, axes, objectives,
  /// constraints.
  package static func table(of result: TuningResult) -> ResultTable {
    let (goal, outline) = (result.goal, result.outline)
    let asked = goal.objectives.compactMap { $0.single?.name }
    let limited = goal.metrics.filter { metric in
      !asked.contains(metric.name) && goal.constraints.contains { $0.metric.name == metric.name }
    }
    let metrics = goal.objectives.map { ($0.name, $0.unit) } + limited.map { ($0.name, $0.unit) }
    let columns =
      (["strategy"] + outline.axes.map(\.name)).map { ResultTable.Column($0) }
      + metrics.map { ResultTable.Column($0, .right, unit: $1) } + [ResultTable.Column("place")]
    let best = goal.objectives.count == 1 ? "best" : "Pareto set"
    let lines =
      result.front.map { ($0, best) } + result.alike.prefix(mostNearest).map { ($0, "alike") }
      + result.nearest.prefix(mostNearest).map { ($0, "breaks a constraint") }
    let all = lines.map(\.0)
    // What was to be chosen is told of in any case.
    let others = result.centre.flatMap { line -> (Int, String)? in
      let own = result.candidate(line)
      let isOpen = own.harms.isEmpty && !own.isUncached && result.isFeasible(line)
      return all.contains(line)
        ? nil : (line, isOpen ? "best of what is varied" : "excluded, nearest of what is varied")
    }
    return ResultTable(
      "the best settings", columns,
      (lines + (others.map { [$0] } ?? [])).map { line, place in
        let candidate = result.candidate(line)
        let values = zip(outline.axes, result.lines[line].levels).map { axis, level in
          level.map { axis.values[$0].text } ?? "–"
        }
        let numbers =
          goal.objectives.indices.map {
            (goal.value(of: candidate, at: $0), goal.interval(of: candidate, at: $0))
          }
          + limited.map {
            (goal.value(of: candidate, at: $0), goal.interval(of: candidate, at: $0))
          }
        return ResultTable.Row(
          ([result.lines[line].label] + values).map { .text($0) }
            + numbers.map { ResultTable.Cell(.number(ResultTable.Number($0, within: $1))) }
            + [.text(place)])
      })
  }

  static func lead(to reason: String) -> String {
    reason.prefix(1).uppercased() + reason.dropFirst() + ":"
  }

  /// The settings of a strategy, with the axes that touch it, coloured by the first objective.
  static func grid(of result: TuningResult) -> PageGrid? {
    guard let centre = result.centre else { return nil }
    let line = result.lines[centre]
    let axes = line.levels.indices.filter { line.levels[$0] != nil }
    let measures = result.goal.metrics.compactMap { result.place(of: $0) }
    let others = Headline.standard.compactMap { result.place(of: $0.metric) }
    let places = measures + others.filter { !measures.contains($0) }
    let front = result.front
    let all = result.lines.indices.filter { result.lines[$0].label == line.label }
    let rows = all.map { line in
      let cell = result.lines[line].cell
      var row = PageGrid.Row(
        label: result.lines[line].label, at: axes.map { result.lines[line].levels[$0] ?? 0 },
        values: places.map { cell.pooled[$0] },
        intervals: places.map { result.outline.interval(of: cell, at: $0) })
      row.isOnFront = front.contains(line) || front.isEmpty && line == centre
      return row
    }
    var grid = PageGrid(
      axes: axes.map { result.outline.axes[$0] },
      metrics: places.map { result.outline.measures[$0] },
      shown: measures.map { result.outline.measures[$0].name }, rows: rows)
    grid.colour(by: result.goal, all.map { result.candidate($0) })
    return grid
  }
}
