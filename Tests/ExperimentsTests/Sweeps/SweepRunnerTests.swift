internal import Measurement
internal import Results
internal import Synchronization
internal import Testing

@testable internal import Experiments

@Suite struct SweepRunnerTests {
  /// Seven cells of two seeds each.
  private func plan() throws -> SweepPlan {
    let text = """
      {"question": "?", "seeds": [1, 2], "duration": "1d",
       "workload": {"name": "timelines", "settings": {"friends": 3, "postsPerHour": 1}},
       "strategies": [{"name": "network-only"}, {"name": "on-demand"}]}
      """
    let file = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    return try SweepPlan(
      file, axes: [SweepAxis("on-demand.staleAfter=15s..15m*2")], keepsOwn: false, command: "c")
  }

  private func made(
    _ plan: SweepPlan, _ scratch: SweepScratch, jobs: Int = 2, shard: SweepShard = .whole
  ) async throws -> SweepRunner.Outcome {
    try scratch.cells.begin(plan.outline)
    return try await SweepRunner.run(plan, shard: shard, in: scratch.cells, jobs: jobs)
  }

  @Test func howManyRunAtOnceChangesNoByte() async throws {
    let plan = try plan()
    #expect(plan.cells.count == 7)
    let (one, three) = (try SweepScratch(), try SweepScratch())
    #expect(try await made(plan, one, jobs: 1).made == 7)
    #expect(try await made(plan, three, jobs: 3).made == 7)
    #expect(try one.files() == three.files())
    #expect(try one.files().count == 8)
  }

  @Test func finishedCellsAreNotMadeAgain() async throws {
    let plan = try plan()
    let scratch = try SweepScratch()
    _ = try await made(plan, scratch)
    let whole = try scratch.files()
    let keys = plan.cells.map(\.key)
    try scratch.remove("\(keys[1]).json")
    try scratch.remove("\(keys[4]).json")
    let text = try #require(whole["\(keys[2]).json"])
    try scratch.write(String(text.dropLast(20)), to: "\(keys[2]).json")
    let again = try await made(plan, scratch)
    #expect(again.kept == 4)
    #expect(again.made == 3)
    #expect(again.broken == ["\(scratch.cells.path)/\(keys[2]).json"])
    #expect(try scratch.files() == whole)
    let nothing = try await made(plan, scratch)
    #expect(nothing.kept == 7 && nothing.made == 0 && nothing.broken.isEmpty)
  }

  @Test(arguments: [1, 2, 3, 9])
  func shardsTogetherMakeTheWhole(count: Int) async throws {
    let plan = try plan()
    let (whole, parts) = (try SweepScratch(), try SweepScratch())
    _ = try await made(plan, whole)
    for number in (1...count).reversed() {
      let shard = try #require(SweepShard(number: number, count: count))
      let outcome = try await made(plan, parts, shard: shard)
      #expect(outcome.kept == 0)
      #expect(outcome.made >= 7 / count && outcome.made <= 7 / count + 1)
    }
    #expect(try parts.files() == whole.files())
  }

  @Test func progressCountsUpToAllThereIs() async throws {
    let plan = try plan()
    let scratch = try SweepScratch()
    try scratch.cells.begin(plan.outline)
    let steps = Mutex<[SweepProgress]>([])
    _ = try await SweepRunner.run(plan, in: scratch.cells, jobs: 2) { step in
      steps.withLock { $0.append(step) }
    }
    let all = steps.withLock { $0 }
    #expect(all.first?.done == 0 && all.last?.done == 14 && all.last?.all == 14)
    #expect(all.last?.finishedCells == 7 && all.last?.allCells == 7)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.done <= $1.done })
  }

  /// The cell at a point is what a run with that value says.
  @Test func aCellSaysWhatARunSays() async throws {
    let plan = try plan()
    let scratch = try SweepScratch()
    _ = try await made(plan, scratch)
    let result = try #require(scratch.cells.result(of: plan.outline).0)
    let text = """
      {"question": "?", "seeds": [1, 2], "duration": "1d",
       "workload": {"name": "timelines", "settings": {"friends": 3, "postsPerHour": 1}},
       "strategies": [{"name": "on-demand", "settings": {"staleAfter": "2m"}}]}
      """
    let file = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    let run = try await Runner.run(file, jobs: 2, command: "c").result
    let row = try #require(result.rows.first { $0.point == 3 && $0.label == "on-demand" })
    for (place, metric) in MetricCatalog.all.enumerated() {
      let value = metric.text(of: metric.value(run.rows[0].pooled))
      #expect(metric.text(of: row.cell.pooled[place]) == value, "\(metric.name)")
    }
  }
}
