internal import SimCore
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
      #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 })
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
      #expect(abs(Double(count) - expected) <= 5 * expected.squareRoot())
    }
  }

  @Test func aCurveThatIsNowhereLikelyStillYieldsHours() {
    let hours = Self.startsByHour(of: Self.busy, days: 10) { _ in 0 }
    #expect(hours.reduce(0, +) > 100)
  }

  @Test func peopleWakeAtSevenAndAreMostActiveAtNine() {
    #expect(AppUse.wakingHours(3) == 0 && AppUse.wakingHours(6.99) == 0)
    #expect(AppUse.wakingHours(21) == 1)
    for hour in 7..<24 { #expect((0.17...1).contains(AppUse.wakingHours(Double(hour)))) }
  }
}
