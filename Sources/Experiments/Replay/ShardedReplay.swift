package import CachePolicies
package import SimCore

/// The counts of a replay whose shards were replayed one by one, added up.
///
/// The sum is exact for a cache that is divided by the objects' hash, as those of many servers are.
/// For one cache that all objects share it is an estimate, because the shards' shares of that cache
/// would not stay equal: each shard is a cache reduced in proportion (Waldspurger, Saemundsson,
/// Ahmad, Park: Cache Modeling and Optimization using Miniature Simulations, USENIX ATC 2017), and
/// all objects are in one of them.
package struct ShardedReplay: Sendable {
  package struct Row: Sendable {
    package var policy: String
    package var asked: String
    package private(set) var shardCount = 0
    /// Whether in each shard all objects fit, and each missed once.
    private var isComplete = true
    package private(set) var capacity = Bytes.zero
    package private(set) var count = ReplayCount()
    /// How many entries of the mean size of its requests the smallest shard has room for.
    private var fewestEntries = Int64.max

    package init(policy: String, asked: String) {
      self.policy = policy
      self.asked = asked
    }

    package mutating func add(_ shard: ReplayCount, objects: Int64, capacity: Bytes) {
      shardCount += 1
      isComplete = isComplete && shard.misses == objects && shard.missBytes <= capacity.count
      count += shard
      self.capacity += capacity
      let meanSize = max(Double(shard.bytes) / Double(max(shard.requests, 1)), 1)
      fewestEntries = min(fewestEntries, Int64(Double(capacity.count) / meanSize))
    }

    /// Whether a cache that all objects share has the same counts: there is one shard, or nothing
    /// was evicted from any.
    package var isExact: Bool { shardCount == 1 || isComplete }

    /// How far the miss ratio is from that of a cache that all objects share, as a share of the
    /// requests, in 19 of 20 comparisons of sums with whole replays, the parts having as many
    /// entries.
    ///
    /// No bound, least of all where a loop just fits: `Benchmarks/shards-against-whole` measured
    /// it, and Docs/Traces.md has its table. Nil: the parts have fewer than 100 entries, with
    /// which differences of many points were seen.
    package var likelyError: Double? {
      if isExact { return 0 }
      return Self.measuredErrors.first { fewestEntries >= $0.entries }?.error
    }

    /// The 95th percentiles of the differences, rounded up, by the entries of the smallest part.
    private static let measuredErrors: [(entries: Int64, error: Double)] = [
      (1_000, 0.003), (100, 0.006),
    ]
  }
}
