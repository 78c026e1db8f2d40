internal import SimCore

/// The leaf pages of an SQLite table in the order of their rows: which row is where, and which
/// leaves a removal makes SQLite balance.
///
/// A leaf that is more than two thirds empty is balanced with its neighbours on both sides, or
/// with the two on one side at an end: their rows are packed to the left, then moved to the right
/// as long as the left leaf stays the fuller one; a leaf without rows is freed. (The rule is that
/// of `balance_nonroot` in SQLite's btree.c.)
struct SQLiteLeaves: Sendable {
  struct Removal {
    /// The leaves that change and stay, at most three.
    var changed: [Int] = []
    var isBalanced = false
    var freed: [Int] = []
    /// Whether one leaf is left, which then moves up into the root's page.
    var isCollapsed = false
  }

  private struct LeafRow {
    var entry: ObjectKey
    var cell: Int64
  }

  private struct Leaf {
    var rows: [LeafRow] = []
    var used: Int64 = 0
    var previous: Int32 = -1
    var next: Int32 = -1
  }

  private var leaves: [Leaf] = [Leaf()]
  private var places = PagedMap<Int32>(filling: -1)
  private var reusable: [Int] = []
  private(set) var last = 0
  private var moving: [LeafRow] = []

  /// Whether there is one leaf, which is the root's page.
  var isSingle: Bool { leaves[last].previous < 0 }

  var count: Int { leaves.count - reusable.count }

  /// The row with the highest number; nil: there is no row.
  var lastEntry: ObjectKey? { leaves[last].rows.last?.entry }

  /// The entries of all rows, in their order. - Complexity: O(rows).
  var entries: [ObjectKey] {
    var order = [last]
    while let first = order.last, let before = neighbour(first, forward: false) {
      order.append(before)
    }
    return order.reversed().flatMap { leaves[$0].rows.map(\.entry) }
  }

  func leaf(of entry: ObjectKey) -> Int { Int(places[entry]) }

  func entries(of leaf: Int) -> some Sequence<ObjectKey> {
    leaves[leaf].rows.lazy.map(\.entry)
  }

  /// Takes back the memory for entries that share a page of the map with this one; none is there.
  mutating func removePage(of entry: ObjectKey) { places.removePage(of: entry) }

  /// Appends a row.
  /// - Returns: its leaf, and whether that is a new one.
  mutating func append(_ entry: ObjectKey, cell: Int64) -> (leaf: Int, isNew: Bool) {
    let isNew =
      leaves[last].used + cell > SQLiteRow.leafCapacity && !leaves[last].rows.isEmpty
    if isNew { addLeaf() }
    put(LeafRow(entry: entry, cell: cell), into: last)
    return (last, isNew)
  }

  /// Changes the size of a row; a leaf may become too full.
  /// - Complexity: O(rows of the leaf).
  mutating func resize(_ entry: ObjectKey, to cell: Int64) {
    let index = leaf(of: entry)
    guard let row = leaves[index].rows.firstIndex(where: { $0.entry == entry }) else { return }
    leaves[index].used += cell - leaves[index].rows[row].cell
    leaves[index].rows[row].cell = cell
  }

  /// Removes a row.
  /// - Complexity: O(rows of the leaves that change).
  mutating func remove(_ entry: ObjectKey, into removal: inout Removal) {
    let index = leaf(of: entry)
    removal.changed.removeAll(keepingCapacity: true)
    removal.changed.append(index)
    removal.isBalanced = false
    removal.freed.removeAll(keepingCapacity: true)
    removal.isCollapsed = false
    guard let row = leaves[index].rows.firstIndex(where: { $0.entry == entry }) else { return }
    leaves[index].used -= leaves[index].rows.remove(at: row).cell
    guard (SQLiteRow.leafCapacity - leaves[index].used) * 3 > SQLiteRow.page * 2 else { return }
    collect(around: index, into: &removal.changed)
    guard removal.changed.count > 1 else { return }
    removal.isBalanced = true
    balance(&removal)
  }

  private func neighbour(_ index: Int, forward: Bool) -> Int? {
    let found = forward ? leaves[index].next : leaves[index].previous
    return found >= 0 ? Int(found) : nil
  }

  /// Adds the leaves with which one is balanced to a list of it, in their order.
  private func collect(around index: Int, into group: inout [Int]) {
    let next = neighbour(index, forward: true)
    let previous = neighbour(index, forward: false)
    if let previous { group.insert(previous, at: 0) }
    if let next { group.append(next) }
    guard group.count == 2 else { return }
    if next == nil, let far = neighbour(group[0], forward: false) { group.insert(far, at: 0) }
    if previous == nil, let far = neighbour(group[1], forward: true) { group.append(far) }
  }

  private mutating func balance(_ removal: inout Removal) {
    moving.removeAll(keepingCapacity: true)
    for index in removal.changed {
      moving.append(contentsOf: leaves[index].rows)
      leaves[index].rows.removeAll(keepingCapacity: true)
      leaves[index].used = 0
    }
    var place = 0
    for row in moving {
      let used = leaves[removal.changed[place]].used
      if used + row.cell > SQLiteRow.leafCapacity, used > 0, place < removal.changed.count - 1 {
        place += 1
      }
      put(row, into: removal.changed[place])
    }
    for right in stride(from: place, to: 0, by: -1) {
      // SQLite forgets the pointer of the cell that moves into the last leaf.
      let slack = right == place ? SQLiteRow.pointer : 0
      evenOut(removal.changed[right - 1], removal.changed[right], slack: slack)
    }
    while removal.changed.count > place + 1 {
      let leaf = removal.changed.removeLast()
      unlink(leaf)
      removal.freed.append(leaf)
    }
    removal.isCollapsed = isSingle
  }

  /// Moves rows to the right as long as the left leaf stays the fuller one.
  private mutating func evenOut(_ left: Int, _ right: Int, slack: Int64) {
    while let row = leaves[left].rows.last,
      leaves[right].used + row.cell <= leaves[left].used - row.cell + slack
    {
      leaves[left].rows.removeLast()
      leaves[left].used -= row.cell
      leaves[right].rows.insert(row, at: 0)
      leaves[right].used += row.cell
      places[row.entry] = Int32(right)
    }
  }

  private mutating func put(_ row: LeafRow, into index: Int) {
    leaves[index].rows.append(row)
    leaves[index].used += row.cell
    places[row.entry] = Int32(index)
  }

  private mutating func addLeaf() {
    let index = reusable.popLast() ?? leaves.count
    if index == leaves.count { leaves.append(Leaf()) }
    leaves[index].previous = Int32(last)
    leaves[index].next = -1
    leaves[last].next = Int32(index)
    last = index
  }

  private mutating func unlink(_ index: Int) {
    let leaf = leaves[index]
    if leaf.previous >= 0 { leaves[Int(leaf.previous)].next = leaf.next }
    if leaf.next >= 0 { leaves[Int(leaf.next)].previous = leaf.previous }
    if index == last { last = Int(leaf.previous) }
    reusable.append(index)
  }
}
