/// `report.md` of a sweep: the question, what was varied, where the best are, charts, numbers, and
/// how to make it again.
enum SweepPage {
  static let name = "report.md"

  static func text(of result: SweepResult, charts: [ReportChart]) -> String {
    let outline = result.outline
    var sections = ["# \(line(outline.title)): a sweep\n", "\(line(outline.question))\n"]
    sections.append("## What was varied\n")
    sections.append(outline.axes.map(sentence).joined())
    sections.append(
      "\(count(outline.pointCount, "point")) of the grid, \(count(outline.rows.count, "line")), "
        + "\(count(outline.cells.count, "cell")) that can differ, "
        + "\(count(outline.seeds.count, "seed")) in each.\n")
    sections.append("## Where the best are\n")
    let sentences =
      Contest.all.compactMap { result.sentence(on: $0) }
      + [SweepMeasure.missRatio, SweepMeasure.byteMissRatio].compactMap { result.sentence(on: $0) }
    sections.append(sentences.map { "- \($0)\n" }.joined())
    let warnings = warnings(on: result)
    if !warnings.isEmpty {
      sections += ["Mind:\n", warnings.map { "- \($0)\n" }.joined()]
    }
    if !charts.isEmpty {
      sections.append("## Charts\n")
      sections += charts.map { "![\(line($0.caption))](\($0.file))\n" }
    }
    sections += ["## Numbers\n", SweepTable(result).markdown]
    sections.append(result.isOfSimulations ? legend : replayLegend)
    sections += [
      "## How to reproduce\n", MarkdownTable.fenced(outline.command, "sh"),
      "cachesim \(line(outline.programVersion)), "
        + "\(result.isOfSimulations ? "scenario" : "trace") "
        + "\(MarkdownTable.code(outline.scenario)) (\(MarkdownTable.code(outline.hash))), "
        + "\(outline.seeds.count == 1 ? "seed" : "seeds") "
        + outline.seeds.map { "\($0)" }.joined(separator: ", ") + ".\n",
    ]
    return sections.joined(separator: "\n")
  }

  private static let legend =
    "Percentiles in the table are over the opens that got there; who is best is decided over all "
    + "opens, one that never got there being infinitely late. Costs are averages per device over "
    + "the whole run. `summary.csv` has more metrics and their spread over the seeds, `sweep.csv` "
    + "all of them in long form.\n"

  private static let replayLegend =
    "A capacity is bytes, or a number of objects where sizes are ignored or unknown; bytes are "
    + "then numbers of objects too. `summary.csv` has the spread over the seeds, which matter to "
    + "policies and filters that toss coins.\n"

  private static func sentence(on axis: SweptSetting) -> String {
    let values = axis.values.map { MarkdownTable.code($0.text) }.joined(separator: ", ")
    return "- \(MarkdownTable.code(axis.name)): \(values)\n"
  }

  private static func warnings(on result: SweepResult) -> [String] {
    var warnings: [String] = []
    if let place = result.place(of: "law_violations") {
      let broken = result.rows.reduce(0.0) { $0 + ($1.cell.pooled[place] ?? 0) }
      if broken > 0 {
        warnings.append(
          "Laws of its own that the simulation broke: \(NumberText.short(broken)), so nothing here "
            + "can be trusted; `cachesim run` with the same values lists them.")
      }
    }
    if result.rows.contains(where: { !$0.cell.isExact }) {
      warnings.append("Some percentiles are up to 0.1 % too high.")
    }
    if result.outline.seeds.count == 1 && result.isOfSimulations {
      warnings.append("This is one seed; small differences may be chance.")
    }
    return warnings
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(NumberText.grouped(Int64(number))) \(noun)\(number == 1 ? "" : "s")"
  }

  private static func line(_ text: String) -> String { MarkdownTable.plain(text) }
}
