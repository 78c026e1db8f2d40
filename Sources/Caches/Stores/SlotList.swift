/// A doubly linked list of slots, kept in two arrays that slots index: a queue of residents.
///
/// - Complexity: O(1) for every operation; nothing is allocated once all slots have been seen.
public struct SlotList: Sendable {
  private struct Links {
    var before = noSlot
    var after = noSlot
    var isMember = false
  }

  private var links: [Links] = []
  /// The slot at the front; `Slot.max` when the list is empty.
  public private(set) var first = noSlot
  /// The slot at the end; `Slot.max` when the list is empty.
  public private(set) var last = noSlot
  /// How many slots are in the list.
  public private(set) var count = 0

  /// Makes an empty list.
  public init() {}

  /// Whether no slot is in the list.
  public var isEmpty: Bool { count == 0 }

  /// Whether the slot is in this list.
  public func contains(_ slot: Slot) -> Bool {
    Int(slot) < links.count && links[Int(slot)].isMember
  }

  /// The slot behind another one; nil at the end.
  public func after(_ slot: Slot) -> Slot? {
    let next = links[Int(slot)].after
    return next == noSlot ? nil : next
  }

  /// Puts a slot at the end.
  /// - Precondition: it is in no place of this list.
  public mutating func append(_ slot: Slot) {
    let index = Int(slot)
    if index >= links.count {
      links.append(contentsOf: repeatElement(Links(), count: index + 1 - links.count))
    }
    precondition(!links[index].isMember, "the slot is in the list already")
    links[index] = Links(before: last, after: noSlot, isMember: true)
    if last == noSlot { first = slot } else { links[Int(last)].after = slot }
    last = slot
    count += 1
  }

  /// Takes a slot out.
  /// - Precondition: it is in the list.
  public mutating func remove(_ slot: Slot) {
    let removed = links[Int(slot)]
    precondition(removed.isMember, "the slot is not in the list")
    if removed.before == noSlot {
      first = removed.after
    } else {
      links[Int(removed.before)].after = removed.after
    }
    if removed.after == noSlot {
      last = removed.before
    } else {
      links[Int(removed.after)].before = removed.before
    }
    links[Int(slot)] = Links()
    count -= 1
  }

  /// Moves a slot to the end.
  public mutating func moveToEnd(_ slot: Slot) {
    guard slot != last else { return }
    remove(slot)
    append(slot)
  }

  /// The slots from front to end. - Complexity: O(count).
  public var slots: [Slot] {
    var list: [Slot] = []
    var slot = first
    while slot != noSlot {
      list.append(slot)
      slot = links[Int(slot)].after
    }
    return list
  }
}
