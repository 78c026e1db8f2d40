/// Texts of people, files and traces as a terminal may get them.
///
/// Control characters can move the cursor, change the title or answer in the reader's name; marks
/// of direction can show a text in another order than it is read. Both are shown by their number,
/// such as `\u{1B}`, so that the text cannot be mistaken for another one. Files keep texts as they
/// are.
package enum VisibleText {
  /// A text that stays on its line: line feeds are shown too.
  package static func line(_ text: String) -> String { shown(text) { _ in false } }

  /// A text of several lines.
  /// - Parameter keepsColors: whether sequences that only choose a colour or a weight (ECMA-48,
  ///   "select graphic rendition") stay, as the program's own tables have them.
  package static func lines(_ text: String, keepsColors: Bool = false) -> String {
    if !keepsColors { return shown(text) { $0 == "\n" } }
    var rest = text[...]
    var lines = ""
    while let start = rest.unicodeScalars.firstIndex(of: escape) {
      lines += shown(String(rest[..<start])) { $0 == "\n" }
      let end = endOfColor(in: rest, at: start)
      lines += end.map { String(rest[start..<$0]) } ?? number(escape)
      rest = rest[(end ?? rest.unicodeScalars.index(after: start))...]
    }
    return lines + shown(String(rest)) { $0 == "\n" }
  }

  /// A text of at most so many characters; what is longer ends in `…`.
  /// - Complexity: O(limit).
  package static func shortened(_ text: some StringProtocol, to limit: Int = 80) -> String {
    let start = text.prefix(limit)
    return start.endIndex == text.endIndex ? String(text) : String(start.dropLast()) + "…"
  }

  private static let escape: Unicode.Scalar = "\u{1B}"

  /// Where a sequence that chooses a colour ends; nil: it is another one.
  private static func endOfColor(in text: Substring, at start: String.Index) -> String.Index? {
    let scalars = text.unicodeScalars
    var place = scalars.index(after: start)
    guard place < scalars.endIndex, scalars[place] == "[" else { return nil }
    place = scalars.index(after: place)
    while place < scalars.endIndex, "0"..."9" ~= scalars[place] || scalars[place] == ";" {
      place = scalars.index(after: place)
    }
    return place < scalars.endIndex && scalars[place] == "m" ? scalars.index(after: place) : nil
  }

  private static func shown(_ text: String, keeps: (Unicode.Scalar) -> Bool) -> String {
    guard text.unicodeScalars.contains(where: { steers($0) && !keeps($0) }) else { return text }
    return text.replacingScalars { steers($0) && !keeps($0) ? number($0) : nil }
  }

  private static func number(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  /// Whether a scalar steers what shows it: controls of ISO 646 and of ISO 6429 (C0, DEL, C1),
  /// separators of lines and paragraphs, and the marks of direction of Unicode's Standard Annex 9.
  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

/// Cells of text that a spreadsheet would take for formulas, and the apostrophe that keeps it from
/// doing so.
///
/// A cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return gets an apostrophe in
/// front, as spreadsheets themselves mark a text; numbers such as `-1.5` and the dash of an empty
/// cell are none. A text that begins with apostrophes and such a character gets one more, so that
/// every text is found again by taking away one apostrophe wherever such a character follows.
package enum FormulaGuard {
  /// Whether a cell needs the apostrophe.
  /// - Complexity: O(1) but for a cell that begins with an apostrophe, a sign or the like.
  package static func guards(_ cell: ArraySlice<UInt8>) -> Bool {
    guard let first = cell.first else { return false }
    if first == apostrophe { return cell.first { $0 != apostrophe }.map(begins) ?? false }
    return begins(first) && !isNumber(cell) && !cell.elementsEqual([UInt8(ascii: "-")])
  }

  /// The cell with the apostrophe, where it needs one.
  package static func guarded(_ cell: [UInt8]) -> [UInt8] {
    guards(cell[...]) ? [apostrophe] + cell : cell
  }

  /// What stands in front of a cell that is no formula.
  package static let apostrophe = UInt8(ascii: "'")

  private static func begins(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 9, 13: true
    default: false
    }
  }

  /// A decimal number with a sign, or an infinite one as files write it.
  private static func isNumber(_ cell: ArraySlice<UInt8>) -> Bool {
    guard cell.first == UInt8(ascii: "-") || cell.first == UInt8(ascii: "+") else { return false }
    var rest = cell.dropFirst()
    if rest.elementsEqual("inf".utf8) { return true }
    guard dropDigits(&rest) > 0 else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard dropDigits(&rest) > 0 else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
        rest = rest.dropFirst()
      }
      guard dropDigits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  private static func dropDigits(_ text: inout ArraySlice<UInt8>) -> Int {
    let count = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    text = text.dropFirst(count)
    return count
  }
}

/// Text within HTML and XML.
package enum MarkupText {
  /// The text with the five characters as entities that have a meaning there; characters that
  /// XML 1.0 has no place for, such as most control characters, become U+FFFD.
  /// - Complexity: O(length).
  /// - Parameter isAttribute: whether tabs and ends of lines are entities too, which attributes of
  ///   XML lose.
  package static func escaped(_ text: some StringProtocol, isAttribute: Bool = false) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      case "\t", "\n", "\r": isAttribute ? "&#\(scalar.value);" : nil
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }
}

/// Words of a command line that can be pasted into a shell.
package enum ShellWord {
  /// The word as it is where it has no special meaning to a shell, else in single quotes.
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || plain.contains($0) }
    return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }

  /// The words of a command line as they stand there, in their quotes.
  package static func all(in line: String) -> [Substring] {
    var words: [Substring] = []
    var start: String.Index?
    var (isQuoted, isEscaped) = (false, false)
    for index in line.indices {
      let character = line[index]
      if character == " ", !isQuoted, !isEscaped {
        if let start { words.append(line[start..<index]) }
        start = nil
        continue
      }
      start = start ?? index
      if character == "'", !isEscaped { isQuoted.toggle() }
      isEscaped = character == "\\" && !isQuoted && !isEscaped
    }
    if let start { words.append(line[start...]) }
    return words
  }

  private static let plain = Set("0123456789-_./,:+@%".unicodeScalars)
}

extension StringProtocol {
  /// The text with others in place of some scalars; nil: the scalar stays. - Complexity: O(length).
  package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let other = replacement(scalar) {
        text += other
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
