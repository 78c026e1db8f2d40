internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// Options that replace parts of a scenario, and the formats of a run.
@Suite struct RunOptionTests {
  private static func folder() throws -> Folder {
    let folder = try Folder()
    let strategies = """
      [{"name": "network-only"}, {"name": "on-demand", "label": "kept, 1 h",
        "settings": {"staleAfter": "1h"}}, {"name": "url-cache"}]
      """
    let more = """

        "expect": {"url-cache": {"blank_ratio": "<= 100 %"},
          "network-only": {"blank_ratio": "<= 100 %"}},
        "relations": ["url-cache.flash_write_bytes >= network-only.flash_write_bytes"],
      """
    try folder.write(
      SmallScenario.text(duration: "1d", strategies: strategies, more: more), to: "small.json")
    return folder
  }

  /// What an answer hangs on is tried beside the run, and moves no number of it.
  @Test func noNumberDependsOnWhatIsTried() async throws {
    let folder = try Self.folder()
    for effort in ["off", "quick"] {
      let ended = try await Program(
        arguments: [
          "run", "small.json", "--no-charts", "--seeds", "1..2", "--output", effort,
          "--robustness", effort,
        ], folder: folder
      ).run()
      expect(ended.status, is: 0, "\(ended.notes)")
    }
    for file in SmallScenario.tables where file.hasSuffix(".csv") {
      try expect(folder.text("off/\(file)"), is: folder.text("quick/\(file)"), "\(file)")
    }
    let runs = try ["off", "quick"].map {
      try JSON.parse(Array(folder.text("\($0)/run.json").utf8))
    }
    for name in ["rows", "expectations", "seeds", "simulated", "metrics"] {
      expect(runs[0][name], is: runs[1][name], "\(name)")
    }
    expect(runs[0]["robustness"]?.elements?.isEmpty, is: true)
    expect(runs[1]["robustness"]?.elements?.count, is: 1)
    expect(runs[0]["command"]?.string?.hasSuffix("--robustness off"), is: true)
  }

  @Test func theReportSaysTheCommandThatReproducesIt() async throws {
    let folder = try Self.folder()
    let options = [
      "--set", "kept, 1 h.staleAfter=5m", "--set", "workload.friends=4", "--seeds", "1..3",
      "--devices", "2", "--duration", "12h", "--strategies", "url-cache,kept, 1 h,dictionary",
    ]
    let ended = try await Program(
      arguments: ["run", "small.json", "--no-charts", "--output", "a"] + options, folder: folder
    ).run()
    expect(ended.status, is: 0, "\(ended.notes)")
    let json = try JSON.parse(Array(folder.text("a/run.json").utf8))
    expect(
      json["command"]?.string,
      is: "cachesim run small.json --seeds 1..3 --devices 2 --duration 12h "
        + "--strategies 'url-cache,kept, 1 h,dictionary' --set 'kept, 1 h.staleAfter=5m' "
        + "--set 'workload.friends=4'")
    try expect(folder.text("a/report.md").contains("--set 'workload.friends=4'"))
    let rows = json["rows"]?.elements ?? []
    expect(rows.map { $0["strategy"]?.string }, is: ["url-cache", "kept, 1 h", "dictionary"])
    expect(rows[1]["settings"]?["staleAfter"]?.string, is: "5m")
    expect(json["seeds"]?.elements?.compactMap(\.integer), is: [1, 2, 3])
    expect(json["simulated"]?.elements?.first?.string, is: "2 devices for 12 h under 3 seeds")
    // The expectation of the strategy that is left out is dropped, the other one kept.
    expect(json["expectations"]?.elements?.count, is: 1)
    let again = try await Program(
      arguments: ["run", "small.json", "--no-charts", "--output", "b"] + options, folder: folder
    ).run()
    expect(again.status, is: 0)
    try expect(folder.text("a/run.json"), is: folder.text("b/run.json"))
  }

  /// As 'live --beside' understands it, for a run, a sweep and a comparison.
  @Test func aStrategyIsNamedWithItsProfile() async throws {
    let folder = try Self.folder()
    let names = "url-cache:okhttp,url-cache:profile=chromium:partitioned=true,network-only"
    let ended = try await Program.run(
      "run", "small.json", "--no-charts", "--output", "a", "--strategies", names, in: folder)
    expect(ended.status, is: 0, "\(ended.notes)")
    let json = try JSON.parse(Array(folder.text("a/run.json").utf8))
    let rows = json["rows"]?.elements ?? []
    expect(
      rows.compactMap { $0["strategy"]?.string }, is: names.split(separator: ",").map(String.init))
    expect(
      rows.map { $0["settings"]?["profile"]?.string }, is: ["okhttp", "chromium", nil])
    expect(rows[1]["settings"]?["partitioned"], is: true)
    let explained = try await Program.run(
      "compare", "small.json", "url-cache:okhttp", "network-only", in: folder)
    expect(explained.status == 0 && explained.output.contains("url-cache:okhttp"))
  }

  @Test(arguments: ["csv", "json", "markdown"])
  func standardOutputHasJustTheFormat(format: String) async throws {
    let folder = try Self.folder()
    let ended = try await Program.run(
      "run", "small.json", "--no-charts", "--format", format, in: folder)
    expect(ended.status, is: 0)
    switch format {
    case "csv": expect(ended.output, is: try folder.text("Reports/small/summary.csv"))
    case "json":
      let json = try JSON.parse(Array(ended.output.utf8))
      expect(json["rows"]?.elements?.count, is: 3)
    default: expect(ended.output, is: try folder.text("Reports/small/report.md"))
    }
    expect(
      ended.notes,
      is: ["note: the report is in Reports/small: begin with Reports/small/report.html"])
  }

  @Test func aTableIsAsWideAsItsPlace() async throws {
    let folder = try Self.folder()
    func table(_ columns: String?) async throws -> [Substring] {
      let ended = try await Program(
        arguments: ["run", "small.json", "--no-charts"], folder: folder,
        environment: ["COLUMNS": columns]
      ).run()
      return ended.output.split(separator: "\n")
    }
    let whole = try await table(nil)
    expect(whole.contains { $0.hasPrefix("strategy") && $0.contains("memory") })
    expect(!whole.contains { $0.contains("too narrow") })
    let narrow = try await table("70")
    let rows = narrow.drop { !$0.hasPrefix("strategy") }.prefix(4)
    expect(rows.count == 4 && rows.allSatisfy { $0.count <= 70 })
    let told = try #require(narrow.first { $0.contains("the terminal is too narrow") })
    expect(told.contains(" more in summary.csv, as ") && told.hasSuffix(", memory"))
  }

  /// Defect: a sweep's table was cut at 120 columns in a pipe, without a word, whatever COLUMNS
  /// was.
  @Test func theTableOfASweepIsAsWideAsItsPlaceToo() async throws {
    let folder = try Self.folder()
    func table(_ columns: String?) async throws -> [Substring] {
      let ended = try await Program(
        arguments: ["sweep", "small.json", "--vary", "devices=1,2", "--no-charts"], folder: folder,
        environment: ["COLUMNS": columns]
      ).run()
      return ended.output.split(separator: "\n")
    }
    let whole = try await table(nil)
    expect(whole[0].hasSuffix("memory") && !whole.contains { $0.contains("too narrow") })
    let narrow = try await table("70")
    let rows = narrow.prefix { !$0.contains("too narrow") }
    expect(rows.count == 7 && rows.allSatisfy { $0.count <= 70 })
    expect(narrow.dropFirst(rows.count).first?.hasSuffix(", memory"), is: true)
  }

  /// Defect: the head of a report named the schedule's network, and not those that were tried.
  @Test func theHeadNamesTheNetworksThatWereTried() async throws {
    let folder = try Self.folder()
    let ended = try await Program.run(
      "run", "small.json", "--networks", "slow-4g,edge", "--no-charts", in: folder)
    expect(ended.output.contains("network schedule commuter (wifi, slow-4g, edge);"))
    let devices = try await Program.run(
      "run", "small.json", "--set", "vary={\"path\": \"devices\", \"values\": [1, 2]}",
      "--no-charts", in: folder)
    expect(devices.output.contains("1 device for 1 day or 2 devices for 1 day under 1 seed"))
  }

  /// Defect: `tune -q --format json` printed nothing. A format that is asked for is the result.
  @Test(arguments: [
    ["run", "small.json", "--no-charts"],
    ["sweep", "small.json", "--vary", "devices=1,2", "--no-charts"],
    ["tune", "small.json", "--vary", "kept, 1 h.staleAfter=1m..4m", "--no-charts"],
    ["advise", "small.json", "--no-charts"], ["sensitivity", "small.json"],
    ["compare", "small.json", "network-only", "url-cache"], ["explain", "small.json"],
    ["replay", "t.csv", "--capacity", "9B"], ["mrc", "t.csv"], ["trace", "stats", "t.csv"],
  ])
  func quietKeepsTheFormatThatIsAskedFor(_ command: [String]) async throws {
    let folder = try Self.folder()
    try folder.write("time,id,size\n1,a,9\n2,a,9\n", to: "t.csv")
    let ended = try await Program(
      arguments: command + ["--quiet", "--output-format", "json"], folder: folder
    ).run()
    expect(ended.status == 0 && ended.notes == [], "\(ended.notes)")
    #expect(throws: Never.self) { try JSON.parse(Array(ended.output.utf8)) }
  }

  /// Defect: "1 device for 1 days". What is one is no more than that, in all that is told of one.
  @Test func nounsAgreeWithTheirNumbers() async throws {
    let folder = try Self.folder()
    try folder.write("time,id,size\n1,a,9\nx\n", to: "t.csv")
    try folder.write(
      #"{"event": "publish", "resource": "a", "size": "1 kB"}"# + "\n"
        + #"{"event": "open", "resource": "a", "for": "5s"}"# + "\n", to: "day.jsonl")
    for command in [
      ["run", "small.json", "--no-charts"], ["run", "day.jsonl", "--no-charts"],
      ["run", "small.json", "--set", "warmUp=12h", "--no-charts"],
      ["sweep", "small.json", "--vary", "devices=1", "--no-charts", "-v"],
      ["tune", "small.json", "--vary", "kept, 1 h.staleAfter=1m..2m", "--no-charts", "-v"],
      ["advise", "small.json", "--no-charts"],
      ["compare", "small.json", "network-only", "url-cache"],
      ["explain", "small.json", "--worst", "latency", "1"], ["story", "check", "day.jsonl"],
      ["trace", "stats", "t.csv", "--skip-malformed", "1"],
      ["replay", "t.csv", "--capacity", "9B", "--skip-malformed", "1"],
      ["trace", "sample", "t.csv", "--rate", "1", "--skip-malformed", "1"],
      ["mrc", "t.csv", "--skip-malformed", "1"],
    ] {
      let ended = try await Program(arguments: command, folder: folder).run()
      let told = ([ended.output] + ended.notes).joined(separator: "\n")
      for match in told.matches(of: /(?:^|[^\d.,±–-])1 ([a-z]{3,}s)\b/) {
        expect(["was", "has", "less"].contains(match.output.1), "\(command): \(match.output.0)")
      }
    }
    let run = try await Program.run(
      "run", "day.jsonl", "--seeds", "1", "--no-charts", in: folder)
    expect(run.output.contains("1 open for each strategy"))
  }

  @Test func seedsAloneMakeASweep() async throws {
    let folder = try Self.folder()
    let ended = try await Program.run(
      "sweep", "small.json", "--seeds", "1..3", "--no-charts", "--format", "csv", in: folder)
    expect(ended.status, is: 0, "\(ended.notes)")
    try expect(CSVText.rows(of: ended.output).count, is: 4)
    let none = try await Program.run("sweep", "small.json", in: folder)
    expect(none.status, is: 64)
    expect(none.notes.contains { $0.contains("--vary KEY=VALUES or --seeds") })
  }

  @Test(arguments: [
    ["advise", "small.json", "--set", "workload.friends=3", "--seeds", "1,2", "--no-charts"],
    ["compare", "small.json", "network-only", "url-cache", "--devices", "1", "--seeds", "4"],
    ["explain", "small.json", "--duration", "23h", "--strategies", "url-cache"],
    ["sweep", "small.json", "--vary", "devices=1,2", "--set", "workload.friends=3", "--no-charts"],
  ])
  func otherCommandsTakeTheSameOptions(arguments: [String]) async throws {
    let ended = try await Program(arguments: arguments, folder: try Self.folder()).run()
    expect(ended.status, is: 0, "\(ended.notes)")
    expect(ended.output.utf8.count > 100)
  }
}
