internal import CacheReports
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments
@testable internal import Results

@Suite struct TuningRunnerTests {
  /// 24 settings of a strategy, and another one as it is, under three seeds.
  private func plan(_ budget: TuningPlan.Budget? = nil) throws -> TuningPlan {
    let text = """
      {"question": "?", "seeds": [1, 2, 3], "duration": "1d",
       "decide": {"objectives": "minimise first_content_p95_ms",
         "constraints": ["stale_share <= 90 %"]},
       "workload": {"name": "timelines", "settings": {"friends": 4, "postsPerHour": 1}},
       "strategies": [{"name": "network-only"}, {"name": "memory-tier"}]}
      """
    let file = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    return try TuningPlan(
      file,
      axes: [
        SweepAxis("memory-tier.staleAfter=15s..32m*2", fillsRanges: true),
        SweepAxis("memory-tier.capacity=10kB,1MB,100MB"),
      ], budget: budget, command: "c")
  }

  private func tuned(
    _ plan: TuningPlan, _ scratch: SweepScratch, jobs: Int = 2, shard: SweepShard = .whole
  ) async throws -> (TuningRunner.Outcome, String) {
    if scratch.cells.outline == nil { try scratch.cells.begin(plan.outline) }
    let outcome = try await TuningRunner.run(plan, shard: shard, in: scratch.cells, jobs: jobs)
    let result = TuningResult(
      plan.outline, subject: "x", plan.goal, lines: outcome.lines,
      simulations: outcome.simulations, gridSimulations: plan.gridSimulations,
      settingCount: plan.settingCount)
    return (outcome, TuningDescription.json(of: result).text)
  }

  @Test func howManyRunAtOnceChangesNoByte() async throws {
    let plan = try plan()
    expect(plan.settingCount, is: 25)
    expect(plan.gridSimulations, is: 75)
    let (one, three) = (try SweepScratch(), try SweepScratch())
    let (first, second) = (
      try await tuned(plan, one, jobs: 1), try await tuned(plan, three, jobs: 3)
    )
    expect(first.1, is: second.1)
    expect(first.0.simulations <= 18)
    try expect(one.files(), is: three.files())
  }

  @Test func whatWasInterruptedGoesOnToTheSameEnd() async throws {
    let plan = try plan()
    let scratch = try SweepScratch()
    let whole = try await tuned(plan, scratch)
    let files = try scratch.files()
    for (index, name) in files.keys.sorted().enumerated() where name != "outline.json" {
      if index.isMultiple(of: 3) { try scratch.remove(name) }
      if index % 3 == 1, let text = files[name] {
        try scratch.write(String(text.dropLast(9)), to: name)
      }
    }
    let again = try await tuned(plan, scratch)
    expect(again.1, is: whole.1)
    expect(!again.0.broken.isEmpty)
    try expect(scratch.files(), is: files)
    let nothing = try await tuned(plan, scratch)
    expect(nothing.0.made, is: 0)
    expect(nothing.1, is: whole.1)
  }

  @Test func processesShareOneFolder() async throws {
    let plan = try plan()
    let (alone, shared) = (try SweepScratch(), try SweepScratch())
    let whole = try await tuned(plan, alone)
    try shared.cells.begin(plan.outline)
    async let first = tuned(plan, shared, jobs: 1, shard: try #require(SweepShard("1/2")))
    async let second = tuned(plan, shared, jobs: 1, shard: try #require(SweepShard("2/2")))
    let (one, two) = (try await first, try await second)
    expect(one.1, is: whole.1)
    expect(two.1, is: whole.1)
    try expect(shared.files(), is: alone.files())
  }

  @Test func theWholeGridFindsNothingBetter() async throws {
    let (few, all) = (try plan(), try plan(.share(millionths: 1_000_000)))
    let (first, second) = (try SweepScratch(), try SweepScratch())
    let found = try await tuned(few, first).0
    let whole = try await tuned(all, second).0
    func best(_ outcome: TuningRunner.Outcome) throws -> Double {
      let result = TuningResult(
        few.outline, subject: "x", few.goal, lines: outcome.lines,
        simulations: 0, gridSimulations: 0, settingCount: 0)
      let line = try #require(result.front.first)
      let place = try #require(
        few.outline.measures.firstIndex { $0.name == "first_content_p95_ms" })
      return try #require(result.lines[line].cell.pooled[place])
    }
    try expect(best(found) <= best(whole) * 1.02)
  }

  @Test func aSweepFindsTheCellsOfASearch() async throws {
    let plan = try plan()
    let scratch = try SweepScratch()
    let outcome = try await tuned(plan, scratch).0
    let text = """
      {"question": "?", "seeds": [1, 2, 3], "duration": "1d",
       "workload": {"name": "timelines", "settings": {"friends": 4, "postsPerHour": 1}},
       "strategies": [{"name": "network-only"}, {"name": "memory-tier"}]}
      """
    let file = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    let sweep = try SweepPlan(
      file,
      axes: [
        SweepAxis("memory-tier.staleAfter=15s..32m*2"),
        SweepAxis("memory-tier.capacity=10kB,1MB,100MB"),
      ], keepsOwn: false, command: "c")
    let finished = outcome.lines.filter { $0.seeds == 3 }.map(\.cell.key)
    expect(!finished.isEmpty)
    expect(Set(finished).isSubset(of: sweep.cells.map(\.key)))
  }

  /// What the decision is not between is not simulated, unless its settings are varied.
  @Test func theDecisionSaysWhichStrategiesAreConsidered() throws {
    func labels(_ axes: [String]) throws -> [String] {
      let text = """
        {"question": "?", "workload": {"name": "timelines"},
         "decide": {"objectives": "minimise stale_share", "between": ["a", "b"]},
         "strategies": [{"name": "on-demand", "label": "a"}, {"name": "pre-cache", "label": "b"},
           {"name": "memory-tier", "label": "c"}, {"name": "hybrid", "label": "d"}]}
        """
      let file = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
      let plan = try TuningPlan(file, axes: axes.map { try SweepAxis($0) }, command: "c")
      return plan.space.strategies.map { plan.strategies[$0.place] }
    }
    try expect(labels([]), is: ["a", "b"])
    try expect(labels(["a.staleAfter=1m,2m"]), is: ["a", "b"])
    try expect(labels(["c.staleAfter=1m,2m"]), is: ["a", "b", "c"])
    try expect(labels(["devices=1,2"]), is: ["a", "b"])
  }

  @Test func mistakesAreSaid() throws {
    let text = """
      {"question": "?", "workload": {"name": "timelines"},
       "strategies": [{"name": "on-demand"}, {"name": "clairvoyant"}]}
      """
    let file = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    // Without an axis the strategies are what is chosen between.
    try expect(TuningPlan(file, axes: [], command: "c").settingCount, is: 1)
    #expect(throws: InputError.self) {
      try TuningPlan(file, axes: [SweepAxis("clairvoyant.x=1,2")], command: "c")
    }
    #expect(throws: InputError.self) {
      try TuningPlan(file, axes: [SweepAxis("on-demand.staleAftr=1m,2m")], command: "c")
    }
  }
}
