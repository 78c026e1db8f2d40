@_exported public import CacheMetrics
// One import for all who write a strategy, a policy, a workload or a metric of their own: it brings
// what the targets below make public.
@_exported public import CachePolicies
@_exported public import CacheWorkloads
@_exported public import ClientSimulation
@_exported public import ClientStrategies
@_exported public import DeviceModels
@_exported public import Experiments
@_exported public import SimCore
@_exported public import SyncTrials

/// Runs scenarios and replays requests.
public enum CacheSim {
  /// Replays requests with each policy at each capacity, from empty caches.
  ///
  /// The way to try a policy alone, without clients and networks. For policies that look ahead the
  /// next request of each object is found first, where the blocks do not say it.
  /// - Parameters:
  ///   - blocks: the requests in order; without sizes each object counts 1, and capacities are
  ///     numbers of objects.
  ///   - policies: of the catalogue, or one's own.
  ///   - capacities: in bytes, or in objects.
  ///   - seed: for policies that draw random numbers.
  /// - Returns: policy by policy, the capacities in their order.
  /// - Complexity: O(requests × policies × capacities), and the policies' own.
  public static func replay(
    _ blocks: [RequestBlock], policies: [PolicyChoice], capacities: [Bytes], seed: UInt64 = 1
  ) -> [PolicyResult] {
    let looksAhead = policies.contains { $0.product.needsNextAccess }
    let blocks = looksAhead ? withNextAccesses(blocks) : blocks
    return policies.flatMap { policy in
      capacities.map { capacity in
        let count = policy.product.replay(blocks, capacity: capacity, seed: seed)
        return PolicyResult(policy: policy.label, capacity: capacity, count: count)
      }
    }
  }

  /// The blocks with each request's next one for the same object, read from the end.
  private static func withNextAccesses(_ blocks: [RequestBlock]) -> [RequestBlock] {
    var blocks = blocks
    var next = DenseMap<Int64>(filling: .max)
    var index = Int64(blocks.reduce(0) { $0 + $1.count })
    for number in blocks.indices.reversed() {
      let keys = blocks[number].keys
      var accesses = [Int64](repeating: .max, count: keys.count)
      for place in keys.indices.reversed() {
        index -= 1
        accesses[place] = next[Int(keys[place])]
        next[Int(keys[place])] = index
      }
      if blocks[number].nextAccesses.isEmpty { blocks[number].nextAccesses = accesses }
    }
    return blocks
  }
}

/// What a policy came to at one capacity.
public struct PolicyResult: Hashable, Sendable {
  /// What the policy is called.
  public let policy: String
  /// The cache's capacity.
  public let capacity: Bytes
  /// Requests and misses.
  public let count: ReplayCount
}

extension CacheSim {
  /// Runs a scenario: each strategy under each seed, several at once.
  ///
  /// The same scenario gives the same results, on any machine and however many run at once.
  /// - Parameters:
  ///   - scenario: what is asked; things of one's own may stand in it.
  ///   - name: what reports call the scenario.
  ///   - jobs: how many strategies and seeds are simulated at once; nil: one for each processor.
  ///   - progress: called after each of them with how many are done and how many there are.
  /// - Throws: `InputError` with all that is wrong with the scenario, or why a trace cannot be
  ///   read.
  public static func run(
    _ scenario: Scenario, name: String = "scenario", jobs: Int? = nil,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> Results {
    let file = try ScenarioFile(name: name, scenario)
    let outcome = try await Runner.run(file, jobs: width(jobs), command: "", progress: progress)
    return Results(outcome.result)
  }
}
