/// The words of a line between blanks and tabs, one after the other.
struct WordCursor {
  private var place = 0

  /// The next word; nil at the line's end.
  mutating func next(_ line: Span<UInt8>) -> Range<Int>? {
    while place < line.count, Self.isBlank(line[place]) { place += 1 }
    let start = place
    while place < line.count, !Self.isBlank(line[place]) { place += 1 }
    return start < place ? start..<place : nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
