internal import Experiments
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// Baselines through the program.
@Suite struct BaselineTests {
  /// A folder with a scenario `s.json`, its baseline, and a run of a stricter scenario beside it.
  private static func folder() async throws -> Folder {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "s.json")
    let saved = try await Program.run("baseline", "save", "s.json", in: folder)
    expect(saved.status, is: 0)
    expect(saved.output, is: "The baseline of s is Baselines/s.json\n")
    expect(saved.notes, is: [])
    return folder
  }

  @Test func aFreshRunIsHeldAgainstAStoredOne() async throws {
    let folder = try await Self.folder()
    let same = try await Program.run(
      "baseline", "compare", "Baselines/s.json", "s.json", "--exact", in: folder)
    expect(same.status == 0 && same.notes == [])
    expect(same.output.hasPrefix("Baseline of s: nothing moved, "))
    let run = try await Program.run(
      "run", "s.json", "--no-charts", "--baseline", "Baselines/s.json", in: folder)
    expect(run.status, is: 0)
    expect(run.output.contains("\nBaseline of s: nothing moved, "))
    // A report is a baseline as well, and so is its folder.
    let folders = try await Program.run(
      "baseline", "compare", "Reports/s", "Baselines/s.json", "--exact", in: folder)
    expect(folders.status, is: 0)
  }

  /// The stored numbers are changed, and the run stands still.
  @Test(arguments: [
    ("flash_write_ops", "worse", 2), ("object_hit_ratio", "better", 0),
    ("virtual_days", "neither", 0),
  ])
  func theStatusSaysWhetherANumberGotWorse(
    metric: String, verdict: String, status: Int32
  ) async throws {
    let folder = try await Self.folder(metric, was: 0)
    let ended = try await Program.run(
      "run", "s.json", "--no-charts", "--baseline", "old.json", in: folder)
    expect(ended.status, is: status)
    expect(ended.output.contains(" numbers moved: 1 \(verdict)\n"))
    expect(ended.notes.count, is: status == 0 ? 0 : 1)
    expect(folder.exists("Reports/s/report.md"))
    let exact = try await Program.run(
      "baseline", "compare", "old.json", "s.json", "--exact", "--format", "json", in: folder)
    expect(exact.status, is: 2)
    let json = try JSON.parse(Array(exact.output.utf8))
    expect(json["moves"]?.elements?.map { $0["verdict"]?.string }, is: [verdict])
  }

  /// The same, and a stored run `old.json` in which the second strategy's number is another one, of
  /// all seeds and of the only one.
  private static func folder(_ metric: String, was value: JSON) async throws -> Folder {
    let folder = try await Self.folder()
    var run = try JSON.parse(Array(folder.text("Baselines/s.json").utf8))
    let place = try #require(run["metrics"]?.elements?.firstIndex { $0.string == metric })
    for path in ["rows[1].metrics.\(metric)", "rows[1].seeds[0].values[\(place)]"] {
      let changed = try #require(SettingPath(path)?.set(value, in: run))
      expect(changed != run)
      run = changed
    }
    try folder.write(run.text, to: "old.json")
    return folder
  }

  /// A stored run in which the second strategy wrote nothing, so that the run is worse.
  private static func worseFolder() async throws -> Folder {
    try await folder("flash_write_ops", was: 1)
  }

  /// A table for a pull request, its chart beside it where there is gnuplot, a link to the page.
  @Test func aPullRequestHasItsChartBesideTheTable() async throws {
    let folder = try await Self.worseFolder()
    let run = try await Program.run("run", "s.json", "--no-charts", "--quiet", in: folder)
    expect(run.status, is: 0)
    let ended = try await Program.run(
      "baseline", "compare", "old.json", "Reports/s/", "--format", "markdown", "--output",
      "Reports/changes.md", in: folder)
    expect(ended.status == 2 && ended.output == "", "\(ended.notes)")
    let text = try folder.text("Reports/changes.md")
    expect(text.contains("| **worse** | `on-demand.flash_write_ops` | 1 → "))
    expect(text.hasSuffix("[The report](s/report.html)\n"))
    expect(text.contains("![What moved](changes.svg)"), is: folder.exists("Reports/changes.svg"))
    let plain = try await Program.run(
      "baseline", "compare", "old.json", "Reports/s/run.json", "--format", "markdown", "--output",
      "plain/changes.md", "--no-charts", "--page", "https://example.org/a b", in: folder)
    expect(plain.status, is: 2)
    try expect(folder.names(in: "plain"), is: ["changes.md"])
    let linked = try folder.text("plain/changes.md")
    expect(!linked.contains("changes.svg"))
    expect(linked.hasSuffix("[The report](https://example.org/a%20b)\n"))
  }

  /// What a server and a workflow are told, also without a stored run.
  @Test func serversAreToldOfExpectationsAndMoves() async throws {
    let folder = try await Self.worseFolder()
    let text = try folder.text("s.json")
    let brace = try #require(text.lastIndex(of: "}"))
    let expecting =
      text[..<brace] + ",\n\"expect\": {\"on-demand\": {\n\"opens\": \"<= 0\"}}}\n"
    try folder.write(String(expecting), to: "sub/s.json")
    let line = expecting.split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.contains("\"opens\"") }
    let place = try #require(line) + 1
    let environment = ["GITHUB_WORKSPACE": folder.url("").path]
    let alone = try await Program.run(
      "run", "sub/s.json", "--no-charts", "--quiet", "--format", "github", in: folder,
      environment: environment)
    expect(alone.status == 2 && alone.notes.count == 1)
    let commands = alone.output.split(separator: "\n").filter { $0.hasPrefix("::") }
    expect(commands.count, is: 1)
    expect(commands[0].hasPrefix("::error file=sub/s.json,line=\(place),title=Expectation of s::"))
    let junit = try await Program.run(
      "run", "sub/s.json", "--no-charts", "--quiet", "--baseline", "old.json", "--format", "junit",
      in: folder, environment: environment)
    expect(junit.status == 2 && junit.notes.count == 2)
    expect(junit.output.contains("file=\"sub/s.json\" line=\"\(place)\"><failure type=\"broken\""))
    expect(junit.output.contains("<failure type=\"worse\""))
    // The expectations of a stored run are judged as well, without their lines.
    let stored = try await Program.run(
      "baseline", "compare", "Baselines/s.json", "Reports/s", "--format", "github", in: folder)
    expect(stored.status, is: 2)
    expect(
      stored.output.contains("\n::error title=Expectation of s::on-demand.opens <= 0: found "))
  }

  /// A smaller run that was asked for is not broken; it says what it leaves out.
  @Test func whatTheCommandLineLeavesOutIsNotEvaluated() async throws {
    let folder = try Folder()
    let expecting = """

      "expect": {"on-demand": {"opens": ">= 0"}, "network-only": {"opens": ">= 0"}},
      "relations": ["on-demand.opens <= network-only.opens"],
      """
    try folder.write(SmallScenario.text(more: expecting), to: "s.json")
    let part = try await Program.run(
      "run", "s.json", "--no-charts", "--strategies", "network-only", in: folder)
    expect(part.status, is: 0)
    for claim in ["on-demand.opens >= 0", "on-demand.opens <= network-only.opens"] {
      expect(part.output.contains("  not evaluated  \(claim), as the command line leaves it out"))
    }
    expect(!part.output.contains("not evaluated  network-only.opens"))
    // Against a baseline that was held to them, they are missed.
    let saved = try await Program.run("baseline", "save", "s.json", in: folder)
    expect(saved.status, is: 0)
    let held = try await Program.run(
      "run", "s.json", "--no-charts", "--strategies", "network-only", "--baseline",
      "Baselines/s.json", "--any-scenario", in: folder)
    expect(held.status, is: 2)
    expect(held.output.contains("expectations not evaluated: on-demand.opens >= 0, "))
    // So is one that was deleted from the scenario, which is the same one by its digest.
    try folder.write(
      SmallScenario.text(more: #" "expect": {"network-only": {"opens": ">= 0"}},"#), to: "s.json")
    let deleted = try await Program.run(
      "baseline", "compare", "Baselines/s.json", "s.json", in: folder)
    expect(deleted.status, is: 2)
    expect(deleted.output.contains("expectations not evaluated: on-demand.opens >= 0, "))
  }

  @Test func thePowerOfABaselineIsMeasured() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(duration: "1d"), to: "s.json")
    let power = try await Program.run(
      "baseline", "power", "s.json", "--seeds", "1..8", "--change", "on-demand.staleAfter=0s",
      "--format", "json", in: folder)
    expect(power.status, is: 0, "\(power.notes)")
    let rows = try #require(JSON.parse(Array(power.output.utf8)).elements)
    expect(!rows.isEmpty && rows.allSatisfy { $0["seen"]?.real ?? 2 <= 1 })
  }
}
