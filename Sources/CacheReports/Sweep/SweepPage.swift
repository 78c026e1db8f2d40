internal import Measurement
internal import SimCore

/// `report.md` of a sweep: the question, what was varied, where the best are, charts, numbers, and
/// how to make it again.
enum SweepPage {
  static let name = "report.md"

  static func text(of result: SweepResult, charts: [ReportChart]) -> String {
    let outline = result.outline
    var sections = ["# \(line(outline.title)): a sweep\n", "\(line(outline.question))\n"]
    sections.append("## What was varied\n")
    sections.append(outline.axes.map { "- \(sentence(on: $0))\n" }.joined())
    sections.append(size(of: outline) + "\n")
    sections.append("## Where the best are\n")
    sections.append(sentences(on: result).map { "- \($0)\n" }.joined())
    let warnings = warnings(on: result)
    if !warnings.isEmpty {
      sections += ["Caveats:\n", warnings.map { "- \($0)\n" }.joined()]
    }
    if !charts.isEmpty {
      sections.append("## Charts\n")
      sections += charts.map { "![\(line($0.caption))](\($0.file))\n" }
    }
    let table = SweepTable(result)
    sections += ["## Numbers\n", table.markdown]
    sections += legends(of: result, table).drop { $0 == table.note }
    sections += [
      "## How to reproduce\n", MarkdownTable.fenced(outline.command, "sh"),
      origin(of: result) + "\n",
    ]
    return sections.joined(separator: "\n")
  }

  static func sentences(on result: SweepResult) -> [String] {
    if let stated = SweepGoal(result)?.sentences { return stated }
    return Objective.all.compactMap { result.sentence(on: $0) }
      + [SweepMeasure.missRatio, SweepMeasure.byteMissRatio].compactMap { result.sentence(on: $0) }
  }

  static func size(of outline: SweepOutline) -> String {
    "\(NumberText.counted(outline.pointCount, "point")) of the grid, "
      + "\(NumberText.counted(outline.rows.count, "line")), "
      + "\(NumberText.counted(outline.cells.count, "cell")) that can differ, "
      + "\(NumberText.counted(outline.seeds.count, "seed")) in each."
  }

  /// The program, what it read, and the seeds.
  static func origin(of result: SweepResult) -> String {
    let outline = result.outline
    return "cachesim \(line(outline.programVersion)), "
      + "\(result.isOfSimulations ? "scenario" : "trace") "
      + "\(MarkdownTable.code(outline.scenario)) (\(MarkdownTable.code(outline.hash))), "
      + "\(NumberText.listed(outline.seeds, "seed"))."
  }

  static func legends(of result: SweepResult, _ table: SweepTable) -> [String] {
    (table.left > 0 ? [table.note] : []) + (table.hasIntervals ? [intervalLegend] : [])
      + [result.isOfSimulations ? legend : replayLegend]
  }

  private static let legend =
    "Percentiles in the table are over all opens, one that never showed the content being "
    + "infinitely late; a share in brackets says how many did where they are too few. Costs are "
    + "averages per device over the whole run. `summary.csv` has more metrics, `sweep.csv` all of "
    + "them in long form, both with the half-widths of their intervals.\n"

  private static let replayLegend =
    "A capacity is bytes, or a number of objects where sizes are ignored or unknown; bytes are "
    + "then numbers of objects too. Seeds matter to policies and filters that toss coins; "
    + "`summary.csv` has the half-widths of the intervals over them.\n"

  private static let intervalLegend =
    "± is the 95 % confidence interval over seeds (Student's t).\n"

  static func sentence(on axis: SweptSetting) -> String {
    let values = axis.values.map { MarkdownTable.code($0.text) }.joined(separator: ", ")
    return "\(MarkdownTable.code(axis.name)): \(values)"
  }

  static func warnings(on result: SweepResult) -> [String] {
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

  private static func line(_ text: String) -> String { MarkdownTable.plain(text) }
}

/// The table of a sweep for people: axes, strategy, headline metrics.
package struct SweepTable: Sendable {
  package let columns: [String]
  /// The cells, line by line.
  package let rows: [[String]]
  /// The number of columns of text, which are the first ones.
  let textColumns: Int
  /// How many lines were left out at the end.
  let left: Int

  /// The maximum number of lines on a terminal and a page; `summary.csv` has all.
  private static let maximumLines = 200

  package init(_ result: SweepResult) {
    let outline = result.outline
    let headlines = Self.headlines(of: result)
    columns = outline.axes.map(\.name) + ["strategy"] + headlines.map(\.title)
    textColumns = outline.axes.count + 1
    let shown = result.rows.prefix(Self.maximumLines)
    rows = shown.map { row in
      let values = zip(outline.axes, outline.values(at: row.point)).map { $0.values[$1].text }
      return values + [Self.label(row)] + headlines.map { Self.text($0, of: row, in: outline) }
    }
    left = result.rows.count - shown.count
  }

  /// What the strategies cost at equal staleness: for each the line of the grid whose `stale_share`
  /// is nearest to a share of opens, the first where several are, and how far it is from it.
  /// Nothing is interpolated. Nil when the sweep has no such metric.
  package init?(_ result: SweepResult, atStaleShare target: Double) {
    guard let stale = result.place(of: Self.staleShare) else { return nil }
    let outline = result.outline
    let headlines = Self.headlines(of: result)
    columns = ["strategy", "at", "off by"] + headlines.map(\.title)
    textColumns = 2
    var labels: [String] = []
    for row in result.rows where !labels.contains(row.label) { labels.append(row.label) }
    rows = labels.compactMap { label in
      let lines = result.rows.filter { $0.label == label }
      let distances = lines.map { line in
        line.cell.pooled[stale].map { abs($0 - target) } ?? .infinity
      }
      guard let best = distances.indices.min(by: { distances[$0] < distances[$1] }),
        distances[best].isFinite
      else { return nil }
      let isFixed = lines.count > 1 && lines.allSatisfy { $0.cell.key == lines[0].cell.key }
      return [
        Self.label(lines[best]), isFixed ? "all points" : outline.title(of: lines[best].point),
        Display.difference(distances[best], .ratio),
      ] + headlines.map { Self.text($0, of: lines[best], in: outline) }
    }
    left = 0
  }

  private static let staleShare = "stale_share"

  /// A column of numbers: the place of its metric, and of the share of opens that a wait is of.
  private typealias Column = (title: String, place: Int, share: Int?)

  /// The headline metrics that a sweep has, or all of its measures where it has none of them.
  private static func headlines(of result: SweepResult) -> [Column] {
    let standard = Headline.standard { metric in
      guard let place = result.place(of: metric.name) else { return false }
      return result.rows.contains { $0.cell.pooled[place].map { $0 > 0 } ?? false }
    }
    let headlines = standard.compactMap { headline -> Column? in
      guard let place = result.place(of: headline.metric.name) else { return nil }
      let share = headline.wait.flatMap { result.place(of: "\($0.rawValue)_shown_share") }
      return (headline.title, place, share)
    }
    return headlines.isEmpty
      ? result.outline.measures.enumerated().map { ($1.name, $0, nil) } : headlines
  }

  private static func label(_ row: SweepResult.Row) -> String {
    row.label + (row.isBound ? " (bound)" : "")
  }

  private static func text(
    _ column: Column, of row: SweepResult.Row, in outline: SweepOutline
  ) -> String {
    Display.text(
      row.cell.pooled[column.place], within: row.cell.interval(at: column.place),
      share: column.share.flatMap { row.cell.pooled[$0] }, outline.measures[column.place].unit)
  }

  var hasIntervals: Bool { rows.contains { $0.contains { $0.contains("±") } } }

  /// The table for a terminal; columns that do not fit are left out from the right, and a line says
  /// so.
  package func text(width: Int = .max) -> String {
    let lines = [columns] + rows
    var taken = -AlignedText.gap.count
    let shown = AlignedText.widths(of: lines).enumerated().prefix { column, columnWidth in
      taken += AlignedText.gap.count + columnWidth
      return column < textColumns || taken <= width
    }.count
    let sides = Array(repeating: AlignedText.Side.left, count: textColumns) + [.right]
    return AlignedText.table(lines.map { Array($0.prefix(shown)) }, sides) + note
      + TerminalTable.leftOut(Array(columns.dropFirst(shown)))
  }

  var part: WebSections.Part {
    .table(
      name: "the points of the grid", columns: columns, rows: rows, textColumns: textColumns)
  }

  var markdown: String {
    MarkdownTable.text(
      columns: columns.map(MarkdownTable.plain), rows: rows.map(markdown), textColumns: textColumns)
      + (left > 0 ? "\n\(note)" : "")
  }

  private func markdown(_ row: [String]) -> [String] {
    row.enumerated().map { $0 < textColumns ? MarkdownTable.plain($1) : $1 }
  }

  /// What was left out, in a line; empty: nothing.
  var note: String { left > 0 ? "\(NumberText.counted(left, "more line")) in summary.csv\n" : "" }
}
