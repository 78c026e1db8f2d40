public import SimCore

/// All eviction policies, one line each.
public enum PolicyCatalog {
  /// A policy that can be asked for by name.
  public struct Entry: Sendable {
    /// Where it was published.
    public let source: String
    /// Whether it must be told when each object is asked for again, which only a trace can do.
    public let needsNextAccess: Bool
    /// How scenarios choose it: its name, aliases, summary and settings.
    public let choice: Catalog<AnyPolicy>.Entry
    /// The policy with the defaults of its settings.
    public let standard: AnyPolicy

    /// Its name in scenarios.
    public var name: String { choice.name }
    /// What it does, in one sentence.
    public var summary: String { choice.summary }

    /// Makes an empty room with it.
    public func makeStore(_ capacity: Bytes, _ seed: UInt64) -> AnyCacheStore {
      standard.makeStore(capacity: capacity, seed: seed)
    }

    /// Replays blocks with it from an empty room.
    /// - Complexity: O(requests) and the policy's.
    public func replay(
      _ blocks: [RequestBlock], _ capacity: Bytes, _ seed: UInt64
    ) -> ReplayCount {
      standard.replay(blocks, capacity: capacity, seed: seed)
    }
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

  /// The policy of that name or alias; nil when there is none.
  public static func entry(named name: String) -> Entry? {
    all.first { $0.name == name || $0.choice.aliases.contains(name) }
  }

  /// A room with the policy of that name; nil when there is none.
  public static func makeStore(
    named name: String, capacity: Bytes, seed: UInt64
  ) -> AnyCacheStore? {
    entry(named: name)?.makeStore(capacity, seed)
  }

  private static func entry<Policy: EvictionPolicy & ~Copyable>(
    _ policy: Policy.Type, aliases: [String] = [], _ summary: String, _ source: String
  ) -> Entry {
    Entry(
      source: source, needsNextAccess: Policy.needsNextAccess,
      choice: Catalog.Entry(
        Policy.name, aliases: aliases, summary, settings: Policy.Options.self
      ) { AnyPolicy(Policy.self, options: $0) },
      standard: AnyPolicy(Policy.self, options: Policy.Options()))
  }
}
