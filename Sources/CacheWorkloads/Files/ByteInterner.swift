/// Texts as bytes, each known by a dense number in order of first appearance.
///
/// An open-addressed table over one store of bytes: no text is kept twice, and nothing is
/// allocated for a text that is known.
struct ByteInterner {
  private var bytes: ContiguousArray<UInt8> = []
  private var ends: [Int] = [0]
  /// A text's hash in the upper half, its number in the lower one. The count is a power of two, and
  /// at most half of them are taken.
  private var cells: [UInt64]

  private static let free = UInt64.max

  init() { cells = [UInt64](repeating: Self.free, count: 1_024) }

  var count: Int { ends.count - 1 }
  var names: [String] { (0..<UInt32(count)).map { String(decoding: self[$0], as: UTF8.self) } }

  subscript(number: UInt32) -> ArraySlice<UInt8> {
    bytes[ends[Int(number)]..<ends[Int(number) + 1]]
  }

  mutating func intern(_ text: Span<UInt8>) -> UInt32 { intern(text, text.indices) }

  /// The number of a part of a text, a new one when it is unknown.
  /// - Complexity: O(length), amortised.
  mutating func intern(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt32 {
    let hash = Self.hash(text, range)
    let mask = cells.count - 1
    var place = Int(hash) & mask
    while cells[place] != Self.free {
      let number = UInt32(truncatingIfNeeded: cells[place])
      if cells[place] >> 32 == hash, equals(text, range, number) { return number }
      place = (place + 1) & mask
    }
    let number = UInt32(count)
    cells[place] = hash << 32 | UInt64(number)
    for index in range { bytes.append(text[index]) }
    ends.append(bytes.count)
    if count * 2 > cells.count { grow() }
    return number
  }

  private func equals(_ text: Span<UInt8>, _ range: Range<Int>, _ number: UInt32) -> Bool {
    let start = ends[Int(number)]
    guard ends[Int(number) + 1] - start == range.count else { return false }
    let known = bytes.span
    var done = 0
    while done < range.count {
      let count = min(range.count - done, ByteWord.length)
      let word = ByteWord(text, at: range.lowerBound + done).first(count)
      if ByteWord(known, at: start + done).first(count) != word { return false }
      done += count
    }
    return true
  }

  private mutating func grow() {
    let mask = cells.count * 2 - 1
    var larger = [UInt64](repeating: Self.free, count: mask + 1)
    for cell in cells where cell != Self.free {
      var place = Int(cell >> 32) & mask
      while larger[place] != Self.free { place = (place + 1) & mask }
      larger[place] = cell
    }
    cells = larger
  }

  /// A hash of 32 bits, by words of eight bytes: each goes in as FNV-1a takes bytes (Fowler, Noll,
  /// Vo, 1991), with a product that mixes upwards (Knuth, The Art of Computer Programming 3,
  /// section 6.4) and its upper half brought down.
  private static func hash(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var hash = UInt64(range.count)
    var place = range.lowerBound
    while place < range.upperBound {
      let count = min(range.upperBound - place, ByteWord.length)
      hash = (hash ^ ByteWord(text, at: place).first(count)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
      place += count
    }
    return hash & 0xFFFF_FFFF
  }
}

struct WordList {
  private(set) var words = ByteInterner()
  private let limit: Int

  init(limit: Int) {
    precondition((1...256).contains(limit), "a word's number is a byte")
    self.limit = limit
  }

  mutating func number(of text: Span<UInt8>, _ range: Range<Int>) -> UInt8? {
    let number = words.intern(text, range)
    return number < limit ? UInt8(number) : nil
  }

  var names: [String] { Array(words.names.prefix(limit)) }
}
