internal import SimCore

/// What NSCache does on Linux: the lowest cost is evicted first, among equal costs the newest, and
/// recency plays no part. Full of equal costs, it keeps the first entries for ever.
///
/// By reading swift-corelibs-foundation's NSCache: a list sorted by cost, a new object before those
/// of its cost, and the total trimmed from the cheap end after each insertion, which may take the
/// entry that was just inserted. The size is the cost, the capacity its `totalCostLimit`.
struct NSCacheCorelibs: EvictionPolicy, ~Copyable {
  static let name = "nscache-corelibs"
  private var heap = IndexedHeap<SequencedPriority<Int64>>()
  private var turn: Int64 = 0

  init(capacity: Bytes, options: NoSettings, seed: UInt64) {}

  mutating func hit(_ slot: Slot, in _: borrowing Residents) {}

  mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    turn -= 1
    heap.insert(slot, SequencedPriority(value: residents[slot].size.count, order: turn))
  }

  mutating func evict(toFit incoming: CacheEntry, from _: borrowing Residents) -> Slot? {
    guard let victim = heap.first, heap.priority(of: victim).value < incoming.size.count else {
      return nil
    }
    heap.remove(victim)
    return victim
  }

  mutating func remove(_ slot: Slot, in _: borrowing Residents) { heap.remove(slot) }

  func brokenInvariant(in residents: borrowing Residents) -> String? {
    heap.mismatch(with: residents)
  }
}
