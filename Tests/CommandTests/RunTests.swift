internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// A run that goes well.
@Suite struct RunTests {
  @Test func aScenarioBecomesATableAndAReportWithCharts() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    let ended = try await Program.run("run", "small.json", in: folder)
    expect(ended.status, is: 0)
    expect(ended.notes, is: [])
    expect(ended.output.contains("network-only") && ended.output.contains("on-demand"))
    expect(ended.output.contains("\n\nThe report is in Reports/small: begin with "))
    // Nothing comes from a cache in two days with five friends.
    let answer = try #require(ended.output.split(separator: "\n").last)
    expect(answer.hasPrefix("Caching gains nothing in what was asked for, "))
    expect(answer.contains("'on-demand' (127 ms), the only one that can be taken, is no better"))
    let names = try folder.names(in: "Reports/small")
    let charts = names.filter { $0.hasSuffix(".gp") }.map { String($0.dropLast(3)) }
    for standard in ["hit-composition", "latency-cdf", "latency-against-flash"] {
      expect(charts.contains(standard))
    }
    let page = try folder.text("Reports/small/report.md")
    expect(page.contains("`hits-over-time` (no screen was shown from a cache)"))
    expect(charts.count <= 8)
    let files = charts.flatMap { name in ["csv", "gp", "png", "svg"].map { "\(name).\($0)" } }
    expect(names, is: (SmallScenario.tables + files).sorted())
    let listed = try JSON.parse(Array(folder.text("Reports/small/run.json").utf8))["files"]
    expect(listed?.elements?.compactMap(\.string).sorted(), is: names)
    try expect(folder.names(), is: ["Reports", "small.json"])
    try expect(folder.names(in: "Reports"), is: ["small"])
  }

  @Test(arguments: [
    "access-log", "Access-Log", "scenarios/access-log.json", "Scenarios/ACCESS-LOG.JSON",
  ])
  func aBundledScenarioRunsFromAnyFolder(name: String) async throws {
    let folder = try Folder()
    try folder.write(
      """
      10.0.0.1 - - [20/May/2015:12:05:17 +0000] "GET /a HTTP/1.1" 200 5000 "-" "A browser"
      10.0.0.1 - - [20/May/2015:12:09:17 +0000] "GET /a HTTP/1.1" 200 5000 "-" "A browser"

      """, to: "two.log")
    let ended = try await Program.run(
      "run", name, "--trace", "two.log", "--no-charts", in: folder)
    expect(ended.status, is: 0)
    try expect(folder.names(in: "Reports/access-log"), is: SmallScenario.tables)
  }

  @Test(arguments: ["scenarios/small.json", "SCENARIOS/SMALL.JSON", "./Scenarios/Small.json"])
  func aPathIsFoundInAnyCase(path: String) async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "Scenarios/small.json")
    let ended = try await Program.run("run", path, "--no-charts", in: folder)
    expect(ended.status, is: 0)
    try expect(folder.names(in: "Reports/small"), is: SmallScenario.tables)
  }

  @Test func commentsAndAByteOrderMarkAreAccepted() async throws {
    let folder = try Folder()
    let text = "\u{FEFF}// why\n" + SmallScenario.text(more: " /* and */ // so")
    try folder.write(text, to: "small.json")
    let ended = try await Program.run("run", "small.json", "--no-charts", in: folder)
    expect(ended.status, is: 0)
    expect(ended.notes, is: [])
  }

  @Test func quietPrintsNothing() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    let ended = try await Program.run("run", "small.json", "--no-charts", "--quiet", in: folder)
    expect(ended.status, is: 0)
    expect(ended.notes == [] && ended.output == "")
    expect(folder.exists("Reports/small/report.md"))
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
    expect(ended.status, is: 0)
    expect(ended.output.contains("\u{1B}"), is: isColored)
    expect(!ended.notes.joined().contains("\u{1B}"))
    expect(!ended.output.contains("\r") && !ended.notes.joined().contains("\r"))
  }

  @Test func theReportHasACommandThatRepeatsIt() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "my scenarios/it's small.json")
    let ended = try await Program.run(
      "run", "my scenarios/it's small.json", "--no-charts", "--output", "once", in: folder)
    expect(ended.status, is: 0)
    let page = try folder.text("once/report.md")
    // From the folder where it was run.
    expect(page.contains(#"cachesim run 'my scenarios/it'\''s small.json'"#))
  }

  @Test func aRunInWhichNobodyOpensAnythingSaysSo() async throws {
    let folder = try Folder()
    let text = SmallScenario.text().replacing(
      #""sessionsPerDay": 3"#, with: #""sessionsPerDay": 0.0001"#)
    try folder.write(text, to: "s.json")
    let ended = try await Program.run("run", "s.json", "--no-charts", "--output", "out", in: folder)
    expect(ended.status, is: 0, "\(ended.notes)")
    let words = "No screen was opened in this run"
    expect(ended.notes.contains { $0.hasPrefix("warning: \(words)") }, "\(ended.notes)")
    try expect(folder.text("out/report.md").contains(words))
    try expect(folder.text("out/report.html").contains(words))
    let quiet = try await Program.run(
      "run", "s.json", "--no-charts", "--quiet", "--output", "out", in: folder)
    expect(quiet.notes.isEmpty)
  }
}

/// The same question has the same bytes as an answer, whoever asks and how.
@Suite struct DeterminismTests {
  private static let three =
    #"[{"name": "network-only"}, {"name": "on-demand"}, {"name": "url-cache"}]"#

  @Test func neitherProcessesNorJobsChangeAByte() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(seeds: "[1, 7]", strategies: Self.three), to: "s.json")
    var reports: [[String: Data]] = []
    for jobs in ["1", "2", "2"] {
      let ended = try await Program.run("run", "s.json", "--jobs", jobs, "--quiet", in: folder)
      expect(ended.status, is: 0)
      reports.append(try folder.files(in: "Reports/s"))
      try FileManager.default.removeItem(at: folder.url("Reports"))
    }
    expect(reports[0].count >= SmallScenario.tables.count + 12)
    for report in reports.dropFirst() {
      for (name, bytes) in reports[0] { expect(report[name], is: bytes, "\(name)") }
      expect(report.count, is: reports[0].count)
    }
  }

  @Test func oneMoreStrategyLeavesTheOthersAlone() async throws {
    let folder = try Folder()
    let four = Self.three.replacing("[{", with: #"[{"name": "pre-cache"}, {"#, maxReplacements: 1)
    try folder.write(SmallScenario.text(seeds: "[1, 7]", strategies: Self.three), to: "a/s.json")
    try folder.write(SmallScenario.text(seeds: "[1, 7]", strategies: four), to: "b/s.json")
    for name in ["a", "b"] {
      let ended = try await Program.run(
        "run", "\(name)/s.json", "--output", "out-\(name)", "--no-charts", in: folder)
      expect(ended.status, is: 0)
    }
    for file in ["metrics.csv", "summary.csv"] {
      let few = try folder.text("out-a/\(file)").split(separator: "\n")
      let more = try folder.text("out-b/\(file)").split(separator: "\n")
      expect(few, is: more.filter { !$0.contains("pre-cache") }, "\(file)")
      expect(more.count > few.count, "\(file)")
    }
  }
}
