internal import SimCore

/// Belady's MIN, an oracle: the entry whose next access is latest is evicted first.
///
/// Belady: A Study of Replacement Algorithms for a Virtual-Storage Computer, 1966,
/// doi:10.1147/sj.52.0078. Fewest misses of all where every object is admitted and all are of one
/// size; with sizes it is no bound. Needs the column of next requests.
struct Belady: EvictionPolicy, ~Copyable {
  static let name = "belady"
  static var needsNextAccess: Bool { true }

  /// The latest next request first.
  private var heap = IndexedHeap<Int64>()
  private var next = Int64.max

  init(capacity: Bytes, options: NoSettings, seed: UInt64) {}

  mutating func prepare(for access: Access) { next = access.nextAccess }
  mutating func hit(_ slot: Slot, in _: borrowing Residents) { heap.update(slot, -next) }
  mutating func insert(_ slot: Slot, in _: borrowing Residents) { heap.insert(slot, -next) }
  mutating func remove(_ slot: Slot, in _: borrowing Residents) { heap.remove(slot) }

  mutating func evict(toFit _: CacheEntry, from _: borrowing Residents) -> Slot? {
    guard let victim = heap.first else { return nil }
    heap.remove(victim)
    return victim
  }

  func brokenInvariant(in residents: borrowing Residents) -> String? {
    heap.mismatch(with: residents)
  }
}
