internal import Synchronization
internal import TestCases
internal import Testing

@testable internal import Experiments

/// How the simulations of a run are put together to read one workload.
@Suite struct BatchTests {
  private func batches(
    variants: Int, seeds: Int, strategies: Int, jobs: Int
  ) -> [CellRunner.Batch] {
    let whole = (0..<variants).flatMap { variant in
      (0..<seeds).map { seed in
        CellRunner.Batch(world: variant, seed: seed, rows: Array(0..<strategies))
      }
    }
    return CellRunner.divided(whole, jobs: jobs)
  }

  @Test(arguments: [(1, 1, 6, 1), (1, 1, 6, 2), (1, 5, 6, 2), (3, 2, 5, 4), (1, 1, 1, 64)])
  func eachStrategyIsSimulatedOnceForEachVariantAndSeed(
    variants: Int, seeds: Int, strategies: Int, jobs: Int
  ) {
    var counts: [[Int]: Int] = [:]
    for batch in batches(variants: variants, seeds: seeds, strategies: strategies, jobs: jobs) {
      for strategy in batch.rows {
        counts[[batch.world, batch.seed, strategy], default: 0] += 1
      }
    }
    expect(counts.count, is: variants * seeds * strategies)
    expect(counts.allSatisfy { $0.value == 1 })
  }

  @Test func aProcessorOfItsOwnIsWorthASecondReading() {
    let alone = batches(variants: 1, seeds: 1, strategies: 6, jobs: 1)
    expect(alone.map(\.rows), is: [[0, 1, 2, 3, 4, 5]])
    let two = batches(variants: 1, seeds: 1, strategies: 6, jobs: 2)
    expect(two.map(\.rows), is: [[0, 2, 4], [1, 3, 5]])
    // A fifth batch of six strategies would leave a processor idle.
    let seeds = batches(variants: 1, seeds: 5, strategies: 6, jobs: 2)
    expect(seeds.map(\.seed), is: [0, 1, 2, 3, 4, 4])
    expect(seeds.suffix(3).map(\.rows), is: [[0, 1, 2, 3, 4, 5], [0, 2, 4], [1, 3, 5]])
  }
}

@Suite struct TaskWindowTests {
  private struct Broken: Error {}

  @Test(arguments: [1, 2, 5, 100]) func resultsComeInOrderAndFewTasksRunAtOnce(
    width: Int
  ) async throws {
    let running = Mutex((now: 0, most: 0))
    var progress: [Int] = []
    let results = try await TaskWindow.map(count: 20, width: width) {
      progress.append($0)
    } _: { index in
      running.withLock { running in
        running.now += 1
        running.most = max(running.most, running.now)
      }
      for _ in 0..<(index % 3) { await Task.yield() }
      running.withLock { $0.now -= 1 }
      return index * index
    }
    expect(results, is: (0..<20).map { $0 * $0 })
    expect(progress, is: Array(1...20))
    expect(running.withLock { $0.most } <= width)
  }

  @Test func workThatAResultBringsIsDoneToo() async throws {
    var waiting = [3]
    var seen: [Int] = []
    try await TaskWindow.run(width: 2) { () -> TaskWindow.Work<Int>? in
      guard let number = waiting.popLast() else { return nil }
      return { number }
    } finish: { number in
      seen.append(number)
      if number > 0 { waiting.append(number - 1) }
    }
    expect(seen, is: [3, 2, 1, 0])
  }

  @Test func anErrorEndsAll() async throws {
    await #expect(throws: Broken.self) {
      try await TaskWindow.map(count: 9, width: 2) { index in
        if index == 4 { throw Broken() }
        return index
      }
    }
    try await expect(TaskWindow.map(count: 0, width: 2) { $0 }, is: [])
  }
}
