internal import CacheMetrics
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import Results

/// What becomes of expectations, with numbers worked out by hand.
@Suite struct AssertionTests {
  static func assertion(
    _ comparison: Comparison, _ found: Double?, _ expected: Double?,
    level: Assertion.Level = .error, metric: String = "first_content_p95_ms",
    agreement: Assertion.Agreement? = nil
  ) throws -> Assertion {
    Assertion(
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
    try expect(Self.assertion(comparison, found, 400).holds, is: holds)
  }

  @Test(arguments: [(Double?.none, Double?.some(1)), (1, nil), (nil, nil)])
  func whatIsNotDefinedFulfilsNothing(found: Double?, expected: Double?) throws {
    for comparison in Comparison.allCases {
      let assertion = try Self.assertion(comparison, found, expected)
      expect(!assertion.holds && assertion.isError)
      expect(assertion.finding.contains("defined"))
    }
  }

  @Test func infinityIsInTime() throws {
    expect(!(try Self.assertion(.below, .infinity, .infinity).holds))
    try expect(Self.assertion(.below, 7, .infinity).holds)
    try expect(Self.assertion(.atMost, .infinity, 400).finding, is: "found ∞, too much")
  }

  @Test(arguments: [
    (Comparison.atMost, 1_320.0, "found 1.32 s, 920 ms too much (230 %)"),
    (.atLeast, 100, "found 100 ms, 300 ms too little (75 %)"),
    (.below, 400, "found 400 ms, which is the same"), (.atMost, 30, "found 30 ms"),
  ])
  func aMissIsReportedWithItsSize(comparison: Comparison, found: Double, text: String) throws {
    try expect(Self.assertion(comparison, found, 400).finding, is: text)
  }

  @Test func sharesDifferByPoints() throws {
    let agreement = Assertion.Agreement(
      seedCount: 2, agreeing: 0, expectedShare: 0,
      differences: PairedDifferences([(0.45, 0.6), (0.45, 0.5)]))
    let assertion = try Self.assertion(
      .atLeast, 0.45, 0.6, metric: "object_hit_ratio", agreement: agreement)
    expect(
      assertion.finding,
      is: "found 45 % against 60 %, 15 points too little (25 %); 0 of 2 seeds "
        + "agree, difference -10 ±64 points")
  }

  @Test func valuesThatReadTheSameAreWrittenWithAllDigits() throws {
    let share = try Self.assertion(.atLeast, 0.599_96, 0.6, metric: "object_hit_ratio")
    expect(share.finding, is: "found 0.59996, 0.00004 too little")
    let bytes = try Self.assertion(.atMost, 5_001_000, 5e6, metric: "flash_write_bytes")
    expect(bytes.finding, is: "found 5001000 bytes, 1000 bytes too much")
  }

  @Test func aMissOfNothingHasNoPart() throws {
    let assertion = try Self.assertion(.equal, 3, 0, metric: "memory_kills")
    expect(assertion.finding, is: "found 3, 3 too much")
  }

  @Test(arguments: [(1.0, 2, false), (0.6, 2, true), (0.6, 1, false), (0.0, 0, true)])
  func aRelationNeedsItsShareOfTheSeeds(share: Double, agreeing: Int, holds: Bool) throws {
    let agreement = Assertion.Agreement(
      seedCount: 3, agreeing: agreeing, expectedShare: share,
      differences: PairedDifferences([(1, 11), (5, 10), (12, 9)]))
    try expect(Self.assertion(.below, 6, 10, agreement: agreement).holds, is: holds)
    expect(!(try Self.assertion(.below, 12, 10, agreement: agreement).holds))
  }

  @Test func theSeedsAreReportedWithMeanAndSpread() throws {
    let agreement = Assertion.Agreement(
      seedCount: 3, agreeing: 2, expectedShare: 1,
      differences: PairedDifferences([(10, 20), (20, 40), (15, 12)]))
    // Differences -10, -20 and 3: mean -9, squares 1, 121 and 144, half their sum 133; the
    // interval reaches 4.303 √(133 / 3) = 28.65 to both sides.
    try expect(
      Self.assertion(.below, 15, 24, agreement: agreement).finding,
      is: "found 15 ms against 24 ms; 2 of 3 seeds agree, difference -9 ±29 ms, expected "
        + "100 % of them")
  }

  /// The right side of a relation is the product, and says so.
  @Test func aFactorIsNamedWithWhatItMultiplies() throws {
    func finding(_ found: Double, _ factor: Double) throws -> String {
      Assertion(
        claim: "a.flash_write_bytes <= 5 * b.flash_write_bytes",
        metric: try #require(MetricCatalog.metric(named: "flash_write_bytes")),
        comparison: .atMost, found: found, expected: factor * 247_000_000, isRelation: true,
        factor: factor
      ).finding
    }
    try expect(finding(800e6, 5), is: "found 800 MB against 1.24 GB, which is 5 × 247 MB")
    try expect(
      finding(1.5e9, 5),
      is: "found 1.5 GB against 1.24 GB, which is 5 × 247 MB, 265 MB too much (21.5 %)")
    try expect(finding(100e6, 1), is: "found 100 MB against 247 MB")
    try expect(finding(100e6, 0), is: "found 100 MB against 0 B, 100 MB too much")
  }

  @Test func differencesNeedFiniteNumbers() {
    expect(PairedDifferences([]) == nil)
    expect(PairedDifferences([(1, 2), (.infinity, 2)]) == nil)
    expect(PairedDifferences([(3, 1)])?.standardDeviation == nil)
    expect(PairedDifferences([(3, 1), (5, 1)])?.mean, is: 3)
    expect(PairedDifferences([(3, 1), (5, 1)])?.standardDeviation, is: 2.0.squareRoot())
  }

  @Test func theTableHasOutcomeFindingAndReason() throws {
    var result = ResultFixture.result
    result.assertions = [
      try Self.assertion(.atMost, 30, 400), try Self.assertion(.atMost, 500, 400),
      try Self.assertion(.atMost, 500, 400, level: .warn),
    ]
    expect(
      AssertionTable.text(of: result),
      is: """
        Expectations: 1 of 3 hold, 1 broken, 1 only to warn
          holds    a.first_content_p95_ms <= x  found 30 ms
          BROKEN   a.first_content_p95_ms <= x  found 500 ms, 100 ms too much (25 %)
                   because: people notice
          warning  a.first_content_p95_ms <= x  found 500 ms, 100 ms too much (25 %)
                   because: people notice

        """)
    expect(
      ExpectationOutcome.all(of: result).errors,
      is: [
        "expected a.first_content_p95_ms <= x: found 500 ms, 100 ms too much (25 %)"
      ])
    expect(ResultFixture.file("report.md", of: result).contains("## Expectations\n"))
    expect(!ResultFixture.file("report.md").contains("## Expectations"))
    let page = ResultFixture.file("report.html", of: result)
    expect(page.contains("<h2>Expectations</h2>") && page.contains("Because: people notice"))
    expect(!ResultFixture.file("report.html").contains("<h2>Expectations</h2>"))
    expect(AssertionTable.text(of: ResultFixture.result), is: "")
  }

  @Test func theRunFileHasThem() throws {
    var result = ResultFixture.result
    let agreement = Assertion.Agreement(
      seedCount: 2, agreeing: 1, expectedShare: 0.5, differences: nil)
    result.assertions = [try Self.assertion(.below, .infinity, nil, agreement: agreement)]
    let json = try JSON.parse(Array(ResultFixture.file("run.json", of: result).utf8))
    let assertion = try #require(json["expectations"]?.elements?.first)
    expect(assertion["holds"] == false && assertion["found"] == "inf")
    expect(assertion["expected"] == JSON(.null) && assertion["unit"] == "ms")
    expect(assertion["seeds"]?["agreeing"], is: 1)
    expect(assertion["seeds"]?["meanDifference"], is: JSON(.null))
  }
}
