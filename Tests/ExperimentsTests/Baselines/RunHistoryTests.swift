internal import CacheMetrics
internal import TestCases
internal import Testing

@testable internal import Results
@testable internal import SimCore

/// Where numbers of stored runs moved, and which runs make no history.
@Suite struct RunHistoryTests {
  private static let waits = ResultMeasure(
    name: "first_content_p95_ms", unit: .milliseconds, better: .lower)

  /// A run whose seeds lie around a mean.
  private static func run(
    _ mean: Double?, spread: Double = 1, hash: String = "h", scenario: String = "s",
    file: String = "a.json", strategy: String = "on-demand"
  ) -> StoredRun {
    let seeds = (0..<8).map { seed -> (seed: String, values: [String: Double]) in
      let deviation = spread * Double(seed % 3 - 1)
      return (seed: "\(seed)", values: mean.map { [waits.name: $0 + deviation] } ?? [:])
    }
    return StoredRun(
      file: file, scenario: scenario, hash: hash, programVersion: "1", metricCatalogVersion: 3,
      metrics: [waits],
      rows: [
        StoredRun.Row(
          strategy: strategy, varied: nil, isBound: false,
          pooled: mean.map { [waits.name: $0] } ?? [:], seeds: seeds)
      ])
  }

  private static func history(_ runs: [StoredRun]) throws -> RunHistory {
    try RunHistory(
      runs.enumerated().map { ("r\($0)", $1) }, metrics: [waits.name])
  }

  private static func moved(_ history: RunHistory) -> [Int] {
    history.lines[0].points.indices.filter { history.lines[0].points[$0].move != nil }
  }

  @Test func aStepIsAMoveOnceAndStandingStillIsNone() throws {
    let history = try Self.history([100, 100, 100.2, 150, 150, 149.9].map { Self.run($0) })
    expect(Self.moved(history), is: [3])
    let move = try #require(history.lines[0].points[3].move)
    expect(move.verdict == .worse && move.old == 100 && move.new == 150)
    try expect(#require(history.lines[0].points[0].interval).low < 100)
  }

  /// Each step is below what means something, and their sum is not.
  @Test func aSlowDriftCountsWhenItIsLarge() throws {
    let values = (0..<12).map { 100 + 0.4 * Double($0) }
    let moved = Self.moved(try Self.history(values.map { Self.run($0) }))
    expect(!moved.isEmpty && moved[0] > 1)
  }

  @Test func whatSeedsExplainIsNoMove() throws {
    let noisy = [100, 104, 98].enumerated().map { place, mean in
      // Seeds have a sign of their own in each run, so that differences have both.
      var run = Self.run(Double(mean), spread: 0)
      let rows = run.rows.map { row in
        var row = row
        row.seeds = row.seeds.enumerated().map { index, seed in
          let sign = (index >> place) % 2 == 0 ? 40.0 : -40
          return (seed.seed, [Self.waits.name: Double(mean) + sign])
        }
        return row
      }
      run = StoredRun(
        file: run.file, scenario: run.scenario, hash: run.hash, programVersion: "1",
        metricCatalogVersion: 3, metrics: run.metrics, rows: rows)
      return run
    }
    expect(Self.moved(try Self.history(noisy)).isEmpty)
  }

  @Test func aNumberThatIsGoneIsAMoveAndAGapIsNone() throws {
    let gone = try Self.history([Self.run(100), Self.run(nil), Self.run(nil)])
    expect(gone.lines[0].points[1].move?.verdict, is: .undefined)
    let other = try Self.history([Self.run(100), Self.run(80, strategy: "new"), Self.run(100)])
    expect(other.lines.map(\.strategy), is: ["on-demand", "new"])
    expect(other.moves.isEmpty && other.lines[0].points[1].value == nil)
  }

  @Test func runsOfDifferentScenariosAreRefused() {
    let others: [(StoredRun, String)] = [
      (
        Self.run(1, hash: "x", file: "b.json"),
        "b.json: the scenario 's' is not what it was in a.json (h, now x)"
      ),
      (
        Self.run(1, hash: "x", scenario: "t", file: "b.json"),
        "b.json: it answers the scenario 't', and a.json 's'"
      ),
    ]
    for (run, words) in others {
      let error = #expect(throws: InputError.self) { try Self.history([Self.run(1), run]) }
      expect(error?.message, is: "\(words): a history is of one scenario")
    }
    let one = #expect(throws: InputError.self) { try Self.history([Self.run(1)]) }
    expect(one?.message.hasPrefix("expected two stored runs or more, found 1"), is: true)
    let name = #expect(throws: InputError.self) {
      try RunHistory([("a", Self.run(1)), ("b", Self.run(1))], metrics: ["first_content_p95"])
    }
    expect(name?.message.contains("did you mean 'first_content_p95_ms'?"), is: true)
  }

  @Test(arguments: [
    (["run-10", "run-9", "run-1"], ["run-1", "run-9", "run-10"]),
    (["b2", "b10", "a", "b"], ["a", "b", "b2", "b10"]),
    (["2024-10-01", "2024-9-30"], ["2024-9-30", "2024-10-01"]),
    (["v1.10.0", "v1.9.2", "v1.9.10"], ["v1.9.2", "v1.9.10", "v1.10.0"]),
    (["01", "1", "001"], ["001", "01", "1"]),
  ])
  func numbersInNamesStandByTheirValue(names: [String], sorted: [String]) {
    expect(names.sorted(by: NaturalOrder.precedes), is: sorted)
  }
}
