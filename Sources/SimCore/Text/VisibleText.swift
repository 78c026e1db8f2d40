/// Texts of people, files and traces as a terminal may get them.
///
/// Control characters can move the cursor, change the title or answer in the reader's name; marks
/// of direction can show a text in another order than it is read. Both are shown by their number,
/// such as `\u{1B}`, so that the text cannot be mistaken for another one. Files keep texts as they are.
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
    var shown = ""
    for scalar in text.unicodeScalars {
      if steers(scalar) && !keeps(scalar) {
        shown += number(scalar)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
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
