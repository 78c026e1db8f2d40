internal import SimCore

/// The blocks of a device in queues: one for each number of live units, or one for all.
///
/// The queues are doubly linked rings through a head of their own, so that no operation asks
/// whether it is at an end. Heads stand behind the blocks in one table.
/// - Complexity: O(1) for every operation, amortised for `takeVictim`.
struct BlockLists: LinkedRings, Sendable {
  private struct Node {
    /// The neighbours in a queue; one that is in none is its own neighbour.
    var before: UInt32
    var after: UInt32
    var live: UInt32
    var erases: UInt32
  }

  private var nodes: [Node]
  private let blocks: UInt32
  private let isGreedy: Bool
  /// No queue below this one has a block.
  private var least: UInt32 = 0

  /// Makes blocks without data, in no queue; and one more that stands for nowhere.
  init(blocks: Int, unitsPerBlock: Int, cleaning: FlashCleaning) {
    self.blocks = UInt32(blocks)
    isGreedy = cleaning == .greedy
    let heads = isGreedy ? unitsPerBlock + 1 : 1
    nodes = (0..<UInt32(blocks + 1 + heads)).map {
      Node(before: $0, after: $0, live: 0, erases: 0)
    }
  }

  func erases(_ block: UInt32) -> UInt32 { nodes[Int(block)].erases }

  /// Sets the live units of a block that is in no queue.
  mutating func open(_ block: UInt32, live: UInt32) { nodes[Int(block)].live = live }

  /// Puts a block at the end of its queue.
  @inline(__always)
  mutating func close(_ block: UInt32) {
    let queue = isGreedy ? nodes[Int(block)].live : 0
    if queue < least { least = queue }
    join(block, head: blocks + 1 + queue)
  }

  @inline(__always)
  mutating func loseUnit(of block: UInt32) {
    var node = nodes[Int(block)]
    node.live &-= 1
    nodes[Int(block)] = node
    if isGreedy && node.after != block {
      connect(node.before, node.after)
      if node.live < least { least = node.live }
      join(block, head: blocks + 1 + node.live)
    }
  }

  /// Takes out the block to clean, and counts its erasure.
  /// - Precondition: some block is in a queue.
  mutating func takeVictim() -> UInt32 {
    while nodes[Int(blocks + 1 + least)].after == blocks + 1 + least { least += 1 }
    let victim = nodes[Int(blocks + 1 + least)].after
    let node = nodes[Int(victim)]
    connect(node.before, node.after)
    nodes[Int(victim)] = Node(
      before: victim, after: victim, live: node.live, erases: node.erases + 1)
    return victim
  }

  @inline(__always)
  private mutating func join(_ block: UInt32, head: UInt32) {
    link(block, between: nodes[Int(head)].before, and: head)
  }

  @inline(__always)
  mutating func setLinks(of node: UInt32, before: UInt32, after: UInt32) {
    nodes[Int(node)].before = before
    nodes[Int(node)].after = after
  }
  @inline(__always)
  mutating func setAfter(_ node: UInt32, _ other: UInt32) { nodes[Int(node)].after = other }
  @inline(__always)
  mutating func setBefore(_ node: UInt32, _ other: UInt32) { nodes[Int(node)].before = other }
}
