internal import Measurement
package import Results
internal import SimCore

extension Document {
  /// What a search for settings says: the question, the answer, the front, how much each setting
  /// matters, and which experiments would tell most; the page also has sliders through the settings
  /// that were simulated, with those of the front drawn thick.
  package init(_ result: TuningResult, charts: [Figure] = []) {
    let outline = result.outline
    let text = TuningText(result)
    self.init(title: "\(outline.title): the best settings", question: outline.question)
    add(
      "Answer",
      [.sentences(text.answer), .table(text.table)] + TuningPage.intervals(of: result))
    if let grid = TuningPage.grid(of: result) {
      add("Explore", [grid.block])
      if grid.isShown { data = .object([("grid", grid.json)]) }
    }
    add("Charts", charts.map { .figure($0) })
    if !text.sensitivities.isEmpty {
      add(
        "How much each setting matters",
        [.sentences(text.sensitivities), .legend(markdown: TuningPage.sensitivityLegend)])
    }
    add(
      "What would tell most",
      text.experiments.flatMap { reason, command in
        [.sentence(TuningPage.lead(to: reason)), .command(command)]
      })
    add("What was allowed", [.sentences(outline.axes.map(TuningPage.sentence))])
    add("How to reproduce", [.command(outline.command)])
    origin = InlineText(markdown: TuningPage.origin(of: result))
  }
}

/// The sentences of the report of a search for settings.
private enum TuningPage {
  /// What the table's intervals are; none for a single seed.
  static func intervals(of result: TuningResult) -> [Block] {
    result.outline.seeds.count > 1
      ? [.legend("± is the 95 % confidence interval over seeds (Student's t).")] : []
  }

  static let sensitivityLegend =
    "Each is what changes when the setting alone takes other values than the best's; means over "
    + "the seeds that all have."

  static func origin(of result: TuningResult) -> String {
    let outline = result.outline
    return "cachesim \(line(outline.programVersion)), scenario "
      + "\(MarkdownTable.code(outline.scenario)) (\(MarkdownTable.code(outline.hash))), "
      + "\(NumberText.listed(outline.seeds, "seed")). `tuning.csv` has all settings that were "
      + "simulated, `tuning.json` the front with all metrics."
  }

  /// An axis and its values; of many the first ones and the last.
  static func sentence(on axis: SweptSetting) -> String {
    let values = axis.values.map { MarkdownTable.code($0.text) }
    guard values.count > 12 else {
      return "\(MarkdownTable.code(axis.name)): \(values.joined(separator: ", "))"
    }
    let ends = "\(values.prefix(3).joined(separator: ", ")), …, \(values[values.count - 1])"
    return "\(MarkdownTable.code(axis.name)): \(ends) (\(values.count) values)"
  }

  static func lead(to reason: String) -> String {
    reason.prefix(1).uppercased() + reason.dropFirst() + ":"
  }

  private static func line(_ text: String) -> String { MarkdownTable.plain(text) }

  /// The settings of the best's strategy, with the axes that touch it.
  static func grid(of result: TuningResult) -> PageGrid? {
    guard let best = result.best else { return nil }
    let label = result.lines[best].label
    let axes = result.lines[best].levels.indices.filter { result.lines[best].levels[$0] != nil }
    let measures = result.goal.metrics.compactMap { result.place(of: $0) }
    let others = Headline.standard.compactMap { result.place(of: $0.metric) }
    let places = measures + others.filter { !measures.contains($0) }
    let front = result.front
    let rows = result.lines.indices.filter { result.lines[$0].label == label }.map { line in
      let cell = result.lines[line].cell
      var row = PageGrid.Row(
        label: label, at: axes.map { result.lines[line].levels[$0] ?? 0 },
        values: places.map { cell.pooled[$0] },
        halfWidths: places.map { cell.interval(at: $0)?.halfWidth })
      row.isOnFront = front.contains(line)
      return row
    }
    return PageGrid(
      axes: axes.map { axis in
        PageGrid.Axis(
          name: result.outline.axes[axis].name,
          values: result.outline.axes[axis].values.map(\.text))
      },
      metrics: places.map { result.outline.measures[$0] },
      shown: measures.map { result.outline.measures[$0].name }, rows: rows)
  }
}
