package import Results
internal import SimCore

/// Documents and tables on a terminal.
package enum TerminalRenderer {
  /// The question and the sections; lines have 78 columns at most where words allow.
  /// - Parameter titles: the sections that are written; nil: all.
  package static func text(of document: Document, only titles: [String]? = nil) -> String {
    let sections = document.sections.filter { titles?.contains($0.title) ?? true }
    return text(
      of: [.paragraph(InlineText(document.question))] + document.lead
        + sections.flatMap { [.heading(InlineText($0.title))] + $0.blocks })
  }

  /// Blocks with empty lines between them, but for what belongs to the line above it.
  package static func text(of blocks: [Block]) -> String {
    var text = ""
    for (index, block) in blocks.enumerated() {
      let lines = Self.text(of: block)
      if index > 0, !lines.isEmpty, !isJoined(blocks[index - 1], block) { text += "\n" }
      text += lines
    }
    return text
  }

  private static func isJoined(_ first: Block, _ second: Block) -> Bool {
    switch (first, second) {
    case (.heading, _), (_, .command): true
    default: false
    }
  }

  /// A sentence without what controls a terminal, its code in quotation marks.
  package static func plain(_ text: InlineText) -> String {
    TextWidth.printable(text.runs.map { $0.kind == .code ? "'\($0.text)'" : $0.text }.joined())
  }

  private static func text(of block: Block) -> String {
    switch block {
    case .heading(let text): "\(plain(InlineText(text.runs.map(inCapitals))))\n"
    case .paragraph(let text), .legend(let text): paragraph(text)
    case .list(let items): list(items)
    case .note(_, let title, let items): "\(TextWidth.printable(title)):\n" + list(items)
    case .table(let table):
      // Words are broken, numbers are not.
      text(
        of: table,
        width: table.columns.allSatisfy { $0.alignment == .left } ? WrappedText.lineLimit : .max)
    case .figure: ""
    case .command(let command): "      \(TextWidth.printable(command))\n"
    case .code(let lines, _): VisibleText.lines(lines)
    case .details(let summary, let blocks):
      WrappedText.paragraph(plain(summary) + ":") + text(of: blocks)
    case .definitions(let definitions):
      list(definitions.map { "\(code: $0.name): \($0.text)" as InlineText })
    case .explorer: ""
    }
  }

  /// Words in capitals; a name keeps its letters.
  private static func inCapitals(_ run: InlineText.Run) -> InlineText.Run {
    var run = run
    if run.kind != .code { run.text = run.text.uppercased() }
    return run
  }

  private static func list(_ items: [InlineText]) -> String {
    items.map { paragraph("- \($0)", "  ", "    ") }.joined()
  }

  /// What a colon leads to a command in is a line of its own without quotation marks, so that the
  /// command can be taken as it is.
  private static func paragraph(
    _ text: InlineText, _ first: String = "", _ next: String = ""
  ) -> String {
    guard let end = text.runs.lastIndex(where: { $0.kind == .code }), end > 0,
      text.runs[end].text.hasPrefix("cachesim "), text.runs[end - 1].text.hasSuffix(": "),
      text.runs[..<end].allSatisfy({ $0.kind != .code }),
      text.runs[(end + 1)...].map(\.text) == ["."]
    else { return WrappedText.paragraph(plain(text), first, next) }
    return first + plain(InlineText(Array(text.runs[..<end])))
      + TextWidth.printable(text.runs[end].text) + "\n"
  }

  // MARK: - Tables

  /// A table, each line with a line feed, and which columns are missing.
  /// - Parameters:
  ///   - width: the maximum width of a line in cells; words are broken to fit, and numbers that do
  ///     not fit are left out from the right.
  ///   - isColored: whether the best are marked by colour, and not by a star.
  /// - Complexity: O(length of all cells).
  package static func text(
    of table: ResultTable, width: Int = .max, isColored: Bool = false
  ) -> String {
    let (text, left) = lines(of: table, width: width, isColored: isColored)
    return text + leftOut(left)
  }

  /// The cells of a line of a table that nothing is left out of.
  package static func width(of table: ResultTable) -> Int {
    let widths = AlignedText.widths(of: texts(of: table))
    return widths.reduce(0, +) + AlignedText.gap.count * max(0, widths.count - 1)
  }

  /// The line that tells which columns were left out; empty: none was.
  static func leftOut(_ titles: [String]) -> String {
    guard !titles.isEmpty else { return "" }
    return "\(titles.count) more in summary.csv, as the terminal is too narrow: "
      + TextWidth.printable(titles.joined(separator: ", ")) + "\n"
  }

  /// The lines of a table, and the titles of the columns that are not among them.
  static func lines(
    of table: ResultTable, width: Int, isColored: Bool
  ) -> (text: String, left: [String]) {
    let isRanked = table.hasMarks
    let texts = texts(of: table)
    let widths = AlignedText.widths(of: texts)
    if Self.width(of: table) > width, table.columns.allSatisfy({ $0.alignment == .left }) {
      return (WordTable(texts, width: width).text, [])
    }
    let labels = table.columns.prefix { $0.alignment == .left }.count
    var taken = -AlignedText.gap.count
    let shown = widths.enumerated().prefix { column, columnWidth in
      taken += AlignedText.gap.count + columnWidth
      return column < labels || taken <= width
    }.count
    let padded = AlignedText.padded(
      texts.map { Array($0.prefix(shown)) }, table.columns.map(\.alignment))
    let lines = padded.enumerated().map { line, cells in
      let row = line == 0 ? nil : table.rows[line - 1]
      let styled = cells.enumerated().map { column, cell in
        isColored ? colored(cell, row, column) : cell
      }
      let text = styled.joined(separator: AlignedText.gap)
      return (isRanked ? text : TextWidth.trimmed(text)) + "\n"
    }
    return (lines.joined(), table.columns.dropFirst(shown).map(\.title))
  }

  /// The head and the rows, with a place for a star behind numbers where some have one.
  private static func texts(of table: ResultTable) -> [[String]] {
    let isRanked = table.hasMarks
    let head = table.columns.map { column in
      column.title + (isRanked && column.alignment == .right ? " " : "")
    }
    return [head]
      + table.rows.map { row in
        zip(row.cells, table.columns).map { cell, column in
          cell.text(column)
            + (isRanked && column.alignment == .right ? cell.mark == .best ? "*" : " " : "")
        }
      }
  }

  /// A padded cell: bold, green, pale.
  /// The star's place stays, so that both forms have the same columns.
  private static func colored(_ cell: String, _ row: ResultTable.Row?, _ column: Int) -> String {
    guard let row else { return TextWidth.styled(cell, "1") }
    if row.isBound { return TextWidth.styled(cell, "2") }
    guard row.cells[column].mark == .best else { return cell }
    return TextWidth.styled("\(cell.dropLast()) ", "1;32")
  }
}

/// A table of words, whose cells are broken at blanks so that its rows fit.
struct WordTable {
  private let rows: [[String]]
  private let widths: [Int]

  /// - Parameter lines: the head, then the rows.
  init(_ lines: [[String]], width: Int) {
    let space = width - AlignedText.gap.count * max(0, lines[0].count - 1)
    var rows = lines
    var minimums = Self.longestWords(of: rows)
    if minimums.reduce(0, +) > space {
      rows = rows.map { $0.map(Self.splittingPaths) }
      minimums = Self.longestWords(of: rows)
    }
    var widths = AlignedText.widths(of: rows)
    // The widest column that can be narrower is made so, one place at a time.
    while widths.reduce(0, +) > space,
      let column = widths.indices.filter({ widths[$0] > minimums[$0] }).max(by: {
        widths[$0] < widths[$1]
      })
    {
      widths[column] -= 1
    }
    self.rows = rows
    self.widths = widths
  }

  /// By column: the longest word, which is not split.
  private static func longestWords(of rows: [[String]]) -> [Int] {
    rows[0].indices.map { column in
      rows.flatMap { $0[column].split(separator: " ").map { TextWidth.cells(of: String($0)) } }
        .max() ?? 0
    }
  }

  /// A text in which long paths and names may be continued on another line, behind a slash, an
  /// underscore or a hyphen.
  private static func splittingPaths(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard word.count > 16 else { return String(word) }
      let path = String(word.replacing("/", with: "/ ").replacing("_", with: "_ "))
      return word.count > 22 ? path.replacing("-", with: "- ") : path
    }.joined(separator: " ")
  }

  /// The rows, a rule below the first.
  var text: String {
    var lines = rows.map(lines)
    lines.insert([widths.map { String(repeating: "-", count: $0) }], at: 1)
    return AlignedText.table(lines.flatMap(\.self), .left)
  }

  /// A row as lines of cells, each cell wrapped to its column's width.
  private func lines(of row: [String]) -> [[String]] {
    let cells = zip(row, widths).map { WrappedText.lines(of: $0, limit: $1) }
    let height = cells.map(\.count).max() ?? 0
    return (0..<height).map { line in cells.map { line < $0.count ? $0[line] : "" } }
  }
}
