/// A text that is made piece by piece while it is written: one of half a million rows never stands
/// in memory as a whole.
struct TextPieces: Sequence, IteratorProtocol {
  private let make: (Int) -> [UInt8]?
  private var index = 0

  /// A text of pieces that are made one after another, the first of them number 0, until there is
  /// none.
  init(_ make: @escaping (Int) -> [UInt8]?) { self.make = make }

  /// A text in one piece.
  init(_ text: String) { self.init { $0 == 0 ? Array(text.utf8) : nil } }

  mutating func next() -> [UInt8]? {
    defer { index += 1 }
    return make(index)
  }
}
