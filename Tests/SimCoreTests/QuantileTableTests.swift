internal import SimCore
internal import TestCases
internal import Testing

@Suite struct QuantileTableTests {
  private static let table = QuantileTable(
    shares: [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99], values: [48, 58, 70, 85, 103, 124, 168])

  @Test func aQuantileIsItself() {
    for (share, value) in zip(Self.table.shares, Self.table.values) {
      expect(abs(Self.table.value(at: share) - value) < 1e-12)
    }
    expect(Self.table.value(at: 0.375), is: 64)
  }

  @Test func belowTheFirstQuantileTheLineGoesOnDownToZero() {
    // 10 in 0.15 of all: a tenth of all is 6.67 wide.
    expect(abs(Self.table.least - (48 - 10 / 0.15 * 0.1)) < 1e-12)
    let lookup = QuantileTable(shares: [0.1, 0.25, 0.5], values: [0.1, 43, 52])
    expect(lookup.least, is: 0)
  }

  @Test func theTailIsExponential() {
    // From 5 % to 1 % above it rises by 44; so it does for each further factor of five.
    expect(abs(Self.table.value(at: 0.998) - (168 + 44)) < 1e-9)
    expect(Self.table.value(at: 1 - 0x1p-53).isFinite)
  }

  @Test(arguments: [
    table, QuantileTable(shares: [0.1, 0.25, 0.5, 0.9, 0.95], values: [0.1, 43, 52, 87, 124]),
    QuantileTable(shares: [0.5, 0.9], values: [3, 3]),
  ])
  func theMeanIsThatOfItsValues(table: QuantileTable) {
    let count = 1_000_000
    let sum = (0..<count).reduce(0) { $0 + table.value(at: (Double($1) + 0.5) / Double(count)) }
    expect(abs(sum / Double(count) / table.mean - 1) < 1e-4)
  }

  @Test(arguments: [0, 0.1, 0.4, 0.5, 0.75, 1])
  func whatTwoUniformNumbersHaveInCommonIsUniform(weight: Double) {
    // Of a grid of both numbers, each tenth of the results holds a tenth.
    let steps = 1_000
    var counts = [Int](repeating: 0, count: 10)
    for row in 0..<steps {
      for column in 0..<steps {
        let share = CommonDraw.uniform(
          (Double(row) + 0.5) / Double(steps), (Double(column) + 0.5) / Double(steps),
          weight: weight)
        expect(share >= 0 && share <= 1)
        counts[min(9, Int(share * 10))] += 1
      }
    }
    for count in counts { expect(abs(Double(count) / 1e5 - 1) < 0.01, "\(counts)") }
  }

  @Test(arguments: [
    (0.5, 0), (0.9, 1.2815515655446004), (0.975, 1.959963984540054), (0.01, -2.3263478740408408),
    (0.001, -3.090232306167813), (1e-10, -6.361340902404056), (1e-20, -9.262340089798408),
  ])
  func theNormalQuantileIsThatOfTables(share: Double, value: Double) {
    expect(abs(DeterministicMath.normalQuantile(share) - value) <= 1e-14 * max(1, abs(value)) * 4)
  }
}

@Suite struct InverseDistributionTests {
  /// What lies below the quartiles of something.
  private static let quartiles = InverseDistribution(quantiles: [1, 2, 4, 4, 10])

  @Test(
    arguments: [
      (-1, 1), (0, 1), (0.125, 1.5), (0.25, 2), (0.375, 3), (0.5, 4), (0.6, 4), (0.75, 4),
      (0.875, 7), (1, 10), (2, 10),
    ] as [(Double, Double)])
  func valuesBetweenQuantilesLieOnALine(share: Double, value: Double) {
    expect(Self.quartiles.value(at: share), is: value)
  }

  @Test func drawsFallBetweenQuantilesAsOftenAsTheySay() {
    var random = SeededGenerator(seed: 8, purpose: .workload)
    let draws = (0..<40_000).map { _ in Self.quartiles.draw(&random) }
    expect(draws.allSatisfy { (1...10).contains($0) })
    for (bound, share) in [(1.5, 0.125), (2, 0.25), (3, 0.375), (7, 0.875)] {
      let below = Double(draws.count { $0 < bound })
      expect(abs(below - share * 40_000) < 5 * (40_000 * share * (1 - share)).squareRoot())
    }
    let mean = draws.reduce(0, +) / 40_000
    // The mean of four trapezoids, 3.875; the deviation is 2.1.
    expect(abs(mean - 3.875) < 0.053)
  }
}
