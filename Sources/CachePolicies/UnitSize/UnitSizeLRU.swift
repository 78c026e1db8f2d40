package import SimCore

/// Least recently used, for objects of one size: a ring of `capacity` nodes.
///
/// The newest resident and the oldest are neighbours, so that a new entry takes the oldest's node
/// and the ring is only rotated by one.
/// - Complexity: O(1) for a request.
struct UnitSizeLRU: UnitSizeCache, ~Copyable {
  /// A resident, and its neighbours in the ring.
  private struct Node: BitwiseCopyable {
    var key: ObjectKey
    var newer: Slot
    var older: Slot
  }

  private let capacity: Int
  /// By key: the node, or `noSlot`.
  private var places = Table<Slot>()
  private var nodes = Table<Node>()
  private var newest: Slot = 0
  /// The newest one's newer neighbour, as the ring closes here.
  private var oldest: Slot = 0

  /// An empty cache. - Precondition: the capacity is positive.
  init(capacity: Int) {
    precondition(capacity > 0, "a cache holds at least one object")
    self.capacity = capacity
  }

  mutating func replay(_ block: borrowing RequestBlock, at range: Range<Int>) -> Int64 {
    let column = ContiguousArray(block.keys)
    let keys = column.span
    var misses: Int64 = 0
    for index in range {
      let key = keys[index]
      places.prefetch(keys.keyToPrefetch(at: index, in: range))
      places.reach(key, filling: noSlot)
      prefetchNode(of: keys.keyAhead(of: index, in: range))
      let place = places[key]
      if place != noSlot {
        if place != newest { refresh(place) }
      } else {
        misses += 1
        insert(key)
      }
    }
    return misses
  }

  /// Prefetches the node of an object, or some other place: without a branch, as whether it is
  /// resident is what the processor cannot foresee.
  @inline(__always)
  private func prefetchNode(of key: ObjectKey) {
    guard key < places.count else { return }
    nodes.prefetch(min(places[key], Slot(truncatingIfNeeded: nodes.count)))
  }

  @inline(__always)
  private mutating func refresh(_ place: Slot) {
    if place == oldest {
      oldest = nodes[place].newer
    } else {
      let node = nodes[place]
      nodes[node.newer].older = node.older
      nodes[node.older].newer = node.newer
      join(place, between: oldest)
    }
    newest = place
  }

  @inline(__always)
  private mutating func insert(_ key: ObjectKey) {
    if nodes.count < capacity {
      insertFirst(key)
      return
    }
    let node = nodes[oldest]
    places[node.key] = noSlot
    nodes[oldest].key = key
    places[key] = oldest
    newest = oldest
    oldest = node.newer
    // The next victim, and where it is looked up.
    places.prefetch(nodes[oldest].key)
    nodes.prefetch(nodes[oldest].newer)
  }

  /// Gives an object a node of its own, while there are fewer than the capacity.
  private mutating func insertFirst(_ key: ObjectKey) {
    let place = Slot(nodes.count)
    nodes.append(Node(key: key, newer: place, older: place))
    places[key] = place
    if place > 0 { join(place, between: oldest) }
    newest = place
  }

  @inline(__always)
  private mutating func join(_ place: Slot, between oldest: Slot) {
    nodes[place].newer = oldest
    nodes[place].older = newest
    nodes[newest].newer = place
    nodes[oldest].older = place
  }
}

extension LRU {
  package static func makeUnitSizeReplay(capacity: Int64, options: NoSettings) -> AnyReplay? {
    capacity > 0 ? UnitSizeReplay(UnitSizeLRU(capacity: Int(capacity))) : nil
  }
}

/// A cache for objects of one size: a policy without sizes, slots and filters, of which only the
/// order of the residents is kept.
///
/// Per object it has one small word, indexed by the key; all else is sized by the capacity.
protocol UnitSizeCache: ~Copyable {
  /// Replays a part of a block.
  /// - Returns: the number of misses.
  mutating func replay(_ block: borrowing RequestBlock, at range: Range<Int>) -> Int64
}

/// A queue of keys in a ring, which grows to the next power of two when it is full.
/// - Complexity: O(1) amortised for every operation.
struct KeyQueue: ~Copyable {
  private var keys = Table<ObjectKey>(count: 16, filling: 0)
  /// How many have ever been taken out; its lowest bits say where the first one is.
  private(set) var start = 0
  /// How many have ever been put in.
  private(set) var end = 0

  var count: Int { end - start }
  /// The key at the front. - Precondition: the queue is not empty.
  var first: ObjectKey { keys[start & (keys.count - 1)] }
  subscript(number: Int) -> ObjectKey { keys[number & (keys.count - 1)] }

  /// The key that comes a few places behind the front, near the end of the queue any other one: its
  /// state can be prefetched before it is the victim.
  var keyToPrefetch: ObjectKey { keys[(start + 8) & (keys.count - 1)] }

  @inline(__always)
  mutating func append(_ key: ObjectKey) {
    if count == keys.count { grow() }
    keys[end & (keys.count - 1)] = key
    end += 1
  }

  /// Removes the key at the front. - Precondition: the queue is not empty.
  @inline(__always)
  mutating func removeFirst() -> ObjectKey {
    precondition(start < end, "the queue is empty")
    let key = first
    start += 1
    return key
  }

  @inline(never)
  private mutating func grow() {
    var larger = Table<ObjectKey>(count: 2 * keys.count, filling: 0)
    for number in start..<end { larger[number & (larger.count - 1)] = self[number] }
    keys = larger
  }
}
