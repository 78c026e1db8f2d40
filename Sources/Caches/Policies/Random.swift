public import SimCore

/// Anybody leaves, each resident as likely as another: what every other policy should beat.
public struct Random: EvictionPolicy, ~Copyable {
  public static let name = "random"
  private var bag = SlotBag()
  private var generator: SeededGenerator
  public init(capacity: Bytes, options: NoSettings, seed: UInt64) {
    generator = SeededGenerator(seed: seed, purpose: .policy)
  }
  public mutating func hit(_ slot: Slot, in _: borrowing Residents) {}
  public mutating func insert(_ slot: Slot, in _: borrowing Residents) { bag.insert(slot) }
  public mutating func remove(_ slot: Slot, in _: borrowing Residents) { bag.remove(slot) }
  public mutating func evict(toFit _: Entry, from _: borrowing Residents) -> Slot? {
    let victim = bag[generator.index(below: bag.count)]
    bag.remove(victim)
    return victim
  }
  public func brokenInvariant(in residents: borrowing Residents) -> String? {
    bag.mismatch(with: residents)
  }
}
