internal import SimCore

/// Evicts a resident at random, each with the same probability: the baseline of other policies.
struct Random: EvictionPolicy, ~Copyable {
  static let name = "random"
  private var bag = SampledSlots()
  private var generator: SeededGenerator
  init(capacity: Bytes, options: NoSettings, seed: UInt64) {
    generator = SeededGenerator(seed: seed, purpose: .policy)
  }
  mutating func hit(_ slot: Slot, in _: borrowing Residents) {}
  mutating func insert(_ slot: Slot, in _: borrowing Residents) { bag.insert(slot) }
  mutating func remove(_ slot: Slot, in _: borrowing Residents) { bag.remove(slot) }
  mutating func evict(toFit _: CacheEntry, from _: borrowing Residents) -> Slot? {
    let victim = bag[generator.index(below: bag.count)]
    bag.remove(victim)
    return victim
  }
  func brokenInvariant(in residents: borrowing Residents) -> String? {
    bag.mismatch(with: residents)
  }
}
