package import SimCore

/// Least recently used: the entry requested longest ago is evicted first.
package struct LRU: EvictionPolicy, ~Copyable {
  package static let name = "lru"
  private var queue = IndexList()
  package init(capacity: Bytes, options: NoSettings, seed: UInt64) {}
  package func prefetchState(of slot: Slot) { queue.prefetch(slot) }
  package mutating func hit(_ slot: Slot, in _: borrowing Residents) { queue.moveToEnd(slot) }
  package mutating func insert(_ slot: Slot, in _: borrowing Residents) { queue.append(slot) }
  package mutating func remove(_ slot: Slot, in _: borrowing Residents) { queue.remove(slot) }
  package mutating func evict(toFit _: CacheEntry, from residents: borrowing Residents) -> Slot? {
    let victim = queue.removeFirst()
    let (next, second) = queue.nextTwo()
    residents.prefetch(next: next, second: second)
    return victim
  }
  package func brokenInvariant(in residents: borrowing Residents) -> String? {
    queue.mismatch(with: residents)
  }
}

/// Most recently used: the entry requested last is evicted first.
///
/// Right for loops that are larger than the capacity (Chou, DeWitt: An Evaluation of Buffer
/// Management Strategies for Relational Database Systems, VLDB 1985).
struct MRU: EvictionPolicy, ~Copyable {
  static let name = "mru"
  private var queue = IndexList()
  init(capacity: Bytes, options: NoSettings, seed: UInt64) {}
  func prefetchState(of slot: Slot) { queue.prefetch(slot) }
  mutating func hit(_ slot: Slot, in _: borrowing Residents) { queue.moveToEnd(slot) }
  mutating func insert(_ slot: Slot, in _: borrowing Residents) { queue.append(slot) }
  mutating func remove(_ slot: Slot, in _: borrowing Residents) { queue.remove(slot) }
  mutating func evict(toFit _: CacheEntry, from _: borrowing Residents) -> Slot? {
    let victim = queue.last
    queue.remove(victim)
    return victim
  }
  func brokenInvariant(in residents: borrowing Residents) -> String? {
    queue.mismatch(with: residents)
  }
}

/// Least recently used by the K-th last request: the entry whose K-th last request is oldest is
/// evicted first, and before those every entry with fewer requests.
///
/// O'Neil, O'Neil, Weikum: The LRU-K Page Replacement Algorithm for Database Disk Buffering, SIGMOD
/// 1993, doi:10.1145/170035.170081. Without the paper's correlated reference period; the
/// history of evicted objects is kept for ever, or not at all.
struct LRUK: EvictionPolicy, ~Copyable {
  static let name = "lru-k"
  struct Options: Settings {
    var k = 2
    var remembers = true
    static let fields: [Field<Options>] = [
      Field(
        "k", \.k, in: 1...16, "Which of the last requests counts; the second, as in the paper."),
      Field(
        "keepsHistory", \.remembers,
        "Whether the history of evicted objects is kept; the paper keeps it for a while."),
    ]
  }

  private let k: Int
  private let remembers: Bool
  /// By key, K places each: the numbers of its last requests, the last one first; 0 for none.
  private var history = Table<Int64>()
  private var heap = IndexedHeap<SequencedPriority<Int64>>()
  private var now: Int64 = 0

  init(capacity: Bytes, options: Options, seed: UInt64) {
    k = options.k
    remembers = options.remembers
  }

  func prefetch(_ key: ObjectKey) { history.prefetch(Int(key) * k) }

  mutating func prepare(for access: Access) {
    now += 1
    let start = Int(access.key) * k
    while history.count < start + k { history.append(0) }
    for place in stride(from: start + k - 1, to: start, by: -1) {
      history[place] = history[place - 1]
    }
    history[start] = now
  }

  mutating func hit(_ slot: Slot, in residents: borrowing Residents) {
    heap.update(slot, turn(of: residents[slot].key))
  }

  mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    heap.insert(slot, turn(of: residents[slot].key))
  }

  mutating func evict(toFit _: CacheEntry, from residents: borrowing Residents) -> Slot? {
    guard let victim = heap.first else { return nil }
    heap.remove(victim)
    if !remembers { dropHistory(residents[victim].key) }
    return victim
  }

  mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    heap.remove(slot)
    dropHistory(residents[slot].key)
  }

  func brokenInvariant(in residents: borrowing Residents) -> String? {
    heap.mismatch(with: residents)
  }

  /// The K-th last request, and among equals the last one.
  private func turn(of key: ObjectKey) -> SequencedPriority<Int64> {
    let start = Int(key) * k
    if start >= history.count { return SequencedPriority(value: 0, order: 0) }
    return SequencedPriority(value: history[start + k - 1], order: history[start])
  }

  private mutating func dropHistory(_ key: ObjectKey) {
    let start = Int(key) * k
    if start >= history.count { return }
    for place in start..<(start + k) { history[place] = 0 }
  }
}
