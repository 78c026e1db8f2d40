/// Texts as bytes, each known by a dense number in order of first appearance.
///
/// An open-addressed table over one store of bytes: no text is kept twice, and nothing is
/// allocated for a text that is known.
struct ByteInterner {
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]
  private var hashes: [UInt32] = []
  private var table: [UInt32]

  private static let free = UInt32.max

  init() { table = [UInt32](repeating: Self.free, count: 1_024) }

  /// How many texts are known.
  var count: Int { hashes.count }

  /// The text of a number.
  /// - Complexity: O(length).
  subscript(number: UInt32) -> ArraySlice<UInt8> {
    bytes[ends[Int(number)]..<ends[Int(number) + 1]]
  }

  /// The number of a text, a new one when it is unknown.
  /// - Complexity: O(length), amortised.
  mutating func intern(_ text: Span<UInt8>) -> UInt32 {
    let hash = Self.hash(text)
    let mask = table.count - 1
    var place = Int(hash) & mask
    while table[place] != Self.free {
      let number = table[place]
      if hashes[Int(number)] == hash, equals(text, number) { return number }
      place = (place + 1) & mask
    }
    let number = UInt32(hashes.count)
    table[place] = number
    hashes.append(hash)
    for index in text.indices { bytes.append(text[index]) }
    ends.append(bytes.count)
    if hashes.count * 2 > table.count { grow() }
    return number
  }

  private func equals(_ text: Span<UInt8>, _ number: UInt32) -> Bool {
    let start = ends[Int(number)]
    guard ends[Int(number) + 1] - start == text.count else { return false }
    for index in text.indices where bytes[start + index] != text[index] { return false }
    return true
  }

  private mutating func grow() {
    let mask = table.count * 2 - 1
    table = [UInt32](repeating: Self.free, count: mask + 1)
    for (number, hash) in hashes.enumerated() {
      var place = Int(hash) & mask
      while table[place] != Self.free { place = (place + 1) & mask }
      table[place] = UInt32(number)
    }
  }

  /// FNV-1a in 64 bits (Fowler, Noll, Vo, 1991), folded to 32.
  private static func hash(_ text: Span<UInt8>) -> UInt32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in text.indices {
      hash = (hash ^ UInt64(text[index])) &* 0x0000_0100_0000_01B3
    }
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
  }
}
