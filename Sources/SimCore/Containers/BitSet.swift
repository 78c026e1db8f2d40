/// A set of resources, keys or other dense numbers: a bit for each up to the largest that is in it.
///
/// Unlike the library's `Set` it hashes nothing. For sets that are filled and asked within one
/// event. Memory: an eighth of a byte for each number up to the largest.
public struct BitSet: Sendable {
  @usableFromInline var words: [UInt64] = []

  /// Makes a set of numbers. - Complexity: O(their count), and a word for 64 up to the largest.
  @inlinable
  public init(_ numbers: some Sequence<UInt32> = EmptyCollection()) {
    for number in numbers { insert(number) }
  }

  /// How many numbers are in it. - Complexity: O(words).
  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Whether a number is in it. - Complexity: O(1).
  @inlinable
  public func contains(_ number: UInt32) -> Bool {
    let word = Int(number >> 6)
    return word < words.count && words[word] >> UInt64(number & 63) & 1 == 1
  }

  /// Puts a number in. - Complexity: O(1), amortised over the growth of the set.
  @inlinable
  public mutating func insert(_ number: UInt32) {
    let word = Int(number >> 6)
    if word >= words.count { grow(through: word) }
    words[word] |= 1 << UInt64(number & 63)
  }

  /// Puts numbers in.
  @inlinable
  public mutating func formUnion(_ numbers: some Sequence<UInt32>) {
    for number in numbers { insert(number) }
  }

  @usableFromInline
  mutating func grow(through word: Int) {
    words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
  }
}
