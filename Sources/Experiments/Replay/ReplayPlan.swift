package import CachePolicies
package import CacheWorkloads
package import SimCore

/// What a replay answers: policies and capacities over one trace, each pair a cell.
package struct ReplayPlan: Sendable {
  /// Each has the name that the answer gives it.
  package var policies: [Chosen<AnyPolicy>]
  /// Several cells have the same one when shares come out alike.
  package var capacities: [ReplayCapacity]
  /// Whether every object counts 1, whatever the trace says; capacities are then numbers of
  /// objects.
  package var ignoresSizes = false
  /// The first requests, which fill the caches and are not counted; nil: all are counted.
  package var warmUp: ReplaySpan?
  /// How long the intervals are that are also reported one by one; nil: only the whole is.
  package var interval: ReplaySpan?
  /// Nil: all missed objects are admitted.
  package var admission: AnyAdmission?
  /// How long copies live; nil: without limit, whatever the trace says.
  package var expiry: Expiry?
  package var seed: UInt64 = 1

  package init(policies: [Chosen<AnyPolicy>], capacities: [ReplayCapacity]) {
    self.policies = policies
    self.capacities = capacities
  }

  var needsNextAccess: Bool { policies.contains { $0.product.needsNextAccess } }

  /// Whether the trace must be read once before, to be measured.
  var needsFacts: Bool {
    capacities.contains(where: \.isShare) || warmUp?.isShare ?? false || interval?.isShare ?? false
  }

  var needsTimes: Bool {
    expiry != nil || warmUp?.needsTimes ?? false || interval?.needsTimes ?? false
  }
}

package struct ReplayResult: Sendable {
  package struct Row: Sendable {
    package var policy: String
    package var asked: ReplayCapacity
    /// In bytes, or in objects when each counts 1.
    package var capacity: Bytes
    package var count: ReplayCount
    /// Empty when not asked for.
    package var intervals: [ReplayCount]
    /// Nil where copies live for ever.
    package var occupancy: Occupancy?
    /// Empty when not asked for.
    package var intervalOccupancies: [Occupancy]
  }

  /// Policy by policy, its capacities in the order in which they were asked for.
  package var rows: [Row]
  /// Whether every object counted 1, so that capacities are numbers of objects.
  package var countsObjects: Bool
  package var hasIntervals: Bool
  package var requests: Int64
  package var objects: Int64
  package var emptyCount: Int64
  package var issues: TraceIssues
  package var format: String
  /// Nil: all of the trace was replayed.
  package var shard: TraceShard?
}

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

package enum ReplayCapacity: Hashable, Sendable {
  /// So many bytes, or so many objects when each counts 1.
  case amount(Bytes)
  /// A share of the footprint, in billionths, rounded down.
  case share(billionths: Int64)

  private static let whole: Int64 = 1_000_000_000

  /// The shares that `auto` stands for: a thousandth, a hundredth and a tenth of the footprint,
  /// which are usual in the field (Yang et al., FIFO Queues are All You Need, SOSP 2023).
  package static let automatic: [ReplayCapacity] = [
    .share(billionths: whole / 1_000), .share(billionths: whole / 100),
    .share(billionths: whole / 10),
  ]

  /// The shares at which a curve is read: evenly spread over four decades of the footprint, up to
  /// all of it, as curves are drawn over the logarithm of the size. `count` is at least 2.
  package static func curve(_ count: Int) -> [ReplayCapacity] {
    let decades = 4.0
    return (0..<count).map { index in
      let exponent = decades * (Double(index) / Double(count - 1) - 1)
      let share = DeterministicMath.exp(exponent * DeterministicMath.log(10))
      return .share(billionths: Int64((share * Double(whole)).rounded()))
    }
  }

  /// Whether the footprint must be known.
  package var isShare: Bool {
    if case .share = self { true } else { false }
  }

  /// Reads `64MiB`, `1000`, `0.1%`, or `auto`, which stands for several; nil for anything else.
  /// Amounts of objects have no unit.
  package static func read(_ text: String, countsObjects: Bool) -> [ReplayCapacity]? {
    if text == "auto" { return automatic }
    if text.hasSuffix("%") {
      guard let share = percent(text.dropLast()) else { return nil }
      return [.share(billionths: share)]
    }
    if let count = Int64(text) { return count > 0 ? [.amount(Bytes(count))] : nil }
    guard !countsObjects, let bytes = Bytes(json: JSON(text)), bytes > .zero else { return nil }
    return [.amount(bytes)]
  }

  /// A decimal number of hundredths in billionths: more than nothing and at most a hundred, with
  /// at most seven digits after the point.
  private static func percent(_ text: Substring) -> Int64? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { ("0"..."9").contains($0) }
    }
    guard digits, parts[0].count <= 3, let number = Int64(parts[0]) else { return nil }
    var billionths = number * (whole / 100)
    if parts.count == 2 {
      guard parts[1].count <= 7, let fraction = Int64(parts[1]) else { return nil }
      billionths += (parts[1].count..<7).reduce(fraction) { value, _ in value * 10 }
    }
    return (1...whole).contains(billionths) ? billionths : nil
  }

  package func resolved(footprint: Int64) -> Bytes {
    switch self {
    case .amount(let amount): return amount
    case .share(let billionths):
      let (high, low) = footprint.multipliedFullWidth(by: billionths)
      return Bytes(Self.whole.dividingFullWidth((high, low)).quotient)
    }
  }

  package var text: String {
    switch self {
    case .amount(let amount): return "\(amount.count)"
    case .share(let billionths):
      var fraction = "\(billionths % (Self.whole / 100) + Self.whole / 100)".dropFirst()
      while fraction.last == "0" { fraction = fraction.dropLast() }
      let percent = "\(billionths / (Self.whole / 100))"
      return percent + (fraction.isEmpty ? "" : ".\(fraction)") + "%"
    }
  }
}
