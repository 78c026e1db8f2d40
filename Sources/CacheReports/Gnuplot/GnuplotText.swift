/// Texts and numbers as gnuplot reads them; nothing in them is ever interpreted.
enum GnuplotText {
  /// A text in single quotes, in which gnuplot replaces nothing: no `backticks`, no escapes.
  ///
  /// Control characters would end the line, and with it the quotes; they become spaces.
  static func quoted(_ text: String) -> String {
    var quoted = "'"
    for scalar in clean(text).unicodeScalars {
      // gnuplot 5.4 takes a doubled quote at the beginning for an empty text; ’ looks the same.
      if scalar == "'" { quoted += quoted == "'" ? "\u{2019}" : "''" }
      guard scalar != "'" else { continue }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "'"
  }

  /// A text on one line, without control characters and without what turns the line around.
  static func clean(_ text: String) -> String {
    var cleaned = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: cleaned.append(" ")
      // U+FFFE and its like are no characters: XML does not allow them.
      case _ where scalar.properties.isNoncharacterCodePoint: continue
      // U+202A to U+202E and U+2066 to U+2069 set the direction of all text that follows.
      case .format where (0x202A...0x202E).contains(scalar.value): continue
      case .format where (0x2066...0x2069).contains(scalar.value): continue
      default: cleaned.append(scalar)
      }
    }
    return String(cleaned)
  }

  /// The shortest number that reads back as the same one, without an ending `.0`.
  static func number(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
