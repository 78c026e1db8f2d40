internal import SimCore

/// A set of numbers as bits, with rows of bits above that tell which words are not empty.
/// - Complexity: O(log₆₄ largest) for every operation; memory for the largest number in bits.
struct BitLadder: ~Copyable {
  /// Bits of the numbers.
  private var bits = Table<UInt64>(count: 1, filling: 0)
  /// A bit for each word of `bits`.
  private var words = Table<UInt64>(count: 1, filling: 0)
  /// A bit for each word of `words`.
  private var groups = Table<UInt64>(count: 1, filling: 0)
  /// A bit for each word of `groups`; few enough words to be looked through.
  private var tops = Table<UInt64>(count: 1, filling: 0)

  /// An empty set.
  init() {}

  /// Puts a number in that is not in the set.
  @inline(__always)
  mutating func insert(_ number: Int) {
    if number >> 6 >= bits.count { reach(number) }
    bits[number >> 6] |= 1 << UInt64(number & 63)
    words[number >> 12] |= 1 << UInt64(number >> 6 & 63)
    groups[number >> 18] |= 1 << UInt64(number >> 12 & 63)
    tops[number >> 24] |= 1 << UInt64(number >> 18 & 63)
  }

  /// Takes a number out; false when it is not in the set.
  @inline(__always)
  mutating func remove(_ number: Int) -> Bool {
    let mask: UInt64 = 1 << UInt64(number & 63)
    guard number >> 6 < bits.count, bits[number >> 6] & mask != 0 else { return false }
    bits[number >> 6] &= ~mask
    if bits[number >> 6] == 0 { empty(number) }
    return true
  }

  /// Takes the largest number out. - Precondition: the set is not empty.
  mutating func removeLargest() {
    var top = tops.count - 1
    while tops[top] == 0 { top -= 1 }
    let group = top << 6 | Self.highest(tops[top])
    let word = group << 6 | Self.highest(groups[group])
    let place = word << 6 | Self.highest(words[word])
    _ = remove(place << 6 | Self.highest(bits[place]))
  }

  /// Says in the rows above that a number's word has become empty.
  private mutating func empty(_ number: Int) {
    words[number >> 12] &= ~(1 << UInt64(number >> 6 & 63))
    if words[number >> 12] != 0 { return }
    groups[number >> 18] &= ~(1 << UInt64(number >> 12 & 63))
    if groups[number >> 18] != 0 { return }
    tops[number >> 24] &= ~(1 << UInt64(number >> 18 & 63))
  }

  @inline(never)
  private mutating func reach(_ number: Int) {
    // A quarter of a million numbers at once: the rows above grow with the lowest.
    let last = number | (1 << 18 - 1)
    bits.reach(Slot(last >> 6), filling: 0)
    words.reach(Slot(last >> 12), filling: 0)
    groups.reach(Slot(last >> 18), filling: 0)
    tops.reach(Slot(last >> 24), filling: 0)
  }

  private static func highest(_ word: UInt64) -> Int { 63 - word.leadingZeroBitCount }
}
