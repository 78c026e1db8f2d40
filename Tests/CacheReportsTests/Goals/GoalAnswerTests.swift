internal import Measurement
internal import SimCore
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
    #expect(sentences.contains("All strategies keep `it <= 0.0`."))
    #expect(!sentences.contains { $0.contains("do not tell") })
  }

  /// A sentence says that all keep a constraint, or another that the seeds do not tell it.
  @Test func noSentenceContradictsAnother() throws {
    let open = try Self.sentences(limit: 18, among: Self.rows)
    #expect(open.contains("The means of all strategies are within `it <= 18.0`."))
    #expect(open.contains { $0.hasPrefix("These seeds do not tell whether `a` keeps") })
    for limit in stride(from: 0.0, through: 300, by: 5) {
      let sentences = try Self.sentences(limit: limit, among: Self.rows)
      let isSure = sentences.contains { $0.hasPrefix("All strategies keep") }
      #expect(!isSure || !sentences.contains { $0.contains("do not tell") }, "\(sentences)")
    }
  }

  /// Defect: "`a` and `b` caches nothing and is no candidate."
  @Test func verbsAgreeWithThoseThatCacheNothing() throws {
    func uncached(_ label: String) -> StrategyResult {
      ResultFixture.strategy(label, waits: [10, 20], bytes: 0, isCached: false)
    }
    let two = try Self.sentences(limit: 900, among: Self.rows + [uncached("c"), uncached("d")])
    #expect(two.contains("`c` and `d` cache nothing and are no candidates."))
    let one = try Self.sentences(limit: 900, among: Self.rows + [uncached("c")])
    #expect(one.contains("`c` caches nothing and is no candidate."))
    #expect(one.contains("All strategies keep `it <= 900.0`."))
  }
}
