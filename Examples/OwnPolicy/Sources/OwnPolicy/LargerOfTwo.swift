import CacheSimKit

/// Of the two entries requested longest ago, the larger is evicted first.
public struct LargerOfTwo: EvictionPolicy, ~Copyable {
  public static let name = "larger-of-two"
  private var queue = IndexList()
  public init(capacity: Bytes, options: NoSettings, seed: UInt64) {}
  public mutating func hit(_ slot: Slot, in _: borrowing Residents) { queue.moveToEnd(slot) }
  public mutating func insert(_ slot: Slot, in _: borrowing Residents) { queue.append(slot) }
  public mutating func remove(_ slot: Slot, in _: borrowing Residents) { queue.remove(slot) }
  public mutating func evict(toFit _: CacheEntry, from residents: borrowing Residents) -> Slot? {
    let (first, second) = (queue.first, queue.after(queue.first))
    let isSecondLarger = second != noIndex && residents[second].size > residents[first].size
    let victim = isSecondLarger ? second : first
    queue.remove(victim)
    return victim
  }
  public func brokenInvariant(in residents: borrowing Residents) -> String? {
    queue.mismatch(with: residents)
  }
}
