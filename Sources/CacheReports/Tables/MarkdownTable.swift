package import Measurement
internal import SimCore

/// Tables in Markdown.
package enum MarkdownTable {
  /// A table; the columns after the first `textColumns` are aligned to the right.
  package static func text(columns: [String], rows: [[String]], textColumns: Int = .max) -> String {
    let rule = columns.indices.map { $0 < textColumns ? "---" : "---:" }
    return ([columns, rule] + rows).map { row in
      "| " + row.map(escaped).joined(separator: " | ") + " |\n"
    }.joined()
  }

  /// A piece of Markdown as a cell: no line breaks, and no bars that would end the cell.
  package static func escaped(_ cell: String) -> String {
    var text = ""
    for character in cell.replacing("\r\n", with: " ").replacing("\n", with: " ") {
      switch character {
      // Two backslashes are one character, and the bar behind them would end the cell.
      case "|": text += text.last == "\\" ? "¦" : "\\|"
      default: text.append(character)
      }
    }
    return VisibleText.line(text)
  }

  /// A text that is no Markdown, on one line: every mark in it is shown as it is, in a cell, a
  /// heading or a paragraph.
  package static func plain(_ text: String) -> String {
    let characters = Array(VisibleText.line(onOneLine(text)))
    var plain = ""
    for (index, character) in characters.enumerated() {
      switch character {
      case let mark where entities.contains { $0.meant == mark }:
        plain += entities.first { $0.meant == mark }?.name ?? ""
      case "\\", "`", "*", "[", "]", "~", "#": plain += "\\\(character)"
      case "_":
        let isInWord =
          index > 0 && isOfWord(characters[index - 1])
          && index + 1 < characters.count && isOfWord(characters[index + 1])
        plain += isInWord ? "_" : "\\_"
      case "-", "+", "=": plain += index == 0 ? "\\\(character)" : "\(character)"
      case ".", ")":
        // A number, a point and a blank would begin a list.
        let isLast = index + 1 == characters.count || characters[index + 1] == " "
        let isList = isLast && index > 0 && characters[..<index].allSatisfy { "0"..."9" ~= $0 }
        plain += isList ? "\\\(character)" : "\(character)"
      default: plain.append(character)
      }
    }
    return plain
  }

  /// Marks that no backslash keeps from their meaning everywhere: a bar ends a cell, and between
  /// two dollars some readers see mathematics.
  static let entities: [(name: String, meant: Character)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&#124;", "|"), ("&#36;", "$"),
  ]

  /// A text in the type of code, on one line; backticks in it would end it and become apostrophes.
  package static func code(_ text: String) -> String {
    "`" + VisibleText.line(onOneLine(text)).replacing("`", with: "'") + "`"
  }

  /// A block of text in the type of code, between fences that are longer than any in it.
  /// - Parameter language: what it is written in.
  package static func fenced(_ text: String, _ language: String) -> String {
    var longest = 0
    var count = 0
    for character in text {
      count = character == "`" ? count + 1 : 0
      longest = max(longest, count)
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)\(language)\n\(text)\(text.hasSuffix("\n") ? "" : "\n")\(fence)\n"
  }

  private static func onOneLine(_ text: String) -> String {
    text.replacing("\r\n", with: " ").replacing("\n", with: " ").replacing("\r", with: " ")
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }
}

extension MetricCatalog {
  package static var markdown: String {
    MarkdownTable.text(columns: ["metric", "unit", "better", "definition"], rows: rows)
  }
}
