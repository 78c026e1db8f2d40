public import SimCore

/// A room with a keeper: finds objects, counts hits and bytes, and asks the policy who leaves.
///
/// The rules are libCacheSim's: a hit never changes a size; a missed object that is larger than
/// the room, or that the policy refuses, is not stored; residents leave until there is room, and
/// only then the object comes in.
public struct CacheStore<Policy: EvictionPolicy & ~Copyable>: ~Copyable {
  /// The most that it may hold.
  public let capacity: Bytes
  private var policy: Policy
  private var residents = Residents()
  private let expiry: Expiry?
  /// By slot: when the copy expires, in nanoseconds.
  private var deadlines = Table<Int64>()

  /// Makes an empty room.
  /// - Parameter expiry: how long copies live; nil: for ever, whatever requests say.
  public init(capacity: Bytes, policy: consuming Policy, expiry: Expiry? = nil) {
    self.capacity = capacity
    self.policy = policy
    self.expiry = expiry
  }

  /// The sum of the residents' sizes; never above the capacity.
  public var used: Bytes { residents.used }
  /// How many residents there are.
  public var count: Int { residents.count }

  /// Asks for an object: the slot of a resident, whose policy hears of the hit; else nil.
  /// - Complexity: O(1) and the policy's.
  /// - Parameter onEvict: hears of each resident that the hit pushes out, in order.
  public mutating func lookup(
    _ access: Access, onEvict: (Entry, Slot) -> Void = { _, _ in }
  ) -> Slot? {
    policy.prepare(for: access)
    guard let slot = residents.slot(of: access.key) else { return nil }
    if let expiry {
      if deadlines[slot] <= access.time {
        _ = remove(access.key)
        return nil
      }
      if expiry.rule == .sliding { deadlines[slot] = expiry.deadline(of: access) }
    }
    policy.hitAndEvict(slot, in: &residents, onEvict: onEvict)
    return slot
  }

  /// Asks for an object of which nothing else is known; who leaves for it is not told.
  public mutating func lookup(_ key: ObjectKey) -> Slot? { lookup(Access(key: key)) }

  /// Looks where an object lies; the policy does not hear of it. - Complexity: O(1).
  public func peek(_ key: ObjectKey) -> Slot? { residents.slot(of: key) }

  /// The resident of a slot.
  public func entry(at slot: Slot) -> Entry { residents[slot] }

  /// Puts in an object that is not resident.
  /// - Parameter onEvict: hears of each resident that leaves for it, in order.
  /// - Returns: its slot; nil when it is larger than the room, or refused.
  /// - Complexity: the policy's for each resident that leaves.
  public mutating func insert(_ entry: Entry, onEvict: (Entry, Slot) -> Void) -> Slot? {
    insert(entry, for: Access(key: entry.key), onEvict: onEvict)
  }

  /// Puts in an object that is not resident; the request says when, and how long the copy lives.
  /// - Parameter onEvict: hears of each resident that leaves for it, in order.
  /// - Returns: its slot; nil when it is larger than the room, or refused.
  /// - Complexity: the policy's for each resident that leaves.
  public mutating func insert(
    _ entry: Entry, for access: Access, onEvict: (Entry, Slot) -> Void
  ) -> Slot? {
    let slot = policy.store(entry, in: &residents, capacity: capacity, onEvict: onEvict)
    if let slot, let expiry {
      deadlines.put(expiry.deadline(of: access), at: slot, filling: .max)
    }
    return slot
  }

  /// Lets the resident go whom the policy chooses, for a limit that is not the room's own, such as
  /// a number of objects; nil when it chooses nobody.
  /// - Complexity: the policy's.
  public mutating func evict(toFit incoming: Entry) -> (entry: Entry, slot: Slot)? {
    guard count > 0, let slot = policy.evict(toFit: incoming, from: residents) else { return nil }
    return (residents.remove(slot), slot)
  }

  /// Asks for the objects of a part of a block, puts in what is missing, and adds to the count.
  /// - Complexity: O(requests) and the policy's.
  public mutating func replay(
    _ block: borrowing RequestBlock, at range: Range<Int>, count: inout ReplayCount
  ) {
    if expiry == nil {
      policy.replay(block, at: range, in: &residents, capacity: capacity, count: &count)
    } else {
      replayExpiring(block, at: range, count: &count)
    }
  }

  private mutating func replayExpiring(
    _ block: borrowing RequestBlock, at range: Range<Int>, count: inout ReplayCount
  ) {
    for index in range {
      let access = block.access(at: index)
      count.requests += 1
      count.bytes += access.size
      guard lookup(access) == nil else { continue }
      count.misses += 1
      count.missBytes += access.size
      _ = insert(Entry(key: access.key, size: Bytes(access.size)), for: access) { _, _ in }
    }
  }

  /// Takes an object out; the answer is the slot that it had.
  public mutating func remove(_ key: ObjectKey) -> Slot? {
    guard let slot = residents.slot(of: key) else { return nil }
    policy.remove(slot, in: residents)
    _ = residents.remove(slot)
    return slot
  }

  /// The residents in the order of their slots. - Complexity: O(slots).
  public var all: [(slot: Slot, entry: Entry)] { residents.all }

  /// What is wrong with the room; nil when its laws hold. - Complexity: O(slots).
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

extension SlotList {
  /// What differs between the list and the residents; nil when each stands in it exactly once.
  func mismatch(with residents: borrowing Residents) -> String? {
    let listed = slots
    if listed.count != residents.count || listed.count != count {
      return "\(listed.count) listed, \(residents.count) resident"
    }
    for (slot, entry) in residents.all where !contains(slot) {
      return "the object \(entry.key) is not listed"
    }
    return nil
  }
}
