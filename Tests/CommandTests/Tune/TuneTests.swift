internal import Foundation
internal import TestCases
internal import Testing

/// The search for good settings and stated goals, on the command line.
@Suite struct TuneTests {
  private static let small = [
    "hybrid", "--devices", "1", "--duration", "1d", "--seeds", "1..2", "--no-charts",
  ]
  private static let axes = [
    "--vary", "hybrid.prefetch=0..20+4", "--vary", "hybrid.staleAfter=1m..1h",
  ]

  private func tune(
    _ more: [String], in folder: Folder
  ) async throws -> Program.Ended {
    try await Program(
      arguments: ["tune"] + Self.small + Self.axes + more, folder: folder
    ).run()
  }

  @Test func theJSONHasTheFrontAndWhatItTook() async throws {
    let folder = try Folder()
    let ended = try await tune(
      ["--format", "json", "--decide", "minimise first_content_p95_ms"], in: folder)
    expect(ended.status, is: 0, "\(ended.errors)")
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any])
    let simulations = try #require(json["simulations"] as? Int)
    let grid = try #require(json["gridSimulations"] as? Int)
    // The scenario's five other choices are considered as they are.
    expect(grid, is: (6 * 7 + 5) * 2)
    expect(simulations <= grid / 4)
    let front = try #require(json["front"] as? [[String: Any]])
    let first = try #require(front.first { $0["strategy"] as? String == "hybrid" })
    let settings = try #require(first["settings"] as? [String: Any])
    expect(settings["hybrid.prefetch"] is Int)
    expect(settings["hybrid.staleAfter"] is String)
    let metrics = try #require(first["metrics"] as? [String: Any])
    expect(metrics["first_content_p95_ms"] is Double)
    expect((first["intervals"] as? [String: Any])?["first_content_p95_ms"] is Double)
    expect((json["sensitivities"] as? [Any])?.count, is: 2)
    expect((json["experiments"] as? [Any])?.count, is: 3)
    let files = ["tuning.json", "tuning.csv", "report.md"]
    expect(files.allSatisfy { folder.exists("Reports/hybrid-tune/\($0)") })
    // The same command finds all that it needs, and says the same.
    let again = try await tune(
      ["--format", "json", "--decide", "minimise first_content_p95_ms"], in: folder)
    expect(again.output, is: ended.output)
    expect(again.errors.contains("\(simulations) of \(simulations) simulations were there"))
  }

  @Test func anotherGoalTakesTheSameSimulations() async throws {
    let folder = try Folder()
    _ = try await tune(["--decide", "minimise network_down_bytes"], in: folder)
    let ended = try await tune(
      ["--decide", "minimise stale_share", "--decide", "minimise network_down_bytes"],
      in: folder)
    expect(ended.status, is: 0, "\(ended.errors)")
    expect(
      ended.output.contains("in what was asked for, 'minimise\n    stale_share and minimise net"))
    expect(ended.errors.contains("were there already"))
  }

  @Test func whatCannotBeKeptIsSaid() async throws {
    let ended = try await tune(["--decide", "network_requests <= 1"], in: try Folder())
    expect(ended.status, is: 0, "\(ended.errors)")
    expect(ended.output.contains("keeps 'network_requests <= 1'"))
    expect(ended.output.contains("nearest"))
  }

  @Test func aRunBeginsWithTheAnswerToWhatIsWanted() async throws {
    let folder = try Folder()
    let ended = try await Program(
      arguments: ["run"] + Self.small + [
        "--strategies", "on-demand,pre-cache,hybrid", "--decide",
        "minimise first_content_p95_ms", "--decide", "flash_write_bytes_per_day <= 1 GB",
      ], folder: folder
    ).run()
    // So short a run could break what the scenario expects, which is of the whole.
    expect(ended.status, is: 0, "\(ended.errors)")
    // 2.838 and 3.49 ms under the seeds: e^(12.706 · ½ ln 1.23) is 3.72; `hybrid` has 2.836 ms
    // under the first, and 13.03 is rounded outwards.
    let intervals = (first: "3.49 ms (0.93 to 13)", second: "3.49 ms (0.93 to 14)")
    expect(
      ended.output.contains(
        "'pre-cache' (\(intervals.first)) and 'hybrid' (\(intervals.second)) are alike"))
    try expect(
      folder.text("Reports/hybrid/report.md").contains(
        "## Answer\n\n- `pre-cache` (\(intervals.first)) and `hybrid` (\(intervals.second)) "
          + "are alike, the same number, ahead of "))
    try expect(folder.text("Reports/hybrid/run.json").contains("\"answers\""))
  }

  @Test func theStrategyIsAParameterToo() async throws {
    let folder = try Folder()
    let one = try await Program(
      arguments: ["tune"] + Self.small + ["--vary", "strategy=on-demand,pre-cache"],
      folder: folder
    ).run()
    expect(one.status, is: 0, "\(one.errors)")
    expect(
      one.output.contains("'pre-cache' (3.49 ms (0.93 to 13)") && !one.output.contains("'hybrid"))
    let twice = try await Program(
      arguments: ["tune"] + Self.small + [
        "--vary", "strategy=on-demand", "--strategies", "hybrid",
      ], folder: folder
    ).run()
    expect(twice.status == 64 && twice.errors.contains("said twice"))
  }

  /// Defect: of a small grid one was kept after a seed, and called the only strategy.
  @Test func aSmallGridIsComputedWhole() async throws {
    let folder = try Folder()
    let ended = try await Program(
      arguments: ["tune"] + Self.small + [
        "--vary", "strategy=network-only,on-demand,pre-cache", "--decide",
        "network_requests <= 1",
      ], folder: folder
    ).run()
    expect(ended.status, is: 0, "\(ended.errors)")
    expect(!ended.output.contains("is the only strategy"))
    expect(ended.output.contains("3 of them under all"))
    let report = try folder.text("Reports/hybrid-tune/report.md")
    expect(report.contains("the nearest are `on-demand` with 51"))
    expect(
      report.contains("cachesim run hybrid --seeds 1..2 --devices 1 --duration 1d --strategies"))
  }

  @Test func aSweepMarksThePlacesOfItsLines() async throws {
    let folder = try Folder()
    let ended = try await Program(
      arguments: ["sweep"] + Self.small + [
        "--strategies", "hybrid", "--vary", "hybrid.prefetch=0,5,40", "--decide",
        "minimise first_content_p95_ms", "--decide", "minimise network_down_bytes",
      ], folder: folder
    ).run()
    expect(ended.status, is: 0, "\(ended.errors)")
    let lines = try folder.text("Reports/hybrid-sweep/summary.csv").split(separator: "\n")
    expect(lines[0].hasSuffix(",place"))
    expect(lines.dropFirst().contains { $0.hasSuffix(",front") })
    try expect(
      folder.text("Reports/hybrid-sweep/report.md").contains("; the Pareto set: `hybrid ("))
  }
}

extension Program.Ended {
  /// What it wrote to standard error.
  fileprivate var errors: String { notes.joined(separator: "\n") }
}
