internal import CacheMetrics
internal import CacheMetricsFixtures
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import Results

/// The bounds of oracles are compared with other strategies only in the quantities that they bound.
@Suite struct BoundTests {
  private static let rows = [
    ResultFixture.strategy("waits", waits: [0, 0], bytes: 0, bound: .waits),
    ResultFixture.strategy("flash", waits: [5, 5], bytes: 2_000, bound: .flashWrites),
    ResultFixture.strategy("swift", waits: [10, 20], bytes: 500_000),
    ResultFixture.strategy("thrifty", waits: [100, 112], bytes: 5_000),
  ]

  @Test func anObjectiveHasTheBoundsOfItsOwnQuantityAlone() throws {
    let compared = Self.rows.filter(\.isCompared).map { Alternative($0) }
    let goal = try #require(Goal.standard(among: compared))
    let table = try #require(
      ResultTable(bestWithin: goal, compared, bounds: Self.rows.filter(\.isBound)))
    func row(_ objective: String) -> [String]? { table.texts.first { $0[0] == objective } }
    expect(row("Fastest first content")?[1], is: "swift")
    expect(row("Fastest first content")?.last, is: "0 ms (waits)")
    expect(row("Least flash")?[1], is: "thrifty")
    expect(row("Least flash")?.last, is: "2 kB (flash, of those that show the same versions)")
    expect(row("Least stale content")?.last, is: "")
  }

  @Test func aRowThatBreaksABoundKeepsWhatElseIsKnownOfIt() {
    func waits(_ first: Int64) -> ViewWaits? {
      var aggregates = Aggregates(hasViewWaits: true)
      aggregates.observe([AggregateFixture.view(at: 60, first: first, fresh: 30)], device: 0)
      return aggregates.takeViewWaits()
    }
    var row = ResultFixture.strategy("swift", waits: [10], bytes: 5)
    row.defaults = .object([])
    row.engine = "sqlite-wal"
    row.codec = "json"
    let bound = ResultFixture.strategy("least", waits: [20], bytes: 0, bound: .waits)
    var result = ResultFixture.run(of: [row, bound])
    result.holdRowsToBounds(by: [[waits(20)], [waits(20)]])
    expect(result.violations.isEmpty)
    result.holdRowsToBounds(by: [[waits(10)], [waits(20)]])
    expect(result.violations.count, is: 1)
    let broken = result.rows[0]
    expect(broken.engine == "sqlite-wal" && broken.codec == "json" && broken.defaults != nil)
  }

  @Test func aChartLeavesOutTheBoundsOfOtherQuantities() {
    let kinds: [(label: String, bound: OracleBound.Quantity?)] = [
      ("a", nil), ("b", .waits), ("c", .flashWrites), ("d", nil),
    ]
    let strategies = kinds.map { kind in
      var strategy = ChartStrategy(label: kind.label)
      strategy.bound = kind.bound
      return strategy
    }
    let data = ChartData(scenario: "x", strategies: strategies)
    expect(data.including(boundsOf: .waits).strategies.map(\.label), is: ["a", "b", "d"])
    expect(data.including(boundsOf: .flashWrites).strategies.map(\.label), is: ["a", "c", "d"])
    expect(data.including(boundsOf: nil).strategies.map(\.label), is: ["a", "d"])
    // Other strategies look as they do without bounds.
    expect(data.styles, is: [0, -1, -2, 1])
  }

  @Test func theRowOfARelaxationShowsOnlyWhatItBounds() throws {
    let relaxation = OracleBound(of: .waits, "No strategy waits less.", isRelaxation: true)
    let law = OracleBound(of: .flashWrites, "No strategy writes less.", isRelaxation: false)
    let flash = try #require(MetricCatalog.metric(named: "flash_write_bytes"))
    let wait = try #require(MetricCatalog.metric(named: "first_content_p95_ms"))
    expect(relaxation.isMeaningful(wait) && !relaxation.isMeaningful(flash))
    expect(law.isMeaningful(wait) && law.isMeaningful(flash))
    expect(relaxation.bounds(wait) && !relaxation.bounds(flash))
    expect(law.bounds(flash) && !law.bounds(wait))
    let cell = SweepCell(key: "x", of: Self.rows[0], ResultMeasure.metrics)
    expect(cell.pooled[MetricCatalog.all.firstIndex { $0.name == flash.name } ?? 0] == nil)
    expect(cell.pooled[MetricCatalog.all.firstIndex { $0.name == wait.name } ?? 0], is: 0)
  }

  @Test func theBaselineOfDifferencesIsTheFirstThatIsNoBound() {
    let result = ResultFixture.run(of: Self.rows)
    let lines = DifferencesFile.text(of: result).split(separator: "\n")
    expect(lines.dropFirst().allSatisfy { $0.contains("swift") })
    expect(!lines.contains { $0.contains("waits,") && $0.contains("flash_write_bytes") })
  }

  @Test func theReportSaysWhatEachIsABoundOf() {
    let sentences = ResultFixture.run(of: Self.rows).boundSentences
    expect(sentences, is: ["waits", "flash"].map { "`\($0)` is a bound. No strategy waits less." })
  }
}
