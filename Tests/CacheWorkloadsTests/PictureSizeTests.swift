internal import SimCore
internal import Testing

@testable internal import CacheWorkloads

@Suite struct BodySizeTests {
  @Test func picturesAreAsLargeAsTheAlmanacSays() {
    var random = SeededGenerator(seed: 2, purpose: .workload)
    let sizes = (0..<200_000).map { _ in Double(BodySize.picture(&random).count) }
    let mean = sizes.reduce(0, +) / 200_000
    // The deviation is about 150 kB: the standard error is 0.3 kB.
    #expect(abs(mean - 59_000) < 1_700)
    let large = Double(sizes.count { $0 > 152_765 })
    #expect(abs(large - 10_000) < 5 * 97.5)
    // A Pareto tail of exponent 1.2: beyond four times its beginning are 4^−1.2 of it.
    let huge = Double(sizes.count { $0 > 4 * 152_765 })
    #expect(abs(huge / large - 0.1895) < 5 * (0.1895 * 0.81 / large).squareRoot())
    #expect(sizes.allSatisfy { (500...2_000_000).contains($0) })
  }

  @Test(arguments: [(1, 0.8), (2, 0), (40, 0.8), (100, 1.2)])
  func popularityIsThatOfZipf(count: Int, exponent: Double) {
    let popularity = Popularity(count: count, exponent: exponent)
    var random = SeededGenerator(seed: 4, purpose: .workload)
    var draws = [Int](repeating: 0, count: count)
    for _ in 0..<100_000 { draws[popularity.draw(&random)] += 1 }
    let weights = (1...count).map { DeterministicMath.pow(Double($0), -exponent) }
    let sum = weights.reduce(0, +)
    for (drawn, weight) in zip(draws, weights) {
      let expected = 100_000 * weight / sum
      #expect(abs(Double(drawn) - expected) <= 5 * expected.squareRoot())
    }
  }
}
