internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments
@testable internal import Results

/// How far chance alone takes paired differences.
@Suite struct SignFlipTests {
  @Test(
    arguments: [
      ([1, 2, 3], 1.0 / 8), ([-1, -2, -3], 1.0 / 8), ([3, 2, -1], 2.0 / 8), ([0, 2, 3], 1.0 / 4),
      ([0, 0, 5], 1.0 / 2), ([0, 0, 0], 1), ([1, 1, 1, 1, 1], 1.0 / 32), ([5], 1.0 / 2),
      // Of equal sizes, those that go the other way are exchangeable.
      ([1, 1, 1, -1], 5.0 / 16), ([0.1, 0.2, -0.3], 5.0 / 8),
    ] as [([Double], Double)])
  func theShareIsCounted(differences: [Double], share: Double) {
    expect(SignFlips.share(differences), is: share)
  }

  /// Beyond what is looked at whole, draws come near to what counting gives.
  @Test func manyAreDrawn() {
    let many = (0..<20).map { index -> Double in
      let size = Double(index % 7 + 1)
      return index % 3 == 0 ? -size : size
    }
    var sums: [Double: Double] = [0: 1]
    for value in many {
      var next: [Double: Double] = [:]
      for (sum, count) in sums {
        next[sum + value, default: 0] += count / 2
        next[sum - value, default: 0] += count / 2
      }
      sums = next
    }
    let least = abs(many.reduce(0, +))
    let exact = sums.filter { $0.key >= least }.values.reduce(0, +)
    expect(abs(SignFlips.share(many) - exact) < 0.02)
    expect(SignFlips.share(many), is: SignFlips.share(many))
    expect(SignFlips.share((0..<40).map { Double($0 + 1) }) < 0.001)
  }

  /// What all seeds show always counts, a seed that stands still does not hide it, and one seed
  /// alone of several is too few.
  @Test(arguments: 2...12) func theLimitIsForFewSeeds(seeds: Int) {
    let limit = SignFlips.limit(seeds: seeds)
    expect(SignFlips.share(Array(repeating: 1, count: seeds)) <= limit)
    if seeds > 2 {
      expect(SignFlips.share([0] + (1..<seeds).map { Double($0) }) <= limit)
    }
    let one = Array(repeating: 0.0, count: seeds - 1) + [1.0]
    expect(SignFlips.share(one) > limit)
    expect(limit >= 0.05 && limit <= SignFlips.limit(seeds: seeds - 1))
  }
}
