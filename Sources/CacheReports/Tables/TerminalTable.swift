/// The table that the command prints: strategies in rows, headline metrics in columns.
package enum TerminalTable {
  /// The table, each line with a line feed.
  /// - Parameters:
  ///   - metrics: names of the metrics to show; nil: the standard ones.
  ///   - width: how many cells a line may take; columns that do not fit are left out from the
  ///     right, and a line says so.
  ///   - isColored: whether the best are marked by colour, and not by a star.
  /// - Complexity: O(rows × metrics).
  package static func text(
    of result: RunResult, metrics: [String]? = nil, width: Int = 120, isColored: Bool = false
  ) -> String {
    let headlines = Headline.chosen(metrics)
    let label = labelColumn(of: result)
    var columns: [Column] = []
    var taken = label.width
    for headline in headlines {
      let column = valueColumn(headline, of: result)
      guard taken + gap.count + column.width <= width else { break }
      taken += gap.count + column.width
      columns.append(column)
    }
    var text = ""
    for line in label.cells.indices {
      var cells = [label.text(line, onLeft: false, isColored: isColored)]
      cells += columns.map { $0.text(line, onLeft: true, isColored: isColored) }
      text += cells.joined(separator: gap) + "\n"
    }
    if columns.contains(where: { $0.cells.contains { $0.style == .best } }) {
      text += (isColored ? "green" : "*") + legend
    }
    let left = headlines.count - columns.count
    if left > 0 { text += "\(left) more in summary.csv: the terminal is too narrow\n" }
    return text
  }

  private static let gap = "  "
  private static let legend =
    ": best of its column; waits are those of the opens that got there (how many, where they are "
    + "few), ranked over all\n"

  private struct Column {
    var cells: [Cell]
    /// Cells of the terminal, the place of the star included.
    var width: Int { cells.map { TextWidth.cells(of: $0.text) }.max() ?? 0 }

    func text(_ line: Int, onLeft: Bool, isColored: Bool) -> String {
      let cell = cells[line]
      let padded = TextWidth.padded(cell.text, to: width, onLeft: onLeft)
      guard isColored, let code = cell.style.code else { return padded }
      // The star's place stays, so that both forms have the same columns.
      let plain = cell.style == .best ? String(padded.dropLast()) + " " : padded
      return "\u{1B}[\(code)m\(plain)\u{1B}[0m"
    }
  }

  private struct Cell {
    var text: String
    var style = Style.plain
  }

  private enum Style {
    case plain, title, best, bound

    /// The parameters of ECMA-48's "select graphic rendition".
    var code: String? {
      switch self {
      case .plain: nil
      case .title: "1"
      case .best: "1;32"
      case .bound: "2"
      }
    }
  }

  private static func labelColumn(of result: RunResult) -> Column {
    let rows = result.groups.flatMap(\.rows).map { row in
      Cell(
        text: TextWidth.printable(row.title) + (row.isBound ? " (bound)" : ""),
        style: row.isBound ? .bound : .plain)
    }
    return Column(cells: [Cell(text: "strategy", style: .title)] + rows)
  }

  private static func valueColumn(_ headline: Headline, of result: RunResult) -> Column {
    var cells = [Cell(text: headline.title + " ", style: .title)]
    for group in result.groups {
      let best = Ranking(headline, among: group.rows).best
      for (index, row) in group.rows.enumerated() {
        let text = headline.text(of: row)
        let isBest = best.contains(index)
        cells.append(
          Cell(
            text: text + (isBest ? "*" : " "),
            style: row.isBound ? .bound : isBest ? .best : .plain))
      }
    }
    return Column(cells: cells)
  }
}
