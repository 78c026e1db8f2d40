internal import SimCore

/// Ghost entries: the keys and sizes of evicted objects, in queues.
///
/// - Complexity: O(1) for every operation; memory for the ghosts, and four bytes for each key.
struct GhostEntries: ~Copyable {
  private var members = Residents()
  private var lists: IndexLists

  /// Makes empty queues, numbered from 0.
  init(lists count: Int = 1) { lists = IndexLists(count: count) }

  func bytes(of list: Int = 0) -> Int64 { lists.bytes(of: list) }
  func count(of list: Int = 0) -> Int { lists.count(of: list) }
  /// The queue that an object's ghost is in; nil when it has none.
  func list(of key: ObjectKey) -> Int? { members.slot(of: key).flatMap { lists.list(of: $0) } }

  /// Prefetches whether an object has a ghost; a hint to the processor.
  @inline(__always)
  func prefetch(_ key: ObjectKey) { members.prefetch(key) }

  /// The oldest ghost of a queue.
  /// - Precondition: the queue is not empty.
  func first(of list: Int = 0) -> CacheEntry { members[lists.first(of: list)] }

  /// Adds a ghost at the end of a queue.
  /// - Precondition: the object has none.
  mutating func append(_ entry: CacheEntry, to list: Int = 0) {
    let slot = members.insert(entry)
    lists.append(slot, to: list, size: entry.size.count)
  }

  /// Adds a ghost; the oldest are dropped so that the queue stays within a limit. An object larger
  /// than the limit gets none.
  mutating func append(_ entry: CacheEntry, to list: Int = 0, limit: Int64) {
    if entry.size.count > limit { return }
    while bytes(of: list) > limit - entry.size.count { removeFirst(of: list) }
    append(entry, to: list)
  }

  /// Drops an object's ghost; nil when it had none, else its size.
  mutating func remove(_ key: ObjectKey) -> Int64? {
    guard let slot = members.slot(of: key) else { return nil }
    let size = members.remove(slot).size.count
    lists.remove(slot, size: size)
    return size
  }

  /// Drops the oldest ghost of a queue.
  /// - Precondition: the queue is not empty.
  mutating func removeFirst(of list: Int = 0) {
    let slot = lists.first(of: list)
    precondition(slot != noSlot, "the queue has no ghost")
    let size = members.remove(slot).size.count
    lists.remove(slot, size: size)
    let (next, second) = lists.nextTwo(of: list)
    members.prefetch(next: next, second: second)
  }
}
