internal import SimCore

/// A queue of keys in a ring, which grows to the next power of two when it is full.
/// - Complexity: O(1) amortised for every operation.
struct KeyRing: ~Copyable {
  private var keys = Table<ObjectKey>(count: 16, filling: 0)
  /// How many have ever been taken out; its lowest bits say where the first one is.
  private(set) var start = 0
  /// How many have ever been put in.
  private(set) var end = 0

  /// Makes an empty queue.
  init() {}

  /// How many keys are in the queue.
  var count: Int { end - start }
  /// The key at the front. - Precondition: the queue is not empty.
  var first: ObjectKey { keys[start & (keys.count - 1)] }
  /// The key that was put in as a number, which has not been taken out.
  subscript(number: Int) -> ObjectKey { keys[number & (keys.count - 1)] }

  /// Puts a key at the end.
  @inline(__always)
  mutating func append(_ key: ObjectKey) {
    if count == keys.count { grow() }
    keys[end & (keys.count - 1)] = key
    end += 1
  }

  /// Takes the key at the front out. - Precondition: the queue is not empty.
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
