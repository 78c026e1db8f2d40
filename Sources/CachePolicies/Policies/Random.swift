package import SimCore

/// Evicts a resident at random, each with the same probability: the baseline of other policies.
package struct Random: EvictionPolicy, ~Copyable {
  package static let name = "random"
  private var bag = SampledSlots()
  private var generator: SeededGenerator
  package init(capacity: Bytes, options: NoSettings, seed: UInt64) {
    generator = SeededGenerator(seed: seed, purpose: .policy)
  }
  package mutating func hit(_ slot: Slot, in _: borrowing Residents) {}
  package mutating func insert(_ slot: Slot, in _: borrowing Residents) { bag.insert(slot) }
  package mutating func remove(_ slot: Slot, in _: borrowing Residents) { bag.remove(slot) }
  package mutating func evict(toFit _: CacheEntry, from _: borrowing Residents) -> Slot? {
    let victim = bag[generator.index(below: bag.count)]
    bag.remove(victim)
    return victim
  }
  package func brokenInvariant(in residents: borrowing Residents) -> String? {
    bag.mismatch(with: residents)
  }
}
