public import SimCore

/// All eviction policies, one line each.
package enum PolicyCatalog {
  /// A policy that a scenario can name.
  package struct Entry: Sendable {
    /// Where it was published.
    package let source: String
    /// Whether it needs each request's next access, which only a trace can tell.
    package let needsNextAccess: Bool
    /// How scenarios choose it: its name, aliases, summary and settings.
    package let choice: Catalog<AnyPolicy>.Entry
    package let standard: AnyPolicy

    package var name: String { choice.name }
    package var summary: String { choice.summary }

    package func makeStore(_ capacity: Bytes, _ seed: UInt64) -> AnyCacheStore {
      standard.makeStore(capacity: capacity, seed: seed)
    }

    /// Replays blocks with it from an empty cache.
    /// - Complexity: O(requests) and the policy's.
    package func replay(
      _ blocks: [RequestBlock], _ capacity: Bytes, _ seed: UInt64
    ) -> ReplayCount {
      standard.replay(blocks, capacity: capacity, seed: seed)
    }
  }

  /// The policies, in the order in which listings show them.
  package static let all: [Entry] = [
    entry(
      LRU.self, "Least recently used: the entry requested longest ago is evicted first.", "folklore"
    ),
    entry(
      TLRU.self, aliases: ["time-aware-lru"],
      "Least recently used, and what was not requested for long leaves, down to a floor of bytes.",
      "Grab Engineering, Optimizing Android image caching with TLRU, 2026"),
    entry(FIFO.self, "First in, first out.", "folklore"),
    entry(
      SIEVE.self, "A hand evicts the first entry not requested since it last passed.",
      "Zhang et al., SIEVE is Simpler than LRU, NSDI 2024"),
    entry(
      Clock.self, aliases: ["second-chance"],
      "First in, first out, but an entry requested meanwhile gets a second chance.",
      "Corbató, A Paging Experiment with the Multics System, 1968"),
    entry(
      S3FIFO.self, "New entries pass through a small queue; the main queue gives second chances.",
      "Yang et al., FIFO Queues are All You Need for Cache Eviction, SOSP 2023"),
    entry(
      QDLP.self, "New entries pass through a small queue; the main queue is a clock with two bits.",
      "Yang et al., FIFO can be Better than LRU, HotOS 2023"),
    entry(
      WTinyLFU.self, aliases: ["tinylfu"],
      "An entry leaving a small window stays only if it is more frequent than the victim.",
      "Einziger, Friedman, Manes, TinyLFU, ACM Transactions on Storage 13(4), 2017"),
    entry(
      LIRS.self, "Nearly all capacity is for what is requested again soon; the rest pass through.",
      "Jiang, Zhang, LIRS, SIGMETRICS 2002"),
    entry(
      ARC.self, "Entries requested once and again, in shares that adapt to what is missed.",
      "Megiddo, Modha, ARC: A Self-Tuning, Low Overhead Replacement Cache, FAST 2003"),
    entry(
      SLRU.self, aliases: ["segmented-lru"],
      "Segments of recency: a hit moves up by one, overflow moves down by one.",
      "Karedla, Love, Wherry, Caching Strategies to Improve Disk System Performance, 1994"),
    entry(
      TwoQ.self, aliases: ["two-queues"],
      "New entries pass through a queue; what is missed after it enters the main queue.",
      "Johnson, Shasha, 2Q, VLDB 1994"),
    entry(
      LFU.self, "Least frequently used: the fewest requests are evicted first.",
      "Shah, Mitra, Matani, An O(1) Algorithm for Implementing the LFU, 2010"),
    entry(
      LFUDA.self, "Least frequently used, by counts that age.",
      "Arlitt et al., Evaluating Content Management Techniques for Web Proxy Caches, 2000"),
    entry(
      GDSF.self, aliases: ["greedy-dual-size-frequency"],
      "Small, popular and costly objects stay, by priorities that age.",
      "Cherkasova, Improving WWW Proxies Performance with GDSF, HPL-98-69, 1998"),
    entry(
      LRUK.self, aliases: ["lru-2"],
      "The oldest K-th last request is evicted first; by default, the second last.",
      "O'Neil, O'Neil, Weikum, The LRU-K Page Replacement Algorithm, SIGMOD 1993"),
    entry(
      Hyperbolic.self, "Of a sample, the fewest requests for the time in the cache are evicted.",
      "Blankstein, Sen, Freedman, Hyperbolic Caching, USENIX ATC 2017"),
    entry(Random.self, "A random entry is evicted.", "folklore"),
    entry(
      MRU.self, "Most recently used: the entry requested last is evicted first.",
      "Chou, DeWitt, An Evaluation of Buffer Management Strategies, VLDB 1985"),
    entry(
      NSCacheCorelibs.self, aliases: ["nscache-linux"],
      "Linux's NSCache: the lowest cost is evicted first, among equal costs the newest.",
      "swift-corelibs-foundation"),
    // Its order is undocumented, and its limit is not strict; experiments that were published show
    // that the oldest are evicted first.
    entry(
      LRU.self, named: "nscache-apple", "Apple's NSCache, approximately: least recently used.",
      "an approximation: undocumented"),
    entry(
      Belady.self, aliases: ["min", "clairvoyant"],
      "The latest next access is evicted first; an oracle that needs the trace's future.",
      "Belady, A Study of Replacement Algorithms, 1966"),
    entry(Unbounded.self, "Never evicts; what no longer fits is not stored.", "-"),
  ]

  package static var names: [String] { all.map(\.name) }

  /// The policy of that name or alias; nil when there is none.
  package static func entry(named name: String) -> Entry? {
    all.first { $0.name == name || $0.choice.aliases.contains(name) }
  }

  private static func entry<Policy: EvictionPolicy & ~Copyable>(
    _: Policy.Type, named name: String = Policy.name, aliases: [String] = [], _ summary: String,
    _ source: String
  ) -> Entry {
    Entry(
      source: source, needsNextAccess: Policy.needsNextAccess,
      choice: Catalog.Entry(name, aliases: aliases, summary, settings: Policy.Options.self) {
        AnyPolicy(Policy.self, named: name, options: $0)
      },
      standard: AnyPolicy(Policy.self, named: name, options: Policy.Options()))
  }
}

/// A policy with its settings, as a scenario chose it: makes caches and replays.
public struct AnyPolicy: Choosable {
  package let name: String
  private let store: @Sendable (Bytes, UInt64, Expiry?) -> AnyCacheStore
  /// Whether it needs each request's next access, which only a trace can tell.
  package let needsNextAccess: Bool
  package let standardSettings: JSON
  private let begin: @Sendable (Bytes, UInt64, Expiry?) -> AnyReplay
  private let beginUnits: @Sendable (Int64) -> AnyReplay?
  private let gate: @Sendable (AnyAdmission) -> AnyPolicy

  package init<Policy: EvictionPolicy & ~Copyable>(_ policy: Policy.Type, options: Policy.Options) {
    self.init(policy, named: Policy.name, options: options)
  }

  init<Policy: EvictionPolicy & ~Copyable>(
    _: Policy.Type, named name: String, options: Policy.Options
  ) {
    self.init(
      name, { Policy(capacity: $0, options: options, seed: $1) },
      units: { Policy.makeUnitSizeReplay(capacity: $0, options: options) },
      gate: { admission in
        AnyPolicy(
          name,
          { capacity, seed in
            GatedPolicy(
              Policy(capacity: capacity, options: options, seed: seed),
              behind: admission.make(capacity, seed))
          },
          units: { _ in nil },
          gate: { _ in preconditionFailure("a policy has one admission filter") })
      })
  }

  private init<Policy: EvictionPolicy & ~Copyable>(
    _ name: String, _ make: @escaping @Sendable (Bytes, UInt64) -> Policy,
    units: @escaping @Sendable (Int64) -> AnyReplay?,
    gate: @escaping @Sendable (AnyAdmission) -> AnyPolicy
  ) {
    self.name = name
    needsNextAccess = Policy.needsNextAccess
    standardSettings = Policy.Options().json
    beginUnits = units
    self.gate = gate
    store = { capacity, seed, expiry in
      AnyCacheStore { CacheStore(capacity: capacity, policy: make(capacity, seed), expiry: expiry) }
    }
    begin = { capacity, seed, expiry in
      StoreReplay(CacheStore(capacity: capacity, policy: make(capacity, seed), expiry: expiry))
    }
  }

  /// All policies.
  public static let catalog = Catalog(of: "policy", PolicyCatalog.all.map(\.choice))

  /// The same policy with an admission filter.
  /// - Precondition: it has none yet.
  package func admitted(by admission: AnyAdmission) -> AnyPolicy { gate(admission) }

  /// Makes an empty cache.
  package func makeStore(capacity: Bytes, seed: UInt64, expiry: Expiry? = nil) -> AnyCacheStore {
    store(capacity, seed, expiry)
  }

  /// Begins a replay with an empty cache.
  /// - Parameters:
  ///   - capacity: the cache's; a number of objects when each counts 1.
  ///   - countsObjects: whether no block will have sizes; then a unit-size cache may replay it
  ///     faster, with the same count.
  package func makeReplay(
    capacity: Bytes, seed: UInt64, expiry: Expiry? = nil, countsObjects: Bool = false
  ) -> AnyReplay {
    if countsObjects, expiry == nil, let fast = beginUnits(capacity.count) { return fast }
    return begin(capacity, seed, expiry)
  }

  /// Replays blocks from an empty cache.
  /// - Parameters:
  ///   - seed: for a policy that draws random numbers.
  ///   - expiry: how long copies live; nil: for ever.
  /// - Complexity: O(requests) and the policy's.
  package func replay(
    _ blocks: [RequestBlock], capacity: Bytes, seed: UInt64, expiry: Expiry? = nil
  ) -> ReplayCount {
    let isCounted = blocks.allSatisfy(\.sizes.isEmpty)
    let replay = makeReplay(
      capacity: capacity, seed: seed, expiry: expiry, countsObjects: isCounted)
    for block in blocks { replay.run(block) }
    return replay.count
  }
}

/// A policy of a scenario or a replay with its settings: one of the catalogue
/// (`PolicyChoice(named: "s3-fifo")`), or of a type of one's own.
public typealias PolicyChoice = Chosen<AnyPolicy>

extension Chosen where Product == AnyPolicy {
  /// The policy of a type.
  /// - Parameters:
  ///   - label: what reports call it; nil: its name.
  ///   - change: changes the defaults of its settings.
  /// - Precondition: the settings are such as a scenario may write.
  public init<P: EvictionPolicy & ~Copyable>(
    _ policy: P.Type, label: String? = nil, _ change: (inout P.Options) -> Void = { _ in }
  ) {
    let options = P.Options.checked(change)
    self.init(
      name: P.name, label: label ?? P.name, product: AnyPolicy(P.self, options: options),
      settings: options.json)
  }
}
