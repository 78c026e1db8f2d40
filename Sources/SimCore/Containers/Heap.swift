/// A heap's nodes and the order between them; what every heap does with them stands below, once.
@usableFromInline
package protocol HeapNodes: ~Copyable {
  /// What is ordered.
  associatedtype Node
  static var arity: Int { get }
  /// Whether one node comes out before another.
  static func precedes(_ left: Node, _ right: Node) -> Bool
  var count: Int { get }
  func node(at index: Int) -> Node
  /// Writes a node at an index below the count.
  mutating func put(_ node: Node, at index: Int)
}

extension HeapNodes where Self: ~Copyable {
  /// Puts a node where it belongs between a free index and the root. - Complexity: O(log n).
  @inlinable
  package mutating func siftUp(_ node: Node, from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / Self.arity
      if !Self.precedes(node, self.node(at: parent)) { break }
      put(self.node(at: parent), at: index)
      index = parent
    }
    put(node, at: index)
  }

  /// Puts a node where it belongs between a free index and the leaves. - Complexity: O(log n).
  @inlinable
  package mutating func siftDown(_ node: Node, from start: Int) {
    var index = start
    while true {
      let child = Self.arity * index + 1
      if child >= count { break }
      var least = child
      for other in (child + 1)..<max(child + 1, min(child + Self.arity, count))
      where Self.precedes(self.node(at: other), self.node(at: least)) {
        least = other
      }
      if !Self.precedes(self.node(at: least), node) { break }
      put(self.node(at: least), at: index)
      index = least
    }
    put(node, at: index)
  }

  /// Puts a node where it belongs, above or below a free index. - Complexity: O(log n).
  @inlinable
  package mutating func settle(_ node: Node, at index: Int) {
    if index > 0, Self.precedes(node, self.node(at: (index - 1) / Self.arity)) {
      siftUp(node, from: index)
    } else {
      siftDown(node, from: index)
    }
  }

  /// Whether no node comes out before its parent. - Complexity: O(n).
  package var isInHeapOrder: Bool {
    (0..<count).dropFirst().allSatisfy {
      !Self.precedes(node(at: $0), node(at: ($0 - 1) / Self.arity))
    }
  }
}

/// A binary heap: the smallest element is always at hand. Which of equal ones comes first is not
/// said; `EventQueue` keeps their order, `IndexedHeap` changes priorities.
@usableFromInline
package struct Heap<Element: Comparable>: HeapNodes {
  @usableFromInline var elements: [Element] = []

  @inlinable
  package init() {}

  @inlinable
  package static var arity: Int { 2 }
  @inlinable
  package static func precedes(_ left: Element, _ right: Element) -> Bool { left < right }

  @inlinable
  package var count: Int { elements.count }
  @inlinable
  package var isEmpty: Bool { elements.isEmpty }
  /// The smallest element; nil when there is none. - Complexity: O(1).
  @inlinable
  package var first: Element? { elements.first }

  @inlinable
  package func node(at index: Int) -> Element { elements[index] }
  @inlinable
  package mutating func put(_ node: Element, at index: Int) { elements[index] = node }

  /// Adds an element. - Complexity: O(log n).
  @inlinable
  package mutating func insert(_ element: Element) {
    elements.append(element)
    siftUp(element, from: elements.count - 1)
  }

  /// Takes the smallest element out; nil when there is none. - Complexity: O(log n).
  @inlinable
  package mutating func removeFirst() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let first = elements.first else { return last }
    siftDown(last, from: 0)
    return first
  }

  /// Takes out the first element found of which something is true, wherever it stands.
  /// - Returns: whether there was one. - Complexity: O(n).
  @inlinable
  package mutating func remove(where isRemoved: (Element) -> Bool) -> Bool {
    guard let index = elements.firstIndex(where: isRemoved) else { return false }
    let last = elements.removeLast()
    if index < elements.count { settle(last, at: index) }
    return true
  }

  /// Takes all elements out, and keeps the memory.
  @inlinable
  package mutating func removeAll() { elements.removeAll(keepingCapacity: true) }
}

extension Heap: Sendable where Element: Sendable {}

/// Dense indices in order of a priority that can change: a heap that knows where each index is.
///
/// Four children to a node make it half as deep as two, and lie together in memory (LaMarca,
/// Ladner: The Influence of Caches on the Performance of Heaps, 1996, doi:10.1145/235141.235145).
/// - Complexity: O(log n) for insertion, removal and change; O(1) for the first.
public struct IndexedHeap<Priority: Comparable & BitwiseCopyable>: ~Copyable, HeapNodes {
  @usableFromInline
  package struct Node: BitwiseCopyable {
    @usableFromInline var priority: Priority
    @usableFromInline var index: UInt32

    @inlinable
    init(priority: Priority, index: UInt32) {
      self.priority = priority
      self.index = index
    }
  }

  @usableFromInline var nodes = Table<Node>()
  /// By index: the place of its node, or `noIndex`.
  @usableFromInline var places = Table<UInt32>()

  /// Makes an empty heap.
  @inlinable
  public init() {}

  @inlinable
  package static var arity: Int { 4 }
  @inlinable
  package static func precedes(_ left: Node, _ right: Node) -> Bool {
    left.priority < right.priority
  }

  /// How many indices it holds.
  @inlinable
  public var count: Int { nodes.count }
  /// The index of the lowest priority; nil when the heap is empty.
  @inlinable
  public var first: UInt32? { count == 0 ? nil : nodes[0 as Int].index }

  /// Whether it holds an index.
  @inlinable
  public func contains(_ index: UInt32) -> Bool {
    index < places.count && places[index] != noIndex
  }

  /// The priority of an index. - Precondition: the heap holds it.
  @inlinable
  public func priority(of index: UInt32) -> Priority { nodes[places[index]].priority }

  /// Adds an index. - Precondition: it is not in the heap.
  @inlinable
  public mutating func insert(_ index: UInt32, _ priority: Priority) {
    precondition(!contains(index), "the index is in the heap already")
    let node = Node(priority: priority, index: index)
    nodes.append(node)
    places.put(UInt32(nodes.count - 1), at: index, filling: noIndex)
    siftUp(node, from: nodes.count - 1)
  }

  /// Takes an index out. - Precondition: it is in the heap.
  @inlinable
  public mutating func remove(_ index: UInt32) {
    let place = Int(places[index])
    let last = nodes.removeLast()
    places[index] = noIndex
    if last.index != index { settle(last, at: place) }
  }

  /// Gives an index another priority. - Precondition: it is in the heap.
  @inlinable
  public mutating func update(_ index: UInt32, _ priority: Priority) {
    settle(Node(priority: priority, index: index), at: Int(places[index]))
  }

  @inlinable
  package func node(at place: Int) -> Node { nodes[place] }
  @inlinable
  package mutating func put(_ node: Node, at place: Int) {
    nodes[place] = node
    places[node.index] = UInt32(place)
  }

  /// What is wrong with the heap; nil when each index is found where its node is and no child is
  /// before its parent. - Complexity: O(n).
  public func brokenInvariant() -> String? {
    for place in 0..<count where places[nodes[place].index] != UInt32(place) {
      return "the index \(nodes[place].index) is lost in the heap"
    }
    return isInHeapOrder ? nil : "an index is before its parent in the heap"
  }
}
