public import SimCore

/// All eviction policies, one line each.
public enum PolicyCatalog {
  /// A policy that can be asked for by name.
  public struct Entry: Sendable {
    /// Its name in scenarios.
    public let name: String
    /// What it does, in one sentence.
    public let summary: String
    /// Where it was published.
    public let source: String
    /// Makes a room with it.
    public let makeStore: @Sendable (Bytes, UInt64) -> AnyCacheStore
    /// Replays blocks with it from an empty room.
    public let replay: @Sendable ([RequestBlock], Bytes, UInt64) -> ReplayCount
  }

  /// The policies, in the order in which listings show them.
  public static let all: [Entry] = [
    entry(LRU.self, "What was asked for longest ago leaves first.", "folklore"),
    entry(FIFO.self, "What came first leaves first.", "folklore"),
    entry(
      SIEVE.self, "A hand takes the first resident that nobody asked for since its last visit.",
      "Zhang et al., SIEVE is Simpler than LRU, NSDI 2024"),
    entry(Unbounded.self, "Nobody ever leaves; what no longer fits stays outside.", "-"),
  ]

  /// The names, in order.
  public static var names: [String] { all.map(\.name) }

  /// The policy of that name; nil when there is none.
  public static func entry(named name: String) -> Entry? { all.first { $0.name == name } }

  /// A room with the policy of that name; nil when there is none.
  public static func makeStore(
    named name: String, capacity: Bytes, seed: UInt64
  ) -> AnyCacheStore? {
    entry(named: name)?.makeStore(capacity, seed)
  }

  private static func entry<Policy: EvictionPolicy & ~Copyable>(
    _ policy: Policy.Type, _ summary: String, _ source: String
  ) -> Entry {
    Entry(
      name: Policy.name, summary: summary, source: source,
      makeStore: { capacity, seed in
        TypedCacheStore {
          CacheStore(
            capacity: capacity,
            policy: Policy(capacity: capacity, options: Policy.Options(), seed: seed))
        }
      },
      replay: { blocks, capacity, seed in
        var replay = Replay<Policy>(capacity: capacity, seed: seed)
        for block in blocks { replay.run(block) }
        return replay.count
      })
  }
}
