internal import CacheReports
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// Seeds that are added to a run.
@Suite struct AddedSeedTests {
  private static let two = #"{"name": "network-only"}, {"name": "on-demand"}"#
  /// A number that every seed has.
  private static let requests = #""decide": {"objectives": ["minimise network_requests"]},"#

  private static func with(_ count: Int, _ file: ScenarioFile) throws -> ScenarioFile {
    let seeds = JSON((1...count).map { JSON($0) })
    return try file.changed(by: [ScenarioChange(flag: "--seeds", name: "seeds", value: seeds)])
  }

  /// A run that no number of seeds makes precise enough, from two seeds up to six.
  private static func run(
    _ file: ScenarioFile, jobs: Int = 2, _ store: CellStore? = nil, limit: Int = 6
  ) async throws -> (outcome: Runner.Outcome, counts: [Int]) {
    var counts: [Int] = []
    let outcome = try await Runner.run(
      file, jobs: jobs, store: store, command: "c",
      adding: Runner.AddedSeeds(
        rule: SeedRule(wanted: 1e-9, limit: limit, step: 2),
        file: { count in
          counts.append(count)
          return try with(count, file)
        }, command: { _ in "c" }))
    return (outcome, counts)
  }

  /// What was simulated in earlier batches is there, with a store and without; the files are those
  /// of a run with all seeds from the beginning, but for the phrase that says why these are enough.
  @Test(arguments: [
    two,
    // The waits of each view are held to the bound.
    two + #", {"name": "clairvoyant"}"#,
  ])
  func nothingIsSimulatedTwice(strategies: String) async throws {
    let file = try CellStoreTests.file(strategies, Self.requests)
    let rows = file.scenario.strategies.count
    let whole = try await Runner.run(try Self.with(6, file), jobs: 1, command: "c")
    let scratch = CellStoreTests.Scratch()
    for (jobs, store, simulated) in [
      (1, nil, 6 * rows), (3, nil, 6 * rows), (2, scratch.store(), 6 * rows),
      (2, scratch.store(), 0),
    ] {
      var (outcome, counts) = try await Self.run(file, jobs: jobs, store)
      expect(counts == [5, 6] && outcome.file.scenario.seeds == Array(1...6))
      expect(outcome.simulated, is: simulated)
      let end = try #require(outcome.end)
      expect(end.hasPrefix("6 seeds, "), "\(end)")
      expect(outcome.result.simulated.remove(at: 1), is: end)
      expect(ReportFile.all(of: outcome.result), is: ReportFile.all(of: whole.result))
    }
  }

  /// Where the first seeds are enough, no other is asked for.
  @Test func noSeedIsAddedToEnough() async throws {
    let (outcome, counts) = try await Self.run(
      try CellStoreTests.file(Self.two, Self.requests), limit: 2)
    expect(counts.isEmpty && outcome.result.seeds == [1, 2] && outcome.simulated == 4)
  }

  @Test func aRunWithoutARuleSaysNothingOfOne() async throws {
    let file = try CellStoreTests.file()
    let outcome = try await Runner.run(file, jobs: 1, command: "c")
    expect(outcome.end == nil && outcome.file.scenario.seeds == [1, 2])
    expect(!outcome.result.simulated.contains { $0.contains("seeds, ") })
  }
}
