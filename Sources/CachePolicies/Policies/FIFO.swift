package import SimCore

/// First in, first out: the oldest entry is evicted first, however often it is requested.
package struct FIFO: EvictionPolicy, ~Copyable {
  package static let name = "fifo"
  private var queue = IndexList()
  package init(capacity: Bytes, options: NoSettings, seed: UInt64) {}
  package mutating func hit(_ slot: Slot, in _: borrowing Residents) {}
  package mutating func insert(_ slot: Slot, in _: borrowing Residents) { queue.append(slot) }
  package mutating func remove(_ slot: Slot, in _: borrowing Residents) { queue.remove(slot) }
  package mutating func evict(toFit _: CacheEntry, from _: borrowing Residents) -> Slot? {
    queue.removeFirst()
  }
  package func brokenInvariant(in residents: borrowing Residents) -> String? {
    queue.mismatch(with: residents)
  }
}
