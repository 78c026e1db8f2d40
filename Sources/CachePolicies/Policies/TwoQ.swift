internal import SimCore

/// Two queues: new entries pass through a short queue (A1in), and only an object requested after
/// its eviction from it enters the long one (Am), which is ordered by recency.
///
/// Johnson, Shasha: 2Q: A Low Overhead High Performance Buffer Management Replacement Algorithm,
/// VLDB 1994; its full version.
struct TwoQ: EvictionPolicy, ~Copyable {
  static let name = "2q"
  private static let inQueue = 0
  private static let mainQueue = 1
  struct Options: Settings {
    var inShare = 0.25
    var ghostShare = 0.5
    var rule = PublishedRule.paper
    static let fields: [Field<Options>] = [
      Field(
        "inQueueShare", \.inShare, in: 0...1,
        "The short queue's share of the capacity; a quarter, as the paper recommends."),
      Field(
        "ghostShare", \.ghostShare, in: 0...10,
        "The bytes of ghost entries, as a share of the capacity; a half, as the paper recommends."),
      Field(
        "rule", \.rule,
        "paper, or libcachesim, which refuses what is larger than the short queue's share."),
    ]
  }

  private let rule: PublishedRule
  private let inLimit: Int64
  private let ghostLimit: Int64
  private var queues = IndexLists(count: 2)
  private var ghosts = GhostEntries()
  /// Whether the new entry had a ghost.
  private var isReturning = false

  init(capacity: Bytes, options: Options, seed: UInt64) {
    rule = options.rule
    inLimit = capacity.share(options.inShare)
    ghostLimit = capacity.share(options.ghostShare)
  }

  func prefetch(_ key: ObjectKey) { ghosts.prefetch(key) }

  func prefetchState(of slot: Slot) { queues.prefetch(slot) }

  mutating func hit(_ slot: Slot, in residents: borrowing Residents) {
    if queues.list(of: slot) == Self.mainQueue {
      queues.move(slot, to: Self.mainQueue, size: residents[slot].size.count)
    }
  }

  mutating func admits(_ incoming: CacheEntry) -> Bool {
    isReturning = ghosts.remove(incoming.key) != nil
    return rule == .paper || incoming.size.count <= inLimit
  }

  mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    let queue = isReturning ? Self.mainQueue : Self.inQueue
    queues.append(slot, to: queue, size: residents[slot].size.count)
  }

  mutating func evict(toFit _: CacheEntry, from residents: borrowing Residents) -> Slot? {
    let isCrowded = queues.bytes(of: Self.inQueue) > inLimit
    let queue = isCrowded || queues.count(of: Self.mainQueue) == 0 ? Self.inQueue : Self.mainQueue
    let victim = queues.first(of: queue)
    guard victim != noSlot else { return nil }
    let entry = residents[victim]
    queues.remove(victim, size: entry.size.count)
    let (next, second) = queues.nextTwo(of: queue)
    ghosts.prefetch(residents.prefetch(next: next, second: second))
    if queue == Self.inQueue { ghosts.append(entry, limit: ghostLimit) }
    return victim
  }

  mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    queues.remove(slot, size: residents[slot].size.count)
  }

  func brokenInvariant(in residents: borrowing Residents) -> String? {
    if ghosts.bytes() > ghostLimit { return "the ghosts are above their limit" }
    return queues.mismatch(with: residents)
  }
}
