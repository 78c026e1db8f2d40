public import SimCore

/// Greedy-dual size with frequency: a resident's worth is its requests times its cost by its size,
/// plus the room's age when it was last asked for; the age is the worth of who left last.
///
/// Cherkasova: Improving WWW Proxies Performance with Greedy-Dual-Size-Frequency Caching Policy,
/// HP Laboratories 98-69, 1998. Small, popular and dear objects stay.
public struct GDSF: EvictionPolicy, ~Copyable {
  public static let name = "gdsf"
  /// Keeps worths of large objects away from zero; without meaning otherwise. libCacheSim's, so
  /// that sums are rounded alike.
  private static let scale = 1e6

  private var heap = SlotHeap<Turn<Double>>()
  /// By slot: how often it was asked for.
  private var frequencies = Table<Int64>()
  private var age = 0.0
  private var cost = 1.0
  private var turn: Int64 = 0

  public init(capacity: Bytes, options: NoSettings, seed: UInt64) {}

  public mutating func prepare(for access: Access) {
    cost = access.cost
    turn += 1
  }

  public mutating func hit(_ slot: Slot, in residents: borrowing Residents) {
    frequencies[slot] += 1
    heap.update(slot, worth(slot, residents))
  }

  public mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    frequencies.put(1, at: slot, filling: 0)
    heap.insert(slot, worth(slot, residents))
  }

  public mutating func evict(toFit _: Entry, from _: borrowing Residents) -> Slot? {
    guard let victim = heap.first else { return nil }
    age = heap.priority(of: victim).value
    heap.remove(victim)
    return victim
  }

  public mutating func remove(_ slot: Slot, in _: borrowing Residents) { heap.remove(slot) }

  public func brokenInvariant(in residents: borrowing Residents) -> String? {
    heap.mismatch(with: residents)
  }

  private func worth(_ slot: Slot, _ residents: borrowing Residents) -> Turn<Double> {
    let size = Double(max(1, residents[slot].size.count))
    let value = age + Double(frequencies[slot]) * cost * Self.scale / size
    return Turn(value: value, order: turn)
  }
}
