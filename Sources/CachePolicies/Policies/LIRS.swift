package import SimCore

/// Low inter-reference recency: nearly the whole capacity is for objects requested again soon, and
/// the rest pass through a short queue.
///
/// Jiang, Zhang: LIRS: An Efficient Low Inter-reference Recency Set Replacement Policy to Improve
/// Buffer Cache Performance, SIGMETRICS 2002, doi:10.1145/511334.511340. Lengths are counted in
/// bytes. Ghost entries are limited, as the paper suggests for real systems.
package struct LIRS: EvictionPolicy, ~Copyable {
  package static let name = "lirs"

  /// What a scenario can set.
  package struct Options: Settings {
    /// The queue's share of the capacity.
    package var queueShare = 0.01
    /// The bytes of ghost entries, as a share of the capacity.
    package var ghostShare = 1.0
    package init() {}
    package static let fields: [Field<Options>] = [
      Field(
        "hirShare", \.queueShare, in: 0...1,
        "The HIR queue's share of the capacity; a hundredth, as in the paper."
      ).formerly("queueShare"),
      Field(
        "ghostShare", \.ghostShare, in: 0...1_000,
        "The bytes of ghost entries, as a share of the capacity; the paper sets no limit but"
          + " recommends one."),
    ]
  }

  private static let stack = 0

  /// How many bytes the set of low recency may have.
  private let limit: Int64
  /// By key: the stack S of the paper, its bottom first.
  private var recency = IndexLists(count: 1)
  /// By slot: the queue Q, of residents of high recency.
  private var queue = IndexList()
  /// By slot: whether a resident belongs to the set of low recency.
  private var isLow = Table<Bool>()
  private var lowBytes: Int64 = 0
  /// Evicted objects that are in the stack.
  private var ghosts = GhostEntries()
  private let ghostLimit: Int64

  package init(capacity: Bytes, options: Options, seed: UInt64) {
    limit = capacity.count - max(1, capacity.share(options.queueShare))
    ghostLimit = capacity.share(options.ghostShare)
  }

  package func prefetch(_ key: ObjectKey) {
    recency.prefetch(key)
    ghosts.prefetch(key)
  }

  package mutating func hit(_ slot: Slot, in residents: borrowing Residents) {
    let entry = residents[slot]
    if isLow[slot] {
      recency.move(entry.key, to: Self.stack, size: 0)
    } else if recency.list(of: entry.key) != nil {
      queue.remove(slot)
      recency.move(entry.key, to: Self.stack, size: 0)
      promote(slot, residents)
    } else {
      recency.append(entry.key, to: Self.stack, size: 0)
      queue.moveToEnd(slot)
    }
    prune(residents)
  }

  package mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    let entry = residents[slot]
    isLow.put(false, at: slot, filling: false)
    let hasGhost = recency.list(of: entry.key) != nil
    if hasGhost { drop(entry.key) }
    recency.append(entry.key, to: Self.stack, size: 0)
    if hasGhost || lowBytes + entry.size.count <= limit {
      promote(slot, residents)
    } else {
      queue.append(slot)
    }
    prune(residents)
  }

  package mutating func evict(toFit _: CacheEntry, from residents: borrowing Residents) -> Slot? {
    if queue.isEmpty { demote(residents) }
    let victim = queue.removeFirst()
    let entry = residents[victim]
    if recency.list(of: entry.key) != nil { addGhost(entry) }
    return victim
  }

  package mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    let entry = residents[slot]
    if recency.list(of: entry.key) != nil { recency.remove(entry.key, size: 0) }
    if isLow[slot] {
      isLow[slot] = false
      lowBytes -= entry.size.count
      prune(residents)
    } else {
      queue.remove(slot)
    }
  }

  package func brokenInvariant(in residents: borrowing Residents) -> String? {
    var low: Int64 = 0
    var lowCount = 0
    for (slot, entry) in residents.all {
      if isLow[slot] == queue.contains(slot) { return "slot \(slot) is in both sets or in none" }
      guard isLow[slot] else { continue }
      if recency.list(of: entry.key) == nil { return "the object \(entry.key) has no recency" }
      low += entry.size.count
      lowCount += 1
    }
    if low != lowBytes || low > max(0, limit) { return "the set of low recency is too large" }
    return lowCount + queue.count == residents.count ? nil : "an evicted entry is listed"
  }

  /// Moves the top of the stack, a resident, into the set of low recency; others are demoted.
  private mutating func promote(_ slot: Slot, _ residents: borrowing Residents) {
    isLow[slot] = true
    lowBytes += residents[slot].size.count
    while lowBytes > limit { demote(residents) }
  }

  /// Moves the entry of the largest recency in the set to the queue.
  private mutating func demote(_ residents: borrowing Residents) {
    prune(residents)
    let key = recency.first(of: Self.stack)
    guard let slot = residents.slot(of: key) else {
      preconditionFailure("the bottom of the stack is a resident")
    }
    recency.remove(key, size: 0)
    isLow[slot] = false
    lowBytes -= residents[slot].size.count
    queue.append(slot)
    prune(residents)
  }

  /// Prunes the bottom of the stack up to the last member of the set of low recency: what is above
  /// that member was requested more recently than it.
  private mutating func prune(_ residents: borrowing Residents) {
    while recency.count(of: Self.stack) > 0 {
      let key = recency.first(of: Self.stack)
      if let slot = residents.slot(of: key), isLow[slot] { return }
      drop(key)
    }
  }

  /// Adds a ghost, and drops the oldest ones beyond the limit.
  private mutating func addGhost(_ entry: CacheEntry) {
    ghosts.append(entry)
    while ghosts.bytes() > ghostLimit { drop(ghosts.first().key) }
  }

  private mutating func drop(_ key: ObjectKey) {
    recency.remove(key, size: 0)
    _ = ghosts.remove(key)
  }
}
