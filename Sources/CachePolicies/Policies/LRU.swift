package import SimCore

/// Least recently used: the entry requested longest ago is evicted first.
package struct LRU: EvictionPolicy, ~Copyable {
  package static let name = "lru"
  private var queue = IndexList()
  package init(capacity: Bytes, options: NoSettings, seed: UInt64) {}
  package func prefetchState(of slot: Slot) { queue.prefetch(slot) }
  package mutating func hit(_ slot: Slot, in _: borrowing Residents) { queue.moveToEnd(slot) }
  package mutating func insert(_ slot: Slot, in _: borrowing Residents) { queue.append(slot) }
  package mutating func remove(_ slot: Slot, in _: borrowing Residents) { queue.remove(slot) }
  package mutating func evict(toFit _: CacheEntry, from residents: borrowing Residents) -> Slot? {
    let victim = queue.removeFirst()
    let (next, second) = queue.nextTwo()
    residents.prefetch(next: next, second: second)
    return victim
  }
  package func brokenInvariant(in residents: borrowing Residents) -> String? {
    queue.mismatch(with: residents)
  }
}

/// Most recently used: the entry requested last is evicted first.
///
/// Right for loops that are larger than the capacity (Chou, DeWitt: An Evaluation of Buffer
/// Management Strategies for Relational Database Systems, VLDB 1985).
package struct MRU: EvictionPolicy, ~Copyable {
  package static let name = "mru"
  private var queue = IndexList()
  package init(capacity: Bytes, options: NoSettings, seed: UInt64) {}
  package func prefetchState(of slot: Slot) { queue.prefetch(slot) }
  package mutating func hit(_ slot: Slot, in _: borrowing Residents) { queue.moveToEnd(slot) }
  package mutating func insert(_ slot: Slot, in _: borrowing Residents) { queue.append(slot) }
  package mutating func remove(_ slot: Slot, in _: borrowing Residents) { queue.remove(slot) }
  package mutating func evict(toFit _: CacheEntry, from _: borrowing Residents) -> Slot? {
    let victim = queue.last
    queue.remove(victim)
    return victim
  }
  package func brokenInvariant(in residents: borrowing Residents) -> String? {
    queue.mismatch(with: residents)
  }
}
