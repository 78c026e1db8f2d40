/// How wide texts are, and how they are made to fit.
enum ChartText {
  /// The mean width of a letter of DejaVu Sans through its size; rather too wide than too narrow.
  private static let widthOfLetter = 0.62

  /// The width of a text in pixels at a font size.
  static func width(_ text: String, size: Double) -> Double {
    Double(columns(text)) * widthOfLetter * size
  }

  /// A text of at most so many columns; what is too much leaves the middle, since both ends of a
  /// name can tell it from others.
  static func shortened(_ text: String, to limit: Int) -> String {
    let text = GnuplotText.clean(text)
    guard columns(text) > limit else { return text }
    let endWidth = limit / 3
    var start = ""
    var end = ""
    for character in text {
      if columns(start) + columns(character) + endWidth + 1 > limit { break }
      start.append(character)
    }
    for character in text.reversed() {
      if columns(end) + columns(character) > endWidth { break }
      end.insert(character, at: end.startIndex)
    }
    return start + "…" + end
  }

  /// Columns of letters: two for a wide character of East Asia or a picture.
  private static func columns(_ text: String) -> Int {
    text.reduce(0) { $0 + columns($1) }
  }

  private static func columns(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    let isWide =
      first.properties.isEmojiPresentation || (0x1100...0x115F).contains(first.value)
      || (0x2E80...0xA4CF).contains(first.value) || (0xAC00...0xD7A3).contains(first.value)
      || (0xF900...0xFAFF).contains(first.value) || (0xFE30...0xFE6F).contains(first.value)
      || (0xFF00...0xFF60).contains(first.value) || (0x20000...0x3FFFD).contains(first.value)
    return isWide ? 2 : 1
  }
}
