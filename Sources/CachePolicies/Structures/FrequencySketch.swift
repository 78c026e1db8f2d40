internal import SimCore

/// Approximate recent request counts: four-bit counters in four rows, halved periodically so that
/// past popularity decays.
///
/// Count-min sketch (Cormode, Muthukrishnan, 2005) with the aging of TinyLFU (Einziger, Friedman,
/// Manes: TinyLFU: A Highly Efficient Cache Admission Policy, ACM Transactions on Storage 13(4),
/// 2017, doi:10.1145/3149371). A word has sixteen counters, four of each row.
/// - Complexity: O(1), and O(words) at a halving.
struct FrequencySketch: ~Copyable {
  /// How many requests for each word come between halvings: ten, as in the authors' library.
  private static let period = 10
  private static let rows = 4
  /// A one in each counter but its lowest bit, after a shift by one.
  private static let halves: UInt64 = 0x7777_7777_7777_7777
  private static let ones: UInt64 = 0x1111_1111_1111_1111

  private var words = Table<UInt64>()
  private var sum = 0

  init() {
    for _ in 0..<16 { words.append(0) }
  }

  /// Makes the sketch large enough for so many objects; its counts stay.
  mutating func reserve(_ objects: Int) {
    while words.count < objects {
      for index in 0..<words.count { words.append(words[index]) }
    }
  }

  /// An object's recent request count, 0 to 15: never too low between halvings, rarely too high.
  func frequency(of key: ObjectKey) -> Int {
    let hash = Self.hash(key)
    var least = 15
    for row in 0..<Self.rows {
      let (index, shift) = place(hash, row)
      least = min(least, Int(words[index] >> shift & 15))
    }
    return least
  }

  mutating func record(_ key: ObjectKey) {
    let hash = Self.hash(key)
    var growth = 0
    // Without a branch: which counters are full is unpredictable.
    for row in 0..<Self.rows {
      let (index, shift) = place(hash, row)
      let word = words[index]
      let grows: UInt64 = word >> shift & 15 < 15 ? 1 : 0
      words[index] = word &+ grows &<< shift
      growth |= Int(truncatingIfNeeded: grows)
    }
    sum += growth
    if sum >= Self.period * words.count { halve() }
  }

  private mutating func halve() {
    var odd = 0
    for index in 0..<words.count {
      odd += (words[index] & Self.ones).nonzeroBitCount
      words[index] = words[index] >> 1 & Self.halves
    }
    sum = (sum - odd / Self.rows) / 2
  }

  /// The word of a row and where in it the counter begins.
  private func place(_ hash: UInt64, _ row: Int) -> (index: Int, shift: UInt64) {
    let step = (hash >> 32) | 1
    let mixed = (hash & 0xFFFF_FFFF) &+ UInt64(row) &* step
    let counter = UInt64(row) * 4 + (hash >> (56 + UInt64(row) * 2) & 3)
    return (Int(mixed & UInt64(words.count - 1)), counter * 4)
  }

  /// Stafford's variant 13 of the 64-bit finaliser.
  private static func hash(_ key: ObjectKey) -> UInt64 {
    var z = UInt64(key) &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
