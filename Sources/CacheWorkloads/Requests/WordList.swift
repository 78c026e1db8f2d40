/// Few words, each known by a small number in order of first appearance.
struct WordList {
  private(set) var words = ByteInterner()
  private let limit: Int

  /// Makes a list for at most so many words, 256 at most.
  init(limit: Int) {
    precondition((1...256).contains(limit), "a word's number is a byte")
    self.limit = limit
  }

  /// The number of a word that is a part of a text; nil when it would be one word too many.
  mutating func number(of text: Span<UInt8>, _ range: Range<Int>) -> UInt8? {
    let number = words.intern(text, range)
    return number < limit ? UInt8(number) : nil
  }

  /// The words by number.
  var names: [String] {
    (0..<UInt32(min(words.count, limit))).map { String(decoding: words[$0], as: UTF8.self) }
  }
}
