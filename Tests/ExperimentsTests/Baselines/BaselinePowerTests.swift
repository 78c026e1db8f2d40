internal import CacheMetrics
internal import CacheReports
internal import CacheSimCommand
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// Which changes a comparison would see, measured.
@Suite struct BaselinePowerTests {
  private static func file() throws -> ScenarioFile {
    let text = """
      {"question": "?", "seeds": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "duration": "2d",
       "workload": {"name": "timelines", "settings": {"friends": 5, "postsPerHour": 2}},
       "strategies": [{"name": "network-only"}, {"name": "on-demand"}]}
      """
    return try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
  }

  private static func power(jobs: Int) async throws -> BaselinePower {
    let file = try file()
    let change = ScenarioChange(
      flag: "--change", name: "on-demand.staleAfter", value: JSON(.string("0s")))
    return try await BaselinePower.measure(
      file, [BaselinePower.Change(change, of: file)],
      metrics: MetricCatalog.all.filter { $0.better != .neither }, ownSeeds: 3, jobs: jobs)
  }

  @Test func whatEverySeedShowsIsSeenAndMoreSeedsSeeMore() async throws {
    let power = try await Self.power(jobs: 2)
    // Six seeds say what is worse.
    expect(power.seedCounts == [1, 2, 3, 4] && power.ownSeeds == 3)
    let found = power.bands.filter { $0.count > 0 }
    expect(!found.isEmpty)
    for band in found {
      expect(band.seen.count, is: power.seedCounts.count)
      expect(band.seen.allSatisfy { (0...1).contains($0) })
    }
    // What nearly each single seed shows is seen by as few as one.
    expect(
      found.contains { band in
        band.seen.allSatisfy { $0 >= 0.95 } && power.seedsWanted(of: band) == 1
      }, "\(found)")
    expect(
      TerminalRenderer.text(of: power.document).contains("95 % from")
        && MarkdownRenderer.text(of: power.document).contains("| 50 % or more |"))
    try await expect(Self.power(jobs: 1).json, is: power.json)
  }

  @Test func changesAreTakenEvenlyFromTheStrategiesSettings() throws {
    let file = try Self.file()
    let few = BaselinePower.Change.ofStrategies(in: file, count: 3)
    expect(few.count == 3 && Set(few.map(\.title)).count == 3)
    let all = BaselinePower.Change.ofStrategies(in: file, count: 10_000)
    expect(all.count > few.count)
    expect(all.allSatisfy { $0.strategies.count == 1 && $0.title.hasPrefix("strategies[") })
  }

  /// Changes of equal size: the interval is that of the mean of their shares.
  @Test func theIntervalOfAShareIsOverTheChanges() throws {
    func tally(_ seen: Int, of draws: Int) -> Tally {
      var tally = Tally()
      for draw in 0..<draws { tally.add(isSeen: draw < seen) }
      return tally
    }
    let found = try #require(Tally.share(of: [tally(1, of: 4), tally(2, of: 4), tally(4, of: 4)]))
    let expected = try #require(ConfidenceInterval(of: [0.25, 0.5, 1]))
    expect(abs(found.value - expected.middle) < 1e-12)
    expect(abs(try #require(found.halfWidth) - expected.halfWidth) < 1e-12)
    // A change that moves nothing says nothing, and one alone has no interval.
    let alone = try #require(Tally.share(of: [tally(3, of: 4), Tally()]))
    expect(alone.value == 0.75 && alone.halfWidth == nil)
    expect(Tally.share(of: [Tally()]) == nil)
  }

  @Test func theSeedsWantedAreThoseFromWhichOnAllSee() {
    var power = BaselinePower(
      scenario: "x", ownSeeds: 3, trialSeeds: 5, changes: [], seedCounts: [1, 2, 3, 5], bands: [])
    power.bands = [
      .init(least: 0.1, count: 1, seen: [0.2, 0.96, 0.9, 1]),
      .init(least: 0.2, count: 1, seen: [0.95, 1, 1, 1]),
      .init(least: 0.3, count: 1, seen: [0, 0, 0, 0.5]), .init(least: 0.4),
    ]
    expect(power.bands.map { power.seedsWanted(of: $0) }, is: [5, 1, nil, nil])
  }
}
