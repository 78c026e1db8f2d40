internal import SimCore

/// `report.html` of a sweep: what `report.md` says, and sliders through the computed cells.
enum SweepWebPage {
  static func text(of result: SweepResult, charts: [ReportChart]) -> String {
    let outline = result.outline
    var page = WebSections(
      title: "\(outline.title): a sweep", question: outline.question,
      version: outline.programVersion)
    page.simulatedLead = "Varied:"
    page.simulated =
      outline.axes.map { axis in
        "\(axis.name): " + axis.values.map(\.text).joined(separator: ", ")
      } + [SweepPage.size(of: outline)]
    page.footer = SweepPage.origin(of: result)
    page.add(
      "Where the best are",
      [
        .sentences(SweepPage.sentences(on: result)), .caveats(SweepPage.warnings(on: result)),
      ])
    page.add("Explore", [.grid(PageGrid(result))])
    page.add("Charts", charts.map { .chart($0) })
    let table = SweepTable(result)
    page.add("Numbers", [table.part] + SweepPage.legends(of: result, table).map { .legend($0) })
    page.add("How to reproduce", [.command(outline.command)])
    return page.text
  }
}
