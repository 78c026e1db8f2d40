internal import Foundation
internal import Testing

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
      #expect(ended.status == 0)
      reports.append(try folder.files(in: "Reports/s"))
      try FileManager.default.removeItem(at: folder.url("Reports"))
    }
    #expect(reports[0].count >= SmallScenario.tables.count + 12)
    for report in reports.dropFirst() {
      for (name, bytes) in reports[0] { #expect(report[name] == bytes, "\(name)") }
      #expect(report.count == reports[0].count)
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
      #expect(ended.status == 0)
    }
    for file in ["metrics.csv", "summary.csv"] {
      let few = try folder.text("out-a/\(file)").split(separator: "\n")
      let more = try folder.text("out-b/\(file)").split(separator: "\n")
      #expect(few == more.filter { !$0.contains("pre-cache") }, "\(file)")
      #expect(more.count > few.count, "\(file)")
    }
  }
}
