internal import CacheMetrics
internal import Foundation
internal import Results
internal import SimCore
internal import Synchronization
internal import TestCases
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
    expect(plan.cells.count, is: 7)
    let (one, three) = (try SweepScratch(), try SweepScratch())
    try await expect(made(plan, one, jobs: 1).made, is: 7)
    try await expect(made(plan, three, jobs: 3).made, is: 7)
    try expect(one.files(), is: three.files())
    try expect(one.files().count, is: 8)
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
    expect(again.kept, is: 4)
    expect(again.made, is: 3)
    expect(again.broken, is: ["\(scratch.cells.path)/\(keys[2]).json"])
    try expect(scratch.files(), is: whole)
    let nothing = try await made(plan, scratch)
    expect(nothing.kept == 7 && nothing.made == 0 && nothing.broken.isEmpty)
  }

  @Test(arguments: [1, 2, 3, 9])
  func shardsTogetherMakeTheWhole(count: Int) async throws {
    let plan = try plan()
    let (whole, parts) = (try SweepScratch(), try SweepScratch())
    _ = try await made(plan, whole)
    for number in (1...count).reversed() {
      let shard = try #require(SweepShard(number: number, count: count))
      let outcome = try await made(plan, parts, shard: shard)
      expect(outcome.kept, is: 0)
      expect(outcome.made >= 7 / count && outcome.made <= 7 / count + 1)
    }
    try expect(parts.files(), is: whole.files())
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
    expect(all.first?.done == 0 && all.last?.done == 14 && all.last?.all == 14)
    expect(all.last?.finishedCells == 7 && all.last?.allCells == 7)
    expect(zip(all, all.dropFirst()).allSatisfy { $0.done <= $1.done })
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
      expect(metric.text(of: row.cell.pooled[place]), is: value, "\(metric.name)")
    }
  }
}

@Suite struct SweepShardTests {
  @Test(arguments: [1, 2, 3, 7])
  func shardsHaveEachCellOnce(count: Int) throws {
    let shards = try (1...count).map { try #require(SweepShard("\($0)/\(count)")) }
    for index in 0..<20 {
      expect(shards.filter { $0.contains(index) }.count, is: 1)
    }
    let sizes = shards.map { shard in (0..<20).filter(shard.contains).count }
    expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
  }

  @Test(arguments: ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b", "1/"])
  func whatIsNoShardIsRefused(text: String) {
    expect(SweepShard(text) == nil)
  }

  @Test(arguments: [
    (["ID": "1", "COUNT": "4", "MIN": "1"], "1/4"), (["ID": "0", "COUNT": "4", "MIN": "0"], "1/4"),
    (["ID": "3", "COUNT": "4", "MIN": "0", "STEP": "1"], "4/4"),
    (["ID": "2", "COUNT": "2"], "2/2"),
    (["ID": "6", "COUNT": "3", "MIN": "2", "STEP": "2"], "3/3"),
  ])
  func aTaskOfAnArrayIsItsPlaceAmongItsFellows(task: [String: String], shard: String) throws {
    let found = try SweepShard(slurm: { task[String($0.dropFirst("SLURM_ARRAY_TASK_".count))] })
    expect(found?.description, is: shard)
  }

  @Test(arguments: [
    ["ID": "7", "COUNT": "2", "MIN": "1"], ["ID": "0", "COUNT": "2", "MIN": "1"],
    ["ID": "3", "COUNT": "2", "MIN": "2", "STEP": "2"], ["ID": "x", "COUNT": "2"],
  ])
  func anArrayWithHolesIsRefused(task: [String: String]) {
    #expect(throws: InputError.self) {
      try SweepShard(slurm: { task[String($0.dropFirst("SLURM_ARRAY_TASK_".count))] })
    }
  }

  @Test func outsideOfAnArrayThereIsNoTask() throws {
    try expect(SweepShard(slurm: { _ in nil }) == nil)
    try expect(SweepShard(slurm: { $0 == "SLURM_ARRAY_TASK_ID" ? "1" : nil }) == nil)
  }
}

@Suite struct ShardEngineTests {
  private static func part(_ text: String, _ variables: [String: String]) throws -> String? {
    try ShardChoice(text)?.part { variables[$0] }.description
  }

  @Test(arguments: [
    ("2/8", ["PARALLEL_SEQ": "5"], "2/8"), ("auto/4", ["JOB_COMPLETION_INDEX": "0"], "1/4"),
    ("auto/4", ["JOB_COMPLETION_INDEX": "3"], "4/4"), ("auto/4", ["PARALLEL_SEQ": "4"], "4/4"),
    ("auto", ["SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_COUNT": "2"], "2/2"),
    ("auto/2", ["SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_COUNT": "2"], "2/2"),
    ("auto/3", ["PARALLEL_SEQ": "1", "PARALLEL_JOBSLOT": "2"], "1/3"),
  ])
  func anEngineTellsThePart(text: String, variables: [String: String], shard: String) throws {
    try expect(Self.part(text, variables), is: shard)
  }

  /// What is missing or does not fit is said by the variable's name.
  @Test(arguments: [
    ("auto", [:], "found none"), ("auto/4", [:], "SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX"),
    ("auto", ["JOB_COMPLETION_INDEX": "0"], "does not tell how many"),
    ("auto/4", ["JOB_COMPLETION_INDEX": "4"], "expected 0 to 3 in JOB_COMPLETION_INDEX"),
    ("auto/4", ["PARALLEL_SEQ": "0"], "expected 1 to 4 in PARALLEL_SEQ, found '0'"),
    ("auto/4", ["PARALLEL_SEQ": "x"], "found 'x'"),
    ("auto/4", ["PARALLEL_SEQ": "1", "JOB_COMPLETION_INDEX": "0"], "and PARALLEL_SEQ are set"),
    ("auto/3", ["SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_COUNT": "2"], "has 2 tasks"),
  ])
  func whatTellsNoPartIsRefused(text: String, variables: [String: String], part: String) {
    let error = #expect(throws: InputError.self) { try Self.part(text, variables) }
    expect(error?.lines.joined().contains(part), is: true, "\(String(describing: error))")
  }

  @Test(arguments: ["auto/0", "auto/", "auto/x", "automatic", "auto/2/3"])
  func whatIsNoChoiceIsRefused(text: String) {
    expect(ShardChoice(text) == nil)
  }
}

/// A folder for the cells of one test, which goes when the test does.
final class SweepScratch: Sendable {
  let url: URL
  let cells: SweepFolder

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "cachesim-sweep-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    cells = SweepFolder(of: url.path)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(cells.path)/\(name)")
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(cells.path)/\(name)"))
  }

  /// The files of the cells, with their texts.
  func files() throws -> [String: String] {
    var files: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: cells.path) {
      files[name] = try String(contentsOfFile: "\(cells.path)/\(name)", encoding: .utf8)
    }
    return files
  }
}
