public import SimCore

/// First in, first out: what came first leaves first, however often it is asked for.
public struct FIFO: EvictionPolicy, ~Copyable {
  public static let name = "fifo"
  private var queue = SlotList()
  public init(capacity: Bytes, options: NoSettings, seed: UInt64) {}
  public mutating func hit(_ slot: Slot, in _: borrowing Residents) {}
  public mutating func insert(_ slot: Slot, in _: borrowing Residents) { queue.append(slot) }
  public mutating func remove(_ slot: Slot, in _: borrowing Residents) { queue.remove(slot) }
  public mutating func evict(toFit _: Entry, from _: borrowing Residents) -> Slot? {
    queue.removeFirst()
  }
  public func brokenInvariant(in residents: borrowing Residents) -> String? {
    queue.mismatch(with: residents)
  }
}
