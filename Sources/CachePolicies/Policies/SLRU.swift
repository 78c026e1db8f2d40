internal import SimCore

/// Segments of recency: a new entry starts in the lowest segment, each hit moves it up by one, and
/// a segment's overflow moves down into the one below.
///
/// Karedla, Love, Wherry: Caching Strategies to Improve Disk System Performance, IEEE Computer
/// 27(3), 1994, doi:10.1109/2.268884, with two segments; four equal ones are S4LRU (Huang et al.:
/// An Analysis of Facebook Photo Caching, SOSP 2013, doi:10.1145/2517349.2522722).
struct SLRU: EvictionPolicy, ~Copyable {
  static let name = "slru"
  struct Options: Settings {
    var shares = [1, 4]
    var rule = PublishedRule.paper
    static let fields: [Field<Options>] = [
      Field(
        "shares", \.shares, each: 1...1_000, count: 1...64,
        "The segments' shares of the capacity, the lowest first; 1 to 4 is a protected share of"
          + " 80 %, what most users of the policy chose."),
      Field(
        "rule", \.rule,
        "paper: new entries go into the lowest segment; libcachesim: into the lowest one that is"
          + " not full, overflow into a full lowest segment evicts others, and what is larger"
          + " than its share is refused."),
    ]
  }

  private let rule: PublishedRule
  private let limits: [Int64]
  private var segments: IndexLists
  /// Whether the last hit moved an entry down into the lowest segment.
  private var hasCooled = false

  init(capacity: Bytes, options: Options, seed: UInt64) {
    rule = options.rule
    let sum = Double(options.shares.reduce(0, +))
    limits = options.shares.map {
      capacity == .unlimited ? .max : Int64(Double(capacity.count) * (Double($0) / sum))
    }
    segments = IndexLists(count: options.shares.count)
  }

  func prefetchState(of slot: Slot) { segments.prefetch(slot) }

  mutating func hit(_ slot: Slot, in residents: borrowing Residents) {
    let size = residents[slot].size.count
    let segment = segments.list(of: slot) ?? 0
    let upper = min(segment + 1, limits.count - 1)
    let isAtHome = rule == .paper && size > limits[upper]
    segments.move(slot, to: isAtHome ? segment : upper, size: size)
    hasCooled = false
    for crowded in stride(from: upper, to: 0, by: -1) {
      while segments.bytes(of: crowded) > limits[crowded] {
        if crowded == 1 { hasCooled = true }
        let cooled = segments.first(of: crowded)
        segments.move(cooled, to: crowded - 1, size: residents[cooled].size.count)
      }
    }
  }

  func admits(_ incoming: CacheEntry) -> Bool {
    rule == .paper || incoming.size.count <= limits[0]
  }

  mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    let size = residents[slot].size.count
    var home = 0
    if rule == .libCacheSim {
      home = limits.indices.first { segments.bytes(of: $0) + size <= limits[$0] } ?? 0
    }
    segments.append(slot, to: home, size: size)
    hasCooled = false
  }

  mutating func evict(toFit _: CacheEntry, from residents: borrowing Residents) -> Slot? {
    let lowest = limits.indices.first { segments.count(of: $0) > 0 }
    return lowest.map { evict(from: $0, residents) }
  }

  mutating func evict(after _: Slot, from residents: borrowing Residents) -> Slot? {
    guard rule == .libCacheSim, hasCooled, segments.bytes(of: 0) > limits[0] else { return nil }
    return evict(from: 0, residents)
  }

  mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    segments.remove(slot, size: residents[slot].size.count)
  }

  func brokenInvariant(in residents: borrowing Residents) -> String? {
    for segment in limits.indices.dropFirst() where segments.bytes(of: segment) > limits[segment] {
      return "segment \(segment) is too long"
    }
    return segments.mismatch(with: residents)
  }

  private mutating func evict(from segment: Int, _ residents: borrowing Residents) -> Slot {
    let victim = segments.first(of: segment)
    segments.remove(victim, size: residents[victim].size.count)
    let (next, second) = segments.nextTwo(of: segment)
    residents.prefetch(next: next, second: second)
    return victim
  }
}
