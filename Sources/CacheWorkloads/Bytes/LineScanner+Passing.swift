extension LineScanner {
  /// Passes a line's end that stands at a place; false: none does.
  @inline(__always)
  static func passEnd(_ text: Span<UInt8>, _ place: inout Int, to end: Int) -> Bool {
    var next = place
    if next < end, text[next] == carriageReturn { next &+= 1 }
    guard next < end, text[next] == newline else { return false }
    place = next &+ 1
    return true
  }

  /// The line that begins a text, and the place behind its end.
  /// - Parameter searched: up to where no newline stands.
  /// - Returns: nil: it is not whole, empty, or longer than `limit`.
  static func line(
    of text: Span<UInt8>, _ range: Range<Int>, searched: Int
  ) -> (range: Range<Int>, next: Int)? {
    let mark = ByteWord(repeating: newline)
    var end = searched
    while end < range.upperBound {
      let count = ByteWord(text, at: end).count(before: mark)
      end += count
      if count < ByteWord.length { break }
    }
    guard end < range.upperBound else { return nil }
    let next = end + 1
    if end > range.lowerBound, text[end - 1] == carriageReturn { end -= 1 }
    guard end > range.lowerBound, end - range.lowerBound <= limit else { return nil }
    return (range.lowerBound..<end, next)
  }
}
