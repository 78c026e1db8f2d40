internal import Foundation
internal import SimCore
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

  @Test func theReportSaysTheCommandThatReproducesIt() async throws {
    let folder = try Self.folder()
    let options = [
      "--set", "kept, 1 h.staleAfter=5m", "--set", "workload.friends=4", "--seeds", "1..3",
      "--devices", "2", "--duration", "12h", "--strategies", "url-cache,kept, 1 h,dictionary",
    ]
    let ended = try await Program(
      arguments: ["run", "small.json", "--no-charts", "--output", "a"] + options, folder: folder
    ).run()
    #expect(ended.status == 0, "\(ended.notes)")
    let json = try JSON.parse(Array(folder.text("a/run.json").utf8))
    #expect(
      json["command"]?.string
        == "cachesim run small.json --seeds 1..3 --devices 2 --duration 12h "
        + "--strategies 'url-cache,kept, 1 h,dictionary' --set 'kept, 1 h.staleAfter=5m' "
        + "--set 'workload.friends=4'")
    #expect(try folder.text("a/report.md").contains("--set 'workload.friends=4'"))
    let rows = json["rows"]?.elements ?? []
    #expect(rows.map { $0["strategy"]?.string } == ["url-cache", "kept, 1 h", "dictionary"])
    #expect(rows[1]["settings"]?["staleAfter"]?.string == "5m")
    #expect(json["seeds"]?.elements?.compactMap(\.integer) == [1, 2, 3])
    #expect(json["simulated"]?.elements?.first?.string == "2 devices for 12 h under 3 seeds")
    // The expectation of the strategy that is left out is dropped, the other one kept.
    #expect(json["expectations"]?.elements?.count == 1)
    let again = try await Program(
      arguments: ["run", "small.json", "--no-charts", "--output", "b"] + options, folder: folder
    ).run()
    #expect(again.status == 0)
    #expect(try folder.text("a/run.json") == folder.text("b/run.json"))
  }

  @Test func formerNamesOfSettingsAreUnderstood() async throws {
    let folder = try Self.folder()
    let ended = try await Program.run(
      "run", "small.json", "--no-charts", "--set", "workload.popularity=0.9", "--strategies",
      "network-only", "--format", "json", in: folder)
    #expect(ended.status == 0)
    #expect(ended.notes.contains { $0.contains("'workload.zipfExponent'") })
  }

  @Test(arguments: [
    (["--set", "workload.freinds=4"], "did you mean 'friends'"),
    (["--set", "workload.friends=many"], "--set workload.friends=many: expected"),
    (["--set", "wrkload.friends=4"], "--set wrkload.friends=4: there is no such setting"),
    (["--set", "friends"], "--set: expected PATH=VALUE, found 'friends'"),
    (["--set", "friends=4"], "did you mean 'workload.friends'"),
    (["--seeds", "1..0"], "--seeds: "), (["--seeds", "1,x"], "--seeds: "),
    (["--seeds", "1,1"], "--seeds: "), (["--devices", "0"], "--devices: expected 1 to 1000000"),
    (["--duration", "soon"], "--duration: "),
    (["--strategies", "on-demnd"], "did you mean 'on-demand'"),
    (["--strategies", "url-cache,"], "--strategies: expected a strategy between commas"),
  ])
  func aWrongOptionIsReportedWithItsFlag(options: [String], words: String) async throws {
    let folder = try Self.folder()
    let ended = try await Program(arguments: ["run", "small.json"] + options, folder: folder).run()
    #expect(ended.status == 64, "\(ended.notes)")
    #expect(ended.notes.contains { $0.contains(words) }, "\(ended.notes)")
    #expect(try folder.names() == ["small.json"])
  }

  @Test(arguments: ["csv", "json", "markdown"])
  func standardOutputHasJustTheFormat(format: String) async throws {
    let folder = try Self.folder()
    let ended = try await Program.run(
      "run", "small.json", "--no-charts", "--format", format, in: folder)
    #expect(ended.status == 0)
    switch format {
    case "csv": #expect(ended.output == (try folder.text("Reports/small/summary.csv")))
    case "json":
      let json = try JSON.parse(Array(ended.output.utf8))
      #expect(json["rows"]?.elements?.count == 3)
    default: #expect(ended.output == (try folder.text("Reports/small/report.md")))
    }
    #expect(
      ended.notes == ["note: the report is in Reports/small: begin with Reports/small/report.html"])
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
    #expect(whole.contains { $0.hasPrefix("strategy") && $0.contains("memory") })
    #expect(!whole.contains { $0.contains("too narrow") })
    let narrow = try await table("70")
    let rows = narrow.drop { !$0.hasPrefix("strategy") }.prefix(4)
    #expect(rows.count == 4 && rows.allSatisfy { $0.count <= 70 })
    #expect(narrow.contains { $0.contains("more in summary.csv: the terminal is too narrow") })
  }

  @Test func seedsAloneMakeASweep() async throws {
    let folder = try Self.folder()
    let ended = try await Program.run(
      "sweep", "small.json", "--seeds", "1..3", "--no-charts", "--format", "csv", in: folder)
    #expect(ended.status == 0, "\(ended.notes)")
    #expect(try CSVText.rows(of: ended.output).count == 4)
    let none = try await Program.run("sweep", "small.json", in: folder)
    #expect(none.status == 64)
    #expect(none.notes.contains { $0.contains("--vary KEY=VALUES or --seeds") })
  }

  @Test(arguments: [
    ["advise", "small.json", "--set", "workload.friends=3", "--seeds", "1,2"],
    ["compare", "small.json", "network-only", "url-cache", "--devices", "1", "--seeds", "4"],
    ["explain", "small.json", "--duration", "23h", "--strategies", "url-cache"],
    ["sweep", "small.json", "--vary", "devices=1,2", "--set", "workload.friends=3", "--no-charts"],
  ])
  func otherCommandsTakeTheSameOptions(arguments: [String]) async throws {
    let ended = try await Program(arguments: arguments, folder: try Self.folder()).run()
    #expect(ended.status == 0, "\(ended.notes)")
    #expect(ended.output.utf8.count > 100)
  }
}
