internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

@Suite struct AppUseTests {
  /// How many sessions begin in each hour of many days.
  private static func startsByHour(
    of settings: AppUseSettings, days: Int, weight: (Double) -> Double
  ) -> [Int] {
    var random = SeededGenerator(seed: 3, purpose: .workload)
    let use = AppUse(settings, &random)
    var hours = [Int](repeating: 0, count: 24)
    for number in 0..<days {
      let day = WorkloadDay(number: number)
      let starts = use.starts(day, &random, weight: weight)
      expect(zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 })
      for start in starts { hours[Int((start - day.start).seconds / 3_600)] += 1 }
    }
    return hours
  }

  private static let busy: AppUseSettings = {
    var settings = AppUseSettings()
    settings.sessionsPerDay = 20
    settings.spread = 0
    return settings
  }()

  /// Once every session began at the hour that is most likely.
  @Test func sessionsBeginByTheCurveOfTheDay() {
    let hours = Self.startsByHour(of: Self.busy, days: 1_000) { hour in
      switch hour {
      case 8..<9: 1
      case 12..<16: 0.5
      case 20..<22: 0.25
      default: 0
      }
    }
    let weights = (0..<24).map { $0 == 8 ? 4.0 : 12..<16 ~= $0 ? 2 : 20..<22 ~= $0 ? 1 : 0 }
    for (count, weight) in zip(hours, weights) {
      let expected = 20_000 * weight / 14
      // Counts are nearly Poisson: five standard errors.
      expect(abs(Double(count) - expected) <= 5 * expected.squareRoot())
    }
  }

  @Test func aCurveThatIsNowhereLikelyStillYieldsHours() {
    let hours = Self.startsByHour(of: Self.busy, days: 10) { _ in 0 }
    expect(hours.reduce(0, +) > 100)
  }

  @Test func peopleWakeAtSevenAndAreMostActiveAtNine() {
    expect(AppUse.wakingHours(3) == 0 && AppUse.wakingHours(6.99) == 0)
    expect(AppUse.wakingHours(21), is: 1)
    for hour in 7..<24 { expect((0.17...1).contains(AppUse.wakingHours(Double(hour)))) }
  }
}

@Suite struct BodySizeTests {
  @Test func picturesAreAsLargeAsTheAlmanacSays() {
    var random = SeededGenerator(seed: 2, purpose: .workload)
    let sizes = (0..<200_000).map { _ in Double(BodySize.picture(&random).count) }
    let mean = sizes.reduce(0, +) / 200_000
    // The deviation is about 150 kB: the standard error is 0.3 kB.
    expect(abs(mean - 59_000) < 1_700)
    let large = Double(sizes.count { $0 > 152_765 })
    expect(abs(large - 10_000) < 5 * 97.5)
    // A Pareto tail of exponent 1.2: beyond four times its beginning are 4^−1.2 of it.
    let huge = Double(sizes.count { $0 > 4 * 152_765 })
    expect(abs(huge / large - 0.1895) < 5 * (0.1895 * 0.81 / large).squareRoot())
    expect(sizes.allSatisfy { (500...2_000_000).contains($0) })
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
      expect(abs(Double(drawn) - expected) <= 5 * expected.squareRoot())
    }
  }
}
