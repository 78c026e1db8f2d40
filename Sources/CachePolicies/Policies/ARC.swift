internal import SimCore

/// Two lists, of residents requested once and of those requested again, whose lengths adapt: a
/// request for a ghost of one of them makes that one longer.
///
/// Megiddo, Modha: ARC: A Self-Tuning, Low Overhead Replacement Cache, FAST 2003. Lengths are
/// counted in bytes; with sizes of one it is the paper's algorithm.
struct ARC: EvictionPolicy, ~Copyable {
  static let name = "arc"
  /// T1 and B1 of the paper.
  private static let once = 0
  /// T2 and B2.
  private static let often = 1

  private let capacity: Int64
  private var lists = IndexLists(count: 2)
  private var ghosts = GhostEntries(lists: 2)
  /// How long the first list should be: the paper's p.
  private var target = 0.0
  /// The list that the new entry's ghost was in.
  private var origin: Int?

  init(capacity: Bytes, options: NoSettings, seed: UInt64) {
    self.capacity = capacity.count
  }

  func prefetch(_ key: ObjectKey) { ghosts.prefetch(key) }

  mutating func admits(_ incoming: CacheEntry) -> Bool {
    origin = ghosts.list(of: incoming.key)
    guard let origin else { return true }
    let (own, other) = (ghosts.bytes(of: origin), ghosts.bytes(of: 1 - origin))
    let step = max(Double(other) / Double(own), 1)
    target = origin == Self.once ? min(target + step, Double(capacity)) : max(target - step, 0)
    _ = ghosts.remove(incoming.key)
    return true
  }

  func prefetchState(of slot: Slot) { lists.prefetch(slot) }

  mutating func hit(_ slot: Slot, in residents: borrowing Residents) {
    lists.move(slot, to: Self.often, size: residents[slot].size.count)
  }

  mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    let list = origin == nil ? Self.once : Self.often
    lists.append(slot, to: list, size: residents[slot].size.count)
  }

  mutating func evict(toFit incoming: CacheEntry, from residents: borrowing Residents) -> Slot? {
    if origin != nil { return replace(residents) }
    let first = lists.bytes(of: Self.once) + ghosts.bytes(of: Self.once)
    if first > capacity - incoming.size.count {
      guard ghosts.count(of: Self.once) > 0 else {
        return leave(lists.count(of: Self.once) > 0 ? Self.once : Self.often, residents).slot
      }
      ghosts.removeFirst(of: Self.once)
    } else if ghosts.count(of: Self.often) > 0 {
      let second = lists.bytes(of: Self.often) + ghosts.bytes(of: Self.often)
      if Double(first) + Double(second) >= 2 * Double(capacity) {
        ghosts.removeFirst(of: Self.often)
      }
    }
    return replace(residents)
  }

  mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    lists.remove(slot, size: residents[slot].size.count)
  }

  func brokenInvariant(in residents: borrowing Residents) -> String? {
    if target < 0 || target > Double(capacity) { return "the target is outside of the capacity" }
    return lists.mismatch(with: residents)
  }

  /// The paper's REPLACE: evicts from the list that is longer than its target, and adds a ghost.
  private mutating func replace(_ residents: borrowing Residents) -> Slot? {
    let length = Double(lists.bytes(of: Self.once))
    let isTooLong = length > target || origin == Self.often && length == target
    let gives = lists.count(of: Self.once) > 0 && (isTooLong || lists.count(of: Self.often) == 0)
    let list = gives ? Self.once : Self.often
    let (slot, entry) = leave(list, residents)
    ghosts.append(entry, to: list)
    return slot
  }

  private mutating func leave(
    _ list: Int, _ residents: borrowing Residents
  ) -> (slot: Slot, entry: CacheEntry) {
    let victim = lists.first(of: list)
    let entry = residents[victim]
    lists.remove(victim, size: entry.size.count)
    let (next, second) = lists.nextTwo(of: list)
    ghosts.prefetch(residents.prefetch(next: next, second: second))
    return (victim, entry)
  }
}
