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
    entry(
      Clock.self, aliases: ["second-chance"],
      "First in, first out, but who was asked for meanwhile gets another round.",
      "Corbató, A Paging Experiment with the Multics System, 1968"),
    entry(
      S3FIFO.self, "Newcomers pass through a small queue; the main queue gives second chances.",
      "Yang et al., FIFO Queues are All You Need for Cache Eviction, SOSP 2023"),
    entry(
      QDLP.self, "Newcomers pass through a small queue; the main queue is a clock with two bits.",
      "Yang et al., FIFO can be Better than LRU, HotOS 2023"),
    entry(
      WTinyLFU.self, aliases: ["tinylfu"],
      "Who leaves a small window stays only if it is more popular than who would have to leave.",
      "Einziger, Friedman, Manes, TinyLFU, ACM Transactions on Storage 13(4), 2017"),
    entry(
      LIRS.self, "Nearly all room is for what comes back soon; the rest pass through.",
      "Jiang, Zhang, LIRS, SIGMETRICS 2002"),
    entry(
      ARC.self, "Residents seen once and seen again, in shares that adapt to what is missed.",
      "Megiddo, Modha, ARC: A Self-Tuning, Low Overhead Replacement Cache, FAST 2003"),
    entry(
      SLRU.self, aliases: ["segmented-lru"],
      "Segments of recency: a hit lifts by one, and who overflows falls by one.",
      "Karedla, Love, Wherry, Caching Strategies to Improve Disk System Performance, 1994"),
    entry(
      TwoQ.self, aliases: ["two-queues"],
      "Newcomers pass through a queue; who is missed after it belongs to the regulars.",
      "Johnson, Shasha, 2Q, VLDB 1994"),
    entry(
      LFU.self, "What was asked for least often leaves first.",
      "Shah, Mitra, Matani, An O(1) Algorithm for Implementing the LFU, 2010"),
    entry(
      LFUDA.self, "What was asked for least often leaves first, by counts that age.",
      "Arlitt et al., Evaluating Content Management Techniques for Web Proxy Caches, 2000"),
    entry(
      GDSF.self, aliases: ["greedy-dual-size-frequency"],
      "Small, popular and dear objects stay, by worths that age.",
      "Cherkasova, Improving WWW Proxies Performance with GDSF, HPL-98-69, 1998"),
    entry(
      LRUK.self, aliases: ["lru-2"],
      "Who was asked for K times longest ago leaves first; by default, twice.",
      "O'Neil, O'Neil, Weikum, The LRU-K Page Replacement Algorithm, SIGMOD 1993"),
    entry(
      Hyperbolic.self, "Of a few drawn, who was asked for least often for its time leaves.",
      "Blankstein, Sen, Freedman, Hyperbolic Caching, USENIX ATC 2017"),
    entry(Random.self, "Anybody leaves, each as likely as another.", "folklore"),
    entry(
      MRU.self, "What was asked for last leaves first.",
      "Chou, DeWitt, An Evaluation of Buffer Management Strategies, VLDB 1985"),
    entry(
      NSCacheCorelibs.self, aliases: ["nscache-linux"],
      "Linux's NSCache: the cheapest leaves first, of equally cheap ones the newest.",
      "swift-corelibs-foundation"),
    entry(
      NSCacheApple.self, "Apple's NSCache, approximately: what was used longest ago leaves first.",
      "an approximation: undocumented"),
    entry(
      Belady.self, aliases: ["min", "clairvoyant"],
      "Who will be asked for again latest leaves first; needs to know the future.",
      "Belady, A Study of Replacement Algorithms, 1966"),
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
