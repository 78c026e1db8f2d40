internal import SimCore

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

  init() {}

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
