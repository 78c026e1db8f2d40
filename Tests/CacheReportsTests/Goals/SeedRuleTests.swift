internal import CacheMetrics
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Results

/// When a run has seeds enough.
@Suite struct SeedRuleTests {
  @Test func seedsAreAddedUntilTheReachIsAsWanted() {
    let rule = SeedRule(wanted: 0.05, limit: 12, step: 2)
    // Three alike by chance are not trusted.
    expect(rule.end(at: 4, reach: 0) == nil && rule.next(after: 2) == 5)
    expect(rule.end(at: 5, reach: 0.051) == nil && rule.next(after: 5) == 7)
    expect(rule.end(at: 7, reach: 0.05), is: .precise)
    expect(rule.end(at: 11, reach: 0.051) == nil && rule.next(after: 11) == 12)
    expect(rule.end(at: 12, reach: 0.051), is: .limited)
    expect(rule.end(at: 12, reach: 0.01), is: .precise)
    expect(rule.end(at: 4, reach: nil) == nil && rule.end(at: 5, reach: nil) == .unknown)
  }

  @Test func aLowLimitEndsBeforeTheLeastNumber() {
    let rule = SeedRule(wanted: 0.05, limit: 3, step: 1)
    expect(rule.end(at: 2, reach: 0.01) == nil && rule.next(after: 1) == 3)
    expect(rule.end(at: 3, reach: 0.01) == .precise && rule.end(at: 3, reach: 1) == .limited)
  }

  // MARK: What is known of an answer

  /// An alternative that has one metric alone; with all seeds together, the mean or the sum.
  private static func alternative(
    _ label: String, _ metric: Metric, _ seeds: [Double]
  ) -> Alternative {
    let sum = seeds.reduce(0, +)
    let pooled = metric.isSum ? sum : sum / Double(seeds.count)
    return Alternative(
      label, word: label, seedCount: seeds.count,
      pooled: { $0.name == metric.name ? pooled : nil },
      seeds: { asked in seeds.map { asked.name == metric.name ? $0 : nil } })
  }

  private static func precision(
    _ metric: Metric, _ rows: [(String, [Double])],
    _ direction: MetricObjective.Direction = .minimise, atMost limit: Double? = nil
  ) -> AnswerPrecision? {
    let objective = MetricObjective(
      direction: direction, terms: [MetricObjective.Term(metric: metric)], text: "it")
    let constraints = limit.map {
      [MetricConstraint(metric: metric, comparison: .atMost, limit: $0, text: "that")]
    }
    let goal = Goal(objectives: [objective], constraints: constraints ?? [])
    return GoalAnswer(
      goal, among: rows.map { alternative($0, metric, $1) }, scenario: "s"
    ).precision
  }

  private static let wait = MetricCatalog.known("first_content_p95_ms")
  private static let differing = [40.0, 42, 38, 41, 39]
  private static let others = [100.0, 110, 90, 105, 95]
  private static let taken = zip(others, differing).map { $0 - $1 }

  /// The differences have the mean 40 and the deviation √2.5, so that 2.776 · √0.5 is 1.963 to both
  /// sides of it, and on the logarithmic scale 40 · sinh(1.963 ÷ 40) = 1.9637; of 100.
  @Test func aDifferenceIsKnownInPartsOfWhatIsCompared() throws {
    let precision = try #require(
      Self.precision(Self.wait, [("b", Self.others), ("a", Self.taken), ("c", Self.others)]))
    expect(abs(precision.reach - 0.019_637) < 1e-6)
    expect(precision.subject, is: "the difference in first_content_p95_ms between 'a' and 'b'")
    expect(precision.base, is: "the 100 ms of 'b'")
  }

  /// Both grow with the number of seeds.
  @Test func sumsAreKnownLikeMeans() throws {
    let sum = MetricCatalog.known("reopens")
    expect(sum.isSum)
    let precision = try #require(
      Self.precision(sum, [("a", Self.taken), ("b", Self.others)]))
    expect(abs(precision.reach - 0.019_637) < 1e-6)
  }

  /// Nothing is a share of nothing: then what is taken counts.
  @Test func besideNothingWhatIsTakenCounts() throws {
    let precision = try #require(
      Self.precision(Self.wait, [("a", Self.differing), ("b", [0, 0, 0, 0, 0])], .maximise))
    expect(abs(precision.reach - 1.9637 / 40) < 1e-5)
    expect(precision.base, is: "the 40 ms of 'a'")
  }

  @Test func aloneItsOwnNumberCounts() throws {
    let precision = try #require(
      Self.precision(Self.wait, [("a", Self.taken), ("b", Self.others)], atMost: 80))
    expect(precision.subject, is: "first_content_p95_ms of 'a'")
    expect(precision.base == "the 60 ms of 'a'" && precision.reach > 0.1)
  }

  @Test func nothingIsKnownWithoutAChoiceOrAnInterval() {
    let both = [("a", Self.taken), ("b", Self.others)]
    expect(Self.precision(Self.wait, both, atMost: 10) == nil)
    expect(Self.precision(Self.wait, [("a", [1]), ("b", [2])]) == nil)
    expect(Self.precision(Self.wait, [("a", [1, 2]), ("b", [2, .infinity])]) == nil)
    expect(Self.precision(Self.wait, [("a", [7, 7]), ("b", [7, 7])])?.reach, is: 0)
  }

  // MARK: What a run says of it

  private static func phrase(_ rule: SeedRule, _ a: [Int64?], _ b: [Int64?]) -> String? {
    var result = ResultFixture.run(of: [
      ResultFixture.strategy("a", waits: a, bytes: 5),
      ResultFixture.strategy("b", waits: b, bytes: 5),
    ])
    result.seeds = a.indices.map { UInt64($0 + 1) }
    result.goal = Goal(objectives: [MetricObjective(wait)], constraints: [])
    return rule.phrase(on: result)
  }

  @Test func thePhraseSaysHowManyAndWhy() throws {
    let rule = SeedRule(wanted: 0.05, limit: 40, step: 5)
    let low: [Int64?] = [10, 11, 10, 11, 10]
    let enough = try #require(Self.phrase(rule, low, [100, 102, 98, 101, 99]))
    expect(
      enough.hasPrefix(
        "5 seeds, enough for 5 %: the difference in first_content_p95_ms between 'a' and 'b' is"),
      "\(enough)")
    expect(enough.hasSuffix(" % of the 102 ms of 'b'"), "\(enough)")
    let wide: [Int64?] = [50, 200, 100, 20, 400]
    expect(Self.phrase(rule, low, wide) == nil)
    let limited = Self.phrase(SeedRule(wanted: 0.05, limit: 5, step: 5), low, wide)
    expect(
      limited?.hasPrefix("5 seeds, the limit, too few for 5 %: "), is: true, "\(limited ?? "")")
    let unknown = Self.phrase(rule, low, [100, nil, nil, nil, nil])
    expect(unknown?.contains("nothing that the answer says has an interval"), is: true)
    let same = Self.phrase(rule, [10, 10], [100, 100])
    expect(same, is: "2 seeds, and no more: all give the same numbers")
    expect(Self.phrase(rule, [10, 10], [100, 101]) == nil)
  }

  // MARK: How often it covers

  /// Normal differences whose mean is known, of either sign or of one: after a rule has ended, the
  /// intervals have the mean in 92 to 95 of 100 cases; with two seeds in place of the least number
  /// it would be 89 to 91.
  @Test(arguments: [0, 40.0], [4, 8, 12.0])
  func intervalsCoverAfterTheRuleHasEnded(mean: Double, deviation: Double) throws {
    for step in [2, 5] {
      let rule = SeedRule(wanted: 0.05, limit: 40, step: step)
      var random = SeededGenerator(seed: 7, purpose: .policy)
      let rounds = 3_000
      var (covered, seeds) = (0, 0)
      for _ in 0..<rounds {
        var values: [Double] = []
        var next = step
        while true {
          while values.count < next { values.append(mean + deviation * random.normal()) }
          let differences = try #require(PairedDifferences(values.map { ($0, 0) }))
          let interval = try #require(differences.differenceInterval)
          if rule.end(at: next, reach: interval.halfWidth / 100) != nil {
            covered += interval.contains(mean) ? 1 : 0
            seeds += next
            break
          }
          next = rule.next(after: next)
        }
      }
      let coverage = Double(covered) / Double(rounds)
      expect(coverage > 0.92 && coverage < 0.965, "\(coverage) by steps of \(step)")
      // Of so many that a half-width of 5 needs, 4 · deviation² ÷ 25, at most some more are taken.
      expect(Double(seeds) / Double(rounds) < 4 * deviation * deviation / 25 + 6)
    }
  }
}
