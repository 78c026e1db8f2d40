internal import SimCore

/// First in, first out: the oldest entry is evicted first, however often it is requested.
struct FIFO: EvictionPolicy, ~Copyable {
  static let name = "fifo"
  private var queue = IndexList()
  init(capacity: Bytes, options: NoSettings, seed: UInt64) {}
  mutating func hit(_ slot: Slot, in _: borrowing Residents) {}
  mutating func insert(_ slot: Slot, in _: borrowing Residents) { queue.append(slot) }
  mutating func remove(_ slot: Slot, in _: borrowing Residents) { queue.remove(slot) }
  mutating func evict(toFit _: CacheEntry, from _: borrowing Residents) -> Slot? {
    queue.removeFirst()
  }
  func brokenInvariant(in residents: borrowing Residents) -> String? {
    queue.mismatch(with: residents)
  }
}
