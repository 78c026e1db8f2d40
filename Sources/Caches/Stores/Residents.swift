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

  /// What is known of the residents.
  ///
  /// Boxed, so that policies are handed one word and not nine, which were copied at each verb: a
  /// sixth of the time of SLRU and ARC (ten million requests by Zipf's law, two shared cores).
  struct State: ~Copyable {
    /// By key: the slot, or `noSlot`.
    var places = Table<Slot>()
    var residents = Table<Resident>()
    /// The slot that became free last.
    var free = noSlot
    var used = Bytes.zero
    var count = 0
  }

  private var state = Box(State())

  /// The sum of the residents' sizes.
  public var used: Bytes { state.value.used }
  /// How many residents there are.
  public var count: Int { state.value.count }

  init() {}

  /// The slot of an object; nil when it is not resident. - Complexity: O(1).
  public func slot(of key: ObjectKey) -> Slot? {
    guard key < state.value.places.count else { return nil }
    let slot = state.value.places[Int(key)]
    return slot == noSlot ? nil : slot
  }

  /// Has fetched from memory whether an object is resident; a hint.
  @inline(__always)
  func expect(_ key: ObjectKey) { state.value.places.fetch(key) }

  /// The resident of a slot.
  /// - Precondition: there is one.
  public subscript(slot: Slot) -> Entry {
    let resident = state.value.residents[slot]
    precondition(resident.size >= 0, "nobody lives in this slot")
    return Entry(key: resident.key, size: Bytes(resident.size))
  }

  /// The residents in the order of their slots. - Complexity: O(slots).
  public var all: [(slot: Slot, entry: Entry)] {
    var list: [(slot: Slot, entry: Entry)] = []
    for index in 0..<state.value.residents.count where state.value.residents[index].size >= 0 {
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
    if state.value.free == noSlot {
      slot = Slot(state.value.residents.count)
      state.value.residents.append(resident)
    } else {
      slot = state.value.free
      state.value.free = state.value.residents[slot].key
      state.value.residents[slot] = resident
    }
    state.value.places.put(slot, at: entry.key, filling: noSlot)
    state.value.used += entry.size
    state.value.count += 1
    return slot
  }

  /// Frees a slot and returns who lived there. - Complexity: O(1).
  mutating func remove(_ slot: Slot) -> Entry {
    let entry = self[slot]
    state.value.places[Int(entry.key)] = noSlot
    state.value.residents[slot] = Resident(key: state.value.free, size: Self.noSize)
    state.value.free = slot
    state.value.used -= entry.size
    state.value.count -= 1
    return entry
  }
}
