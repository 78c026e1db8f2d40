internal import Experiments
internal import Foundation
internal import TestCases
internal import Testing

/// How a run ends that was expected to give something.
@Suite struct ExpectationRunTests {
  private static func scenario(_ level: String, _ bound: String) -> String {
    SmallScenario.text(
      more: """
        "expect": {"on-demand": {"object_hit_ratio":
          {"is": "\(bound)", "level": "\(level)", "reason": "it was so"}}},
        """)
  }

  @Test(arguments: [
    ("error", ">= 0 %", 0, 0), ("error", ">= 99.9 %", 2, 1), ("warn", ">= 99.9 %", 0, 0),
  ])
  func theStatusSaysWhetherOneIsBroken(
    level: String, bound: String, status: Int32, errors: Int
  ) async throws {
    let folder = try Folder()
    try folder.write(Self.scenario(level, bound), to: "s.json")
    let ended = try await Program.run("run", "s.json", "--no-charts", in: folder)
    expect(ended.status, is: status)
    expect(ended.notes.count, is: errors)
    expect(ended.notes.allSatisfy { $0.hasPrefix("error: expected on-demand.object_hit_ratio") })
    expect(ended.output.contains("\nExpectations: "))
    expect(ended.output.contains("because: it was so"), is: bound != ">= 0 %")
    // A broken expectation is a result: the report is there.
    try expect(folder.names(in: "Reports/s"), is: SmallScenario.tables)
    try expect(folder.text("Reports/s/report.md").contains("## Expectations"))
  }

  @Test func aBrokenOneIsReportedEvenQuietlyAndBeforeMissingCharts() async throws {
    let folder = try Folder()
    try folder.write(Self.scenario("error", ">= 99.9 %"), to: "s.json")
    let ended = try await Program.run(
      "run", "s.json", "--quiet", in: folder,
      environment: ["CACHESIM_GNUPLOT": "/nonexistent/gnuplot"])
    expect(ended.status, is: 2)
    expect(ended.output, is: "")
    expect(ended.notes.count, is: 2)
    expect(ended.notes.contains { $0.hasPrefix("error: expected on-demand.object_hit_ratio") })
  }
}

/// What documentation shows of expectations is accepted as it stands.
@Suite struct DocumentedExpectationTests {
  @Test(arguments: ["Docs/Overview.md", "Docs/Expectations.md"])
  func theExampleIsRead(page: String) throws {
    let text = try String(contentsOf: Checkout.root.appending(path: page), encoding: .utf8)
    let blocks = text.components(separatedBy: "```json\n").dropFirst().map { block in
      block.components(separatedBy: "```")[0]
    }
    let example = try #require(blocks.first { $0.hasPrefix("\"expect\"") })
    let scenario = """
      {"question": "?", "workload": {"name": "menus"}, \(example),
       "strategies": [{"name": "on-demand"}, {"name": "memory-tier"},
         {"name": "url-cache", "label": "what HTTP alone does"}]}
      """
    #expect(throws: Never.self) {
      try ScenarioFile(bytes: Array(scenario.utf8), file: page, name: "x")
    }
  }

  /// The reports that `make reports` writes are those of all scenarios that read no recording.
  @Test func everyBundledScenarioHasItsReport() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8)
    }
    let script = try text(".ci/reports")
    let list = try #require(script.components(separatedBy: "scenarios=\"").last)
      .prefix { $0 != "\"" }.split(whereSeparator: \.isWhitespace).map(String.init)
    let names = BundledScenarios.all.map(\.name).filter { !["access-log", "capture"].contains($0) }
    expect(list, is: names)
    let kept = try text(".gitignore").split(separator: "\n")
    for name in names { expect(kept.contains("!Reports/\(name)/"), "\(name)") }
  }
}
