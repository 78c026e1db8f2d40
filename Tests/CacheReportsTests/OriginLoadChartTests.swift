internal import Measurement
internal import MeasurementFixtures
internal import Results
internal import SimCore
internal import Testing

@testable internal import CacheReports

/// The chart of what reaches the origin, second by second.
@Suite struct OriginLoadChartTests {
  private static func strategy(_ seeds: [[Int64]]) -> StrategyResult {
    let runs = seeds.enumerated().map { index, seconds in
      let arrivals = seconds.map {
        TraceRecord(.arrived(OriginArrival()), at: AggregateFixture.instant($0))
      }
      return SeedResult(
        seed: UInt64(index + 1),
        aggregates: AggregateFixture.aggregates(arrivals + [AggregateFixture.finished()]))
    }
    return StrategyResult(
      label: "a", name: "on-demand", varied: nil, settings: .object([]), bound: nil, runs: runs)
  }

  /// Three requests in second 200 and one in the next; four in second 30: each seed's is minute 0.
  @Test func seedsLieOnEachOtherAtTheirBusiestSeconds() throws {
    let row = Self.strategy([[200, 200, 200, 201], [30, 30, 30, 30]])
    let data = ChartData(ResultFixture.run(of: [row]))
    let chart = OriginLoadChart()
    #expect(chart.reasonToOmit(from: data) == nil)
    let canvas = chart.canvas(of: data)
    let table = canvas.table
    let rows = (0..<table.rowCount).map { [table[$0, 1] * 60, table[$0, 2]] }
    #expect(rows == [[-60, 0], [-1, 0], [0, 3.5], [1, 0.5], [2, 0], [539, 0]])
    let told = try #require(canvas.panels.first?.told.first)
    #expect(told.text(of: told.values[2]) == "a: 3.5 requests a second at minute 0")
  }

  @Test func withoutRequestsThatCouldWaitItIsLeftOut() throws {
    let note = try #require(ChartChoice(of: ResultFixture.result).note)
    #expect(note.contains("`origin-load` (without origin.capacity"))
  }
}
