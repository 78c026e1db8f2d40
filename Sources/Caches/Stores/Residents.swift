public import SimCore

/// What a store holds: which object lies in which slot, and how much room it takes.
///
/// Objects are found by an array that keys index; slots that have become free are used again.
public struct Residents: Sendable {
  private struct Resident {
    var key: ObjectKey
    var size: Int64
    var isPresent: Bool
  }

  /// By key: the slot, or `noSlot`.
  private var places: [Slot] = []
  private var residents: [Resident] = []
  private var free: [Slot] = []
  /// The sum of the residents' sizes.
  public private(set) var used = Bytes.zero
  /// How many residents there are.
  public var count: Int { residents.count - free.count }

  init() {}

  /// The slot of an object; nil when it is not resident. - Complexity: O(1).
  public func slot(of key: ObjectKey) -> Slot? {
    guard Int(key) < places.count, places[Int(key)] != noSlot else { return nil }
    return places[Int(key)]
  }

  /// The resident of a slot.
  /// - Precondition: there is one.
  public subscript(slot: Slot) -> Entry {
    let resident = residents[Int(slot)]
    precondition(resident.isPresent, "nobody lives in this slot")
    return Entry(key: resident.key, size: Bytes(resident.size))
  }

  /// The residents in the order of their slots. - Complexity: O(slots).
  public var all: [(slot: Slot, entry: Entry)] {
    residents.indices.compactMap { index in
      let resident = residents[index]
      guard resident.isPresent else { return nil }
      return (Slot(index), Entry(key: resident.key, size: Bytes(resident.size)))
    }
  }

  mutating func insert(_ entry: Entry) -> Slot {
    let index = Int(entry.key)
    if index >= places.count {
      places.append(contentsOf: repeatElement(noSlot, count: index + 1 - places.count))
    }
    precondition(places[index] == noSlot, "the object is resident already")
    let resident = Resident(key: entry.key, size: entry.size.count, isPresent: true)
    let slot: Slot
    if let reused = free.popLast() {
      slot = reused
      residents[Int(slot)] = resident
    } else {
      slot = Slot(residents.count)
      residents.append(resident)
    }
    places[index] = slot
    used += entry.size
    return slot
  }

  mutating func remove(_ slot: Slot) -> Entry {
    let entry = self[slot]
    places[Int(entry.key)] = noSlot
    residents[Int(slot)].isPresent = false
    free.append(slot)
    used -= entry.size
    return entry
  }
}
