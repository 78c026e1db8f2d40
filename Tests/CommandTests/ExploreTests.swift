internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// A run that also tries what its scenario does not list.
@Suite struct ExploreTests {
  private static let explore = ["run", "s.json", "--explore", "--no-charts"]

  private static func folder(_ more: String = "") throws -> Folder {
    let folder = try Folder()
    try folder.write(SmallScenario.text(seeds: "[1, 2]", more: more), to: "s.json")
    return folder
  }

  @Test(arguments: ["table", "markdown", "json", "csv"]) func adviseIsAnotherWordForIt(
    format: String
  ) async throws {
    let folder = try Self.folder()
    let run = try await Program(
      arguments: Self.explore + ["--format", format, "--jobs", "1"], folder: folder
    ).run()
    let files = try folder.files(in: "Reports/s")
    let advice = try await Program.run(
      "advise", "s.json", "--no-charts", "--format", format, "--jobs", "2", in: folder)
    expect(run.status, is: 0, "\(run.notes)")
    expect(advice.status == 0 && advice.output == run.output && advice.notes == run.notes)
    try expect(folder.files(in: "Reports/s"), is: files)
    if format == "table" {
      expect(advice.output.contains("RULES OF THUMB\n"))
      expect(advice.output.contains("TRIED BEYOND THE SCENARIO\n"))
    }
  }

  /// The scenario's own rows, files and answer are those of a run that explores nothing.
  @Test func exploringChangesNoNumber() async throws {
    let folder = try Self.folder()
    _ = try await Program.run("run", "s.json", "--no-charts", "--output", "plain", in: folder)
    _ = try await Program(arguments: Self.explore + ["--output", "more"], folder: folder).run()
    for name in ["summary.csv", "metrics.csv", "differences.csv", "latency.csv", "timeline.csv"] {
      try expect(folder.text("plain/\(name)"), is: folder.text("more/\(name)"))
    }
    let runs = try ["plain", "more"].map {
      try JSON.parse(Array(folder.text("\($0)/run.json").utf8))
    }
    expect(runs[0]["rows"] == runs[1]["rows"] && runs[0]["answers"] == runs[1]["answers"])
    // What only a run knows is in no command that follows from it.
    let report = try folder.text("more/report.md")
    expect(report.contains("cachesim run s.json --explore\n"))
    expect(report.matches(of: /cachesim compare [^\n]*--explore/).isEmpty)
    expect(runs[0]["explored"] == nil && runs[1]["explored"]?.elements?.count == 1)
  }
}
