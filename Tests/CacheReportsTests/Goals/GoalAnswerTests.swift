internal import CacheMetrics
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Results

@Suite struct GoalAnswerTests {
  private static func metric(_ name: String) throws -> Metric {
    try #require(MetricCatalog.metric(named: name))
  }

  /// The answer for the fewest flash writes under a limit of waits.
  private static func sentences(
    limit: Double, _ metric: String = "first_content_p50_ms", among rows: [StrategyResult]
  ) throws -> [String] {
    let constraint = MetricConstraint(
      metric: try Self.metric(metric), comparison: .atMost, limit: limit, text: "it <= \(limit)")
    let goal = Goal(
      objectives: [MetricObjective(try Self.metric("flash_write_bytes"))],
      constraints: [constraint])
    let answer = GoalAnswer(goal, among: rows, scenario: "s", varied: nil)
    return try #require(answer).sentences
  }

  private static let rows = [
    ResultFixture.strategy("a", waits: [10, 20], bytes: 5),
    ResultFixture.strategy("b", waits: [10, 10], bytes: 50),
  ]

  /// Defect: "All strategies keep 'memory_kills <= 0'. These seeds do not tell whether 'x' keeps
  /// it", where there was no kill under any seed.
  @Test func whatIsTheSameUnderAllSeedsIsCertain() throws {
    let sentences = try Self.sentences(limit: 0, "memory_kills", among: Self.rows)
    expect(sentences.contains("All strategies keep `it <= 0.0`."))
    expect(!sentences.contains { $0.contains("do not tell") })
  }

  /// A sentence says that all keep a constraint, or another that the seeds do not tell it.
  @Test func noSentenceContradictsAnother() throws {
    let open = try Self.sentences(limit: 18, among: Self.rows)
    expect(open.contains("The means of all strategies are within `it <= 18.0`."))
    expect(open.contains { $0.hasPrefix("These seeds do not tell whether `a` keeps") })
    for limit in stride(from: 0.0, through: 300, by: 5) {
      let sentences = try Self.sentences(limit: limit, among: Self.rows)
      let isSure = sentences.contains { $0.hasPrefix("All strategies keep") }
      expect(!isSure || !sentences.contains { $0.contains("do not tell") }, "\(sentences)")
    }
  }

  /// Defect: "`a` and `b` caches nothing and is no candidate."
  @Test func verbsAgreeWithThoseThatCacheNothing() throws {
    func uncached(_ label: String) -> StrategyResult {
      ResultFixture.strategy(label, waits: [10, 20], bytes: 0, isCached: false)
    }
    let two = try Self.sentences(limit: 900, among: Self.rows + [uncached("c"), uncached("d")])
    expect(two.contains("`c` and `d` cache nothing and are no candidates."))
    let one = try Self.sentences(limit: 900, among: Self.rows + [uncached("c")])
    expect(one.contains("`c` caches nothing and is no candidate."))
    expect(one.contains("All strategies keep `it <= 900.0`."))
  }
}

/// The number of seeds that an interval needs, by the formulas of the intervals.
@Suite struct SeedPlanTests {
  private static func plan(_ metric: String, _ seeds: [String: [Double?]]) -> SeedPlan {
    let goal = Goal(objectives: [MetricObjective(MetricCatalog.known(metric))], constraints: [])
    let candidates = seeds.sorted { $0.key < $1.key }.map { title, values in
      let finite = values.compactMap(\.self)
      let mean = finite.count == values.count ? finite.reduce(0, +) / Double(finite.count) : nil
      return Alternative(
        title, word: nil, seedCount: values.count, pooled: { $0.name == metric ? mean : nil },
        seeds: { $0.name == metric ? values : values.map { _ in nil } })
    }
    return SeedPlan(GoalAnswer(goal, among: candidates, scenario: "s"), reach: 0.05)
  }

  /// Waits with a standard deviation of 10 % (of logarithms 10.04 %): the least n with
  /// sinh(t·0.1004/√n) ≤ 0.05 is 18, where t is 2.110 and √n/t is 2.011. Differences of 15, 20 and
  /// 25 ms beside a mean of 120 ms: the least n with t·5/√n ≤ 6 is 6, as √6 is 2.449 and t 2.571.
  @Test func waitsNeedWhatStudentsQuantileSays() throws {
    let plan = Self.plan("first_content_p95_ms", ["a": [90, 100, 110], "b": [105, 120, 135]])
    expect(plan.rows.map(\.title) == ["a", "b"] && plan.rows[0].seeds == 18)
    let difference = try #require(plan.difference)
    expect(difference.title == "b less a" && difference.value == 20 && difference.seeds == 6)
    // 4.303·5/√3 ÷ 120
    expect(abs(try #require(difference.reach) - 0.1035) < 0.0001)
  }

  /// A share of a half with a standard deviation of 0.1 spreads as 25 independent views a seed
  /// would. Wilson's half width is 0.025 where 25·n ≥ 399·t², so from n = 64 on.
  @Test func sharesNeedWhatWilsonsIntervalSays() {
    expect(Self.plan("offline_served_ratio", ["a": [0.4, 0.5, 0.6]]).rows[0].seeds, is: 64)
  }

  @Test func whatHasNoReachHasNoNumberOfSeeds() {
    let plan = Self.plan(
      "first_content_p95_ms",
      ["a": [1, 1, 1], "none": [1, nil, 3], "wide": [1, 1, 1_000], "zero": [0, 0, 0]])
    expect(plan.rows.map(\.seeds), is: [2, nil, nil, nil])
    expect(plan.rows.map { $0.reach == nil }, is: [false, true, false, true])
  }
}
