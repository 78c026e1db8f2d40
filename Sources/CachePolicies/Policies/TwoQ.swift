package import SimCore

/// Two queues: new entries pass through a short queue (A1in), and only an object requested after
/// its eviction from it enters the long one (Am), which is ordered by recency.
///
/// Johnson, Shasha: 2Q: A Low Overhead High Performance Buffer Management Replacement Algorithm,
/// VLDB 1994; its full version.
package struct TwoQ: EvictionPolicy, ~Copyable {
  package static let name = "2q"
  private static let inQueue = 0
  private static let mainQueue = 1

  /// What a scenario can set.
  package struct Options: Settings {
    package var inShare = 0.25
    package var ghostShare = 0.5
    package var rule = PublishedRule.paper
    package init() {}
    package static let fields: [Field<Options>] = [
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

  package init(capacity: Bytes, options: Options, seed: UInt64) {
    rule = options.rule
    inLimit = capacity.share(options.inShare)
    ghostLimit = capacity.share(options.ghostShare)
  }

  package func prefetch(_ key: ObjectKey) { ghosts.prefetch(key) }

  package func prefetchState(of slot: Slot) { queues.prefetch(slot) }

  package mutating func hit(_ slot: Slot, in residents: borrowing Residents) {
    if queues.list(of: slot) == Self.mainQueue {
      queues.move(slot, to: Self.mainQueue, size: residents[slot].size.count)
    }
  }

  package mutating func admits(_ incoming: CacheEntry) -> Bool {
    isReturning = ghosts.remove(incoming.key) != nil
    return rule == .paper || incoming.size.count <= inLimit
  }

  package mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    let queue = isReturning ? Self.mainQueue : Self.inQueue
    queues.append(slot, to: queue, size: residents[slot].size.count)
  }

  package mutating func evict(toFit _: CacheEntry, from residents: borrowing Residents) -> Slot? {
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

  package mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    queues.remove(slot, size: residents[slot].size.count)
  }

  package func brokenInvariant(in residents: borrowing Residents) -> String? {
    if ghosts.bytes() > ghostLimit { return "the ghosts are above their limit" }
    return queues.mismatch(with: residents)
  }
}
