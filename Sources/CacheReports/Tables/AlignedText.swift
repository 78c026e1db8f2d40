package import Results
internal import SimCore

/// The width of texts in cells of a terminal.
package enum TextWidth {
  /// The cells of a text: wide letters and pictures have two, combining marks none.
  ///
  /// Unicode Standard Annex #11, East Asian Width: wide and full-width letters have two cells,
  /// ambiguous ones one. A character drawn as one picture has two, however many scalars it consists
  /// of. - Complexity: O(length).
  package static func cells(of text: String) -> Int {
    // Mostly ASCII, whose properties need not be looked up.
    if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return text.utf8.count }
    return text.reduce(0) { $0 + cells(of: $1) }
  }

  static func cells(of character: Character) -> Int {
    if let ascii = character.asciiValue, 0x20...0x7E ~= ascii { return 1 }
    guard let first = character.unicodeScalars.first else { return 0 }
    let isPicture =
      first.properties.isEmojiPresentation
      || first.properties.isEmoji && character.unicodeScalars.contains("\u{FE0F}")
    if isPicture || wideRanges.contains(where: { $0.contains(first.value) }) { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return 1
    }
  }

  /// The blocks whose letters are wide or full-width (EastAsianWidth.txt, pictures apart).
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD,
  ]

  /// A text filled up with blanks to `width` cells, on the left or on the right.
  package static func padded(_ text: String, to width: Int, onLeft: Bool) -> String {
    let blanks = String(repeating: " ", count: max(0, width - cells(of: text)))
    return onLeft ? blanks + text : text + blanks
  }

  /// A text on one line without control characters.
  package static func printable(_ text: String) -> String { VisibleText.line(text) }

  static func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }

  /// A text with the parameters of ECMA-48's "select graphic rendition".
  package static func styled(_ text: some StringProtocol, _ code: String) -> String {
    "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}

/// Columns of text, padded to equal widths for a terminal.
package enum AlignedText {
  package static let gap = "  "

  package typealias Side = ResultTable.Column.Alignment

  /// The lines of a table, each with a line feed and without blanks at its end; cells stay on their
  /// line and control no terminal.
  /// - Parameters:
  ///   - sides: those of the first columns; the last one holds for all further columns.
  /// - Complexity: O(length of all cells).
  package static func table(_ rows: [[String]], _ sides: Side...) -> String { table(rows, sides) }

  package static func table(_ rows: [[String]], _ sides: [Side]) -> String {
    padded(rows, sides).map { TextWidth.trimmed($0.joined(separator: gap)) + "\n" }.joined()
  }

  /// The cells of rows, each filled up to the width of its column, to be styled before they are
  /// joined.
  package static func padded(_ rows: [[String]], _ sides: [Side]) -> [[String]] {
    let rows = rows.map { $0.map(TextWidth.printable) }
    let widths = widths(of: rows)
    return rows.map { row in
      row.enumerated().map { column, cell in
        let side = column < sides.count ? sides[column] : sides.last ?? .left
        return TextWidth.padded(cell, to: widths[column], onLeft: side == .right)
      }
    }
  }

  /// The widths of columns in cells; rows may have fewer cells than others. - Complexity: O(text).
  package static func widths(of rows: [[String]]) -> [Int] {
    (0..<(rows.map(\.count).max() ?? 0)).map { column in
      rows.map { column < $0.count ? TextWidth.cells(of: TextWidth.printable($0[column])) : 0 }
        .max() ?? 0
    }
  }
}

/// Sentences for a terminal, broken at blanks.
package enum WrappedText {
  package static let lineLimit = 78

  /// A sentence in a report's Markdown without its marks, and without what controls a terminal.
  package static func plain(_ text: String) -> String {
    TerminalRenderer.plain(InlineText(markdown: text))
  }

  /// A paragraph with a line feed behind each line.
  /// - Parameters:
  ///   - first: what stands before the first line.
  ///   - next: what stands before the others.
  package static func paragraph(
    _ text: String, _ first: String = "", _ next: String = ""
  ) -> String {
    lines(of: text, first, next, limit: lineLimit).map { $0 + "\n" }.joined()
  }

  package static func lines(
    of text: String, _ indentation: String = "", _ next: String = "", limit: Int
  ) -> [String] {
    var lines: [String] = []
    var line = indentation
    var width = TextWidth.cells(of: line)
    var isFresh = true
    for word in text.split(separator: " ").map(String.init) {
      let cells = TextWidth.cells(of: word)
      if !isFresh, width + 1 + cells > limit {
        lines.append(line)
        (line, width) = (next, TextWidth.cells(of: next))
        isFresh = true
      }
      line += isFresh ? word : " " + word
      width += isFresh ? cells : 1 + cells
      isFresh = false
    }
    return lines + [line]
  }
}

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
    var text =
      result.simulated.isEmpty
      ? "" : TextWidth.printable("Simulated: \(result.simulated.joined(separator: "; "))") + "\n"
    for limit in result.inputLimits { text += TextWidth.printable("Note: \(limit)") + "\n" }
    let (lines, left) = TerminalRenderer.lines(of: table, width: width, isColored: isColored)
    var legends: [String] = []
    if table.hasMarks { legends.append((isColored ? "green" : "*") + legend) }
    if table.hasIntervals { legends.append(Display.intervalLegend) }
    text += lines
    if !legends.isEmpty { text += legends.joined(separator: "; ") + "\n" }
    return text + TerminalRenderer.leftOut(left)
  }

  private static let legend =
    ": best of its column; waits are over all opens, infinite where too few showed the content "
    + "(with the share that did)"
}
