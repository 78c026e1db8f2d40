internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheSimCommand

@Suite struct PlanTests {
  /// The command that is printed has so many seeds, the scenario's own first, and works.
  @Test func thePrintedCommandWorks() async throws {
    let folder = try Folder()
    let caching = #"[{"name": "on-demand"}, {"name": "url-cache"}]"#
    try folder.write(
      SmallScenario.text(seeds: "[1, 2, 3, 7]", strategies: caching), to: "s.json")
    let plan = ["plan", "s.json", "--duration", "1d", "--metric", "network_requests"]
    let json = try await Program(
      arguments: plan + ["--interval", "40%", "--format", "json"], folder: folder
    ).run()
    let needs = try JSON.parse(Array(json.output.utf8)).elements ?? []
    let seeds = needs.compactMap { $0["seeds"]?.integer }
    expect(needs.count == 3 && seeds.count == 3, "\(json.output) \(json.notes)")
    let text = try await Program(arguments: plan + ["--interval", "40%"], folder: folder).run()
    let lines = text.output.split(separator: "\n").filter { $0.contains("cachesim run ") }
    let list = SeedList.text(SeedList.extended([1, 2, 3, 7], to: Int(seeds.max() ?? 0)))
    let command = try #require(lines.last, "\(text.output)")
    expect(command.hasSuffix("cachesim run s.json --seeds \(list) --duration 1d"), "\(command)")
    let words = command.split(separator: " ").drop { $0 != "run" }.map(String.init)
    let run = try await Program(arguments: words + ["--no-charts"], folder: folder).run()
    expect(run.status, is: 0, "\(run.notes)")
  }

  /// Defect: it ended with a trap where two were the same by the first of several objectives.
  @Test func whatIsAlikeByTheFirstObjectiveIsOrderedByTheNext() async throws {
    let folder = try Folder()
    try folder.write(
      SmallScenario.text(
        seeds: "[1, 2, 3]",
        strategies: #"[{"name": "on-demand"}, {"name": "on-demand", "label": "the same"}]"#,
        more: #" "decide": {"objectives": ["minimise first_content_p95_ms", "#
          + #""minimise flash_write_bytes"]},"#),
      to: "s.json")
    let ended = try await Program.run("plan", "s.json", "--interval", "40%", in: folder)
    expect(ended.status == 0 && !ended.isSignalled, "\(ended.notes)")
  }

  @Test func seedsAreListedAsTheyAreRead() throws {
    let seeds = SeedList.extended([3, 1, 2, 9], to: 8)
    expect(seeds == [3, 1, 2, 9, 4, 5, 6, 7] && SeedList.text(seeds) == "3,1..2,9,4..7")
    try expect(SeedList.read(SeedList.text(seeds)).compactMap(\.integer), is: seeds.map(Int64.init))
    expect(SeedList.extended([3, 1, 2, 9], to: 2), is: [3, 1])
  }
}
