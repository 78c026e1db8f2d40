internal import CacheMetrics
internal import CacheMetricsFixtures
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import Results

/// Bands of charts: 95 % confidence intervals over seeds.
@Suite struct ChartBandTests {
  /// One open and one write in the second hour for each seed.
  private static func data(waits: [Int64], bytes: [Int64]) -> ChartData {
    let runs = zip(waits, bytes).enumerated().map { index, run in
      SeedResult(
        seed: UInt64(index),
        aggregates: AggregateFixture.aggregates([
          AggregateFixture.view(first: run.0, fresh: run.0, from: .flash),
          AggregateFixture.write(.archive, bytes: run.1, at: 4_000), AggregateFixture.finished(),
        ]))
    }
    return ChartData(
      ResultFixture.run(of: [
        StrategyResult(label: "a", name: "on-demand", settings: .object([]), runs: runs)
      ]))
  }

  private static func script(_ chart: some Chart, _ data: ChartData) -> String {
    ChartScript(chart.canvas(of: data)).lines.joined(separator: "\n")
  }

  /// Within 10 ms there are all opens of one seed and none of the other: shares of 1 and 0, which
  /// spread like a single trial. Within 20 ms all opens of both are there.
  @Test func theShareOfOpensWithinATimeHasAnInterval() throws {
    let data = Self.data(waits: [10, 20], bytes: [5, 5])
    let points = try #require(data.strategies[0].distributions[.firstContent])
    let first = try #require(points.first { $0.milliseconds == 10 })
    let interval = try #require(first.interval)
    expect(interval.low > 0 && interval.low < 0.01)
    expect(interval.high > 0.99 && interval.high < 1)
    expect(points.last?.milliseconds == 20 && points.last?.interval?.high == 1)
    expect(Self.script(LatencyDistributionChart(), data).contains("with filledcurves"))
    expect(!Self.script(FlashWritesOverTimeChart(), data).contains("with filledcurves"))
    let table = LatencyDistributionChart().canvas(of: data).table
    expect(table.numberColumns.suffix(2), is: ["low", "high"])
  }

  /// 100 and 300 bytes in the second hour: 200, as many times less as more.
  @Test func writesOverTimeHaveAnInterval() throws {
    let data = Self.data(waits: [10, 10], bytes: [100, 300])
    expect(data.strategies[0].flashBytesByInterval, is: [0, 200])
    let intervals = data.strategies[0].flashIntervals
    expect(intervals.count == 2 && intervals[0].halfWidth == 0)
    expect(abs(intervals[1].low * intervals[1].high / 40_000 - 1) < 1e-9)
    expect(Self.script(FlashWritesOverTimeChart(), data).contains("with filledcurves"))
    // Both opens are there within 10 ms, which two opens do not show of all: Wilson's interval of 2
    // of 2 begins at 2 ÷ (2 + 1.96²).
    let all = try #require(data.strategies[0].distributions[.firstContent]?.last?.interval)
    expect(abs(all.low - 0.342_38) < 1e-5 && all.high == 1)
    expect(Self.script(LatencyDistributionChart(), data).contains("with filledcurves"))
  }

  @Test func aSingleSeedHasNoBand() {
    let data = Self.data(waits: [10], bytes: [100])
    expect(data.strategies[0].flashIntervals.isEmpty)
    for script in [
      Self.script(FlashWritesOverTimeChart(), data), Self.script(LatencyDistributionChart(), data),
    ] { expect(!script.contains("with filledcurves")) }
  }
}
