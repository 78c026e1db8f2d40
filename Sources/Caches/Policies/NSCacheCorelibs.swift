public import SimCore

/// What NSCache does on Linux: the cheapest leaves first, of equally cheap ones the newest, and
/// nobody asks when anything was used. Full of equal costs, it keeps what came first for ever.
///
/// By reading swift-corelibs-foundation's NSCache: a list sorted by cost, a new object before those
/// of its cost, and the total trimmed from the cheap end after each insertion, which may take the
/// object that has just come in. The size is the cost, the capacity its `totalCostLimit`.
public struct NSCacheCorelibs: EvictionPolicy, ~Copyable {
  public static let name = "nscache-corelibs"
  private var heap = SlotHeap<Turn<Int64>>()
  private var turn: Int64 = 0

  public init(capacity: Bytes, options: NoSettings, seed: UInt64) {}

  public mutating func hit(_ slot: Slot, in _: borrowing Residents) {}

  public mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    turn -= 1
    heap.insert(slot, Turn(value: residents[slot].size.count, order: turn))
  }

  public mutating func evict(toFit incoming: Entry, from _: borrowing Residents) -> Slot? {
    guard let victim = heap.first, heap.priority(of: victim).value < incoming.size.count else {
      return nil
    }
    heap.remove(victim)
    return victim
  }

  public mutating func remove(_ slot: Slot, in _: borrowing Residents) { heap.remove(slot) }

  public func brokenInvariant(in residents: borrowing Residents) -> String? {
    heap.mismatch(with: residents)
  }
}
