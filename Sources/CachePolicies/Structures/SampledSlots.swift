internal import SimCore

/// Slots in no particular order, from which one can be sampled.
/// - Complexity: O(1) for every operation.
struct SampledSlots: ~Copyable {
  private var slots = Table<Slot>()
  /// By slot: its index among the slots, or `noSlot`.
  private var places = Table<Slot>()

  var count: Int { slots.count }
  subscript(index: Int) -> Slot { slots[index] }

  /// Adds a slot that is not in the set.
  mutating func insert(_ slot: Slot) {
    slots.append(slot)
    places.put(Slot(slots.count - 1), at: slot, filling: noSlot)
  }

  /// Removes a slot that is in the set; the last one takes its index.
  mutating func remove(_ slot: Slot) {
    let index = places[slot]
    let last = slots.removeLast()
    places[slot] = noSlot
    if last == slot { return }
    slots[index] = last
    places[last] = index
  }

  /// What differs between the set and the residents; nil when each is in it once.
  func mismatch(with residents: borrowing Residents) -> String? {
    for (slot, entry) in residents.all
    where slot >= places.count || places[slot] == noSlot || slots[places[slot]] != slot {
      return "the object \(entry.key) is not in the sampled set"
    }
    return count == residents.count
      ? nil : "\(count) in the sampled set, \(residents.count) resident"
  }
}
