internal import SimCore

/// How far chance alone would take the sum of paired differences, if it gave each of them its sign:
/// the exact test of paired samples by permutation (R. A. Fisher, The Design of Experiments, 1935,
/// § 21).
///
/// It asks nothing of the differences' distribution, so that three seeds of which one stands still
/// tell as much as they know: a difference of zero has no sign to turn.
package enum SignFlips {
  /// Up to so many differences that are not zero every choice of signs is looked at.
  package static let enumerated = 14
  /// So many choices are drawn where there are more; the same in every run.
  package static let draws = 9_999

  /// The share of all choices of signs whose sum reaches as far as the differences' own, in its
  /// direction; 1 when all differences are zero.
  /// - Complexity: O(2ⁿ) up to `enumerated` differences, O(`draws` × n) above.
  package static func share(_ differences: [Double]) -> Double {
    let sizes = differences.map(abs).filter { $0 > 0 }
    guard !sizes.isEmpty else { return 1 }
    let total = sizes.reduce(0, +)
    // What the order of additions costs in the last digits is no difference.
    let least = abs(differences.reduce(0, +)) - total * 1e-12
    guard sizes.count > enumerated else {
      var sums = [0.0]
      for size in sizes { sums = sums.flatMap { [$0 + size, $0 - size] } }
      return Double(sums.count { $0 >= least }) / Double(sums.count)
    }
    var random = SeededGenerator(seed: UInt64(sizes.count), purpose: .policy)
    var reaching = 1
    for _ in 0..<draws {
      var sum = 0.0
      var signs: UInt64 = 0
      for (index, size) in sizes.enumerated() {
        if index % 64 == 0 { signs = random.next() }
        sum += signs & 1 == 0 ? size : -size
        signs >>= 1
      }
      if sum >= least { reaching += 1 }
    }
    // The differences' own signs are one of the choices.
    return Double(reaching) / Double(draws + 1)
  }

  /// Up to which share chance is excluded, by so many paired seeds.
  ///
  /// 5 % needs six seeds of which one may go its own way. Fewer cannot exclude chance so far: there
  /// the two choices that reach furthest of all count, and of two seeds the one, so that few seeds
  /// give rather a false alarm than none.
  package static func limit(seeds: Int) -> Double {
    let furthest = seeds < 60 ? 2 / Double(1 << max(seeds, 1)) : 0
    return min(max(furthest, 0.05), 0.25)
  }

  /// Fewer seeds than this cannot exclude chance to 5 %.
  package static let decisiveSeeds = 6
}
