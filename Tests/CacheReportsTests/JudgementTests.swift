internal import SimCore
internal import Testing

@testable internal import CacheReports

/// What becomes of expectations, with numbers worked out by hand.
@Suite struct JudgementTests {
  static func judgement(
    _ comparison: Comparison, _ found: Double?, _ expected: Double?,
    level: Judgement.Level = .error, metric: String = "first_content_p95_ms",
    agreement: Judgement.Agreement? = nil
  ) throws -> Judgement {
    Judgement(
      claim: "a.\(metric) \(comparison.rawValue) x", level: level, reason: "people notice",
      metric: try #require(MetricCatalog.metric(named: metric)), comparison: comparison,
      found: found, expected: expected, isRelation: agreement != nil, agreement: agreement)
  }

  @Test(arguments: [
    (Comparison.atMost, 400.0, true), (.atMost, 400.0004, true), (.atMost, 400.001, false),
    (.below, 400, false), (.below, 399.9996, false), (.below, 399.9, true), (.atLeast, 400, true),
    (.atLeast, 399.9, false), (.above, 400, false), (.above, .infinity, true),
    (.atMost, .infinity, false), (.equal, 400.0001, true), (.equal, 401, false),
  ])
  func numbersAreComparedAsFilesWriteThem(
    comparison: Comparison, found: Double, holds: Bool
  ) throws {
    #expect(try Self.judgement(comparison, found, 400).holds == holds)
  }

  @Test(arguments: [(Double?.none, Double?.some(1)), (1, nil), (nil, nil)])
  func whatIsNotDefinedFulfilsNothing(found: Double?, expected: Double?) throws {
    for comparison in Comparison.allCases {
      let judgement = try Self.judgement(comparison, found, expected)
      #expect(!judgement.holds && judgement.isError)
      #expect(judgement.finding.contains("defined"))
    }
  }

  @Test func infinityIsInTime() throws {
    #expect(!(try Self.judgement(.below, .infinity, .infinity).holds))
    #expect(try Self.judgement(.below, 7, .infinity).holds)
    #expect(try Self.judgement(.atMost, .infinity, 400).finding == "found ∞, too much")
  }

  @Test(arguments: [
    (Comparison.atMost, 1_320.0, "found 1.32 s, 920 ms too much (230 %)"),
    (.atLeast, 100, "found 100 ms, 300 ms too little (75 %)"),
    (.below, 400, "found 400 ms, which is the same"), (.atMost, 30, "found 30 ms"),
  ])
  func aMissIsToldWithItsSize(comparison: Comparison, found: Double, text: String) throws {
    #expect(try Self.judgement(comparison, found, 400).finding == text)
  }

  @Test func sharesDifferByPoints() throws {
    let agreement = Judgement.Agreement(
      seedCount: 2, agreeing: 0, expectedShare: 0,
      differences: PairedDifferences([(0.45, 0.6), (0.45, 0.5)]))
    let judgement = try Self.judgement(
      .atLeast, 0.45, 0.6, metric: "object_hit_ratio", agreement: agreement)
    #expect(
      judgement.finding == "found 45 % against 60 %, 15 points too little (25 %); 0 of 2 seeds "
        + "agree, difference -10 points ± 7.07 points")
  }

  @Test func whatReadsTheSameIsToldWithAllDigits() throws {
    let share = try Self.judgement(.atLeast, 0.599_96, 0.6, metric: "object_hit_ratio")
    #expect(share.finding == "found 0.59996, 0.00004 too little")
    let bytes = try Self.judgement(.atMost, 5_001_000, 5e6, metric: "flash_write_bytes")
    #expect(bytes.finding == "found 5001000 bytes, 1000 bytes too much")
  }

  @Test func aMissOfNothingHasNoPart() throws {
    let judgement = try Self.judgement(.equal, 3, 0, metric: "memory_kills")
    #expect(judgement.finding == "found 3, 3 too much")
  }

  @Test(arguments: [(1.0, 2, false), (0.6, 2, true), (0.6, 1, false), (0.0, 0, true)])
  func aRelationNeedsItsShareOfTheSeeds(share: Double, agreeing: Int, holds: Bool) throws {
    let agreement = Judgement.Agreement(
      seedCount: 3, agreeing: agreeing, expectedShare: share,
      differences: PairedDifferences([(1, 11), (5, 10), (12, 9)]))
    #expect(try Self.judgement(.below, 6, 10, agreement: agreement).holds == holds)
    #expect(!(try Self.judgement(.below, 12, 10, agreement: agreement).holds))
  }

  @Test func theSeedsAreToldWithMeanAndSpread() throws {
    let agreement = Judgement.Agreement(
      seedCount: 3, agreeing: 2, expectedShare: 1,
      differences: PairedDifferences([(10, 20), (20, 40), (15, 12)]))
    // Differences -10, -20 and 3: mean -9, squares 1, 121 and 144, half their sum 133.
    #expect(
      try Self.judgement(.below, 15, 24, agreement: agreement).finding
        == "found 15 ms against 24 ms; 2 of 3 seeds agree, difference -9 ms ± 11.5 ms, expected "
        + "100 % of them")
  }

  @Test func differencesNeedFiniteNumbers() {
    #expect(PairedDifferences([]) == nil)
    #expect(PairedDifferences([(1, 2), (.infinity, 2)]) == nil)
    #expect(PairedDifferences([(3, 1)])?.standardDeviation == nil)
    #expect(PairedDifferences([(3, 1), (5, 1)])?.mean == 3)
    #expect(PairedDifferences([(3, 1), (5, 1)])?.standardDeviation == 2.0.squareRoot())
  }

  @Test func theTableTellsOutcomeFindingAndReason() throws {
    var result = ResultFixture.result
    result.judgements = [
      try Self.judgement(.atMost, 30, 400), try Self.judgement(.atMost, 500, 400),
      try Self.judgement(.atMost, 500, 400, level: .warn),
    ]
    #expect(
      JudgementTable.text(of: result) == """
        Expectations: 1 of 3 hold, 1 broken, 1 only to warn
          holds    a.first_content_p95_ms <= x  found 30 ms
          BROKEN   a.first_content_p95_ms <= x  found 500 ms, 100 ms too much (25 %)
                   because: people notice
          warning  a.first_content_p95_ms <= x  found 500 ms, 100 ms too much (25 %)
                   because: people notice

        """)
    #expect(
      JudgementTable.errors(of: result) == [
        "expected a.first_content_p95_ms <= x: found 500 ms, 100 ms too much (25 %)"
      ])
    #expect(ResultFixture.file("report.md", of: result).contains("## Expectations\n"))
    #expect(!ResultFixture.file("report.md").contains("## Expectations"))
    let page = ResultFixture.file("report.html", of: result)
    #expect(page.contains("<h2>Expectations</h2>") && page.contains("Because: people notice"))
    #expect(!ResultFixture.file("report.html").contains("<h2>Expectations</h2>"))
    #expect(JudgementTable.text(of: ResultFixture.result) == "")
  }

  @Test func theRunFileHasThem() throws {
    var result = ResultFixture.result
    let agreement = Judgement.Agreement(
      seedCount: 2, agreeing: 1, expectedShare: 0.5, differences: nil)
    result.judgements = [try Self.judgement(.below, .infinity, nil, agreement: agreement)]
    let json = try JSON.parse(Array(ResultFixture.file("run.json", of: result).utf8))
    let judgement = try #require(json["expectations"]?.elements?.first)
    #expect(judgement["holds"] == false && judgement["found"] == "inf")
    #expect(judgement["expected"] == JSON(.null) && judgement["unit"] == "ms")
    #expect(judgement["seeds"]?["agreeing"] == 1)
    #expect(judgement["seeds"]?["meanDifference"] == JSON(.null))
  }
}
