public import SimCore

/// What a store holds: which object lies in which slot, and how many bytes it occupies.
///
/// Objects are found by a table that keys index; slots that have become free are used again. While
/// all sizes are 1 none is kept, so that policies that ask for them read no memory.
public struct Residents: ~Copyable {
  /// What stands for the size of a free slot.
  @usableFromInline static var noSize: Int64 { -1 }

  /// What is known of the residents.
  ///
  /// Boxed, so that policies are handed one word and not nine, which were copied at each verb: a
  /// sixth of the time of SLRU and ARC (ten million requests by Zipf's law, two shared cores).
  @usableFromInline
  struct State: ~Copyable {
    /// By key: the slot, or `noSlot`.
    @usableFromInline var places = Table<Slot>()
    /// By slot: the key; of a free slot the next free one.
    @usableFromInline var keys = Table<ObjectKey>()
    /// By slot: the size, of a free one `noSize`; empty while all sizes are 1.
    @usableFromInline var sizes = Table<Int64>()
    /// Whether some size was not 1.
    @usableFromInline var hasSizes = false
    @usableFromInline var free = noSlot
    @usableFromInline var used = Bytes.zero
    @usableFromInline var count = 0

    /// Writes down the sizes of all slots, from the first size on that is not 1.
    /// - Complexity: O(slots).
    @usableFromInline
    mutating func keepSizes() {
      hasSizes = true
      for _ in 0..<keys.count { sizes.append(1) }
      var slot = free
      while slot != noSlot {
        sizes[slot] = Residents.noSize
        slot = keys[slot]
      }
    }
  }

  @usableFromInline var state = Box(State())

  /// The sum of the residents' sizes.
  @inlinable
  public var used: Bytes { state.value.used }
  /// How many residents there are.
  @inlinable
  public var count: Int { state.value.count }

  /// The slot of an object; nil when it is not resident. - Complexity: O(1).
  @inlinable
  public func slot(of key: ObjectKey) -> Slot? {
    guard key < state.value.places.count else { return nil }
    let slot = state.value.places[Int(key)]
    return slot == noSlot ? nil : slot
  }

  /// The resident of a slot.
  /// - Precondition: there is one.
  @inlinable @inline(__always)
  public subscript(slot: Slot) -> CacheEntry {
    var size: Int64 = 1
    if state.value.hasSizes {
      size = state.value.sizes[slot]
      precondition(size >= 0, "the slot is free")
    }
    return CacheEntry(key: state.value.keys[slot], size: Bytes(size))
  }

  /// The residents in the order of their slots. - Complexity: O(slots).
  package var all: [(slot: Slot, entry: CacheEntry)] {
    var list: [(slot: Slot, entry: CacheEntry)] = []
    // A free slot names another slot, or none, and no key whose object lies in it.
    for slot in 0..<Slot(state.value.keys.count) where self.slot(of: state.value.keys[slot]) == slot
    {
      list.append((slot, self[slot]))
    }
    return list
  }

  /// Gives an object a slot. - Complexity: O(1) amortised.
  /// - Precondition: it is not resident, and its size is not negative.
  @inlinable @inline(__always)
  mutating func insert(_ entry: CacheEntry) -> Slot {
    precondition(entry.size.count >= 0, "a size is never negative")
    precondition(slot(of: entry.key) == nil, "the object is resident already")
    if entry.size.count != 1, !state.value.hasSizes { state.value.keepSizes() }
    let slot: Slot
    if state.value.free == noSlot {
      slot = Slot(state.value.keys.count)
      state.value.keys.append(entry.key)
      if state.value.hasSizes { state.value.sizes.append(entry.size.count) }
    } else {
      slot = state.value.free
      state.value.free = state.value.keys[slot]
      state.value.keys[slot] = entry.key
      if state.value.hasSizes { state.value.sizes[slot] = entry.size.count }
    }
    state.value.places.put(slot, at: entry.key, filling: noSlot)
    state.value.used += entry.size
    state.value.count += 1
    return slot
  }

  /// Frees a slot and returns its entry. - Complexity: O(1).
  @inlinable @inline(__always)
  mutating func remove(_ slot: Slot) -> CacheEntry {
    let entry = self[slot]
    state.value.places[Int(entry.key)] = noSlot
    state.value.keys[slot] = state.value.free
    if state.value.hasSizes { state.value.sizes[slot] = Self.noSize }
    state.value.free = slot
    state.value.used -= entry.size
    state.value.count -= 1
    return entry
  }
}

// Hints to the processor: a replay knows what it will read soon, and changes nothing by saying so.

extension Residents {
  @inlinable @inline(__always)
  func prefetch(_ key: ObjectKey) { state.value.places.prefetch(key) }

  /// The slot of an object, or another one: without a branch, as whether it is resident is what the
  /// processor cannot foresee.
  @inlinable @inline(__always)
  func slotToPrefetch(of key: ObjectKey) -> Slot {
    guard key < state.value.places.count else { return 0 }
    return min(state.value.places[Int(key)], Slot(truncatingIfNeeded: state.value.keys.count))
  }

  /// Prefetches a resident's size, where sizes are kept.
  @inlinable @inline(__always)
  func prefetchState(of slot: Slot) {
    if state.value.hasSizes { state.value.sizes.prefetch(slot) }
  }

  /// Prefetches what is read when an entry leaves that a policy is going to evict: of the next
  /// victim where it is looked up, of the one after it which object it is.
  /// - Parameters: slots, or `noIndex` for none.
  /// - Returns: the object of the next victim; 0 for none.
  @inlinable @inline(__always) @discardableResult
  package func prefetch(next: Slot, second: Slot) -> ObjectKey {
    if second != noSlot {
      state.value.keys.prefetch(second)
      prefetchState(of: second)
    }
    guard next != noSlot else { return 0 }
    let key = state.value.keys[next]
    prefetch(key)
    return key
  }
}

/// The place of a resident: dense, and used again after the resident has left.
public typealias Slot = UInt32

@usableFromInline let noSlot = noIndex

/// An entry of a cache: its object and its size.
public struct CacheEntry: Hashable, Sendable {
  /// Which object.
  public var key: ObjectKey
  /// Its size; 1 when objects are counted.
  public var size: Bytes

  /// Makes an entry.
  @inlinable
  public init(key: ObjectKey, size: Bytes) {
    self.key = key
    self.size = size
  }
}

// What differs between a policy's own order and the residents: for tests and debug builds.

extension IndexList {
  /// What differs between the list and the residents; nil when each stands in it exactly once.
  public func mismatch(with residents: borrowing Residents) -> String? {
    let listed = indices
    if listed.count != residents.count || listed.count != count {
      return "\(listed.count) listed, \(residents.count) resident"
    }
    for (slot, entry) in residents.all where !contains(slot) {
      return "the object \(entry.key) is not listed"
    }
    return nil
  }
}

extension IndexLists {
  /// What differs between the lists and the residents; nil when each stands in exactly one, with
  /// its size. - Complexity: O(slots).
  public func mismatch(with residents: borrowing Residents) -> String? {
    var seen = 0
    for list in 0..<listCount {
      var (slot, count, bytes) = (first(of: list), 0, Int64(0))
      while slot != noSlot, count <= residents.count {
        if self.list(of: slot) != list { return "slot \(slot) is not in list \(list)" }
        bytes += residents[slot].size.count
        count += 1
        slot = after(slot)
      }
      if count != self.count(of: list) || bytes != self.bytes(of: list) {
        return "list \(list) has \(count) slots and \(bytes) bytes"
      }
      seen += count
    }
    return seen == residents.count ? nil : "\(seen) listed, \(residents.count) resident"
  }
}

extension IndexedHeap {
  /// What differs between the heap and the residents; nil when each stands in it once and no child
  /// is before its parent. - Complexity: O(slots).
  public func mismatch(with residents: borrowing Residents) -> String? {
    if count != residents.count { return "\(count) in the heap, \(residents.count) resident" }
    for (slot, entry) in residents.all where !contains(slot) {
      return "the object \(entry.key) is not in the heap"
    }
    return brokenInvariant()
  }
}

/// One value in memory of its own, with one owner: what is handed on is a single word.
///
/// Here and not among the containers of `SimCore`, because only the residents are boxed.
@usableFromInline
struct Box<Value: ~Copyable>: ~Copyable {
  @usableFromInline let address: UnsafeMutablePointer<Value>

  @inlinable
  init(_ value: consuming Value) {
    address = .allocate(capacity: 1)
    address.initialize(to: value)
  }

  @inlinable
  deinit {
    address.deinitialize(count: 1)
    address.deallocate()
  }

  @inlinable
  var value: Value {
    @inline(__always) unsafeAddress { UnsafePointer(address) }
    @inline(__always) unsafeMutableAddress { address }
  }
}
