internal import CacheMetrics
internal import CacheReports
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Results

/// Two strategies side by side.
@Suite struct StrategyComparisonTests {
  private static let comparison = StrategyComparison(
    ResultFixture.strategy("swift", waits: [10, 20], bytes: 500_000),
    ResultFixture.strategy("thrifty", waits: [100, 15], bytes: 5_000))

  private func row(_ name: String, of comparison: StrategyComparison = comparison) throws
    -> StrategyComparison.Row
  {
    try #require(comparison.rows.first { $0.metric.name == name })
  }

  @Test func differencesArePairedBySeed() throws {
    let bytes = try row("flash_write_bytes")
    expect(bytes.first == 500_000 && bytes.second == 5_000 && bytes.difference == -495_000)
    expect(bytes.winner == .second && bytes.agreeing == 2 && bytes.seeds == 2)
    let wait = try row("first_content_shown_p95_ms")
    // It is that of the numbers beside it; 100 less 10 and 15 less 20 show how sure it is.
    expect(wait.first == 20 && wait.second == 100 && wait.difference == 80)
    try expect(#require(wait.interval?.halfWidth) > 80)
    expect(wait.winner == .undecided && wait.agreeing == 1)
    try expect(row("blank_ratio").winner, is: .alike)
    try expect(row("opens").winner, is: .neither)
  }

  /// Defect: 646 against 647 ms was called better under all seeds.
  @Test func whatDiffersByLessThanMattersIsAlike() throws {
    let (first, second) = (
      ResultFixture.strategy("a", waits: [646, 646], bytes: 500),
      ResultFixture.strategy("b", waits: [647, 647], bytes: 500)
    )
    let wait = try row("first_content_p95_ms", of: StrategyComparison(first, second))
    expect(wait.difference == 1 && wait.winner == .alike && wait.agreeing == 2)
    let metric = wait.metric
    var goal = Goal(objectives: [MetricObjective(metric)], constraints: [])
    goal.ownDifferences = [Goal.OwnDifference(metric: metric, absolute: 0.5, relative: 0)]
    let own = try row(metric.name, of: StrategyComparison(first, second, for: goal))
    expect(own.winner == .first && own.agreeing == 2)
  }

  @Test func programsGetTheEndsOfIntervals() throws {
    let name = "first_content_shown_p95_ms"
    let json = try #require(
      Self.comparison.json.elements?.first { $0["metric"]?.string == name })
    let interval = try #require(try row(name).interval)
    expect(json["low_95"]?.real == interval.low && json["high_95"]?.real == interval.high)
  }

  @Test func aWaitThatNeverEndsLosesAndHasNoDifference() throws {
    let comparison = StrategyComparison(
      ResultFixture.strategy("blank", waits: [nil], bytes: 5),
      ResultFixture.strategy("swift", waits: [10], bytes: 5))
    let wait = try row("first_content_p95_ms", of: comparison)
    expect(wait.winner == .second && wait.difference == nil)
    expect(TerminalRenderer.text(of: comparison.table).contains("swift is better\n"))
  }

  @Test func theTextHasALineForEachMetricAndNoBlanksAtItsEnds() {
    let lines = TerminalRenderer.text(of: Self.comparison.table).split(separator: "\n")
    expect(lines.count, is: Headline.summary.count + 1)
    expect(lines.allSatisfy { $0.last != " " })
    expect(lines.contains { $0.hasPrefix("flash_write_bytes") && $0.hasSuffix("2 of 2 seeds") })
    expect(lines.contains { $0.contains("thrifty is better") && $0.contains("-495 kB") })
  }
}
