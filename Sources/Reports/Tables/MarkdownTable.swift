/// Tables in Markdown.
package enum MarkdownTable {
  /// A table; the columns after the first `textColumns` are aligned to the right.
  package static func text(columns: [String], rows: [[String]], textColumns: Int = .max) -> String {
    let rule = columns.indices.map { $0 < textColumns ? "---" : "---:" }
    return ([columns, rule] + rows).map { row in
      "| " + row.map(escaped).joined(separator: " | ") + " |\n"
    }.joined()
  }

  /// A cell's text: no line breaks, and no bars that would end the cell.
  package static func escaped(_ cell: String) -> String {
    var text = ""
    for character in cell {
      switch character {
      case "|": text += "\\|"
      case "\n", "\r\n", "\r": text += " "
      default: text.append(character)
      }
    }
    return text
  }

  /// A text in the type of code; backticks in it would end it and become apostrophes.
  package static func code(_ text: String) -> String { "`" + text.replacing("`", with: "'") + "`" }
}
