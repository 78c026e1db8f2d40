internal import CacheMetrics
package import Results
internal import SimCore

extension Document {
  /// What a sweep says: the question, what was varied, the answer, charts, numbers, and how to make
  /// it again; the page also has sliders through the computed cells.
  package init(_ result: SweepResult, charts: [Figure]) {
    let outline = result.outline
    self.init(title: "\(outline.title): a sweep", question: outline.question)
    lead = [
      .note(
        .facts, "Varied",
        outline.axes.map { InlineText(markdown: SweepPage.sentence(on: $0)) }
          + [InlineText(SweepPage.size(of: outline))])
    ]
    let answer = SweepAnswer(result)
    let further = answer.further.map {
      [Block.details("What is best by other objectives", [.table($0)])]
    }
    add("Answer", answer.blocks + (further ?? []) + [.caveats(SweepPage.warnings(on: result))])
    let grid = PageGrid(result)
    add("Explore", grid.blocks)
    if grid.isShown { data = .object(["grid": grid.json]) }
    add("Charts", charts.map { .figure($0) })
    let table = SweepTable(result)
    add("Numbers", [.table(table.table)] + SweepPage.legends(of: result, table))
    add("How to reproduce", [.command(outline.command)])
    origin = InlineText(
      markdown: SweepPage.origin(of: outline, result.isOfSimulations ? "scenario" : "trace"))
  }
}

enum SweepPage {
  static func size(of outline: SweepOutline) -> String {
    "\(NumberText.counted(outline.pointCount, "point")) of the grid, "
      + "\(NumberText.counted(outline.rows.count, "line")), "
      + "\(NumberText.counted(outline.cells.count, "cell")) that can differ, "
      + "\(NumberText.counted(outline.seeds.count, "seed")) in each."
  }

  static func origin(of outline: SweepOutline, _ kind: String = "scenario") -> String {
    "cachesim \(MarkdownTable.plain(outline.programVersion)), \(kind) "
      + "\(MarkdownTable.code(outline.scenario)) (\(MarkdownTable.code(outline.hash))), "
      + "\(NumberText.listed(outline.seeds, "seed"))."
  }

  fileprivate static func legends(of result: SweepResult, _ table: SweepTable) -> [Block] {
    let texts =
      (table.left > 0 ? [table.note] : [])
      + (table.table.hasIntervals
        ? [Display.intervalLegend + "."] : [])
      + [result.isOfSimulations ? legend : replayLegend]
    return texts.map { .legend(markdown: $0) }
  }

  private static let legend =
    "Percentiles in the table are over all opens, one that never showed the content being "
    + "infinitely late; a share in brackets says how many did where they are too few. Costs are "
    + "averages per device over the whole run. `summary.csv` has more metrics, `sweep.csv` all of "
    + "them in long form, both with the half-widths of their intervals."

  private static let replayLegend =
    "A capacity is bytes, or a number of objects where sizes are ignored or unknown; bytes are "
    + "then numbers of objects too. Seeds matter to policies and filters that toss coins; "
    + "`summary.csv` has the half-widths of the intervals over them."

  /// An axis and its values; of more than `most` the first ones and the last.
  static func sentence(on axis: SweptSetting, most: Int = .max) -> String {
    let values = axis.values.map { MarkdownTable.code($0.text) }
    let name = MarkdownTable.code(axis.name)
    guard values.count > most else { return "\(name): \(values.joined(separator: ", "))" }
    let ends = "\(values.prefix(3).joined(separator: ", ")), …, \(values[values.count - 1])"
    return "\(name): \(ends) (\(values.count) values)"
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
}

/// The table of a sweep for people: axes, strategy, headline metrics. A strategy that an axis does
/// not touch has one line for all its values, with a dash in their place.
package struct SweepTable: Sendable {
  package let table: ResultTable
  let left: Int

  /// The maximum number of lines on a terminal and a page; `summary.csv` has all.
  private static let maximumLines = 200

  package init(_ result: SweepResult) {
    let outline = result.outline
    let headlines = Self.headlines(of: result)
    let columns =
      outline.axes.map { ResultTable.Column($0.name) } + [ResultTable.Column("strategy")]
      + headlines.map { Self.column($0, in: outline) }
    let folded = result.folded
    let lines = result.rows.indices.uniqued { "\(result.rows[$0].alternative) \(folded[$0])" }
    let shown = lines.prefix(Self.maximumLines)
    table = ResultTable(
      "the points of the grid", columns,
      shown.map { line in
        let row = result.rows[line]
        let values = zip(outline.axes, folded[line]).map { axis, level in
          level.map { axis.values[$0].text } ?? "–"
        }
        return ResultTable.Row(
          (values + [Self.label(row)]).map { .text($0) }
            + headlines.map { Self.cell($0, of: row, in: outline) },
          isBound: row.isBound)
      })
    left = lines.count - shown.count
  }

  /// What the strategies cost at equal staleness: for each the line of the grid whose `stale_share`
  /// is nearest to a share of opens, the first where several are, and how far it is from it.
  /// Nothing is interpolated. Nil when the sweep has no such metric.
  package init?(_ result: SweepResult, atStaleShare target: Double) {
    guard let stale = result.place(of: Self.staleShare) else { return nil }
    let outline = result.outline
    let headlines = Self.headlines(of: result)
    let columns =
      [
        ResultTable.Column("strategy"), ResultTable.Column("at"),
        ResultTable.Column("off by", .right),
      ]
      + headlines.map { Self.column($0, in: outline) }
    let rows = result.rows.map(\.label).uniqued.compactMap { label -> ResultTable.Row? in
      let lines = result.rows.filter { $0.label == label }
      let distances = lines.map { line in
        line.cell.pooled[stale].map { abs($0 - target) } ?? .infinity
      }
      guard let best = distances.indices.min(by: { distances[$0] < distances[$1] }),
        distances[best].isFinite
      else { return nil }
      let isFixed = lines.count > 1 && lines.allSatisfy { $0.cell.key == lines[0].cell.key }
      let texts = [
        Self.label(lines[best]), isFixed ? "all points" : outline.title(of: lines[best].point),
        Display.difference(distances[best], .ratio),
      ]
      return ResultTable.Row(
        texts.map { .text($0) } + headlines.map { Self.cell($0, of: lines[best], in: outline) })
    }
    table = ResultTable("costs at equal staleness", columns, rows)
    left = 0
  }

  private static let staleShare = "stale_share"

  /// A column of numbers: the place of its metric, and of the share of opens that a wait is of.
  private typealias Column = (title: String, place: Int, share: Int?)

  /// The headline metrics that a sweep has, or all of its measures where it has none of them.
  private static func headlines(of result: SweepResult) -> [Column] {
    let standard = Headline.standard(for: result.outline.goal) { metric in
      result.place(of: metric.name).flatMap { place in
        result.rows.compactMap { $0.cell.pooled[place] }.max()
      }
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

  private static func column(_ column: Column, in outline: SweepOutline) -> ResultTable.Column {
    ResultTable.Column(column.title, .right, unit: outline.measures[column.place].unit)
  }

  private static func cell(
    _ column: Column, of row: SweepResult.Row, in outline: SweepOutline
  ) -> ResultTable.Cell {
    let value = row.cell.pooled[column.place]
    let share = column.share.flatMap { row.cell.pooled[$0] }
    return ResultTable.Cell(
      .number(
        ResultTable.Number(
          value, within: outline.interval(of: row.cell, at: column.place),
          share: value?.isInfinite == true ? share : nil)))
  }

  /// The table for a terminal; columns that do not fit are left out from the right, and a line says
  /// so.
  package func text(width: Int = .max) -> String {
    let (text, titles) = TerminalRenderer.lines(of: table, width: width, isColored: false)
    return text + (left > 0 ? note + "\n" : "") + TerminalRenderer.leftOut(titles)
  }

  fileprivate var note: String { "\(NumberText.counted(left, "more line")) in summary.csv" }
}
