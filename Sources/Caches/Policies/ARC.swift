public import SimCore

/// Two lists, of residents seen once and of those seen again, whose lengths adapt: a request for
/// somebody who has just left one of them makes that one longer.
///
/// Megiddo, Modha: ARC: A Self-Tuning, Low Overhead Replacement Cache, FAST 2003. Lengths are
/// counted in bytes; with sizes of one it is the paper's algorithm.
public struct ARC: EvictionPolicy, ~Copyable {
  public static let name = "arc"
  /// T1 and B1 of the paper.
  private static let once = 0
  /// T2 and B2.
  private static let often = 1

  private let capacity: Int64
  private var lists = SlotLists(count: 2)
  private var ghosts = Ghosts(lists: 2)
  /// How long the first list should be: the paper's p.
  private var target = 0.0
  /// The list in which the object that comes in was remembered.
  private var origin: Int?

  public init(capacity: Bytes, options: NoSettings, seed: UInt64) {
    self.capacity = capacity.count
  }

  public func expect(_ key: ObjectKey) { ghosts.expect(key) }

  public mutating func admits(_ incoming: Entry) -> Bool {
    origin = ghosts.list(of: incoming.key)
    guard let origin else { return true }
    let (own, other) = (ghosts.bytes(of: origin), ghosts.bytes(of: 1 - origin))
    let step = max(Double(other) / Double(own), 1)
    target =
      origin == Self.once ? min(target + step, Double(capacity)) : max(target - step, 0)
    _ = ghosts.remove(incoming.key)
    return true
  }

  public mutating func hit(_ slot: Slot, in residents: borrowing Residents) {
    lists.move(slot, to: Self.often, size: residents[slot].size.count)
  }

  public mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    let list = origin == nil ? Self.once : Self.often
    lists.append(slot, to: list, size: residents[slot].size.count)
  }

  public mutating func evict(toFit incoming: Entry, from residents: borrowing Residents) -> Slot? {
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

  public mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    lists.remove(slot, size: residents[slot].size.count)
  }

  public func brokenInvariant(in residents: borrowing Residents) -> String? {
    if target < 0 || target > Double(capacity) { return "the target is outside of the room" }
    return lists.mismatch(with: residents)
  }

  /// The paper's REPLACE: the list that is longer than it should be gives one up to its ghosts.
  private mutating func replace(_ residents: borrowing Residents) -> Slot? {
    let length = Double(lists.bytes(of: Self.once))
    let isTooLong = length > target || origin == Self.often && length == target
    let gives =
      lists.count(of: Self.once) > 0
      && (isTooLong || lists.count(of: Self.often) == 0)
    let list = gives ? Self.once : Self.often
    let (slot, entry) = leave(list, residents)
    ghosts.append(entry, to: list)
    return slot
  }

  private mutating func leave(
    _ list: Int, _ residents: borrowing Residents
  ) -> (slot: Slot, entry: Entry) {
    let victim = lists.first(of: list)
    let entry = residents[victim]
    lists.remove(victim, size: entry.size.count)
    return (victim, entry)
  }
}
