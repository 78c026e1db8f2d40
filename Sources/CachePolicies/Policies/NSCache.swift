package import SimCore

/// What NSCache on Apple's systems is taken to do: about least recently used. An approximation.
///
/// Its order is undocumented and, as its documentation says, no limit is strict; what has been
/// published of experiments shows that the oldest are evicted first. Here the limit is kept
/// exactly.
package struct NSCacheApple: EvictionPolicy, ~Copyable {
  package static let name = "nscache-apple"
  private var recency: LRU
  package init(capacity: Bytes, options: NoSettings, seed: UInt64) {
    recency = LRU(capacity: capacity, options: options, seed: seed)
  }
  package mutating func hit(_ slot: Slot, in residents: borrowing Residents) {
    recency.hit(slot, in: residents)
  }
  package mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    recency.insert(slot, in: residents)
  }
  package mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    recency.remove(slot, in: residents)
  }
  package mutating func evict(toFit incoming: CacheEntry, from residents: borrowing Residents)
    -> Slot?
  {
    recency.evict(toFit: incoming, from: residents)
  }
  package func brokenInvariant(in residents: borrowing Residents) -> String? {
    recency.brokenInvariant(in: residents)
  }
}

/// What NSCache does on Linux: the lowest cost is evicted first, among equal costs the newest, and
/// recency plays no part. Full of equal costs, it keeps the first entries for ever.
///
/// By reading swift-corelibs-foundation's NSCache: a list sorted by cost, a new object before those
/// of its cost, and the total trimmed from the cheap end after each insertion, which may take the
/// entry that was just inserted. The size is the cost, the capacity its `totalCostLimit`.
package struct NSCacheCorelibs: EvictionPolicy, ~Copyable {
  package static let name = "nscache-corelibs"
  private var heap = IndexedHeap<SequencedPriority<Int64>>()
  private var turn: Int64 = 0

  package init(capacity: Bytes, options: NoSettings, seed: UInt64) {}

  package mutating func hit(_ slot: Slot, in _: borrowing Residents) {}

  package mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    turn -= 1
    heap.insert(slot, SequencedPriority(value: residents[slot].size.count, order: turn))
  }

  package mutating func evict(toFit incoming: CacheEntry, from _: borrowing Residents) -> Slot? {
    guard let victim = heap.first, heap.priority(of: victim).value < incoming.size.count else {
      return nil
    }
    heap.remove(victim)
    return victim
  }

  package mutating func remove(_ slot: Slot, in _: borrowing Residents) { heap.remove(slot) }

  package func brokenInvariant(in residents: borrowing Residents) -> String? {
    heap.mismatch(with: residents)
  }
}
