internal import Foundation
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
    #expect(ended.status == status)
    #expect(ended.notes.count == errors)
    #expect(ended.notes.allSatisfy { $0.hasPrefix("error: expected on-demand.object_hit_ratio") })
    #expect(ended.output.contains("\nExpectations: "))
    #expect(ended.output.contains("because: it was so") == (bound != ">= 0 %"))
    // A broken expectation is a result: the report is there.
    #expect(try folder.names(in: "Reports/s") == SmallScenario.tables)
    #expect(try folder.text("Reports/s/report.md").contains("## Expectations"))
  }

  @Test func aBrokenOneIsReportedEvenQuietlyAndBeforeMissingCharts() async throws {
    let folder = try Folder()
    try folder.write(Self.scenario("error", ">= 99.9 %"), to: "s.json")
    let ended = try await Program.run(
      "run", "s.json", "--quiet", in: folder,
      environment: ["CACHESIM_GNUPLOT": "/nonexistent/gnuplot"])
    #expect(ended.status == 2)
    #expect(ended.output == "")
    #expect(ended.notes.count == 2)
    #expect(ended.notes.contains { $0.hasPrefix("error: expected on-demand.object_hit_ratio") })
  }
}
