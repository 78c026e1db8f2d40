internal import SimCore

/// Ranks by Zipf's law: rank r of N with probability r^(−s) / Σ i^(−s).
///
/// Drawn by inversion with a guide table (Chen, Asau: On Generating Random Variates from an
/// Empirical Distribution, AIIE Transactions 6, 1974): expected O(1) a draw, exact up to rounding.
/// Memory: 12 bytes for each rank.
struct ZipfLaw: Sendable {
  /// The probability of a rank up to each one, the first first.
  private var cumulative: [Double] = []
  /// For each step of the unit interval the first rank that can be meant.
  private var guide: [UInt32] = []

  /// Makes a law. - Complexity: O(ranks).
  init(ranks: Int, exponent: Double) {
    precondition(ranks >= 1 && ranks < UInt32.max, "ranks are counted from 1 in 32 bits")
    cumulative.reserveCapacity(ranks)
    var sum = 0.0
    for rank in 1...ranks {
      sum += DeterministicMath.pow(Double(rank), -exponent)
      cumulative.append(sum)
    }
    for index in cumulative.indices { cumulative[index] /= sum }
    guide.reserveCapacity(ranks)
    var rank = 0
    for step in 0..<ranks {
      let share = Double(step) / Double(ranks)
      while rank < ranks - 1, cumulative[rank] <= share { rank += 1 }
      guide.append(UInt32(rank))
    }
  }

  /// Draws a rank, 0 for the most popular. - Complexity: O(1) expected.
  func draw(_ random: inout SeededGenerator) -> Int {
    let share = random.unit()
    var rank = Int(guide[Int(share * Double(guide.count))])
    while rank < cumulative.count - 1, cumulative[rank] <= share { rank += 1 }
    return rank
  }
}
