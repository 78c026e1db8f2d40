/// Counts of whole numbers from 1 on, by powers of two.
package struct PowerHistogram: Hashable, Sendable {
  /// How many numbers are from 2^i to 2^(i+1) − 1.
  package private(set) var counts: [Int64] = []
  /// The sum of the numbers.
  package private(set) var sum: Double = 0

  /// No numbers.
  package init() {}

  /// How many numbers were counted.
  package var count: Int64 { counts.reduce(0, +) }
  /// The arithmetic mean; 0 without numbers.
  package var mean: Double { count > 0 ? sum / Double(count) : 0 }

  /// The least power of two that is greater than so many percent of the numbers; 1 without numbers.
  package func bound(ofPercent percent: Int) -> Int64 {
    let wanted = (Int64(percent) * count + 99) / 100
    var sum: Int64 = 0
    for (power, count) in counts.enumerated() {
      sum += count
      if sum >= wanted { return 1 << (power + 1) }
    }
    return 1
  }

  /// Counts a number of 1 or more.
  package mutating func add(_ number: Int64) {
    precondition(number >= 1, "numbers from 1 on")
    let power = 63 - number.leadingZeroBitCount
    while counts.count <= power { counts.append(0) }
    counts[power] += 1
    sum += Double(number)
  }
}
