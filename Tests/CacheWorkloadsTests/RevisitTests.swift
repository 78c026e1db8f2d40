internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// The ages at revisits are those that Lighthouse's audit judged lifetimes by, and the workload
/// draws them.
@Suite struct RevisitTests {
  @Test(
    arguments: [
      (0, 0.0), (360, 0.05), (720, 0.1), (3_600, 0.2), (7_200, 0.25), (43_200, 0.5), (86_400, 0.6),
      (604_800, 0.9), (31_536_000, 1.0), (99_999_999, 1.0),
    ] as [(Int64, Double)])
  func aLifetimeServesTheShareOfTheAudit(seconds: Int64, share: Double) {
    expect(abs(RevisitAges().hitShare(maxAge: .seconds(seconds)) - share) < 1e-12)
  }

  /// The audit's own test: 100 kB and 10 kB that are fresh for an hour, 10 kB for a day.
  @Test(
    arguments: [(100, 3_600, 80_000), (10, 3_600, 8_000), (10, 86_400, 4_000)]
      as [(Int64, Int64, Int64)])
  func whatIsWastedIsExact(kilobytes: Int64, seconds: Int64, wasted: Int64) {
    let bytes = RevisitAges().wastedBytes(of: .kilobytes(kilobytes), maxAge: .seconds(seconds))
    expect(Bytes(rounding: bytes), is: Bytes(wasted))
  }

  /// The audit does not list what serves more than 0.925 of the revisits: from 92.4 days on.
  @Test func whatLivesLongEnoughIsNotListed() {
    let ages = RevisitAges()
    expect(ages.isListed(maxAge: .days(7)))
    expect(ages.isListed(maxAge: .days(96)))
    expect(!ages.isListed(maxAge: .days(97)))
    expect(!ages.isListed(maxAge: .days(365)))
  }

  /// The times between two visits of a resource: none is missing where the workload is as long as
  /// the law, and each share is within five deviations of the binomial law.
  @Test func theTimesBetweenVisitsAreThoseOfTheLaw() throws {
    var options = Revisits.Options()
    options.resources = 20
    let figures = try GeneratorFigures(Revisits.self, devices: 200, days: 367, options)
    expect(figures.opens.count, is: 2 * 20 * 200)
    var first: [UInt64: Instant] = [:]
    var ages: [TimeSpan] = []
    for open in figures.opens {
      let key = UInt64(open.device) << 32 | UInt64(open.resource)
      if let before = first[key] { ages.append(open.at - before) } else { first[key] = open.at }
    }
    expect(ages.count, is: 4_000)
    for (hours, share) in zip(RevisitAges.chrome, 0...10) {
      let share = Double(share) / 10
      let found = Double(ages.count { $0.seconds <= hours * 3_600 }) / 4_000
      // Two visits at one time follow each other by a second and a half.
      let bound = 5 * (share * (1 - share) / 4_000).squareRoot() + 0.002
      expect(abs(found - share) <= bound, "within \(hours) h")
    }
  }

  @Test func anotherLawIsFollowed() throws {
    var options = Revisits.Options()
    options.resources = 1
    options.visits = 100
    options.hours = [2]
    let figures = try GeneratorFigures(Revisits.self, devices: 1, days: 10, options)
    expect(figures.opens.count, is: 100)
    let gaps = zip(figures.opens, figures.opens.dropFirst()).map { $1.at - $0.at }
    expect(gaps.allSatisfy { $0 == .hours(2) })
  }
}
