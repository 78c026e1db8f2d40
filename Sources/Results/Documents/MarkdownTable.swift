internal import SimCore

/// Texts in Markdown, each so that its reader shows it as it is.
package enum MarkdownTable {
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
  /// - Parameter startsLine: whether its beginning could be taken for that of a list.
  package static func plain(_ text: String, startsLine: Bool = true) -> String {
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
      case "-", "+", "=": plain += startsLine && index == 0 ? "\\\(character)" : "\(character)"
      case ".", ")":
        // A number, a point and a blank would begin a list.
        let isLast = index + 1 == characters.count || characters[index + 1] == " "
        let isList =
          startsLine && isLast && index > 0 && characters[..<index].allSatisfy { "0"..."9" ~= $0 }
        plain += isList ? "\\\(character)" : "\(character)"
      default: plain.append(character)
      }
    }
    return plain
  }

  /// Marks that no backslash keeps from their meaning everywhere: a bar ends a cell, and between
  /// two dollars some readers see mathematics.
  package static let entities: [(name: String, meant: Character)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&#124;", "|"), ("&#36;", "$"),
  ]

  /// A text in the type of code, on one line; backticks in it would end it and become apostrophes.
  package static func code(_ text: String) -> String {
    "`" + VisibleText.line(onOneLine(text)).replacing("`", with: "'") + "`"
  }

  /// A block of text in the type of code, between fences that are longer than any in it.
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

extension InlineText {
  /// A sentence in the little Markdown of the program's own sentences: `code` and **strong**, in
  /// which texts of people stand as `MarkdownTable.code` or `MarkdownTable.plain` write them.
  ///
  /// A mark without its partner is a character, and text between backticks is literal; outside of
  /// it, a backslash takes the meaning from the mark behind it.
  package init(markdown text: String) {
    var runs: [Run] = []
    var strongStart: Int?
    var plain = ""
    var rest = text[...]
    func end() {
      if !plain.isEmpty { runs.append(Run(text: plain, kind: .plain, isStrong: false)) }
      plain = ""
    }
    while let character = rest.first {
      let next = rest.dropFirst()
      if character == "\\", let mark = next.first, mark.isASCII,
        mark.isPunctuation || mark.isSymbol
      {
        plain.append(mark)
        rest = next.dropFirst()
      } else if character == "`", let close = next.firstIndex(of: "`") {
        end()
        runs.append(Run(text: String(next[..<close]), kind: .code, isStrong: false))
        rest = next[next.index(after: close)...]
      } else if rest.hasPrefix("**"), let start = strongStart {
        end()
        for index in start..<runs.count { runs[index].isStrong = true }
        strongStart = nil
        rest = next.dropFirst()
      } else if rest.hasPrefix("**"), next.dropFirst().contains("**") {
        end()
        strongStart = runs.count
        rest = next.dropFirst()
      } else if let entity = MarkdownTable.entities.first(where: { rest.hasPrefix($0.name) }) {
        plain.append(entity.meant)
        rest = rest.dropFirst(entity.name.count)
      } else {
        plain.append(character)
        rest = next
      }
    }
    end()
    self.init(runs)
  }
}

package enum NameList {
  /// `a`, `a and b`, `a, b and c`; of more than `most` the first, and how many others there are.
  package static func text(
    _ names: [String], _ conjunction: String = "and", most: Int = .max
  ) -> String {
    guard names.count <= most else {
      return names.prefix(most).joined(separator: ", ") + " and \(names.count - most) more"
    }
    guard names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " \(conjunction) \(names[names.count - 1])"
  }
}
