internal import SimCore

/// Greedy-dual size with frequency: an entry's priority is its request count times its cost divided
/// by its size, plus the cache's age at its last request; the age is the last victim's priority.
///
/// Cherkasova: Improving WWW Proxies Performance with Greedy-Dual-Size-Frequency Caching Policy,
/// HP Laboratories 98-69, 1998. Small, popular and costly objects stay.
struct GDSF: EvictionPolicy, ~Copyable {
  static let name = "gdsf"
  /// Keeps priorities of large objects away from zero. libCacheSim's factor, so that sums are
  /// rounded alike.
  private static let scale = 1e6

  private var heap = IndexedHeap<SequencedPriority<Double>>()
  /// By slot: its request count.
  private var frequencies = Table<Int64>()
  private var age = 0.0
  private var cost = 1.0
  private var turn: Int64 = 0

  init(capacity: Bytes, options: NoSettings, seed: UInt64) {}

  mutating func prepare(for access: Access) {
    cost = access.cost
    turn += 1
  }

  mutating func hit(_ slot: Slot, in residents: borrowing Residents) {
    frequencies[slot] += 1
    heap.update(slot, priority(slot, residents))
  }

  mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    frequencies.put(1, at: slot, filling: 0)
    heap.insert(slot, priority(slot, residents))
  }

  mutating func evict(toFit _: CacheEntry, from _: borrowing Residents) -> Slot? {
    guard let victim = heap.first else { return nil }
    age = heap.priority(of: victim).value
    heap.remove(victim)
    return victim
  }

  mutating func remove(_ slot: Slot, in _: borrowing Residents) { heap.remove(slot) }

  func brokenInvariant(in residents: borrowing Residents) -> String? {
    heap.mismatch(with: residents)
  }

  private func priority(_ slot: Slot, _ residents: borrowing Residents) -> SequencedPriority<Double>
  {
    let size = Double(max(1, residents[slot].size.count))
    let value = age + Double(frequencies[slot]) * cost * Self.scale / size
    return SequencedPriority(value: value, order: turn)
  }
}
