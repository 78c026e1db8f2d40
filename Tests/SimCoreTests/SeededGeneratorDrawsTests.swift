internal import Foundation
internal import TestCases
internal import Testing

@testable internal import SimCore

/// Moments on a fixed stream; the bounds are five standard errors of what is measured.
@Suite struct SeededGeneratorDrawsTests {
  private static let count = 100_000

  private static func sample(_ draw: (inout SeededGenerator) -> Double) -> [Double] {
    var random = SeededGenerator(seed: 11, purpose: .workload)
    return (0..<count).map { _ in draw(&random) }
  }

  /// Checks mean and deviation; `kurtosis` is the fourth central moment over σ⁴.
  private static func check(
    _ numbers: [Double], mean: Double, deviation: Double, kurtosis: Double
  ) {
    let count = Double(numbers.count)
    let average = numbers.reduce(0, +) / count
    let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    expect(abs(average - mean) < 5 * deviation / count.squareRoot())
    let varianceError = deviation * deviation * ((kurtosis - 1) / count).squareRoot()
    expect(abs(variance - deviation * deviation) < 5 * varianceError)
  }

  @Test func unitsFillTheIntervalEvenly() {
    let numbers = Self.sample { $0.unit() }
    expect(numbers.allSatisfy { 0 <= $0 && $0 < 1 })
    Self.check(numbers, mean: 0.5, deviation: (1.0 / 12).squareRoot(), kurtosis: 1.8)
    var bins = [Int](repeating: 0, count: 100)
    for number in numbers { bins[Int(number * 100)] += 1 }
    let chiSquare = bins.reduce(0.0) { $0 + (Double($1) - 1_000) * (Double($1) - 1_000) / 1_000 }
    // 99 degrees of freedom: 148 is exceeded once in a thousand.
    expect(chiSquare < 148)
  }

  @Test(arguments: [1, 2, 3, 7, 40, 1_000])
  func everyIndexIsAsLikelyAsAnother(count: Int) {
    var bins = [Int](repeating: 0, count: count)
    var random = SeededGenerator(seed: 5, purpose: .policy)
    for _ in 0..<Self.count { bins[random.index(below: count)] += 1 }
    let expected = Double(Self.count) / Double(count)
    let deviation = (expected * (1 - 1 / Double(count))).squareRoot()
    expect(bins.allSatisfy { abs(Double($0) - expected) <= 5 * deviation })
  }

  /// A count of three eighths of 2⁶⁴: without rejection, its thirds would come as 3 : 3 : 2.
  @Test func indicesBelowHugeCountsHaveNoBias() {
    var bins = [0, 0, 0]
    var random = SeededGenerator(seed: 6, purpose: .policy)
    for _ in 0..<Self.count { bins[random.index(below: 3 << 61) % 3] += 1 }
    let deviation = (Double(Self.count) * 2 / 9).squareRoot()
    expect(bins.allSatisfy { abs(Double($0) - Double(Self.count) / 3) < 5 * deviation })
  }

  @Test(arguments: [0, 0.002, 0.3, 1])
  func chancesComeTrueThatOften(probability: Double) {
    let hits = Self.sample { $0.chance(probability) ? 1 : 0 }.reduce(0, +)
    let deviation = (probability * (1 - probability) * Double(Self.count)).squareRoot()
    expect(abs(hits - probability * Double(Self.count)) <= 5 * deviation)
  }

  @Test func exponentialsHaveTheirMoments() {
    let numbers = Self.sample { $0.exponential(mean: 3) }
    expect(numbers.allSatisfy { $0 >= 0 && $0.isFinite })
    Self.check(numbers, mean: 3, deviation: 3, kurtosis: 9)
  }

  @Test func normalsHaveTheirMomentsAndTails() {
    let numbers = Self.sample { $0.normal() }
    Self.check(numbers, mean: 0, deviation: 1, kurtosis: 3)
    for (bound, share) in [(1.0, 0.317_31), (1.644_853_6, 0.1), (3.0, 0.002_699_8)] {
      let beyond = Double(numbers.count { abs($0) > bound })
      let expected = share * Double(Self.count)
      expect(abs(beyond - expected) < 5 * expected.squareRoot())
    }
  }

  @Test(arguments: [0, 0.5, 1, 1.5])
  func logNormalsHaveTheirMedianAndTheirMean(sigma: Double) {
    let byMedian = Self.sample { $0.logNormal(median: 20, sigma: sigma) }
    let below = Double(byMedian.count { $0 < 20 })
    let half = Double(Self.count) / 2
    expect(sigma == 0 || abs(below - half) < 5 * (half / 2).squareRoot())
    let byMean = Self.sample { $0.logNormal(mean: 20, sigma: sigma) }
    let spread = Foundation.exp(sigma * sigma)
    let deviation = 20 * (spread - 1).squareRoot()
    let mean = byMean.reduce(0, +) / Double(Self.count)
    expect(abs(mean - 20) <= 5 * deviation / Double(Self.count).squareRoot() + 1e-9)
  }

  @Test(arguments: [0, 0.05, 0.5, 3, 40])
  func poissonCountsHaveTheirMoments(mean: Double) {
    let numbers = Self.sample { Double($0.poisson(mean: mean)) }
    guard mean > 0 else {
      expect(numbers.allSatisfy { $0 == 0 })
      return
    }
    Self.check(numbers, mean: mean, deviation: mean.squareRoot(), kurtosis: 3 + 1 / mean)
    let none = Double(numbers.count { $0 == 0 })
    let expected = Foundation.exp(-mean) * Double(Self.count)
    expect(abs(none - expected) <= 5 * max(expected, 1).squareRoot())
  }

  /// One draw of each kind, to the last bit: results stand on these numbers.
  @Test func drawsAreAlwaysTheSame() {
    var random = SeededGenerator(seed: 1, purpose: .workload, entity: 2, attempt: 3)
    expect(random.unit(), is: 0.3500333809414463)
    expect(random.index(below: 10), is: 5)
    expect(random.exponential(mean: 2), is: 0.7729767620435419)
    expect(random.normal(), is: 0.7188161521401183)
    expect(random.logNormal(median: 3, sigma: 0.5), is: 2.4971987449036464)
    expect(random.logNormal(mean: 3, sigma: 0.5), is: 1.4742584154772382)
    expect(random.poisson(mean: 4), is: 2)
  }
}
