internal import SimCore

/// Several queues of slots over one table: a slot is in one of them or in none.
///
/// What a policy of several parts needs: moving a slot from one queue to another costs no search
/// and no second table. Each queue also counts the bytes that its slots stand for.
/// - Complexity: O(1) for every operation that says nothing else.
struct SlotLists: ~Copyable {
  /// A slot's neighbours, `noSlot` at the ends, and its queue, `noSlot` for none.
  struct Node: BitwiseCopyable {
    var before = noSlot
    var after = noSlot
    var list = noSlot
  }
  /// The ends of a queue and what is between them.
  struct Ends: BitwiseCopyable {
    var first = noSlot
    var last = noSlot
    var count = 0
    var bytes: Int64 = 0
  }

  private var nodes = Table<Node>()
  private var ends = Table<Ends>()

  /// Makes empty queues, numbered from 0.
  init(count: Int) {
    for _ in 0..<count { addList() }
  }

  /// Adds an empty queue behind the others.
  mutating func addList() { ends.append(Ends()) }

  /// How many queues there are.
  var listCount: Int { ends.count }
  /// How many slots are in a queue.
  func count(of list: Int) -> Int { ends[list].count }
  /// The sum of the sizes with which a queue's slots came in.
  func bytes(of list: Int) -> Int64 { ends[list].bytes }
  /// The slot at a queue's front; `noSlot` when it is empty.
  func first(of list: Int) -> Slot { ends[list].first }
  /// The slot at a queue's end; `noSlot` when it is empty.
  func last(of list: Int) -> Slot { ends[list].last }
  /// The slot behind another one of the same queue; `noSlot` at the end.
  func after(_ slot: Slot) -> Slot { nodes[slot].after }

  /// The queue that a slot is in; nil when it is in none.
  @inline(__always)
  func list(of slot: Slot) -> Int? {
    guard slot < nodes.count else { return nil }
    let list = nodes[slot].list
    return list == noSlot ? nil : Int(list)
  }

  /// Has fetched from memory where a slot stands; a hint.
  @inline(__always)
  func expect(_ slot: Slot) { nodes.fetch(slot) }

  /// Puts a slot at the end of a queue.
  /// - Precondition: it is in none.
  @inline(__always)
  mutating func append(_ slot: Slot, to list: Int, size: Int64) {
    if slot >= nodes.count { nodes.put(Node(), at: slot, filling: Node()) }
    precondition(nodes[slot].list == noSlot, "the slot is in a list already")
    let last = ends[list].last
    nodes[slot] = Node(before: last, after: noSlot, list: Slot(list))
    if last == noSlot { ends[list].first = slot } else { nodes[last].after = slot }
    ends[list].last = slot
    ends[list].count += 1
    ends[list].bytes += size
  }

  /// Takes a slot out of the queue that it is in, and answers which.
  /// - Parameter size: the size with which it came in.
  /// - Precondition: it is in one.
  @discardableResult @inline(__always)
  mutating func remove(_ slot: Slot, size: Int64) -> Int {
    let node = nodes[slot]
    precondition(node.list != noSlot, "the slot is in no list")
    let list = Int(node.list)
    if node.before == noSlot {
      ends[list].first = node.after
    } else {
      nodes[node.before].after = node.after
    }
    if node.after == noSlot {
      ends[list].last = node.before
    } else {
      nodes[node.after].before = node.before
    }
    nodes[slot].list = noSlot
    ends[list].count -= 1
    ends[list].bytes -= size
    return list
  }

  /// Moves a slot to the end of a queue, its own or another.
  /// - Parameter size: the size with which it came in.
  @inline(__always)
  mutating func move(_ slot: Slot, to list: Int, size: Int64) {
    remove(slot, size: size)
    append(slot, to: list, size: size)
  }

  /// What differs between the queues and the residents; nil when each stands in exactly one, with
  /// its size. - Complexity: O(slots).
  func mismatch(with residents: borrowing Residents) -> String? {
    var seen = 0
    for list in 0..<listCount {
      var (slot, count, bytes) = (first(of: list), 0, Int64(0))
      while slot != noSlot, count <= residents.count {
        if nodes[slot].list != Slot(list) { return "slot \(slot) is not in list \(list)" }
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
