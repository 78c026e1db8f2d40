internal import CacheReports
internal import Results

/// The Markdown of the project's pages as blocks: headings, paragraphs, lists, tables, fences,
/// code, emphasis and links.
enum PageMarkdown {
  static func blocks(of page: String) -> [Block] {
    var blocks: [Block] = []
    var rest = page.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = rest.first {
      if line.hasPrefix("```") {
        rest.removeFirst()
        let lines = rest.prefix { !$0.hasPrefix("```") }
        rest = rest.dropFirst(lines.count + 1)
        blocks.append(.code(lines.joined(separator: "\n") + "\n", name: "example"))
      } else if line.hasPrefix("|") {
        let lines = rest.prefix { $0.hasPrefix("|") }
        rest = rest.dropFirst(lines.count)
        blocks.append(.table(table(lines.map(cells))))
      } else if line.hasPrefix("#") {
        rest.removeFirst()
        blocks.append(.heading(sentence(line.drop { $0 == "#" || $0 == " " })))
      } else if line.isEmpty || line.hasPrefix("<!--") {
        rest.removeFirst()
      } else {
        var words = String(rest.removeFirst())
        while let next = rest.first, !isBreak(next) { words += " " + rest.removeFirst() }
        guard line.hasPrefix("- ") else {
          blocks.append(.paragraph(sentence(words)))
          continue
        }
        let item = sentence(words.dropFirst(2))
        if case .list(let items)? = blocks.last {
          blocks[blocks.count - 1] = .list(items + [item])
        } else {
          blocks.append(.list([item]))
        }
      }
    }
    return blocks
  }

  /// Whether a line ends the paragraph before it.
  private static func isBreak(_ line: Substring) -> Bool {
    line.isEmpty || ["- ", "|", "#", "```", "<!--"].contains { line.hasPrefix($0) }
  }

  /// The second line is Markdown's rule.
  private static func table(_ lines: [[InlineText]]) -> ResultTable {
    ResultTable(
      "table", columns: (lines.first ?? []).map { $0.runs.map(\.text).joined() },
      rows: Array(lines.dropFirst(2)))
  }

  private static func cells(_ line: Substring) -> [InlineText] {
    var cells: [InlineText] = []
    var cell = ""
    var isEscaped = false
    for character in line.dropFirst() {
      if character == "|" && !isEscaped {
        cells.append(sentence(cell))
        cell = ""
      } else if character != "\\" || isEscaped {
        cell.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return cells
  }

  /// A sentence with its code; of links and emphasis the words.
  private static func sentence(_ text: some StringProtocol) -> InlineText {
    var words = ""
    var isCode = false
    var rest = text.drop { $0 == " " }
    while let character = rest.popFirst() {
      if character == "`" { isCode.toggle() }
      if isCode || character != "*" && character != "[" && character != "]" {
        words.append(character)
      } else if character == "]", rest.first == "(" {
        rest = rest.drop { $0 != ")" }.dropFirst()
      }
    }
    while words.last == " " { words.removeLast() }
    return InlineText(markdown: words)
  }
}
