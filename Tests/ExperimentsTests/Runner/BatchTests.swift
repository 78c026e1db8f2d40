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
    #expect(counts.count == variants * seeds * strategies)
    #expect(counts.allSatisfy { $0.value == 1 })
  }

  @Test func aProcessorOfItsOwnIsWorthASecondReading() {
    let alone = batches(variants: 1, seeds: 1, strategies: 6, jobs: 1)
    #expect(alone.map(\.rows) == [[0, 1, 2, 3, 4, 5]])
    let two = batches(variants: 1, seeds: 1, strategies: 6, jobs: 2)
    #expect(two.map(\.rows) == [[0, 2, 4], [1, 3, 5]])
    // A fifth batch of six strategies would leave a processor idle.
    let seeds = batches(variants: 1, seeds: 5, strategies: 6, jobs: 2)
    #expect(seeds.map(\.seed) == [0, 1, 2, 3, 4, 4])
    #expect(seeds.suffix(3).map(\.rows) == [[0, 1, 2, 3, 4, 5], [0, 2, 4], [1, 3, 5]])
  }
}
