internal import CacheReports

/// Markdown for a terminal: paragraphs filled, tables aligned, code blocks unchanged.
///
/// It supports what the project's pages use: headings, paragraphs, lists, tables, fences, code,
/// emphasis and links.
enum TerminalMarkdown {
  /// The columns that a line of prose or of a table may take.
  static let width = 88

  static func text(of markdown: String) -> String {
    var blocks: [String] = []
    var rest = markdown.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = rest.first {
      if line.hasPrefix("```") {
        rest.removeFirst()
        let picture = rest.prefix { !$0.hasPrefix("```") }
        rest = rest.dropFirst(picture.count + 1)
        blocks.append(picture.joined(separator: "\n"))
      } else if line.hasPrefix("|") {
        let table = rest.prefix { $0.hasPrefix("|") }
        rest = rest.dropFirst(table.count)
        blocks.append(TerminalTableLayout(table.map(cells)).text)
      } else if line.hasPrefix("#") {
        rest.removeFirst()
        blocks.append(heading(line))
      } else if line.isEmpty || line.hasPrefix("<!--") {
        rest.removeFirst()
      } else {
        let isItem = line.hasPrefix("- ")
        var paragraph = [rest.removeFirst()]
        while let next = rest.first, !isBreak(next) { paragraph.append(rest.removeFirst()) }
        let words = paragraph.joined(separator: " ")
        blocks.append(
          isItem
            ? wrapped(plain(words), hanging: "  ")
            : wrapped(plain(words)))
      }
    }
    // Items of a list follow one another without a blank line.
    var text = ""
    for (index, block) in blocks.enumerated() {
      text += block + "\n"
      let isList = block.hasPrefix("- ") && index + 1 < blocks.count
      if index + 1 < blocks.count, !(isList && blocks[index + 1].hasPrefix("- ")) { text += "\n" }
    }
    return text
  }

  private static func isBreak(_ line: Substring) -> Bool {
    line.isEmpty || ["- ", "|", "#", "```", "<!--"].contains { line.hasPrefix($0) }
  }

  private static func heading(_ line: Substring) -> String {
    let title = plain(String(line.drop { $0 == "#" || $0 == " " }))
    return title + "\n" + String(repeating: "-", count: title.count)
  }

  private static func cells(_ line: Substring) -> [String] {
    var cells: [String] = []
    var cell = ""
    var isEscaped = false
    for character in line.dropFirst() {
      if character == "|" && !isEscaped {
        cells.append(plain(trimmed(cell)))
        cell = ""
      } else if character != "\\" || isEscaped {
        cell.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return cells
  }

  /// Text without markup: code, emphasis, and links, of which the text is kept.
  static func plain(_ text: String) -> String {
    var plain = ""
    var isCode = false
    var rest = text[...]
    while let character = rest.popFirst() {
      if character == "`" {
        isCode.toggle()
      } else if isCode || character != "*" && character != "[" && character != "]" {
        plain.append(character)
      } else if character == "]", rest.first == "(" {
        rest = rest.drop { $0 != ")" }.dropFirst()
      }
    }
    return plain
  }

  /// Words in lines of at most `width` columns.
  /// - Parameters:
  ///   - indent: what stands before the first line.
  ///   - hanging: what stands before the others; nil: the same.
  static func wrapped(
    _ text: String, indent: String = "", hanging: String? = nil, width: Int = width
  ) -> String {
    var lines: [String] = []
    var line = indent
    var isBlank = true
    for word in text.split(separator: " ") {
      if !isBlank, line.count + 1 + word.count > width {
        lines.append(line)
        line = hanging ?? indent
        isBlank = true
      }
      line += isBlank ? word : " " + word
      isBlank = false
    }
    return (lines + [line]).joined(separator: "\n")
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// A table whose cells are wrapped so that its rows fit a terminal.
struct TerminalTableLayout {
  /// Rows of cells; the second row is Markdown's rule and is left out.
  private let rows: [[String]]
  private let widths: [Int]

  private static let gap = 2

  init(_ lines: [[String]]) {
    let count = lines.map(\.count).max() ?? 0
    var rows = lines.enumerated().filter { $0.offset != 1 }.map { _, cells in
      cells + Array(repeating: "", count: count - cells.count)
    }
    let space = TerminalMarkdown.width - Self.gap * max(0, count - 1)
    var minimums = Self.longestWords(of: rows, count)
    if minimums.reduce(0, +) > space {
      rows = rows.map { $0.map(Self.splittingPaths) }
      minimums = Self.longestWords(of: rows, count)
    }
    var widths = (0..<count).map { column in rows.map { $0[column].count }.max() ?? 0 }
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
  private static func longestWords(of rows: [[String]], _ count: Int) -> [Int] {
    (0..<count).map { column in
      rows.flatMap { $0[column].split(separator: " ").map(\.count) }.max() ?? 0
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
    let rule = [widths.map { String(repeating: "-", count: $0) }]
    lines.insert(rule, at: min(1, lines.count))
    return String(AlignedText.table(lines.flatMap(\.self), .left).dropLast())
  }

  /// A row as lines of cells, each cell wrapped to its column's width.
  private func lines(of row: [String]) -> [[String]] {
    let cells = zip(row, widths).map { cell, width in
      TerminalMarkdown.wrapped(cell, width: width).split(
        separator: "\n", omittingEmptySubsequences: false)
    }
    let height = cells.map(\.count).max() ?? 0
    return (0..<height).map { index in
      cells.map { index < $0.count ? String($0[index]) : "" }
    }
  }
}
