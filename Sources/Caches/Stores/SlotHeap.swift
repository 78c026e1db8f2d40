internal import SimCore

/// Slots in order of a priority that can change: a heap with four children to a node, which knows
/// where each slot is.
///
/// Four children make it half as deep as two, and lie together in memory (LaMarca, Ladner: The
/// Influence of Caches on the Performance of Heaps, 1996, doi:10.1145/235141.235145).
/// - Complexity: O(log n) for insertion, removal and change; O(1) for the first.
struct SlotHeap<Priority: Comparable & BitwiseCopyable>: ~Copyable {
  /// A slot and its priority; not private, because Swift 6.3 then emits a module that its own
  /// verifier refuses.
  struct Node: BitwiseCopyable {
    var priority: Priority
    var slot: Slot
  }

  private static var arity: Int { 4 }
  private var nodes = Table<Node>()
  /// By slot: the index of its node, or `noSlot`.
  private var places = Table<Slot>()

  /// Makes an empty heap.
  init() {}

  /// How many slots it holds.
  var count: Int { nodes.count }
  /// The slot of the lowest priority; nil when the heap is empty.
  var first: Slot? { count == 0 ? nil : nodes[0 as Int].slot }

  /// Whether it holds a slot.
  func contains(_ slot: Slot) -> Bool { slot < places.count && places[slot] != noSlot }

  /// The priority of a slot. - Precondition: the heap holds it.
  func priority(of slot: Slot) -> Priority { nodes[places[slot]].priority }

  /// Puts a slot in.
  /// - Precondition: it is not in the heap.
  mutating func insert(_ slot: Slot, _ priority: Priority) {
    precondition(!contains(slot), "the slot is in the heap already")
    let node = Node(priority: priority, slot: slot)
    nodes.append(node)
    places.put(Slot(nodes.count - 1), at: slot, filling: noSlot)
    moveUp(node, from: nodes.count - 1)
  }

  /// Takes a slot out.
  /// - Precondition: it is in the heap.
  mutating func remove(_ slot: Slot) {
    let index = Int(places[slot])
    let last = nodes.removeLast()
    places[slot] = noSlot
    if last.slot != slot { settle(last, at: index) }
  }

  /// Gives a slot another priority.
  /// - Precondition: it is in the heap.
  mutating func update(_ slot: Slot, _ priority: Priority) {
    settle(Node(priority: priority, slot: slot), at: Int(places[slot]))
  }

  /// Puts a node where it belongs, a place having become free.
  private mutating func settle(_ node: Node, at index: Int) {
    if index > 0, node.priority < nodes[(index - 1) / Self.arity].priority {
      moveUp(node, from: index)
    } else {
      moveDown(node, from: index)
    }
  }

  private mutating func moveUp(_ node: Node, from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / Self.arity
      if nodes[parent].priority <= node.priority { break }
      put(nodes[parent], at: index)
      index = parent
    }
    put(node, at: index)
  }

  private mutating func moveDown(_ node: Node, from start: Int) {
    var index = start
    while true {
      let child = Self.arity * index + 1
      if child >= nodes.count { break }
      var least = child
      for other in (child + 1)..<max(child + 1, min(child + Self.arity, nodes.count))
      where nodes[other].priority < nodes[least].priority {
        least = other
      }
      if node.priority <= nodes[least].priority { break }
      put(nodes[least], at: index)
      index = least
    }
    put(node, at: index)
  }

  private mutating func put(_ node: Node, at index: Int) {
    nodes[index] = node
    places[node.slot] = Slot(index)
  }

  /// What differs between the heap and the residents; nil when each stands in it once and no child
  /// is before its parent. - Complexity: O(slots).
  func mismatch(with residents: borrowing Residents) -> String? {
    if count != residents.count { return "\(count) in the heap, \(residents.count) resident" }
    for (slot, entry) in residents.all where !contains(slot) {
      return "the object \(entry.key) is not in the heap"
    }
    for index in 0..<nodes.count {
      if places[nodes[index].slot] != Slot(index) { return "a slot is lost in the heap" }
      if index > 0, nodes[index].priority < nodes[(index - 1) / Self.arity].priority {
        return "slot \(nodes[index].slot) is before its parent"
      }
    }
    return nil
  }
}
