internal import SimCore

/// Low inter-reference recency: nearly the whole capacity is for objects requested again soon, and
/// the rest pass through a short queue.
///
/// Jiang, Zhang: LIRS: An Efficient Low Inter-reference Recency Set Replacement Policy to Improve
/// Buffer Cache Performance, SIGMETRICS 2002, doi:10.1145/511334.511340. Lengths are counted in
/// bytes. Ghost entries are limited, as the paper suggests for real systems. Without that limit
/// the counts are those of the authors' own program.
struct LIRS: EvictionPolicy, ~Copyable {
  static let name = "lirs"
  struct Options: Settings {
    var queueShare = 0.01
    var ghostShare = 1.0
    var rule = PublishedRule.paper
    static let fields: [Field<Options>] = [
      Field(
        "hirShare", \.queueShare, in: 0...1,
        "The HIR queue's share of the capacity; a hundredth, as in the paper."),
      Field(
        "ghostShare", \.ghostShare, in: 0...1_000,
        "The bytes of ghost entries, as a share of the capacity; the paper sets no limit but"
          + " recommends one."),
      Field(
        "rule", \.rule,
        "paper: as the authors' program; libcachesim: a hit in the queue of an object that has left"
          + " the stack first makes room in the low set, the queue never holds more than its share,"
          + " a new object larger than that is refused, and ghosts are dropped while all in the"
          + " stack have more bytes than the capacity and ghostShare together."),
    ]
  }

  static let stack = 0
  static let noObject = ObjectKey.max

  private let rule: PublishedRule
  let capacity: Int64
  /// How many bytes the set of low recency may have.
  let limit: Int64
  /// By key: the stack S of the paper with the sizes, its bottom first.
  var recency = IndexLists(count: 1)
  /// By slot: the queue Q, of residents of high recency.
  var queue = IndexList()
  /// How many bytes the queue should have.
  let queueLimit: Int64
  /// By slot: whether a resident belongs to the set of low recency.
  var isLow = Table<Bool>()
  var lowBytes: Int64 = 0
  /// Evicted objects that are in the stack, less the one that is being inserted again.
  var ghosts = GhostEntries()
  let ghostLimit: Int64
  /// The object that stays in the stack whatever is demoted for it.
  var asked = LIRS.noObject

  init(capacity: Bytes, options: Options, seed: UInt64) {
    rule = options.rule
    self.capacity = capacity.count
    queueLimit = max(1, capacity.share(options.queueShare))
    limit = capacity == .unlimited ? .max : capacity.count - queueLimit
    ghostLimit = capacity.share(options.ghostShare)
  }

  func prefetch(_ key: ObjectKey) {
    recency.prefetch(key)
    ghosts.prefetch(key)
  }

  mutating func hit(_ slot: Slot, in residents: borrowing Residents) {
    if rule == .libCacheSim { return hitLikeLibCacheSim(slot, residents) }
    let entry = residents[slot]
    let size = entry.size.count
    if isLow[slot] {
      recency.move(entry.key, to: Self.stack, size: size)
    } else if recency.list(of: entry.key) != nil {
      queue.remove(slot)
      recency.move(entry.key, to: Self.stack, size: size)
      promote(slot, residents)
    } else {
      recency.append(entry.key, to: Self.stack, size: size)
      queue.moveToEnd(slot)
    }
    prune(residents)
  }

  /// A ghost that is requested moves to the top of the stack now: otherwise the evictions that make
  /// room for it could push it out, and it would be inserted like an object never seen.
  mutating func admits(_ incoming: CacheEntry) -> Bool {
    let (key, size) = (incoming.key, incoming.size.count)
    let isGhost = recency.list(of: key) != nil
    if rule == .libCacheSim, size > limit || !isGhost && size > queueLimit { return false }
    guard isGhost else { return true }
    recency.remove(key, size: ghosts.remove(key) ?? 0)
    recency.append(key, to: Self.stack, size: size)
    asked = key
    return true
  }

  mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    let entry = residents[slot]
    let size = entry.size.count
    isLow.put(false, at: slot, filling: false)
    let hadGhost = entry.key == asked
    asked = rule == .libCacheSim ? entry.key : Self.noObject
    if !hadGhost { recency.append(entry.key, to: Self.stack, size: size) }
    if hadGhost || lowBytes + size <= limit {
      if rule == .libCacheSim { makeRoom(for: size, residents) }
      promote(slot, residents)
    } else {
      queue.append(slot)
    }
    prune(residents)
    asked = Self.noObject
  }

  mutating func evict(toFit _: CacheEntry, from residents: borrowing Residents) -> Slot? {
    if queue.isEmpty { demote(residents) }
    let victim = queue.removeFirst()
    addGhost(residents[victim])
    while rule == .paper, ghosts.bytes() > ghostLimit { dropOldestGhost() }
    return victim
  }

  mutating func evict(after slot: Slot, from residents: borrowing Residents) -> Slot? {
    rule == .paper ? nil : evictLikeLibCacheSim(after: slot, from: residents)
  }

  mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    let entry = residents[slot]
    let size = entry.size.count
    if recency.list(of: entry.key) != nil { recency.remove(entry.key, size: size) }
    if isLow[slot] {
      isLow[slot] = false
      lowBytes -= size
      prune(residents)
    } else {
      queue.remove(slot)
    }
  }

  func brokenInvariant(in residents: borrowing Residents) -> String? {
    var low: Int64 = 0
    var lowCount = 0
    var stacked = ghosts.bytes()
    for (slot, entry) in residents.all {
      if recency.list(of: entry.key) != nil { stacked += entry.size.count }
      if isLow[slot] == queue.contains(slot) { return "slot \(slot) is in both sets or in none" }
      guard isLow[slot] else { continue }
      if recency.list(of: entry.key) == nil { return "the object \(entry.key) has no recency" }
      low += entry.size.count
      lowCount += 1
    }
    if low != lowBytes || low > max(0, limit) { return "the set of low recency is too large" }
    if recency.bytes(of: Self.stack) != stacked { return "the stack has other sizes" }
    return lowCount + queue.count == residents.count ? nil : "an evicted entry is listed"
  }

  /// Moves the top of the stack, a resident, into the set of low recency; others are demoted, and
  /// it too where it is larger than the set may be.
  mutating func promote(_ slot: Slot, _ residents: borrowing Residents) {
    isLow[slot] = true
    lowBytes += residents[slot].size.count
    while lowBytes > limit { demote(residents) }
  }

  /// Moves the entry of the largest recency in the set to the queue.
  mutating func demote(_ residents: borrowing Residents) {
    prune(residents)
    let key = recency.first(of: Self.stack)
    guard let slot = residents.slot(of: key) else {
      preconditionFailure("the bottom of the stack is a resident")
    }
    let size = residents[slot].size.count
    recency.remove(key, size: size)
    isLow[slot] = false
    lowBytes -= size
    queue.append(slot)
    prune(residents)
  }

  /// Prunes the bottom of the stack up to the last member of the set of low recency: what is above
  /// that member was requested more recently than it.
  mutating func prune(_ residents: borrowing Residents) {
    while recency.count(of: Self.stack) > 0 {
      let key = recency.first(of: Self.stack)
      if key == asked { return }
      if let slot = residents.slot(of: key) {
        if isLow[slot] { return }
        recency.remove(key, size: residents[slot].size.count)
      } else {
        recency.remove(key, size: ghosts.remove(key) ?? 0)
      }
    }
  }

  mutating func addGhost(_ victim: CacheEntry) {
    if recency.list(of: victim.key) != nil { ghosts.append(victim) }
  }

  mutating func dropOldestGhost() {
    let ghost = ghosts.first()
    ghosts.removeFirst()
    recency.remove(ghost.key, size: ghost.size.count)
  }
}

/// The rule of libCacheSim (commit aa0fc40, and version 0.3.5).
///
/// One of its rules is left out: there a hit can push the object itself out of the queue while it
/// counts as resident, and its next request is a hit of nothing.
extension LIRS {
  /// A hit: members of the low set are demoted before the object joins it, and also for an object
  /// that is no longer in the stack and joins nothing.
  mutating func hitLikeLibCacheSim(_ slot: Slot, _ residents: borrowing Residents) {
    let entry = residents[slot]
    let size = entry.size.count
    asked = entry.key
    if isLow[slot] {
      recency.move(entry.key, to: Self.stack, size: size)
    } else if recency.list(of: entry.key) != nil {
      recency.move(entry.key, to: Self.stack, size: size)
      queue.remove(slot)
      makeRoom(for: size, residents)
      promote(slot, residents)
    } else {
      queue.moveToEnd(slot)
      makeRoom(for: size, residents)
      recency.append(entry.key, to: Self.stack, size: size)
    }
    prune(residents)
    asked = Self.noObject
  }

  mutating func makeRoom(for size: Int64, _ residents: borrowing Residents) {
    while lowBytes > 0, lowBytes + size > limit { demote(residents) }
  }

  /// While the queue has more bytes than it should, its front leaves, though not the object that
  /// was requested; then ghosts are dropped while all in the stack have too many bytes.
  mutating func evictLikeLibCacheSim(
    after slot: Slot, from residents: borrowing Residents
  ) -> Slot? {
    if residents.used.count - lowBytes > queueLimit, queue.first != slot {
      let victim = queue.removeFirst()
      addGhost(residents[victim])
      return victim
    }
    while recency.bytes(of: Self.stack) - ghostLimit > capacity, ghosts.count() > 0 {
      dropOldestGhost()
    }
    return nil
  }
}
