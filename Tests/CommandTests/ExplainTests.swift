internal import Foundation
internal import SimCore
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
    #expect(ended.status == 0)
    #expect(ended.notes == [])
    let explanations = ended.output.components(separatedBy: "\n\n")
    #expect(explanations.count == 2)
    for explanation in explanations {
      let lines = explanation.split(separator: "\n")
      #expect(lines[0].hasPrefix("small, archives, 1, seed 3: device 0, screen "))
      #expect(lines.contains { $0.contains("+0.00 ms") && $0.contains(" opens") })
      let last = try #require(lines.last)
      #expect(last.contains("First content after ") || last.contains("Blank to the end"))
      #expect(last.contains(", because "))
    }
    #expect(!ended.output.contains("\u{1B}"))
    #expect(try folder.names() == ["small.json"])
  }

  @Test func withoutAStrategyTheSameViewIsExplainedUnderEach() async throws {
    let ended = try await Program.run(
      "explain", "small.json", "--format", "json", "--varied", "2", "--seed", "7",
      in: Self.folder())
    #expect(ended.status == 0)
    let json = try JSON.parse(Array(ended.output.utf8))
    #expect(json["varied"]?.string == "2")
    let strategies = try #require(json["strategies"]?.elements)
    #expect(strategies.map { $0["strategy"]?.string } == ["archives", "url-cache"])
    let opens = strategies.compactMap { $0["opens"]?.elements?.first }
    #expect(opens.count == 2)
    #expect(opens[0]["screen"]?.compact == opens[1]["screen"]?.compact)
    #expect(opens[0]["opened_at_ms"]?.compact == opens[1]["opened_at_ms"]?.compact)
    for open in opens {
      #expect(open["lines"]?.elements?.isEmpty == false)
      #expect(open["summary"]?.string?.isEmpty == false)
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
    #expect(once.status == 0 && !once.output.isEmpty)
    #expect(once.output == again.output)
  }

  @Test func aComparisonHasATableAndTheOpenWhereTheyPart() async throws {
    let folder = try Self.folder()
    let ended = try await Program.run(
      "compare", "small.json", "archives", "network-only", in: folder)
    #expect(ended.status == 0)
    #expect(ended.output.contains("object_hit_ratio"))
    #expect(ended.output.contains("under 2 of 2 seeds"))
    #expect(ended.output.contains("the first difference is view "))
    #expect(ended.output.contains("\narchives: device 0, screen "))
    #expect(ended.output.contains("\nnetwork-only: device 0, screen "))
    let markdown = try await Program.run(
      "compare", "small.json", "archives", "network-only", "--format", "markdown", in: folder)
    #expect(markdown.output.contains("| metric | archives | network-only | difference | better |"))
    let json = try await Program.run(
      "compare", "small.json", "archives", "network-only", "--format", "json", in: folder)
    let parsed = try JSON.parse(Array(json.output.utf8))
    #expect(parsed["metrics"]?.elements?.isEmpty == false)
    #expect(parsed["first_difference"]?["first"]?["lines"]?.elements?.isEmpty == false)
    #expect(try folder.names() == ["small.json"])
  }

  @Test(arguments: [
    (["--strategy", "archive"], 64, "unknown strategy 'archive' (did you mean 'archives'?)"),
    (["--at", "25:00"], 64, "--at: expected a time such as 09:14"),
    (["--view", "model"], 64, "--view: expected a screen's number"),
    (["--worst", "latencey"], 64, "unknown measure 'latencey' (did you mean 'latency'?)"),
    (["--worst", "latency", "many"], 64, "--worst: expected a measure and a count"),
    (["--view", "1", "--at", "09:14"], 64, "expected one of --view, --at and --worst"),
    (["--varied", "9"], 64, "--varied: '9' is none of the values"),
    (["--count", "3"], 64, "--count: expected with --view"),
    (["--seed", "-1"], 64, "seed"),
    (["--at", "1d 03:00"], 65, "error: no screen is open at day 1 03:00:00.000; the nearest is"),
    (["--view", "999999"], 65, "error: screen 999999 is never opened"),
    (["--device", "9"], 65, "error: no screen is opened on device 9"),
  ])
  func whatCannotBeExplainedIsReported(options: [String], status: Int32, words: String) async throws
  {
    let ended = try await Program(
      arguments: ["explain", "small.json"] + options, folder: Self.folder()
    ).run()
    #expect(ended.status == status)
    #expect(ended.output == "")
    #expect(ended.notes.first?.contains(words) == true, "\(ended.notes)")
  }

  @Test(arguments: [
    (["archives", "archives"], 64, "expected two strategies, found 'archives' twice"),
    (["archives", "urlcache"], 64, "unknown strategy 'urlcache' (did you mean 'url-cache'?)"),
    (["archives"], 64, "Missing expected argument"),
  ])
  func whatCannotBeComparedIsSaid(
    strategies: [String], status: Int32, words: String
  ) async throws {
    let ended = try await Program(
      arguments: ["compare", "small.json"] + strategies, folder: Self.folder()
    ).run()
    #expect(ended.status == status)
    #expect(ended.output == "")
    #expect(ended.notes.first?.contains(words) == true, "\(ended.notes)")
  }

  @Test func aMissingTraceIsReported() async throws {
    let ended = try await Program.run(
      "explain", "access-log", "--trace", "no.log", in: try Folder())
    #expect(ended.status == 66)
    #expect(ended.notes.first?.contains("no.log") == true)
  }
}
