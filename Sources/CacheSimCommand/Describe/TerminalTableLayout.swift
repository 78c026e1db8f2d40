/// A table whose cells are wrapped so that its rows fit a terminal.
struct TerminalTableLayout {
  /// Rows of cells; the second row is Markdown's rule and is left out.
  private let rows: [[String]]
  private let widths: [Int]

  private static let gap = 2
  private static let narrowest = 8

  init(_ lines: [[String]]) {
    let count = lines.map(\.count).max() ?? 0
    let rows = lines.enumerated().filter { $0.offset != 1 }.map { _, cells in
      cells + Array(repeating: "", count: count - cells.count)
    }
    var widths = (0..<count).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let room = TerminalMarkdown.width - Self.gap * max(0, count - 1)
    // The widest columns give way, a column at a time.
    while widths.reduce(0, +) > room, let widest = widths.max(), widest > Self.narrowest,
      let column = widths.firstIndex(of: widest)
    {
      widths[column] -= 1
    }
    self.rows = rows
    self.widths = widths
  }

  /// The rows, a rule below the first.
  var text: String {
    let rule = widths.map { String(repeating: "-", count: $0) }
    var blocks = rows.map(lines)
    blocks.insert([rule.joined(separator: blanks(Self.gap))], at: min(1, blocks.count))
    return blocks.flatMap(\.self).joined(separator: "\n")
  }

  private func lines(of row: [String]) -> [String] {
    let cells = zip(row, widths).map { cell, width in
      TerminalMarkdown.wrapped(cell, width: width).split(
        separator: "\n", omittingEmptySubsequences: false)
    }
    let height = cells.map(\.count).max() ?? 0
    return (0..<height).map { index in
      var line = ""
      for (cell, width) in zip(cells, widths) {
        let text = index < cell.count ? cell[index] : ""
        line += text + blanks(width + Self.gap - text.count)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
