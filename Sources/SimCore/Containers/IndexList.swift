/// Nodes in doubly linked rings; what every ring does with its links stands below, once.
///
/// A ring has no end, so no operation asks whether it is at one. A list is a ring through a node of
/// its own, its head.
public protocol LinkedRings: ~Copyable {
  /// Writes both neighbours of a node.
  mutating func setLinks(of node: UInt32, before: UInt32, after: UInt32)
  /// Writes what stands behind a node.
  mutating func setAfter(_ node: UInt32, _ other: UInt32)
  mutating func setBefore(_ node: UInt32, _ other: UInt32)
}

extension LinkedRings where Self: ~Copyable {
  /// Makes two nodes neighbours, whatever was between them.
  @inlinable @inline(__always)
  public mutating func connect(_ left: UInt32, _ right: UInt32) {
    setAfter(left, right)
    setBefore(right, left)
  }

  /// Puts a node between two neighbours.
  @inlinable @inline(__always)
  public mutating func link(_ node: UInt32, between left: UInt32, and right: UInt32) {
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
  public mutating func setLinks(of node: UInt32, before: UInt32, after: UInt32) {
    links[place(node)] = Links(before: before, after: after)
  }
  @inlinable @inline(__always)
  public mutating func setAfter(_ node: UInt32, _ other: UInt32) {
    links[place(node)].after = other
  }
  @inlinable @inline(__always)
  public mutating func setBefore(_ node: UInt32, _ other: UInt32) {
    links[place(node)].before = other
  }
}
