internal import CacheMetrics
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Results

@Suite struct ConfidenceIntervalTests {
  /// 1 to 5: mean 3, deviation √2.5; t with 4 degrees of freedom is 2.776.
  @Test func theIntervalOfAMeanIsThatOfStudentsDistribution() throws {
    let interval = try #require(ConfidenceInterval(of: [1, 2, 3, 4, 5]))
    expect(abs(interval.middle - 3) < 1e-12)
    expect(abs(interval.halfWidth - 2.776 * (2.5 / 5).squareRoot()) < 1e-12)
    expect(!interval.includesZero)
    try expect(#require(ConfidenceInterval(of: [-1, 2, -3, 1])).includesZero)
  }

  @Test func oneValueOrAnInfiniteOneHasNone() {
    expect(ConfidenceInterval(of: [1]) == nil)
    expect(ConfidenceInterval(of: [1, .infinity, 2]) == nil)
    expect(ConfidenceInterval(of: [4, 4, 4])?.halfWidth, is: 0)
    for unit in [MetricUnit.ratio, .milliseconds, .bytes] {
      expect(ConfidenceInterval(of: 1, seeds: [1], unit, trials: 9) == nil)
      expect(ConfidenceInterval(of: 0.5, seeds: [0.5, nil], unit, trials: 9) == nil)
      expect(ConfidenceInterval(of: nil, seeds: [0.5, 0.5], unit, trials: 9) == nil)
      expect(ConfidenceInterval(of: .infinity, seeds: [0.5, .infinity], unit) == nil)
      let equal = ConfidenceInterval(of: 0.5, seeds: [0.5, 0.5], unit)
      expect(equal, is: ConfidenceInterval(from: 0.5, to: 0.5))
    }
  }

  /// Seeds that have the same share by chance are as sure as so many views: Wilson's interval of 5
  /// of 10 is 0.2366 to 0.7634.
  @Test func equalSharesAreAsSureAsTheirViews() throws {
    let interval = try #require(
      ConfidenceInterval(of: 0.5, seeds: [0.5, 0.5], .ratio, trials: 10))
    expect(abs(interval.low - 0.2366) < 1e-4 && abs(interval.high - 0.7634) < 1e-4)
  }

  /// Where all seeds have one sign, and their mean too, a difference is skewed like an amount; it
  /// never says more than whether the seeds show it.
  @Test func theIntervalOfADifferenceAgreesWithWhetherItIsShown() throws {
    func differences(_ values: [Double], pooled: Double) throws -> PairedDifferences {
      try #require(PairedDifferences(values.map { ($0, 0) }, pooled: (pooled, 0)))
    }
    // Mean 204, standard error 60.6: 158 times and through e^(2.776 · 60.6 ÷ 204) is 69 to 361.
    let shown = try differences([417, 255, 75, 132, 141], pooled: 158)
    let interval = try #require(shown.differenceInterval)
    expect(shown.isShown && abs(interval.low - 69) < 1 && abs(interval.high - 361) < 1)
    let less = try differences([-417, -255, -75, -132, -141], pooled: -158)
    expect(less.isShown && less.differenceInterval == interval.negated)
    // One large one among small ones of the same sign shows nothing.
    let open = try differences([2, 3, 4, 5, 40], pooled: 10)
    expect(!open.isShown && open.differenceInterval?.includesZero == true)
    // The number of all seeds lies beyond what the seeds' mean shows: 36 ± 81 and 107.
    let apart = try differences([0, 10, 16, 152, 0], pooled: 107)
    let wide = try #require(apart.differenceInterval)
    expect(!apart.isShown && abs(wide.low + 46) < 1 && abs(wide.high - 188) < 1)
    let opposite = try differences([10, 11, 12], pooled: -1)
    expect(!opposite.isShown && opposite.differenceInterval?.includesZero == true)
    // One of nearly nothing does not stretch the interval without an end.
    let uneven = try differences([116, 157, 141, 2, 108], pooled: 137)
    try expect(#require(uneven.differenceInterval).high < 300)
  }

  /// The table goes on without a step where the expansion begins, towards the normal distribution.
  @Test func manySeedsHaveNearlyTheNormalQuantile() {
    let quantiles = (1...1_000).map(ConfidenceInterval.studentQuantile(degreesOfFreedom:))
    expect(zip(quantiles, quantiles.dropFirst()).allSatisfy { $0 > $1 })
    expect(abs(quantiles[39] - 2.021) < 0.001 && abs(quantiles[99] - 1.984) < 0.001)
  }

  /// Wilson's interval of 0 of 20 is 0 to 0.1611, and of 20 of 20 0.8389 to 1: R. G. Newcombe,
  /// "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17, 1998,
  /// table I. Of an unknown number of trials nothing is said.
  @Test func aShareThatAllSeedsHaveWholeOrNotAtAllHasTheIntervalOfItsTrials() throws {
    let none = try #require(ConfidenceInterval(of: 0, seeds: [0, 0, 0], .ratio, trials: 20))
    expect(none.low == 0 && abs(none.high - 0.1611) < 0.000_05)
    let all = try #require(ConfidenceInterval(of: 1, seeds: [1, 1, 1], .score, trials: 20))
    expect(all.high == 1 && abs(all.low - 0.8389) < 0.000_05)
    expect(ConfidenceInterval(of: 1, seeds: [1, 1], .ratio)?.halfWidth, is: 0)
    expect(ConfidenceInterval(of: 0, seeds: [0, 0], .ratio, trials: 0)?.halfWidth, is: 0)
  }

  /// Seeds at 0.4 and 0.6 spread like 25 trials each of one half: a standard error of 0.1. With t
  /// of 12.706, Wilson's interval is ½ ± t·√(¼·¹⁄₂₅ + t²/4·25²) / (1 + t²/25).
  @Test func aShareSpreadsLikeAnEffectiveNumberOfTrials() throws {
    let interval = try #require(
      ConfidenceInterval(of: 0.5, seeds: [0.4, 0.6], .ratio, trials: 10_000))
    let t = 12.706
    let half =
      t * (0.25 / 25 + t * t / (4 * 25 * 25)).squareRoot() / (1 + t * t / 25)
    expect(abs(interval.middle - 0.5) < 1e-12 && abs(interval.halfWidth - half) < 1e-12)
  }

  /// One blank view under each of five seeds: they spread less than chance, which five views of so
  /// many do not show.
  @Test func whatIsRareHasNoFewerTrialsThanThereWere() throws {
    let seeds = Array(repeating: Optional(0.01), count: 5)
    let interval = try #require(ConfidenceInterval(of: 0.01, seeds: seeds, .ratio, trials: 500))
    expect(interval.low > 0.002 && interval.low < 0.005)
    expect(interval.high > 0.02 && interval.high < 0.05)
  }

  /// Never below zero, as many times more as less, and of a sum as of the mean.
  @Test func anAmountReachesAsManyTimesAsFarUpAsDown() throws {
    let seeds: [Double?] = [1, 2, 3, 4, 40]
    let mean = try #require(ConfidenceInterval(of: 10, seeds: seeds, .milliseconds))
    expect(mean.low > 0 && abs(mean.low * mean.high - 100) < 1e-9)
    let sum = try #require(ConfidenceInterval(of: 50, seeds: seeds, .count))
    expect(abs(sum.low - 5 * mean.low) < 1e-9 && abs(sum.high - 5 * mean.high) < 1e-9)
    let rare = try #require(ConfidenceInterval(of: 1, seeds: [0, 0, 0, 0, 5], .bytes))
    expect(rare.low > 0 && abs(rare.low - DeterministicMath.exp(-2.776)) < 1e-9)
    expect(ConfidenceInterval(of: 0, seeds: [0, 0], .bytes)?.halfWidth, is: 0)
    // Close together, it is Student's.
    let close = try #require(ConfidenceInterval(of: 101, seeds: [100, 101, 102], .bytes))
    let student = try #require(ConfidenceInterval(of: [100, 101, 102]))
    expect(close.isSymmetric(around: 101))
    expect(abs(close.halfWidth / student.halfWidth - 1) < 0.01)
  }

  @Test func whatIsOfEitherSignIsAMean() throws {
    let interval = try #require(ConfidenceInterval(of: 0.5, seeds: [-1, 2], .milliseconds))
    expect(abs(interval.middle - 0.5) < 1e-12 && interval.includesZero)
  }
}

/// How often intervals have the truth, of worlds whose truth is known.
@Suite struct IntervalCoverageTests {
  private static let groups = 3_000

  /// How many of the groups of five seeds have an interval with the truth; `draw` gives a group's
  /// numbers, of which the pooled one is the mean.
  private static func coverage(
    of truth: Double, _ unit: MetricUnit, trials: Double? = nil,
    _ draw: (inout SeededGenerator) -> Double
  ) -> Double {
    var random = SeededGenerator(seed: 5, purpose: .policy)
    let covered = (0..<groups).count { _ in
      let seeds = (0..<5).map { _ in draw(&random) }
      let interval = ConfidenceInterval(
        of: seeds.reduce(0, +) / 5, seeds: seeds, unit, trials: trials.map { $0 * 5 })
      return interval?.contains(truth) ?? false
    }
    return Double(covered) / Double(groups)
  }

  /// Views of which each stays blank on its own; a seed has 300.
  @Test(arguments: [0.0005, 0.005, 0.05, 0.5])
  func sharesOfIndependentViewsAreCovered(blank: Double) {
    let coverage = Self.coverage(of: blank, .ratio, trials: 300) { random in
      Double((0..<300).count { _ in random.chance(blank) }) / 300
    }
    expect(coverage > 0.93 && coverage < 0.995, "\(coverage)")
  }

  /// People differ: of a seed's ten devices each has a share of its own.
  @Test func sharesOfViewsThatHaveTheirDeviceInCommonAreCovered() {
    let coverage = Self.coverage(of: 0.1, .ratio, trials: 300) { random in
      let blank = (0..<10).reduce(0) { sum, _ in
        let own = 0.2 * random.unit()
        return sum + (0..<30).count { _ in random.chance(own) }
      }
      return Double(blank) / 300
    }
    expect(coverage > 0.93 && coverage < 0.98, "\(coverage)")
  }

  /// A mean of waits whose logarithm is normally distributed.
  @Test(arguments: [0.1, 0.5])
  func skewedAmountsAreCovered(sigma: Double) {
    let coverage = Self.coverage(of: 100, .milliseconds) { random in
      random.logNormal(mean: 100, sigma: sigma)
    }
    expect(coverage > 0.93 && coverage < 0.98, "\(coverage)")
  }

  /// The 90th percentile over people of five seeds, whose numbers are log-normal; of few devices a
  /// seed's own is its worst person's.
  @Test(arguments: [4, 8, 20])
  func badTenthsOfPeopleAreCovered(devices: Int) {
    func tenth(_ people: [Double]) -> Double {
      people.sorted()[Percentile.p90.rank(among: people.count) - 1]
    }
    let sigma = 0.7
    let truth = 100 * DeterministicMath.exp(1.281_552 * sigma - sigma * sigma / 2)
    var random = SeededGenerator(seed: 6, purpose: .policy)
    let covered = (0..<Self.groups).count { _ in
      let seeds = (0..<5).map { _ in
        (0..<devices).map { _ in random.logNormal(mean: 100, sigma: sigma) }
      }
      let interval = ConfidenceInterval(
        of: tenth(seeds.flatMap(\.self)), seeds: seeds.map(tenth), .milliseconds)
      return interval?.contains(truth) ?? false
    }
    let coverage = Double(covered) / Double(Self.groups)
    expect(coverage > 0.9 && coverage < 0.98, "\(coverage)")
  }
}

/// The smallest changes that mean something.
@Suite struct SmallestChangeTests {
  @Test(arguments: MetricUnit.allCases) func everyUnitHasOneAndItsReason(unit: MetricUnit) {
    let change = unit.smallestChange
    expect(change.absolute > 0 && change.relative >= 0 && change.relative < 0.01)
    expect(change.reason.count > 20)
    // What nobody can see is no less than what files write.
    expect(change.absolute >= (unit.places == 6 ? 1e-6 : 1e-3))
    expect(change.size(from: 0) == change.absolute && change.size(from: -1e9) >= change.absolute)
  }

  @Test func shareOfOpensAreToldToATenthOfAPoint() {
    expect(MetricUnit.ratio.smallestChange.size(from: 0.9), is: 0.001)
    expect(MetricUnit.milliseconds.smallestChange.size(from: 100), is: 1)
    expect(MetricUnit.milliseconds.smallestChange.size(from: 4_000), is: 20)
  }
}
