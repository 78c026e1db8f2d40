/// Elements in order of their keys; equal keys in the order in which they entered.
struct MinimumHeap<Key: Comparable & BitwiseCopyable, Element: Equatable & BitwiseCopyable>:
  ~Copyable
{
  private struct Node: BitwiseCopyable {
    var key: Key
    var order: UInt64
    var element: Element

    func precedes(_ other: Node) -> Bool {
      key < other.key || (key == other.key && order < other.order)
    }
  }

  private var nodes: [Node] = []
  private var entered: UInt64 = 0

  var isEmpty: Bool { nodes.isEmpty }
  /// The least key; nil when empty.
  var leastKey: Key? { nodes.isEmpty ? nil : nodes[0].key }

  /// - Complexity: O(log n).
  mutating func insert(_ element: Element, key: Key) {
    nodes.append(Node(key: key, order: entered, element: element))
    entered += 1
    rise(nodes.count - 1)
  }

  /// Takes out the first of the elements with the least key; the heap must not be empty.
  /// - Complexity: O(log n).
  mutating func removeFirst() -> Element {
    let first = nodes[0].element
    remove(at: 0)
    return first
  }

  /// Takes an element out wherever it stands; it must be there.
  /// - Complexity: O(n).
  mutating func remove(_ element: Element) {
    let index = nodes.firstIndex { $0.element == element }
    precondition(index != nil, "only what entered can be removed")
    if let index { remove(at: index) }
  }

  /// Forgets the elements and keeps the memory.
  mutating func removeAll() {
    nodes.removeAll(keepingCapacity: true)
    entered = 0
  }

  private mutating func remove(at index: Int) {
    let last = nodes.removeLast()
    guard index < nodes.count else { return }
    nodes[index] = last
    sink(index)
    rise(index)
  }

  private mutating func rise(_ start: Int) {
    var index = start
    let node = nodes[index]
    while index > 0 {
      let parent = (index - 1) / 2
      guard node.precedes(nodes[parent]) else { break }
      nodes[index] = nodes[parent]
      index = parent
    }
    nodes[index] = node
  }

  private mutating func sink(_ start: Int) {
    var index = start
    let node = nodes[index]
    while true {
      var child = 2 * index + 1
      guard child < nodes.count else { break }
      if child + 1 < nodes.count, nodes[child + 1].precedes(nodes[child]) { child += 1 }
      guard nodes[child].precedes(node) else { break }
      nodes[index] = nodes[child]
      index = child
    }
    nodes[index] = node
  }
}
