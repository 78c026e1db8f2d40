internal import Results

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
    var isFresh = true
    for word in text.split(separator: " ") {
      if !isFresh, TextWidth.cells(of: line) + 1 + TextWidth.cells(of: String(word)) > limit {
        lines.append(line)
        line = next
        isFresh = true
      }
      line += isFresh ? String(word) : " \(word)"
      isFresh = false
    }
    return lines + [line]
  }
}
