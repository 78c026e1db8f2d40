package import SimCore

extension StrategyComparison {
  /// The table for a terminal, each line with a line feed.
  package func text(isColored: Bool) -> String {
    let cells = [["", first, second, "difference", ""].map(TextWidth.printable)] + rows.map(cells)
    let widths = cells[0].indices.map { column in
      cells.map { TextWidth.cells(of: $0[column]) }.max() ?? 0
    }
    return cells.enumerated().map { index, row in
      let padded = row.indices.map { column in
        column == 4
          ? row[column]
          : TextWidth.padded(row[column], to: widths[column], onLeft: column > 0)
      }
      var line = padded.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return (isColored && index == 0 ? "\u{1B}[1m\(line)\u{1B}[0m" : line) + "\n"
    }.joined()
  }

  /// The table in Markdown.
  package var markdown: String {
    MarkdownTable.text(
      columns: ["metric", first, second, "difference", "better"].map(MarkdownTable.plain),
      rows: rows.map { row in
        var cells = cells(of: row)
        cells[4] = MarkdownTable.plain(cells[4])
        return cells
      })
  }

  /// The table for programs; not-finite numbers and those that are not defined are null.
  package var json: JSON {
    func number(_ value: Double?) -> JSON { value.map { JSON(.real($0)) } ?? JSON(.null) }
    return JSON(
      .array(
        rows.map { row in
          .object([
            ("metric", JSON(.string(row.metric.name))),
            ("unit", JSON(.string(row.metric.unit.rawValue))),
            ("first", number(row.first)), ("second", number(row.second)),
            ("mean_difference", number(row.difference)),
            ("better", JSON(.string(row.winner.rawValue))),
            ("agreeing_seeds", JSON(.integer(Int64(row.agreeing)))),
            ("seeds", JSON(.integer(Int64(row.seeds)))),
          ])
        }))
  }

  private func cells(of row: Row) -> [String] {
    let unit = row.metric.unit
    return [
      row.metric.name, Display.text(row.first, unit), Display.text(row.second, unit),
      Self.signed(row.difference, unit), verdict(on: row),
    ]
  }

  /// A difference with its sign; of shares in points.
  private static func signed(_ difference: Double?, _ unit: Unit) -> String {
    guard let difference else { return "–" }
    let sign = difference > 0 ? "+" : ""
    if unit == .ratio {
      return sign + NumberText.decimal(difference * 100, places: 1) + " points"
    }
    return sign + Display.text(difference, unit)
  }

  private func verdict(on row: Row) -> String {
    let words: String
    switch row.winner {
    case .first: words = "\(TextWidth.printable(first)) is better"
    case .second: words = "\(TextWidth.printable(second)) is better"
    case .alike: words = "alike"
    case .neither: return ""
    }
    return row.seeds > 1 ? "\(words), under \(row.agreeing) of \(row.seeds) seeds" : words
  }
}
