package import SimCore

/// Least frequently used with dynamic aging: an entry's priority is its request count plus the
/// cache's age at its last request, and the age is the last victim's priority.
///
/// Arlitt, Cherkasova, Dilley, Friedrich, Jin: Evaluating Content Management Techniques for Web
/// Proxy Caches, SIGMETRICS Performance Evaluation Review 27(4), 2000, doi:10.1145/346000.346003.
package struct LFUDA: EvictionPolicy, ~Copyable {
  package static let name = "lfuda"

  /// What a scenario can set.
  package struct Options: Settings {
    package var rule = PublishedRule.paper
    package init() {}
    package static let fields: [Field<Options>] = [
      Field(
        "rule", \.rule,
        "What a hit adds: paper: one, and the age anew; libcachesim: the age again, which is the"
          + " lowest priority in the cache after an eviction.")
    ]
  }

  private let rule: PublishedRule
  private var heap = IndexedHeap<SequencedPriority<Int64>>()
  /// By slot: its request count.
  private var frequencies = Table<Int64>()
  private var age: Int64 = 0
  private var turn: Int64 = 0

  package init(capacity: Bytes, options: Options, seed: UInt64) { rule = options.rule }

  package mutating func hit(_ slot: Slot, in _: borrowing Residents) {
    turn += 1
    switch rule {
    case .paper:
      frequencies[slot] += 1
      heap.update(slot, SequencedPriority(value: frequencies[slot] + age, order: turn))
    case .libCacheSim:
      let priority = heap.priority(of: slot).value + age
      heap.update(slot, SequencedPriority(value: priority, order: turn))
    }
  }

  package mutating func insert(_ slot: Slot, in _: borrowing Residents) {
    turn += 1
    frequencies.put(1, at: slot, filling: 0)
    heap.insert(slot, SequencedPriority(value: 1 + age, order: turn))
  }

  package mutating func evict(toFit _: CacheEntry, from _: borrowing Residents) -> Slot? {
    guard let victim = heap.first else { return nil }
    age = heap.priority(of: victim).value
    heap.remove(victim)
    if rule == .libCacheSim, let first = heap.first { age = heap.priority(of: first).value }
    return victim
  }

  package mutating func remove(_ slot: Slot, in _: borrowing Residents) { heap.remove(slot) }

  package func brokenInvariant(in residents: borrowing Residents) -> String? {
    heap.mismatch(with: residents)
  }
}
