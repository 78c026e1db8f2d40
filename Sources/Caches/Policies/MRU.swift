public import SimCore

/// Most recently used: what was asked for last leaves first.
///
/// Right for loops that are longer than the room (Chou, DeWitt: An Evaluation of Buffer Management
/// Strategies for Relational Database Systems, VLDB 1985).
public struct MRU: EvictionPolicy, ~Copyable {
  public static let name = "mru"
  private var queue = SlotList()
  public init(capacity: Bytes, options: NoSettings, seed: UInt64) {}
  public mutating func hit(_ slot: Slot, in _: borrowing Residents) { queue.moveToEnd(slot) }
  public mutating func insert(_ slot: Slot, in _: borrowing Residents) { queue.append(slot) }
  public mutating func remove(_ slot: Slot, in _: borrowing Residents) { queue.remove(slot) }
  public mutating func evict(toFit _: Entry, from _: borrowing Residents) -> Slot? {
    let victim = queue.last
    queue.remove(victim)
    return victim
  }
  public func brokenInvariant(in residents: borrowing Residents) -> String? {
    queue.mismatch(with: residents)
  }
}
