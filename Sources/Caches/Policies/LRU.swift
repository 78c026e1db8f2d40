public import SimCore

/// Least recently used: what was asked for longest ago leaves first.
public struct LRU: EvictionPolicy, ~Copyable {
  public static let name = "lru"
  private var queue = SlotList()
  public init(capacity: Bytes, options: NoSettings, seed: UInt64) {}
  public mutating func hit(_ slot: Slot, in _: borrowing Residents) { queue.moveToEnd(slot) }
  public mutating func insert(_ slot: Slot, in _: borrowing Residents) { queue.append(slot) }
  public mutating func remove(_ slot: Slot, in _: borrowing Residents) { queue.remove(slot) }
  public mutating func evict(toFit _: Entry, from _: borrowing Residents) -> Slot? {
    queue.removeFirst()
  }
  public func brokenInvariant(in residents: borrowing Residents) -> String? {
    queue.mismatch(with: residents)
  }
}
