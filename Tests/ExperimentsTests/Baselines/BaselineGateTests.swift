internal import CacheMetrics
internal import CacheReports
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments
@testable internal import Results

/// What a comparison must not be green for.
@Suite struct BaselineGateTests {
  /// A run of one strategy and one metric, by seed.
  private static func run(
    _ metric: Metric, _ seeds: [Double], expectations: [ExpectationOutcome] = []
  ) -> StoredRun {
    let pooled = metric.isSum ? seeds.reduce(0, +) : seeds.reduce(0, +) / Double(seeds.count)
    let row = StoredRun.Row(
      strategy: "a", varied: nil, isBound: false, pooled: [metric.name: pooled],
      seeds: seeds.enumerated().map { ("\($0.offset + 1)", [metric.name: $0.element]) })
    return StoredRun(
      file: "old.json", scenario: "small", hash: "abc", programVersion: "0.0.0",
      metricCatalogVersion: 1,
      metrics: [.init(name: metric.name, unit: metric.unit, better: metric.better)], rows: [row],
      expectations: expectations)
  }

  private static let harmful = MetricCatalog.all.filter { $0.harmless != nil }

  @Test func harmIsNamed() {
    let names = Set(Self.harmful.map(\.name))
    expect(
      names.isSuperset(of: [
        "lost_entries", "edits_lost", "wrong_user_shown", "broken_entries", "decode_failures",
        "offline_served_ratio", "law_violations", "lost_entries_per_device_day",
      ]))
    expect(Self.harmful.allSatisfy { $0.better != .neither })
  }

  /// Whatever the number of seeds, one that meets with harm where there was none is enough.
  @Test(arguments: harmful.map(\.name), [2, 3, 5, 10, 20])
  func anyHarmFromNoneCounts(name: String, count: Int) throws {
    let metric = try #require(MetricCatalog.metric(named: name))
    let none = try #require(metric.harmless)
    let old = Array(repeating: none, count: count)
    var new = old
    new[count / 2] += metric.better == .lower ? 0.01 : -0.01
    let comparison = try BaselineComparison(Self.run(metric, old), Self.run(metric, new))
    expect(comparison.isBroken && comparison.moves.map(\.verdict) == [.worse])
    try expect(!BaselineComparison(Self.run(metric, new), Self.run(metric, old)).isBroken)
    // A tolerance that was asked for is asked for.
    let tolerance = "\(name)=1"
    try expect(
      !BaselineComparison(
        Self.run(metric, old), Self.run(metric, new), tolerances: Tolerances([tolerance])
      ).isBroken)
  }

  /// With few seeds nothing hides that is half as large again, as long as the seeds do not say the
  /// opposite.
  @Test(
    arguments: [
      ([3, 3, 3], [3, 92, 3]), ([3, 3, 3], [92, 60, 3]), ([100, 100, 100], [260, 95, 99]),
      ([100, 100], [100, 220]), ([100, 100, 100, 100, 100], [100, 100, 400, 100, 100]),
      ([0, 0, 0], [0, 0, 9]),
    ] as [([Double], [Double])])
  func whatIsHalfAsLargeAgainCountsWithFewSeeds(old: [Double], new: [Double]) throws {
    let wait = try #require(MetricCatalog.metric(named: "fresh_content_p50_ms"))
    let comparison = try BaselineComparison(Self.run(wait, old), Self.run(wait, new))
    expect(comparison.isBroken)
    expect(BaselineText.terminal(comparison).contains("worse"))
  }

  @Test func manySeedsDecideByThemselves() throws {
    let wait = try #require(MetricCatalog.metric(named: "fresh_content_p50_ms"))
    let old = Array(repeating: 100.0, count: 10)
    let one = Array(repeating: 100.0, count: 9) + [900]
    try expect(!BaselineComparison(Self.run(wait, old), Self.run(wait, one)).isBroken)
    let most = Array(repeating: 110.0, count: 8) + [95, 100]
    try expect(BaselineComparison(Self.run(wait, old), Self.run(wait, most)).isBroken)
  }

  private static func outcome(
    _ claim: String, varied: String? = nil, isRequired: Bool = true
  ) -> ExpectationOutcome {
    ExpectationOutcome(
      claim: claim, metric: "opens", varied: varied, holds: true, isRequired: isRequired,
      finding: "", reason: nil)
  }

  /// A limit may change on purpose; what is no longer held at all is told, and fails.
  @Test(
    arguments: [
      ("a.opens <= 5", "a.opens <= 6", false), ("a.opens <= 5", "a.opens < 5", false),
      ("a.opens <= 5", "a.opens >= 5", true), ("a.opens <= 5", "b.opens <= 5", true),
      ("a.opens <= 5", "a.events <= 5", true),
      ("a.opens <= 0.7 * b.opens", "a.opens <= b.opens", false),
      ("a.opens <= b.opens", "a.opens <= c.opens", true),
      ("a.opens <= b.opens", "a.opens <= 4", true),
      ("x < 2 h.opens <= 5", "x < 2 h.opens <= 9", false),
    ])
  func anExpectationThatVanishedFails(old: String, new: String, isGone: Bool) throws {
    let opens = try #require(MetricCatalog.metric(named: "opens"))
    func run(_ outcome: ExpectationOutcome) -> StoredRun {
      Self.run(opens, [4, 5], expectations: [outcome])
    }
    let comparison = try BaselineComparison(run(Self.outcome(old)), run(Self.outcome(new)))
    expect(comparison.isBroken, is: isGone)
    expect(comparison.differences.map(\.name), is: isGone ? [old] : [])
    expect(
      BaselineText.terminal(comparison).contains("expectations not evaluated: \(old)"), is: isGone)
    let warning = try BaselineComparison(
      run(Self.outcome(old, isRequired: false)), run(Self.outcome(new)))
    expect(!warning.isBroken)
    let other = try BaselineComparison(
      run(Self.outcome(old, varied: "wifi")), run(Self.outcome(old)))
    expect(other.isBroken)
  }

  @Test(arguments: ["opens=inf", "first_content_p95_ms=inf", "inf%"])
  func aToleranceIsFinite(text: String) {
    #expect(throws: InputError.self) { try Tolerances([text]) }
  }

  @Test func aBaselineOfWhichARowHasNoNumberIsRefused() throws {
    let rows = [
      StoredRunFixture.row("a", [1, 1, 1]), StoredRunFixture.row("b", [nil, nil, nil]),
    ]
    let error = #expect(throws: InputError.self) {
      try BaselineComparison.refuseEmpty(StoredRunFixture.run(rows))
    }
    expect(error?.message.contains("found no defined number of 'b'"), is: true)
  }
}
