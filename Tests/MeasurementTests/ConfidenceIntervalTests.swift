internal import Testing

@testable internal import Measurement

@Suite struct ConfidenceIntervalTests {
  /// 1 to 5: mean 3, deviation √2.5; t with 4 degrees of freedom is 2.776.
  @Test func theIntervalIsThatOfStudentsDistribution() throws {
    let interval = try #require(ConfidenceInterval(of: [1, 2, 3, 4, 5]))
    #expect(interval.mean == 3)
    #expect(abs(interval.halfWidth - 2.776 * (2.5 / 5).squareRoot()) < 1e-12)
    #expect(!interval.includesZero)
    #expect(try #require(ConfidenceInterval(of: [-1, 2, -3, 1])).includesZero)
  }

  @Test func oneValueOrAnInfiniteOneHasNone() {
    #expect(ConfidenceInterval(of: [1]) == nil)
    #expect(ConfidenceInterval(of: [1, .infinity, 2]) == nil)
    #expect(ConfidenceInterval(of: [4, 4, 4])?.halfWidth == 0)
  }

  /// The table goes on without a step where the expansion begins, towards the normal distribution.
  @Test func manySeedsHaveNearlyTheNormalQuantile() {
    let quantiles = (1...1_000).map(ConfidenceInterval.studentQuantile(degreesOfFreedom:))
    #expect(zip(quantiles, quantiles.dropFirst()).allSatisfy { $0 > $1 })
    #expect(abs(quantiles[39] - 2.021) < 0.001 && abs(quantiles[99] - 1.984) < 0.001)
  }
}
