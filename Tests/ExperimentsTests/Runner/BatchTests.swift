internal import Testing

@testable internal import Experiments

/// How the simulations of a run are put together to read one workload.
@Suite struct BatchTests {
  @Test(arguments: [(1, 1, 6, 1), (1, 1, 6, 2), (1, 5, 6, 2), (3, 2, 5, 4), (1, 1, 1, 64)])
  func eachStrategyIsSimulatedOnceForEachVariantAndSeed(
    variants: Int, seeds: Int, strategies: Int, jobs: Int
  ) {
    var counts: [[Int]: Int] = [:]
    for batch in Runner.batches(
      variants: variants, seeds: seeds, strategies: strategies, jobs: jobs)
    {
      for strategy in batch.strategies {
        counts[[batch.variant, batch.seed, strategy], default: 0] += 1
      }
    }
    #expect(counts.count == variants * seeds * strategies)
    #expect(counts.allSatisfy { $0.value == 1 })
  }

  @Test func aProcessorOfItsOwnIsWorthASecondReading() {
    let alone = Runner.batches(variants: 1, seeds: 1, strategies: 6, jobs: 1)
    #expect(alone.map(\.strategies) == [0..<6])
    let two = Runner.batches(variants: 1, seeds: 1, strategies: 6, jobs: 2)
    #expect(two.map(\.strategies) == [0..<3, 3..<6])
    // A fifth batch of six strategies would leave a processor idle.
    let seeds = Runner.batches(variants: 1, seeds: 5, strategies: 6, jobs: 2)
    #expect(seeds.map(\.strategies) == [0..<6, 0..<6, 0..<6, 0..<6, 0..<3, 3..<6])
  }
}
