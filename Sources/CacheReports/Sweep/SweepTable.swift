/// The lines of a sweep as people look at them: axes, strategy, headline metrics.
package struct SweepTable: Sendable {
  /// The titles of the columns.
  package let columns: [String]
  /// The cells, line by line.
  package let rows: [[String]]
  /// How many columns in front are words.
  let textColumns: Int
  /// How many lines were left out at the end.
  let left: Int

  /// The most lines that a terminal and a page show; `summary.csv` has all.
  private static let mostLines = 200

  /// The table of a result.
  package init(_ result: SweepResult) {
    let outline = result.outline
    var headlines = Headline.standard.compactMap { headline in
      result.place(of: headline.metric.name).map { (title: headline.title, place: $0) }
    }
    if headlines.isEmpty {
      headlines = outline.measures.enumerated().map { (title: $1.name, place: $0) }
    }
    columns = outline.axes.map(\.name) + ["strategy"] + headlines.map(\.title)
    textColumns = outline.axes.count + 1
    let shown = result.rows.prefix(Self.mostLines)
    rows = shown.map { row in
      let values = zip(outline.axes, outline.values(at: row.point)).map { $0.values[$1].text }
      let label = row.label + (row.isBound ? " (bound)" : "")
      return values + [label]
        + headlines.map {
          Display.text(row.cell.pooled[$0.place], outline.measures[$0.place].unit)
        }
    }
    left = result.rows.count - shown.count
  }

  /// The table for a terminal; columns that do not fit are left out from the right.
  package func text(width: Int = 120) -> String {
    let lines = ([columns] + rows).map { $0.map(TextWidth.printable) }
    var taken = -Self.gap.count
    var widths: [Int] = []
    for column in columns.indices {
      let widest = lines.map { TextWidth.cells(of: $0[column]) }.max() ?? 0
      guard column < textColumns || taken + Self.gap.count + widest <= width else { break }
      taken += Self.gap.count + widest
      widths.append(widest)
    }
    var text = ""
    for line in lines {
      let cells = widths.enumerated().map { column, width in
        TextWidth.padded(line[column], to: width, onLeft: column >= textColumns)
      }
      text += cells.joined(separator: Self.gap) + "\n"
    }
    return text + note
  }

  /// The table for a page.
  var markdown: String {
    MarkdownTable.text(
      columns: columns.map(MarkdownTable.plain), rows: rows.map(markdown), textColumns: textColumns)
      + (left > 0 ? "\n\(note)" : "")
  }

  private func markdown(_ row: [String]) -> [String] {
    row.enumerated().map { $0 < textColumns ? MarkdownTable.plain($1) : $1 }
  }

  private var note: String { left > 0 ? "\(left) more lines are in summary.csv\n" : "" }

  private static let gap = "  "
}
