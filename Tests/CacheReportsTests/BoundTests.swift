internal import Measurement
internal import Testing

@testable internal import CacheReports

/// What a strategy that knows the future is a bound of is set beside the others, and nothing else.
@Suite struct BoundTests {
  private static let rows = [
    ResultFixture.strategy("waits", waits: [0, 0], bytes: 0, bound: .waits),
    ResultFixture.strategy("flash", waits: [5, 5], bytes: 2, bound: .flashWrites),
    ResultFixture.strategy("swift", waits: [10, 20], bytes: 500),
    ResultFixture.strategy("thrifty", waits: [100, 300], bytes: 5),
  ]

  @Test func aVerdictTellsTheBoundsOfItsOwnQuantityAlone() throws {
    let sentences = Verdict.sentences(on: Self.rows)
    let soonest = try #require(sentences.first { $0.hasPrefix("**Soonest on screen:**") })
    #expect(soonest.hasPrefix("**Soonest on screen:** `swift`"))
    #expect(soonest.hasSuffix(" The bound `waits`: 0 ms."))
    let easiest = try #require(sentences.first { $0.hasPrefix("**Easiest on flash:**") })
    #expect(easiest.hasPrefix("**Easiest on flash:** `thrifty`"))
    #expect(easiest.hasSuffix(" The bound of those who show the same, `flash`: 2 B."))
    #expect(!sentences.contains { $0.hasPrefix("**Least often") && $0.contains("bound") })
  }

  @Test func aChartLeavesOutTheBoundsOfOtherQuantities() {
    let kinds: [(label: String, bound: Bound.Quantity?)] = [
      ("a", nil), ("b", .waits), ("c", .flashWrites), ("d", nil),
    ]
    let strategies = kinds.map { kind in
      var strategy = ChartStrategy(label: kind.label)
      strategy.bound = kind.bound
      return strategy
    }
    let data = ChartData(scenario: "x", strategies: strategies)
    #expect(data.beside(.waits).strategies.map(\.label) == ["a", "b", "d"])
    #expect(data.beside(.flashWrites).strategies.map(\.label) == ["a", "c", "d"])
    #expect(data.beside(nil).strategies.map(\.label) == ["a", "d"])
    // Who is no bound looks as it does without them.
    #expect(data.styles == [0, -1, -2, 1])
  }

  @Test func theRowOfARelaxationTellsOnlyWhatItBounds() throws {
    let relaxation = Bound(of: .waits, "Nobody waits less.", isRelaxation: true)
    let law = Bound(of: .flashWrites, "Nobody writes less.", isRelaxation: false)
    let flash = try #require(MetricCatalog.metric(named: "flash_write_bytes"))
    let wait = try #require(MetricCatalog.metric(named: "first_content_all_p95_ms"))
    #expect(relaxation.tells(wait) && !relaxation.tells(flash))
    #expect(law.tells(wait) && law.tells(flash))
    #expect(relaxation.bounds(wait) && !relaxation.bounds(flash))
    #expect(law.bounds(flash) && !law.bounds(wait))
    let cell = SweepCell(key: "x", of: Self.rows[0])
    #expect(cell.pooled[MetricCatalog.all.firstIndex { $0.name == flash.name } ?? 0] == nil)
    #expect(cell.pooled[MetricCatalog.all.firstIndex { $0.name == wait.name } ?? 0] == 0)
  }

  @Test func theBaselineOfDifferencesIsTheFirstThatIsNoBound() {
    let result = ResultFixture.run(of: Self.rows)
    let lines = DifferencesFile.text(of: result).split(separator: "\n")
    #expect(lines.dropFirst().allSatisfy { $0.contains("swift") })
    #expect(!lines.contains { $0.contains("waits,") && $0.contains("flash_write_bytes") })
  }

  @Test func theReportSaysWhatEachIsABoundOf() {
    let sentences = ReportPage.boundSentences(on: ResultFixture.run(of: Self.rows))
    #expect(sentences == ["waits", "flash"].map { "`\($0)` is a bound. Nobody waits less." })
  }
}
