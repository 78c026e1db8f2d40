internal import SimCore
internal import Testing

@Suite struct InverseDistributionTests {
  /// What lies below the quartiles of something.
  private static let quartiles = InverseDistribution(quantiles: [1, 2, 4, 4, 10])

  @Test(
    arguments: [
      (-1, 1), (0, 1), (0.125, 1.5), (0.25, 2), (0.375, 3), (0.5, 4), (0.6, 4), (0.75, 4),
      (0.875, 7), (1, 10), (2, 10),
    ] as [(Double, Double)])
  func valuesBetweenQuantilesLieOnALine(share: Double, value: Double) {
    #expect(Self.quartiles.value(at: share) == value)
  }

  @Test func drawsFallBetweenQuantilesAsOftenAsTheySay() {
    var random = SeededGenerator(seed: 8, purpose: .workload)
    let draws = (0..<40_000).map { _ in Self.quartiles.draw(&random) }
    #expect(draws.allSatisfy { (1...10).contains($0) })
    for (bound, share) in [(1.5, 0.125), (2, 0.25), (3, 0.375), (7, 0.875)] {
      let below = Double(draws.count { $0 < bound })
      #expect(abs(below - share * 40_000) < 5 * (40_000 * share * (1 - share)).squareRoot())
    }
    let mean = draws.reduce(0, +) / 40_000
    // The mean of four trapezoids, 3.875; the deviation is 2.1.
    #expect(abs(mean - 3.875) < 0.053)
  }
}
