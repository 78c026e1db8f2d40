internal import SimCore

/// How many cells of a terminal a text takes.
package enum TextWidth {
  /// The cells of a text: wide letters and pictures take two, combining marks none.
  ///
  /// Unicode Standard Annex #11, East Asian Width: wide and full-width letters take two cells,
  /// ambiguous ones take one. A character drawn as one picture takes two, however many scalars it
  /// is made of. - Complexity: O(length).
  package static func cells(of text: String) -> Int {
    text.reduce(0) { $0 + cells(of: $1) }
  }

  private static func cells(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    let isPicture =
      first.properties.isEmojiPresentation
      || first.properties.isEmoji && character.unicodeScalars.contains("\u{FE0F}")
    if isPicture || isWide(first) { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return 1
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    wideRanges.contains { $0.contains(scalar.value) }
  }

  /// The blocks whose letters are wide or full-width (EastAsianWidth.txt, pictures apart).
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD,
  ]

  /// A text filled up with blanks to `width` cells, on the left or on the right.
  package static func padded(_ text: String, to width: Int, onLeft: Bool) -> String {
    let blanks = String(repeating: " ", count: max(0, width - cells(of: text)))
    return onLeft ? blanks + text : text + blanks
  }

  /// A text that stays on its line and steers no terminal.
  package static func printable(_ text: String) -> String { VisibleText.line(text) }
}
