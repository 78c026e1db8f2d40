internal import Foundation
internal import SimCore
internal import Testing

/// A run that goes well.
@Suite struct RunTests {
  @Test func aScenarioBecomesATableAndAReportWithCharts() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    let ended = try await Program.run("run", "small.json", in: folder)
    #expect(ended.status == 0)
    #expect(ended.notes == [])
    #expect(ended.output.contains("network-only") && ended.output.contains("on-demand"))
    #expect(ended.output.hasSuffix("begin with Reports/small/report.md\n"))
    let charts = [
      "hit-composition", "latency-cdf", "flash-writes-by-cause", "flash-writes-over-time",
      "latency-against-flash",
    ].flatMap { name in ["csv", "gp", "png", "svg"].map { "\(name).\($0)" } }
    let names = try folder.names(in: "Reports/small")
    #expect(names == (SmallScenario.tables + charts).sorted())
    let listed = try JSON.parse(Array(folder.text("Reports/small/run.json").utf8))["files"]
    #expect(listed?.elements?.compactMap(\.string).sorted() == names)
    #expect(try folder.names() == ["Reports", "small.json"])
    #expect(try folder.names(in: "Reports") == ["small"])
  }

  @Test func aBundledScenarioRunsFromAnEmptyFolder() async throws {
    let folder = try Folder()
    let ended = try await Program.run("run", "menus", "--no-charts", in: folder)
    #expect(ended.status == 0)
    #expect(try folder.names(in: "Reports/menus") == SmallScenario.tables)
  }

  @Test(arguments: ["scenarios/small.json", "SCENARIOS/SMALL.JSON", "./Scenarios/Small.json"])
  func aPathIsFoundInAnyCase(path: String) async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "Scenarios/small.json")
    let ended = try await Program.run("run", path, "--no-charts", in: folder)
    #expect(ended.status == 0)
    #expect(try folder.names(in: "Reports/small") == SmallScenario.tables)
  }

  @Test(arguments: ["Menus", "scenarios/menus.json", "Scenarios/MENUS.JSON"])
  func aBundledNameIsFoundInAnyCase(name: String) async throws {
    let folder = try Folder()
    try folder.write("a trace that is none", to: "x.har")
    let ended = try await Program.run("run", name, "--trace", "x.har", in: folder)
    // The trace is wrong: the scenario was found.
    #expect(ended.status == 65)
  }

  @Test func commentsAndAByteOrderMarkAreAccepted() async throws {
    let folder = try Folder()
    let text = "\u{FEFF}// why\n" + SmallScenario.text(more: " /* and */ // so")
    try folder.write(text, to: "small.json")
    let ended = try await Program.run("run", "small.json", "--no-charts", in: folder)
    #expect(ended.status == 0)
    #expect(ended.notes == [])
  }

  @Test func quietPrintsNothing() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    let ended = try await Program.run("run", "small.json", "--no-charts", "--quiet", in: folder)
    #expect(ended.status == 0)
    #expect(ended.notes == [] && ended.output == "")
    #expect(folder.exists("Reports/small/report.md"))
  }

  @Test(arguments: [
    ([], [:], false), (["--color", "never"], [:], false), (["--color", "always"], [:], true),
    ([], ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false),
  ])
  func aPipeCarriesNoEscapeCodesUnlessAsked(
    options: [String], environment: [String: String], isColored: Bool
  ) async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    let ended = try await Program(
      arguments: ["run", "small.json", "--no-charts"] + options, folder: folder,
      environment: environment
    ).run()
    #expect(ended.status == 0)
    #expect(ended.output.contains("\u{1B}") == isColored)
    #expect(!ended.notes.joined().contains("\u{1B}"))
    #expect(!ended.output.contains("\r") && !ended.notes.joined().contains("\r"))
  }

  @Test func theReportTellsACommandThatMakesItAgain() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "my scenarios/it's small.json")
    let ended = try await Program.run(
      "run", "my scenarios/it's small.json", "--no-charts", "--output", "once", in: folder)
    #expect(ended.status == 0)
    let page = try folder.text("once/report.md")
    #expect(page.contains(#"cachesim run 'my scenarios/it'\''s small.json'"#))
  }
}
