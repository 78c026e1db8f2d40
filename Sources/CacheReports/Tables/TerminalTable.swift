/// The table that the command prints: strategies in rows, headline metrics in columns.
package enum TerminalTable {
  /// The table, each line with a line feed.
  /// - Parameters:
  ///   - metrics: names of the metrics to show; nil: the standard ones.
  ///   - width: the maximum width of a line in cells; columns that do not fit are left out from
  ///     the right, and a line says so.
  ///   - isColored: whether the best are marked by colour, and not by a star.
  /// - Complexity: O(rows × metrics).
  package static func text(
    of result: RunResult, metrics: [String]? = nil, width: Int = 120, isColored: Bool = false
  ) -> String {
    let table = ResultTable(
      Headline.chosen(metrics, of: result), of: result.tableGroups.map(\.rows))
    var columns = [labelColumn(of: table)]
    var taken = columns[0].width
    for index in table.columns.indices.dropFirst() {
      let column = valueColumn(index, of: table)
      guard taken + AlignedText.gap.count + column.width <= width else { break }
      taken += AlignedText.gap.count + column.width
      columns.append(column)
    }
    var text =
      result.simulated.isEmpty
      ? "" : TextWidth.printable("Simulated: \(result.simulated.joined(separator: "; "))") + "\n"
    for limit in result.inputLimits { text += TextWidth.printable("Note: \(limit)") + "\n" }
    for line in columns[0].cells.indices {
      text += columns.enumerated().map { index, column in
        column.text(line, onLeft: index > 0, isColored: isColored)
      }.joined(separator: AlignedText.gap)
      text += "\n"
    }
    var legends: [String] = []
    if columns.contains(where: { $0.cells.contains { $0.style == .best } }) {
      legends.append((isColored ? "green" : "*") + legend)
    }
    if columns.contains(where: { $0.cells.contains { $0.text.contains("±") } }) {
      legends.append("± is the 95 % interval over seeds")
    }
    if !legends.isEmpty { text += legends.joined(separator: "; ") + "\n" }
    return text + leftOut(table.columns.dropFirst(columns.count).map(\.title))
  }

  /// The line that tells which columns were left out; empty: none was.
  static func leftOut(_ titles: [String]) -> String {
    guard !titles.isEmpty else { return "" }
    return "\(titles.count) more in summary.csv, as the terminal is too narrow: "
      + TextWidth.printable(titles.joined(separator: ", ")) + "\n"
  }

  private static let legend =
    ": best of its column; waits are over all opens, infinite where too few showed the content "
    + "(with the share that did)"

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

  private static func labelColumn(of table: ResultTable) -> Column {
    let rows = table.rows.map { row in
      Cell(
        text: TextWidth.printable(row.title) + (row.isBound ? " (bound)" : ""),
        style: row.isBound ? .bound : .plain)
    }
    return Column(cells: [Cell(text: table.columns[0].title, style: .title)] + rows)
  }

  private static func valueColumn(_ index: Int, of table: ResultTable) -> Column {
    let rows = table.rows.map { row in
      let cell = row.cells[index - 1]
      return Cell(
        text: cell.text + (cell.isBest ? "*" : " "),
        style: row.isBound ? .bound : cell.isBest ? .best : .plain)
    }
    return Column(cells: [Cell(text: table.columns[index].title + " ", style: .title)] + rows)
  }
}
