internal import CacheMetrics
internal import CacheMetricsFixtures
internal import Experiments
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import Results

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
    expect(chart.reasonToOmit(from: data) == nil)
    let canvas = chart.canvas(of: data)
    let table = canvas.table
    let rows = (0..<table.rowCount).map { [table[$0, 1] * 60, table[$0, 2]] }
    expect(rows, is: [[-60, 0], [-1, 0], [0, 3.5], [1, 0.5], [2, 0], [539, 0]])
    let told = try #require(canvas.panels.first?.told.first)
    expect(told.text(of: told.values[2]), is: "a: 3.5 requests a second at minute 0")
  }

  @Test func withoutRequestsThatCouldWaitItIsLeftOut() throws {
    let note = try #require(ChartChoice(of: ResultFixture.result).note)
    expect(note.contains("`origin-load` (without origin.capacity"))
  }
}

/// The charts of every bundled scenario, of one device for some days.
@Suite(.enabled(if: Gnuplot().isUsable, "gnuplot is not installed, or this build has no charts"))
struct BundledChartTests {
  /// Enough for a warm-up, and for a line over time.
  private static let duration = "3d"

  private static func result(_ name: String) async throws -> RunResult {
    let bytes = try #require(BundledScenarios.bytes(named: name))
    let file = try ScenarioFile(bytes: bytes, file: "\(name).json", name: name)
    // What people did is as long as it is.
    let isRecorded = file.scenario.workload.name == "trace"
    var changes: [(String, JSON)] = [("seeds", JSON(.array([1, 2])))]
    if !isRecorded { changes += [("devices", 1), ("duration", JSON(.string(duration)))] }
    let small = try file.changed(
      by: changes.map { ScenarioChange(flag: "a test", name: $0.0, value: $0.1) })
    return try await Runner.run(small, jobs: 2, command: "").result
  }

  @Test(
    arguments: Cases.some(
      BundledScenarios.all.map(\.name).filter { $0 != "scenario.schema" }, oneIn: 9))
  func noTextLiesOnAnother(name: String) async throws {
    let result = try await Self.result(name)
    try ChartFixture.inFolder { folder in
      let drawn = try Charts(of: result).draw(into: folder)
      expect(drawn.figures.count >= 4 && drawn.figures.count <= ChartChoice.limit)
      expect(drawn.warnings, is: [])
      for picture in drawn.figures {
        let svg = try #require(Disk.bytes(of: "\(folder)/\(picture.file)"))
        let faults = PictureText.faults(in: String(decoding: svg, as: UTF8.self))
        expect(faults, is: [], "\(name): \(picture.file)")
      }
    }
  }
}
