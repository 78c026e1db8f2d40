internal import SimCore

/// What a policy remembers of objects that have left: their keys and sizes, in queues.
///
/// - Complexity: O(1) for every operation; memory for the ghosts, and four bytes for each key.
struct Ghosts: ~Copyable {
  private var members = Residents()
  private var lists: SlotLists

  /// Makes empty queues, numbered from 0.
  init(lists count: Int = 1) { lists = SlotLists(count: count) }

  /// The sum of the sizes of a queue.
  func bytes(of list: Int = 0) -> Int64 { lists.bytes(of: list) }
  /// How many ghosts a queue has.
  func count(of list: Int = 0) -> Int { lists.count(of: list) }
  /// The queue in which an object is remembered; nil when it is forgotten.
  func list(of key: ObjectKey) -> Int? { members.slot(of: key).flatMap { lists.list(of: $0) } }

  /// Has fetched from memory whether an object is remembered; a hint.
  @inline(__always)
  func expect(_ key: ObjectKey) { members.expect(key) }

  /// The one in a queue that was remembered first.
  /// - Precondition: the queue is not empty.
  func first(of list: Int = 0) -> Entry { members[lists.first(of: list)] }

  /// Remembers an object at the end of a queue.
  /// - Precondition: it is not remembered already.
  mutating func append(_ entry: Entry, to list: Int = 0) {
    let slot = members.insert(entry)
    lists.append(slot, to: list, size: entry.size.count)
  }

  /// Remembers an object; the oldest are forgotten so that the queue stays within a limit. What is
  /// larger than the limit is not remembered.
  mutating func append(_ entry: Entry, to list: Int = 0, limit: Int64) {
    if entry.size.count > limit { return }
    while bytes(of: list) > limit - entry.size.count { removeFirst(of: list) }
    append(entry, to: list)
  }

  /// Forgets an object; nil when it was not remembered, else its size.
  mutating func remove(_ key: ObjectKey) -> Int64? {
    guard let slot = members.slot(of: key) else { return nil }
    let size = members.remove(slot).size.count
    lists.remove(slot, size: size)
    return size
  }

  /// Forgets the oldest of a queue.
  /// - Precondition: the queue is not empty.
  mutating func removeFirst(of list: Int = 0) {
    let slot = lists.first(of: list)
    precondition(slot != noSlot, "the queue has no ghost")
    let size = members.remove(slot).size.count
    lists.remove(slot, size: size)
  }
}
