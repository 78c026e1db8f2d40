public import SimCore

/// A cache: finds objects, accounts for bytes, and asks its eviction policy for victims.
///
/// The rules are libCacheSim's: a hit never changes a size; a missed object that is larger than
/// the capacity, or that the policy refuses, is not stored; victims are evicted until the new entry
/// fits, and only then it is inserted.
public struct CacheStore<Policy: EvictionPolicy & ~Copyable>: ~Copyable {
  /// The most that it may hold.
  public let capacity: Bytes
  private var policy: Policy
  private var residents = Residents()
  private var deadlines: Deadlines

  /// Makes an empty cache.
  /// - Parameter expiry: how long copies live; nil: for ever, whatever requests say.
  public init(capacity: Bytes, policy: consuming Policy, expiry: Expiry? = nil) {
    self.capacity = capacity
    self.policy = policy
    deadlines = Deadlines(expiry)
  }

  /// The sum of the residents' sizes; never above the capacity.
  public var used: Bytes { residents.used }
  /// How many residents there are.
  public var count: Int { residents.count }

  /// Looks an object up: the slot of a resident after updating the policy; else nil.
  /// - Complexity: O(1) and the policy's.
  /// - Parameter onEvict: called with each resident that the hit evicts, in order.
  package mutating func lookup(
    _ access: Access, onEvict: (CacheEntry, Slot) -> Void = { _, _ in }
  ) -> Slot? {
    policy.prepare(for: access)
    if deadlines.isOrdered { expire(at: deadlines.begin(at: access.time)) }
    guard let slot = residents.slot(of: access.key) else { return nil }
    if deadlines.isDue(slot, at: access.time) {
      _ = remove(access.key)
      return nil
    }
    deadlines.use(slot, by: access)
    if deadlines.isOrdered {
      var left: [Slot] = []
      policy.hitAndEvict(slot, in: &residents) {
        left.append($1)
        onEvict($0, $1)
      }
      for slot in left { deadlines.remove(slot) }
    } else {
      policy.hitAndEvict(slot, in: &residents, onEvict: onEvict)
    }
    return slot
  }

  /// Looks an object up of which nothing else is known; evictions are not reported.
  public mutating func lookup(_ key: ObjectKey) -> Slot? { lookup(Access(key: key)) }

  /// Finds an object without updating the policy. - Complexity: O(1).
  package func peek(_ key: ObjectKey) -> Slot? { residents.slot(of: key) }

  package func entry(at slot: Slot) -> CacheEntry { residents[slot] }

  /// Inserts an object that is not resident.
  /// - Parameter onEvict: called with each resident that is evicted for it, in order.
  /// - Returns: its slot; nil when it is larger than the capacity, or refused.
  /// - Complexity: the policy's for each eviction.
  package mutating func insert(_ entry: CacheEntry, onEvict: (CacheEntry, Slot) -> Void) -> Slot? {
    insert(entry, for: Access(key: entry.key), onEvict: onEvict)
  }

  /// Inserts an object that is not resident; the request says when, and how long the copy lives.
  /// - Parameter onEvict: called with each resident that is evicted for it, in order.
  /// - Returns: its slot; nil when it is larger than the capacity, or refused.
  /// - Complexity: the policy's for each eviction.
  public mutating func insert(
    _ entry: CacheEntry, for access: Access, onEvict: (CacheEntry, Slot) -> Void
  ) -> Slot? {
    let slot: Slot?
    if deadlines.isOrdered {
      var left: [Slot] = []
      slot = policy.store(entry, in: &residents, capacity: capacity) {
        left.append($1)
        onEvict($0, $1)
      }
      for slot in left { deadlines.remove(slot) }
    } else {
      slot = policy.store(entry, in: &residents, capacity: capacity, onEvict: onEvict)
    }
    if let slot { deadlines.store(slot, for: access) }
    return slot
  }

  /// Evicts the policy's victim, for a limit that is not the cache's own capacity, such as a number
  /// of objects; nil when it chooses none.
  /// - Complexity: the policy's.
  package mutating func evict(toFit incoming: CacheEntry) -> (entry: CacheEntry, slot: Slot)? {
    guard count > 0, let slot = policy.evict(toFit: incoming, from: residents) else { return nil }
    deadlines.remove(slot)
    return (residents.remove(slot), slot)
  }

  /// Replays a part of a block: looks each object up, inserts what misses, and adds to the count.
  /// - Complexity: O(requests) and the policy's.
  public mutating func replay(
    _ block: borrowing RequestBlock, at range: Range<Int>, count: inout ReplayCount
  ) {
    var occupancy = Occupancy()
    replay(block, at: range, count: &count, occupancy: &occupancy)
  }

  /// The same; where copies expire it also counts how many entries there are after each request.
  mutating func replay(
    _ block: borrowing RequestBlock, at range: Range<Int>, count: inout ReplayCount,
    occupancy: inout Occupancy
  ) {
    guard let expiry = deadlines.expiry else {
      return policy.replay(block, at: range, in: &residents, capacity: capacity, count: &count)
    }
    for index in range {
      let access = block.access(at: index)
      count.requests += 1
      count.bytes += access.size
      if lookup(access) == nil {
        count.misses += 1
        count.missBytes += access.size
        _ = insert(CacheEntry(key: access.key, size: Bytes(access.size)), for: access) { _, _ in }
      }
      // The next lookup would do it too, but what has left is not counted.
      if expiry.check == .after { expire(at: access.time) }
      occupancy.add(residents.count)
    }
  }

  /// Removes all copies that are due at a time. - Complexity: O(log entries) and the policy's for
  /// each of them.
  private mutating func expire(at time: Int64) {
    while let slot = deadlines.first(dueAt: time) { _ = remove(residents[slot].key) }
  }

  /// Removes an object; returns the slot that it had.
  public mutating func remove(_ key: ObjectKey) -> Slot? {
    guard let slot = residents.slot(of: key) else { return nil }
    policy.remove(slot, in: residents)
    deadlines.remove(slot)
    _ = residents.remove(slot)
    return slot
  }

  /// The residents in the order of their slots. - Complexity: O(slots).
  package var all: [(slot: Slot, entry: CacheEntry)] { residents.all }

  /// What is wrong with the cache; nil when its invariants hold. - Complexity: O(slots).
  public func brokenInvariant() -> String? {
    let all = residents.all
    let sum = all.reduce(Int64(0)) { $0 + $1.entry.size.count }
    if all.count != count { return "\(count) are said to be resident, \(all.count) are" }
    if sum != used.count { return "\(used.count) bytes are said to be used, \(sum) are" }
    if used > capacity { return "\(used.count) bytes are used of \(capacity.count)" }
    for (slot, entry) in all where residents.slot(of: entry.key) != slot {
      return "the object \(entry.key) is not found in its slot"
    }
    return policy.brokenInvariant(in: residents)
  }
}

/// A cache whose policy is chosen when the program runs: a tier of the client simulation.
///
/// Closures over a cache of one type: the methods of a generic class would not be compiled for each
/// policy. The replay engine uses `CacheStore` itself.
package struct AnyCacheStore {
  private let lookUp: (Access, (CacheEntry, Slot) -> Void) -> Slot?
  private let peekAt: (ObjectKey) -> Slot?
  private let insertEntry: (CacheEntry, (CacheEntry, Slot) -> Void) -> Slot?
  private let evictVictim: (CacheEntry) -> (entry: CacheEntry, slot: Slot)?
  private let removeEntry: (ObjectKey) -> Slot?
  private let reset: () -> Void
  private let amounts: () -> (used: Bytes, count: Int)
  private let check: () -> String?

  init<Policy: EvictionPolicy & ~Copyable>(_ make: @escaping () -> CacheStore<Policy>) {
    let box = CacheStoreBox(make())
    lookUp = { box.store.lookup($0, onEvict: $1) }
    peekAt = { box.store.peek($0) }
    insertEntry = { box.store.insert($0, onEvict: $1) }
    evictVictim = { box.store.evict(toFit: $0) }
    removeEntry = { box.store.remove($0) }
    reset = { box.store = make() }
    amounts = { (box.store.used, box.store.count) }
    check = { box.store.brokenInvariant() }
  }

  package var used: Bytes { amounts().used }
  package var count: Int { amounts().count }
  /// Looks an object up, updates the policy, and reports the entries that the hit evicts.
  package func lookup(_ access: Access, onEvict: (CacheEntry, Slot) -> Void) -> Slot? {
    lookUp(access, onEvict)
  }
  /// Looks an object up of which nothing else is known; evictions are not reported.
  package func lookup(_ key: ObjectKey) -> Slot? { lookup(Access(key: key)) { _, _ in } }
  /// Finds an object without updating the policy.
  package func peek(_ key: ObjectKey) -> Slot? { peekAt(key) }
  package func insert(_ entry: CacheEntry, onEvict: (CacheEntry, Slot) -> Void) -> Slot? {
    insertEntry(entry, onEvict)
  }
  /// Evicts the policy's victim, for a limit that is not the cache's own capacity.
  package func evict(toFit incoming: CacheEntry) -> (entry: CacheEntry, slot: Slot)? {
    evictVictim(incoming)
  }
  package func remove(_ key: ObjectKey) -> Slot? { removeEntry(key) }
  package func removeAll() { reset() }
  package func brokenInvariant() -> String? { check() }
}

/// A cache with a policy of one type, for closures to share. Access is not checked when the program
/// runs, as each closure has it for one verb and nothing that a verb calls knows the box.
private final class CacheStoreBox<Policy: EvictionPolicy & ~Copyable> {
  @exclusivity(unchecked) var store: CacheStore<Policy>

  init(_ store: consuming CacheStore<Policy>) { self.store = store }
}
