internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// `cachesim explain`: explanations as text and as JSON, and the errors where there are none.
@Suite struct ExplainTests {
  private static func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(
      SmallScenario.text(
        seeds: "[3, 7]",
        strategies: #"[{"name": "on-demand", "label": "archives"}, {"name": "url-cache"}]"#,
        more: #" "vary": {"path": "devices", "values": [1, 2]},"#), to: "small.json")
    return folder
  }

  @Test func anExplanationHasLinesAndASummary() async throws {
    let folder = try Self.folder()
    let ended = try await Program.run(
      "explain", "small.json", "--strategy", "archives", "--worst", "latency", "2", in: folder)
    expect(ended.status, is: 0)
    expect(ended.notes, is: [])
    let explanations = ended.output.components(separatedBy: "\n\n")
    expect(explanations.count, is: 2)
    for explanation in explanations {
      let lines = explanation.split(separator: "\n")
      expect(lines[0].hasPrefix("small, archives, 1, seed 3: device 0, screen "))
      expect(lines.contains { $0.contains("+0.00 ms") && $0.contains(" opens") })
      let last = try #require(lines.last)
      expect(last.contains("First content after ") || last.contains("Blank to the end"))
      expect(last.contains(", because "))
    }
    expect(!ended.output.contains("\u{1B}"))
    try expect(folder.names(), is: ["small.json"])
  }

  @Test func withoutAStrategyTheSameViewIsExplainedUnderEach() async throws {
    let ended = try await Program.run(
      "explain", "small.json", "--format", "json", "--varied", "2", "--seed", "7",
      in: Self.folder())
    expect(ended.status, is: 0)
    let json = try JSON.parse(Array(ended.output.utf8))
    expect(json["varied"]?.string, is: "2")
    let strategies = try #require(json["strategies"]?.elements)
    expect(strategies.map { $0["strategy"]?.string }, is: ["archives", "url-cache"])
    let opens = strategies.compactMap { $0["opens"]?.elements?.first }
    expect(opens.count, is: 2)
    expect(opens[0]["screen"]?.compact, is: opens[1]["screen"]?.compact)
    expect(opens[0]["opened_at_ms"]?.compact, is: opens[1]["opened_at_ms"]?.compact)
    for open in opens {
      expect(open["lines"]?.elements?.isEmpty, is: false)
      expect(open["summary"]?.string?.isEmpty, is: false)
    }
  }

  @Test(arguments: ["explain", "compare"])
  func twoProcessesTellTheSame(verb: String) async throws {
    let folder = try Self.folder()
    let arguments =
      verb == "compare"
      ? ["compare", "small.json", "archives", "url-cache"]
      : ["explain", "small.json", "--worst", "staleness", "3", "--parts"]
    let once = try await Program(arguments: arguments, folder: folder).run()
    let again = try await Program(arguments: arguments, folder: folder).run()
    expect(once.status == 0 && !once.output.isEmpty)
    expect(once.output, is: again.output)
  }

  /// The same day of the same device, a process for each strategy.
  @Test func aDayAsTraceEventsIsTheOneThatARunWrites() async throws {
    let folder = try Self.folder()
    let ended = try await Program.run("explain", "small.json", "--format", "perfetto", in: folder)
    expect(ended.status, is: 0, "\(ended.notes)")
    let events = try #require(try JSON.parse(Array(ended.output.utf8))["traceEvents"]?.elements)
    let processes = events.filter { $0["name"]?.string == "process_name" }
    expect(
      processes.map { $0["args"]?["name"]?.string },
      is: ["archives, device 0", "url-cache, device 0"])
    expect(events.contains { $0["ph"]?.string == "X" })
    let run = try await Program.run(
      "run", "small.json", "--trace-events", "day.json", "--no-charts", "--robustness", "off",
      "--quiet", in: folder)
    expect(run.status, is: 0, "\(run.notes)")
    try expect(folder.text("day.json"), is: ended.output)
  }

  @Test func aHARIsACaptureThatCanBeRunAndChecked() async throws {
    let folder = try Self.folder()
    let several = try await Program.run("explain", "small.json", "--format", "har", in: folder)
    expect(several.status, is: 64)
    expect(several.notes.first?.contains("expected one strategy"), is: true)
    let ended = try await Program.run(
      "explain", "small.json", "--strategy", "url-cache", "--format", "har", "--span", "device",
      in: folder)
    expect(ended.status, is: 0, "\(ended.notes)")
    try folder.write(ended.output, to: "device.har")
    let checked = try await Program.run(
      "http-check", "capture", "device.har", "--format", "json", in: folder)
    expect(checked.status, is: 0, "\(checked.notes)")
    let count = try JSON.parse(Array(ended.output.utf8))["log"]?["entries"]?.elements?.count
    try expect(
      JSON.parse(Array(checked.output.utf8))["entries"]?.integer, is: count.map(Int64.init))
    let run = try await Program.run(
      "run", "capture", "--trace", "device.har", "--seeds", "1", "--no-charts", "--robustness",
      "off", "--quiet", in: folder)
    expect(run.status, is: 0, "\(run.notes)")
  }

  @Test(arguments: [["--parts"], ["--output", "page"]])
  func aFileForOtherToolsIsNoPage(options: [String]) async throws {
    let ended = try await Program(
      arguments: ["explain", "small.json", "--format", "perfetto"] + options,
      folder: try Self.folder()
    ).run()
    expect(ended.status, is: 64)
    expect(ended.notes.first?.contains("not with --format perfetto"), is: true)
  }

  @Test func aComparisonHasATableAndTheOpenWhereTheyPart() async throws {
    let folder = try Self.folder()
    let ended = try await Program.run(
      "compare", "small.json", "archives", "network-only", in: folder)
    expect(ended.status, is: 0)
    expect(ended.output.contains("object_hit_ratio"))
    expect(ended.output.contains("under 2 of 2 seeds"))
    expect(ended.output.contains("the first difference is view "))
    expect(ended.output.contains("\narchives: device 0, screen "))
    expect(ended.output.contains("\nnetwork-only: device 0, screen "))
    let markdown = try await Program.run(
      "compare", "small.json", "archives", "network-only", "--format", "markdown", in: folder)
    expect(markdown.output.contains("| metric | archives | network-only | difference | better |"))
    let json = try await Program.run(
      "compare", "small.json", "archives", "network-only", "--format", "json", in: folder)
    let parsed = try JSON.parse(Array(json.output.utf8))
    expect(parsed["metrics"]?.elements?.isEmpty, is: false)
    expect(parsed["first_difference"]?["first"]?["lines"]?.elements?.isEmpty, is: false)
    try expect(folder.names(), is: ["small.json"])
  }
}

/// The examples of Docs/Explain.md are what the program really prints.
@Suite struct ExplainPageTests {
  private static let page = Result {
    try String(contentsOf: Checkout.root.appending(path: "Docs/Explain.md"), encoding: .utf8)
  }

  /// The texts of the page's blocks of a kind.
  private static func blocks(_ kind: String) throws -> [String] {
    try page.get().components(separatedBy: "\n```\(kind)\n").dropFirst().map {
      $0.components(separatedBy: "\n```\n")[0] + "\n"
    }
  }

  @Test func theExamplesAreTheProgramsOwn() async throws {
    let folder = try Folder()
    try folder.write(try #require(try Self.blocks("json").first), to: "crash.json")
    let examples = try Self.blocks("console")
    expect(examples.count, is: 2)
    for example in examples {
      let lines = example.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let words = lines[0].split(separator: " ").map(String.init)
      expect(words.prefix(2), is: ["$", "cachesim"])
      let ended = try await Program(arguments: Array(words.dropFirst(2)), folder: folder).run()
      expect(ended.status, is: 0)
      expect(ended.output, is: String(lines[1]))
    }
  }
}
