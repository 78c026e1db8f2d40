internal import SimCore
internal import Testing

@testable internal import Experiments

@Suite struct SweepShardTests {
  @Test(arguments: [1, 2, 3, 7])
  func shardsHaveEachCellOnce(count: Int) throws {
    let shards = try (1...count).map { try #require(SweepShard("\($0)/\(count)")) }
    for index in 0..<20 {
      #expect(shards.filter { $0.contains(index) }.count == 1)
    }
    let sizes = shards.map { shard in (0..<20).filter(shard.contains).count }
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
  }

  @Test(arguments: ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b", "1/"])
  func whatIsNoShardIsRefused(text: String) {
    #expect(SweepShard(text) == nil)
  }

  @Test(arguments: [
    (["ID": "1", "COUNT": "4", "MIN": "1"], "1/4"), (["ID": "0", "COUNT": "4", "MIN": "0"], "1/4"),
    (["ID": "3", "COUNT": "4", "MIN": "0", "STEP": "1"], "4/4"),
    (["ID": "2", "COUNT": "2"], "2/2"),
    (["ID": "6", "COUNT": "3", "MIN": "2", "STEP": "2"], "3/3"),
  ])
  func aTaskOfAnArrayIsItsPlaceAmongItsFellows(task: [String: String], shard: String) throws {
    let found = try SweepShard(slurm: { task[String($0.dropFirst("SLURM_ARRAY_TASK_".count))] })
    #expect(found?.description == shard)
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
    #expect(try SweepShard(slurm: { _ in nil }) == nil)
    #expect(try SweepShard(slurm: { $0 == "SLURM_ARRAY_TASK_ID" ? "1" : nil }) == nil)
  }
}
