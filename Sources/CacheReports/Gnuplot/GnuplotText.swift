/// Texts and numbers in gnuplot's syntax, quoted so that nothing in them is interpreted.
enum GnuplotText {
  /// A text in single quotes, in which gnuplot replaces nothing: no `backticks`, no escapes.
  ///
  /// Control characters would end the line, and with it the quotes; they become spaces.
  static func quoted(_ text: String) -> String {
    var quoted = "'"
    for scalar in clean(text).unicodeScalars {
      // gnuplot 5.4 reads a doubled quote at the beginning as an empty text; ’ looks the same.
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
      case .format where [0x200E, 0x200F, 0x061C].contains(scalar.value): continue
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

/// Which letters DejaVu Sans has: the font that comes with gnuplot.
///
/// A letter that no installed font has is drawn by Cairo as a box with its number, many times the
/// size of the image. Other installed fonts are not used, so that equal results give equal images;
/// an SVG keeps all letters, because a browser has fonts of its own.
enum FontCoverage {
  /// The larger ranges of DejaVu Sans 2.37 without gaps, from fc-query: Latin,
  /// Greek, Cyrillic, Armenian, Hebrew, Arabic, Georgian, punctuation, currencies, arrows,
  /// symbols, faces.
  private static let ranges: [ClosedRange<UInt32>] = [
    0x20...0x7E, 0xA0...0x2E9, 0x300...0x34F, 0x388...0x38A, 0x38E...0x3A1, 0x3A3...0x525,
    0x531...0x556, 0x561...0x587, 0x5D0...0x5EA, 0x621...0x63A, 0x640...0x655, 0x10D0...0x10FC,
    0x1E00...0x1EFB, 0x2000...0x2064, 0x20A0...0x20B5, 0x2190...0x2311, 0x2500...0x269C,
    0xFE00...0xFE0F, 0x1F600...0x1F623,
  ]

  /// A text with an empty square for each letter that the font lacks.
  static func drawable(_ text: String) -> String {
    var drawable = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isLineFeed = scalar == "\n"
      let isCovered = ranges.contains { $0.contains(scalar.value) }
      drawable.append(isCovered || isLineFeed ? scalar : "\u{25A1}")
    }
    return String(drawable)
  }
}
