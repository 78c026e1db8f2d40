internal import Measurement
internal import Testing

@testable internal import Results

/// The number of seeds that an interval needs, by the formulas of the intervals.
@Suite struct SeedPlanTests {
  private static func plan(_ metric: String, _ seeds: [String: [Double?]]) -> SeedPlan {
    let goal = Goal(objectives: [MetricObjective(MetricCatalog.known(metric))], constraints: [])
    let candidates = seeds.sorted { $0.key < $1.key }.map { title, values in
      let finite = values.compactMap(\.self)
      let mean = finite.count == values.count ? finite.reduce(0, +) / Double(finite.count) : nil
      return GoalCandidate(title: title, pooled: [mean], seeds: values.map { [$0] })
    }
    return SeedPlan(GoalRanking(goal, candidates), reach: 0.05)
  }

  /// Waits with a standard deviation of 10 % (of logarithms 10.04 %): the least n with
  /// sinh(t·0.1004/√n) ≤ 0.05 is 18, where t is 2.110 and √n/t is 2.011. Differences of 15, 20 and
  /// 25 ms beside a mean of 100 ms: the least n with t·5/√n ≤ 5 is 7, as √7 is 2.646 and t 2.447.
  @Test func waitsNeedWhatStudentsQuantileSays() throws {
    let plan = Self.plan("first_content_p95_ms", ["a": [90, 100, 110], "b": [105, 120, 135]])
    #expect(plan.rows.map(\.title) == ["a", "b"] && plan.rows[0].seeds == 18)
    let difference = try #require(plan.difference)
    #expect(difference.title == "b less a" && difference.value == 20 && difference.seeds == 7)
    // 4.303·5/√3 ÷ 100
    #expect(abs(try #require(difference.reach) - 0.1242) < 0.0001)
  }

  /// A share of a half with a standard deviation of 0.1 spreads as 25 independent views a seed
  /// would. Wilson's half width is 0.025 where 25·n ≥ 399·t², so from n = 64 on.
  @Test func sharesNeedWhatWilsonsIntervalSays() {
    #expect(Self.plan("offline_served_ratio", ["a": [0.4, 0.5, 0.6]]).rows[0].seeds == 64)
  }

  @Test func whatHasNoReachHasNoNumberOfSeeds() {
    let plan = Self.plan(
      "first_content_p95_ms",
      ["a": [1, 1, 1], "none": [1, nil, 3], "wide": [1, 1, 1_000], "zero": [0, 0, 0]])
    #expect(plan.rows.map(\.seeds) == [2, nil, nil, nil])
    #expect(plan.rows.map { $0.reach == nil } == [false, true, false, true])
  }
}
