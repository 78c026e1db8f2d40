public import SimCore

/// What a store holds: which object lies in which slot, and how much room it takes.
///
/// Objects are found by a table that keys index; slots that have become free are used again.
public struct Residents: ~Copyable {
  /// A slot's resident; a free slot has no size, and the next free slot in the key's place.
  struct Resident: BitwiseCopyable {
    var key: ObjectKey
    var size: Int64
  }
  private static let noSize: Int64 = -1

  /// By key: the slot, or `noSlot`.
  private var places = Table<Slot>()
  private var residents = Table<Resident>()
  /// The slot that became free last.
  private var free = noSlot
  /// The sum of the residents' sizes.
  public private(set) var used = Bytes.zero
  /// How many residents there are.
  public private(set) var count = 0

  init() {}

  /// The slot of an object; nil when it is not resident. - Complexity: O(1).
  public func slot(of key: ObjectKey) -> Slot? {
    guard key < places.count else { return nil }
    let slot = places[Int(key)]
    return slot == noSlot ? nil : slot
  }

  /// The resident of a slot.
  /// - Precondition: there is one.
  public subscript(slot: Slot) -> Entry {
    let resident = residents[slot]
    precondition(resident.size >= 0, "nobody lives in this slot")
    return Entry(key: resident.key, size: Bytes(resident.size))
  }

  /// The residents in the order of their slots. - Complexity: O(slots).
  public var all: [(slot: Slot, entry: Entry)] {
    var list: [(slot: Slot, entry: Entry)] = []
    for index in 0..<residents.count where residents[index].size >= 0 {
      list.append((Slot(index), self[Slot(index)]))
    }
    return list
  }

  /// Gives an object a slot. - Complexity: O(1) amortised.
  /// - Precondition: it is not resident, and its size is not negative.
  @inline(__always)
  mutating func insert(_ entry: Entry) -> Slot {
    precondition(entry.size.count >= 0, "a size is never negative")
    precondition(slot(of: entry.key) == nil, "the object is resident already")
    let resident = Resident(key: entry.key, size: entry.size.count)
    let slot: Slot
    if free == noSlot {
      slot = Slot(residents.count)
      residents.append(resident)
    } else {
      slot = free
      free = residents[slot].key
      residents[slot] = resident
    }
    places.put(slot, at: entry.key, filling: noSlot)
    used += entry.size
    count += 1
    return slot
  }

  /// Frees a slot and returns who lived there. - Complexity: O(1).
  mutating func remove(_ slot: Slot) -> Entry {
    let entry = self[slot]
    places[Int(entry.key)] = noSlot
    residents[slot] = Resident(key: free, size: Self.noSize)
    free = slot
    used -= entry.size
    count -= 1
    return entry
  }
}
