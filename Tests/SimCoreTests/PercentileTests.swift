internal import SimCore
internal import Testing

@Suite struct PercentileTests {
  @Test(arguments: [
    (5_000, 1, 1), (5_000, 2, 1), (5_000, 3, 2), (5_000, 4, 2), (9_500, 20, 19), (9_500, 21, 20),
    (9_900, 100, 99), (9_900, 99, 99), (0, 10, 1), (10_000, 10, 10), (700, 100, 7),
  ])
  func theRankIsTheSmallestThatCoversThePart(basisPoints: Int, count: Int, rank: Int) {
    #expect(Percentile(basisPoints: basisPoints).rank(among: count) == rank)
  }

  @Test func namesHaveNoNeedlessDigits() {
    #expect(Percentile.p95.name == "p95")
    #expect(Percentile(basisPoints: 9_990).name == "p99.9")
    #expect(Percentile(basisPoints: 10_000).name == "p100")
  }
}
