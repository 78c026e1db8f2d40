/// Any number of doubly linked lists over the same dense indices: an index is in one of them or in
/// none.
///
/// What a policy of several parts needs, or a network with a queue for each host: moving an index
/// from one list to another costs no search and no second table. Each list also sums the sizes with
/// which its indices came in. One list alone is faster as an `IndexList`, which is a ring; lists
/// whose number grows have no place for the rings' heads among the nodes.
/// - Complexity: O(1) for every operation that says nothing else.
public struct IndexLists: ~Copyable {
  /// An index's neighbours, `noIndex` at the ends, and its list, `noIndex` for none.
  @usableFromInline
  struct Node: BitwiseCopyable {
    @usableFromInline var before = noIndex
    @usableFromInline var after = noIndex
    @usableFromInline var list = noIndex

    @inlinable
    init(before: UInt32 = noIndex, after: UInt32 = noIndex, list: UInt32 = noIndex) {
      self.before = before
      self.after = after
      self.list = list
    }
  }
  /// The ends of a list and what is between them.
  @usableFromInline
  struct Ends: BitwiseCopyable {
    @usableFromInline var first = noIndex
    @usableFromInline var last = noIndex
    @usableFromInline var count = 0
    @usableFromInline var bytes: Int64 = 0

    @inlinable
    init() {}
  }

  @usableFromInline var nodes = Table<Node>()
  @usableFromInline var ends = Table<Ends>()

  /// Makes empty lists, numbered from 0.
  @inlinable
  public init(count: Int) {
    for _ in 0..<count { addList() }
  }

  /// Adds an empty list behind the others.
  @inlinable
  public mutating func addList() { ends.append(Ends()) }

  /// How many lists there are.
  @inlinable
  public var listCount: Int { ends.count }
  /// How many indices are in a list.
  @inlinable
  public func count(of list: Int) -> Int { ends[list].count }
  /// The sum of the sizes with which a list's indices came in.
  @inlinable
  public func bytes(of list: Int) -> Int64 { ends[list].bytes }
  /// The index at a list's front; `noIndex` when it is empty.
  @inlinable
  public func first(of list: Int) -> UInt32 { ends[list].first }
  /// The index at a list's end; `noIndex` when it is empty.
  @inlinable
  public func last(of list: Int) -> UInt32 { ends[list].last }
  /// The index behind another one of the same list; `noIndex` at the end.
  @inlinable
  public func after(_ index: UInt32) -> UInt32 { nodes[index].after }
  /// The index before another one of the same list; `noIndex` at the front.
  @inlinable
  public func before(_ index: UInt32) -> UInt32 { nodes[index].before }

  /// The list that an index is in; nil when it is in none.
  @inlinable @inline(__always)
  public func list(of index: UInt32) -> Int? {
    guard index < nodes.count else { return nil }
    let list = nodes[index].list
    return list == noIndex ? nil : Int(list)
  }

  /// Has fetched from memory where an index stands; a hint.
  @inlinable @inline(__always)
  package func prefetch(_ index: UInt32) { nodes.prefetch(index) }

  /// The first index of a list and the one behind it, each `noIndex` where there is none; the node
  /// of the one behind is fetched from memory: for the time when the first has been removed.
  @inlinable @inline(__always)
  package func nextTwo(of list: Int) -> (first: UInt32, second: UInt32) {
    let first = ends[list].first
    if first == noIndex { return (noIndex, noIndex) }
    let second = nodes[first].after
    if second != noIndex { nodes.prefetch(second) }
    return (first, second)
  }

  /// Puts an index at the end of a list. - Precondition: it is in none.
  @inlinable @inline(__always)
  public mutating func append(_ index: UInt32, to list: Int, size: Int64 = 0) {
    if index >= nodes.count { nodes.put(Node(), at: index, filling: Node()) }
    precondition(nodes[index].list == noIndex, "the index is in a list already")
    link(index, atEndOf: list, size: size)
  }

  /// Puts an index behind one of a list; `noIndex`: at the list's front.
  /// - Precondition: it is in no list, and the other one is in this list.
  @inlinable
  public mutating func insert(
    _ index: UInt32, to list: Int, after predecessor: UInt32, size: Int64 = 0
  ) {
    let successor = predecessor == noIndex ? ends[list].first : nodes[predecessor].after
    guard successor != noIndex else { return append(index, to: list, size: size) }
    nodes.reach(index, filling: Node())
    precondition(nodes[index].list == noIndex, "the index is in a list already")
    nodes[index] = Node(before: predecessor, after: successor, list: UInt32(list))
    nodes[successor].before = index
    if predecessor == noIndex { ends[list].first = index } else { nodes[predecessor].after = index }
    ends[list].count += 1
    ends[list].bytes += size
  }

  /// Takes an index out of the list that it is in, and answers which.
  /// - Parameter size: the size with which it came in.
  /// - Precondition: it is in one.
  @discardableResult @inlinable @inline(__always)
  public mutating func remove(_ index: UInt32, size: Int64 = 0) -> Int {
    let list = unlink(index, size: size)
    nodes[index].list = noIndex
    return list
  }

  /// Moves an index to the end of a list, its own or another.
  /// - Parameter size: the size with which it came in.
  /// - Precondition: it is in one.
  @inlinable @inline(__always)
  public mutating func move(_ index: UInt32, to list: Int, size: Int64 = 0) {
    _ = unlink(index, size: size)
    link(index, atEndOf: list, size: size)
  }

  /// Joins the neighbours of an index, and answers in which list they are.
  @inlinable @inline(__always)
  mutating func unlink(_ index: UInt32, size: Int64) -> Int {
    let node = nodes[index]
    precondition(node.list != noIndex, "the index is in no list")
    let list = Int(node.list)
    if node.before == noIndex {
      ends[list].first = node.after
    } else {
      nodes[node.before].after = node.after
    }
    if node.after == noIndex {
      ends[list].last = node.before
    } else {
      nodes[node.after].before = node.before
    }
    ends[list].count -= 1
    ends[list].bytes -= size
    return list
  }

  /// Puts an index that has no neighbours at the end of a list.
  @inlinable @inline(__always)
  mutating func link(_ index: UInt32, atEndOf list: Int, size: Int64) {
    let last = ends[list].last
    nodes[index] = Node(before: last, after: noIndex, list: UInt32(truncatingIfNeeded: list))
    if last == noIndex { ends[list].first = index } else { nodes[last].after = index }
    ends[list].last = index
    ends[list].count += 1
    ends[list].bytes += size
  }
}

/// Nodes in doubly linked rings; what every ring does with its links stands below, once.
///
/// A ring has no end, so no operation asks whether it is at one. A list is a ring through a node of
/// its own, its head.
@usableFromInline
package protocol LinkedRings: ~Copyable {
  /// Writes both neighbours of a node.
  mutating func setLinks(of node: UInt32, before: UInt32, after: UInt32)
  /// Writes what stands behind a node.
  mutating func setAfter(_ node: UInt32, _ other: UInt32)
  mutating func setBefore(_ node: UInt32, _ other: UInt32)
}

extension LinkedRings where Self: ~Copyable {
  /// Makes two nodes neighbours, whatever was between them.
  @inlinable @inline(__always)
  package mutating func connect(_ left: UInt32, _ right: UInt32) {
    setAfter(left, right)
    setBefore(right, left)
  }

  /// Puts a node between two neighbours.
  @inlinable @inline(__always)
  package mutating func link(_ node: UInt32, between left: UInt32, and right: UInt32) {
    setLinks(of: node, before: left, after: right)
    setAfter(left, node)
    setBefore(right, node)
  }
}

/// A doubly linked list of dense indices, kept in a table that they index: a queue of residents.
///
/// The list is a ring through its end: place 0 of the table stands before the first index and
/// behind the last one, and index n has place n + 1.
/// - Complexity: O(1) for every operation; nothing is allocated once all indices have been seen.
public struct IndexList: ~Copyable, LinkedRings {
  /// The neighbours of an index; one that is not in the list is its own neighbour.
  @usableFromInline
  struct Links: BitwiseCopyable {
    @usableFromInline var before: UInt32
    @usableFromInline var after: UInt32

    @inlinable
    init(before: UInt32, after: UInt32) {
      self.before = before
      self.after = after
    }
  }

  @usableFromInline var links = Table<Links>()
  @usableFromInline var indexCount = 0

  /// Makes an empty list.
  @inlinable
  public init() { links.append(Links(before: noIndex, after: noIndex)) }

  /// How many indices are in the list.
  @inlinable
  public var count: Int { indexCount }
  /// Whether the list is empty.
  @inlinable
  public var isEmpty: Bool { indexCount == 0 }
  /// The index at the front; `noIndex` when the list is empty.
  @inlinable
  public var first: UInt32 { links[0 as Int].after }
  /// The index at the end; `noIndex` when the list is empty.
  @inlinable
  public var last: UInt32 { links[0 as Int].before }

  /// Whether the index is in this list.
  @inlinable
  public func contains(_ index: UInt32) -> Bool {
    place(index) < links.count && links[place(index)].after != index
  }

  /// The index behind another one; `noIndex` at the end.
  @inlinable
  public func after(_ index: UInt32) -> UInt32 { links[place(index)].after }

  /// Prefetches an index's neighbours; a hint.
  @inlinable @inline(__always)
  package func prefetch(_ index: UInt32) { links.prefetch(place(index)) }

  /// The first index and the one behind it, each `noIndex` where there is none; the links of the
  /// one behind are prefetched: for the time when the first has been removed.
  @inlinable @inline(__always)
  package func nextTwo() -> (first: UInt32, second: UInt32) {
    let next = first
    if next == noIndex { return (noIndex, noIndex) }
    let second = after(next)
    if second != noIndex { prefetch(second) }
    return (next, second)
  }

  /// Puts an index at the end. - Precondition: it is in no place of this list.
  @inlinable @inline(__always)
  public mutating func append(_ index: UInt32) {
    if place(index) >= links.count { grow(toHold: index) }
    precondition(links[place(index)].after == index, "the index is in the list already")
    link(index, between: last, and: noIndex)
    indexCount += 1
  }

  /// Takes an index out. - Precondition: it is in the list.
  @inlinable
  public mutating func remove(_ index: UInt32) {
    unlink(index)
    links[place(index)] = Links(before: index, after: index)
    indexCount -= 1
  }

  /// Takes out the index at the front and returns it. - Precondition: the list is not empty.
  @inlinable
  public mutating func removeFirst() -> UInt32 {
    let index = first
    precondition(index != noIndex, "the list is empty")
    remove(index)
    return index
  }

  /// Moves an index to the end. - Precondition: it is in the list.
  @inlinable
  public mutating func moveToEnd(_ index: UInt32) {
    unlink(index)
    link(index, between: last, and: noIndex)
  }

  /// The indices from front to end. - Complexity: O(count).
  public var indices: [UInt32] {
    var list: [UInt32] = []
    var index = first
    while index != noIndex {
      list.append(index)
      index = after(index)
    }
    return list
  }

  /// Where the links of an index are; 0 for `noIndex`, which is the ring's end.
  @inlinable @inline(__always)
  func place(_ index: UInt32) -> Int { Int(index &+ 1) }

  @inlinable @inline(never)
  mutating func grow(toHold index: UInt32) {
    while links.count <= place(index) {
      let other = UInt32(links.count - 1)
      links.append(Links(before: other, after: other))
    }
  }

  @inlinable @inline(__always)
  mutating func unlink(_ index: UInt32) {
    let left = links[place(index)]
    precondition(left.after != index, "the index is not in the list")
    connect(left.before, left.after)
  }

  @inlinable @inline(__always)
  package mutating func setLinks(of node: UInt32, before: UInt32, after: UInt32) {
    links[place(node)] = Links(before: before, after: after)
  }
  @inlinable @inline(__always)
  package mutating func setAfter(_ node: UInt32, _ other: UInt32) {
    links[place(node)].after = other
  }
  @inlinable @inline(__always)
  package mutating func setBefore(_ node: UInt32, _ other: UInt32) {
    links[place(node)].before = other
  }
}
