internal import CacheMetrics
internal import CacheMetricsFixtures
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import Results

/// A row of what an origin observed of a real client, beside simulated strategies.
@Suite struct ObservedRowTests {
  /// Two requests, one of them confirmed, in a day.
  private static let observed: StrategyResult = {
    var aggregates = Aggregates(isObserved: true)
    aggregates.observe(
      [
        AggregateFixture.exchange(200, at: 4_000), AggregateFixture.exchange(304, at: 5_000),
        AggregateFixture.finished(),
      ], device: 7)
    return StrategyResult(
      label: "app (observed)", name: "observed", settings: .object([("speed", 60)]),
      runs: [SeedResult(seed: 1, aggregates: aggregates)])
  }()

  private static let simulated = ResultFixture.result
  private static let result = ResultFixture.run(of: simulated.rows + [observed])

  @Test func itHasWhatAnOriginKnowsAndDashes() throws {
    let table = ResultTable(of: [Self.result.rows])
    let row = try #require(table.rows.last)
    for (column, cell) in zip(table.columns, row.cells).dropFirst() {
      let title = column.title
      expect(cell.mark == nil, "\(title)")
      expect((cell.text(column) == "–"), is: !["requests", "received"].contains(title), "\(title)")
    }
    let requests = try #require(table.columns.firstIndex { $0.title == "requests" })
    expect(row.cells[requests].text(table.columns[requests]), is: "2")
  }

  @Test func itChangesNothingOfTheOthers() {
    let alone = ResultTable(of: [Self.simulated.rows])
    let beside = ResultTable(of: [Self.result.rows])
    expect(
      beside.rows.dropLast().map { $0.cells.map(\.mark) },
      is: alone.rows.map { $0.cells.map(\.mark) })
    expect(
      Self.result.answers.map(\.further), is: Self.simulated.answers.map(\.further))
    expect(
      DifferencesFile.text(of: Self.result), is: DifferencesFile.text(of: Self.simulated))
    // The charts of waits, hits and flash, of which an origin knows nothing, are as they were.
    for chart in Charts.all {
      let scripts = [Self.result, Self.simulated].map {
        ChartScript(chart.canvas(of: ChartData($0)))
      }
      expect(scripts[0].lines, is: scripts[1].lines, "\(chart.name)")
    }
  }

  @Test func filesLeaveEmptyWhatIsNotKnown() throws {
    let lines = TimelineFile.text(of: Self.result).split(separator: "\n")
      .filter { $0.hasPrefix("app (observed)") }
    expect(!lines.isEmpty)
    for line in lines {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      let known = (cells[4..<15] + cells[18...]).filter { !$0.isEmpty }
      expect(known, is: [], "\(line)")
    }
    let metrics = MetricsFile.text(of: Self.result).split(separator: "\n")
      .filter { $0.contains("app (observed),all,") }
    expect(metrics.contains { $0.contains(",network_304,count,1,") })
    expect(metrics.contains { $0.contains(",flash_write_bytes,bytes,,") })
    expect(metrics.contains { $0.contains(",law_violations,count,,") })
    expect(RunFile.text(of: Self.result, files: []).contains("\"isObserved\": true"))
    expect(!RunFile.text(of: Self.simulated, files: []).contains("isObserved"))
  }

  /// One confirmed and one sent in a day.
  @Test func aChartOfItsOwnShowsItsRequests() {
    expect(!Charts(of: Self.simulated).charts.contains { $0.name == "requests-by-answer" })
    expect(Charts(of: Self.result).charts.last?.name, is: "requests-by-answer")
    expect(Charts(of: Self.result).recipes.contains("requests-by-answer.csv"))
    let lines = RequestsByAnswerChart().canvas(of: ChartData(Self.result)).table.commaSeparated
      .split(separator: "\n").filter { $0.contains("app (observed)") }
    expect(lines.count, is: 3)
    expect(lines.first?.contains("network_304"), is: true)
    expect(lines.first?.split(separator: ",")[2], is: "1")
  }
}
