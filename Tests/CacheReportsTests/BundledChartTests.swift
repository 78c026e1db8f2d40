internal import Experiments
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import Results

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
      #expect(drawn.figures.count >= 4 && drawn.figures.count <= ChartChoice.limit)
      #expect(drawn.warnings == [])
      for picture in drawn.figures {
        let svg = try #require(Disk.bytes(of: "\(folder)/\(picture.file)"))
        let faults = PictureText.faults(in: String(decoding: svg, as: UTF8.self))
        #expect(faults == [], "\(name): \(picture.file)")
      }
    }
  }
}
