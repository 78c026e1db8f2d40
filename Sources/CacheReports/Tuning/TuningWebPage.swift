internal import Measurement
internal import SimCore

/// `report.html` of a search for settings: what `report.md` says, and sliders through the settings
/// that were simulated, with those of the front drawn thick.
enum TuningWebPage {
  static func text(of result: TuningResult, charts: [ReportChart]) -> String {
    let outline = result.outline
    let text = TuningText(result)
    var page = WebSections(
      title: "\(outline.title): the best settings", question: outline.question,
      version: outline.programVersion)
    page.footer = TuningPage.origin(of: result)
    page.add(
      "Answer",
      [
        .sentences(text.answer),
        .table(
          name: "the best settings", columns: text.columns, rows: text.rows,
          textColumns: text.textColumns),
      ] + TuningPage.intervals(of: result).map { .legend($0) })
    if let grid = grid(of: result) { page.add("Explore", [.grid(grid)]) }
    page.add("Charts", charts.map { .chart($0) })
    if !text.sensitivities.isEmpty {
      page.add(
        "How much each setting matters",
        [.sentences(text.sensitivities), .legend(TuningPage.sensitivityLegend)])
    }
    page.add(
      "What would tell most",
      text.experiments.flatMap { reason, command -> [WebSections.Part] in
        [.sentences([TuningPage.lead(to: reason)]), .command(command)]
      })
    page.add("What was allowed", [.sentences(outline.axes.map(TuningPage.sentence))])
    page.add("How to reproduce", [.command(outline.command)])
    return page.text
  }

  /// The settings of the best's strategy, with the axes that touch it.
  private static func grid(of result: TuningResult) -> PageGrid? {
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
