/// A doubly linked list of slots, kept in a table that slots index: a queue of residents.
///
/// The list is a ring through its end: place 0 of the table stands before the first slot and
/// behind the last one, and slot n has place n + 1. So no operation asks whether it is at an end.
///
/// - Complexity: O(1) for every operation; nothing is allocated once all slots have been seen.
public struct SlotList: ~Copyable {
  /// The neighbours of a slot; one that is not in the list is its own neighbour.
  struct Links: BitwiseCopyable {
    var before: Slot
    var after: Slot
  }

  private var links = Table<Links>()
  /// How many slots are in the list.
  public private(set) var count = 0

  /// Makes an empty list.
  public init() { links.append(Links(before: noSlot, after: noSlot)) }

  /// Whether no slot is in the list.
  public var isEmpty: Bool { count == 0 }
  /// The slot at the front; `Slot.max` when the list is empty.
  public var first: Slot { links[0 as Int].after }
  /// The slot at the end; `Slot.max` when the list is empty.
  public var last: Slot { links[0 as Int].before }

  /// Whether the slot is in this list.
  public func contains(_ slot: Slot) -> Bool {
    place(slot) < links.count && links[place(slot)].after != slot
  }

  /// The slot behind another one; `Slot.max` at the end.
  public func after(_ slot: Slot) -> Slot { links[place(slot)].after }

  /// Puts a slot at the end.
  /// - Precondition: it is in no place of this list.
  @inline(__always)
  public mutating func append(_ slot: Slot) {
    if place(slot) >= links.count { grow(toHold: slot) }
    precondition(links[place(slot)].after == slot, "the slot is in the list already")
    join(slot)
    count += 1
  }

  /// Takes a slot out.
  /// - Precondition: it is in the list.
  public mutating func remove(_ slot: Slot) {
    leave(slot)
    links[place(slot)] = Links(before: slot, after: slot)
    count -= 1
  }

  /// Takes out the slot at the front and returns it.
  /// - Precondition: the list is not empty.
  public mutating func removeFirst() -> Slot {
    let slot = first
    precondition(slot != noSlot, "the list is empty")
    remove(slot)
    return slot
  }

  /// Moves a slot to the end.
  /// - Precondition: it is in the list.
  public mutating func moveToEnd(_ slot: Slot) {
    leave(slot)
    join(slot)
  }

  /// The slots from front to end. - Complexity: O(count).
  public var slots: [Slot] {
    var list: [Slot] = []
    var slot = first
    while slot != noSlot {
      list.append(slot)
      slot = after(slot)
    }
    return list
  }

  /// Where the links of a slot are; 0 for `noSlot`, which is the ring's end.
  private func place(_ slot: Slot) -> Int { Int(slot &+ 1) }

  @inline(never)
  private mutating func grow(toHold slot: Slot) {
    while links.count <= place(slot) {
      let stranger = Slot(links.count - 1)
      links.append(Links(before: stranger, after: stranger))
    }
  }

  @inline(__always)
  private mutating func leave(_ slot: Slot) {
    let left = links[place(slot)]
    precondition(left.after != slot, "the slot is not in the list")
    links[place(left.before)].after = left.after
    links[place(left.after)].before = left.before
  }

  @inline(__always)
  private mutating func join(_ slot: Slot) {
    let before = last
    links[place(slot)] = Links(before: before, after: noSlot)
    links[place(before)].after = slot
    links[0 as Int].before = slot
  }
}
