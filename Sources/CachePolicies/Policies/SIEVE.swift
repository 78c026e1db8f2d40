internal import SimCore

/// A hand moves from the oldest resident to the newest, clears the visited bits of entries
/// requested since it last passed, and evicts the first entry whose bit is clear.
///
/// Zhang, Yang, Yue, Vigfusson, Rashmi: SIEVE is Simpler than LRU: an Efficient
/// SequencedPriority-Key Eviction Algorithm for Web Caches, NSDI 2024. A resident keeps its place;
/// the hand goes on from where it stopped, and from the newest back to the oldest.
struct SIEVE: EvictionPolicy, ~Copyable {
  static let name = "sieve"
  /// The oldest resident first.
  private var queue = IndexList()
  private var isVisited = Table<Bool>()
  /// Where the hand goes on; `noSlot`: at the oldest.
  private var hand = noSlot

  init(capacity: Bytes, options: NoSettings, seed: UInt64) {}

  mutating func hit(_ slot: Slot, in _: borrowing Residents) { isVisited[slot] = true }

  mutating func insert(_ slot: Slot, in _: borrowing Residents) {
    isVisited.put(false, at: slot, filling: false)
    queue.append(slot)
  }

  mutating func evict(toFit _: CacheEntry, from _: borrowing Residents) -> Slot? {
    var victim = hand == noSlot ? queue.first : hand
    while isVisited[victim] {
      isVisited[victim] = false
      victim = queue.after(victim)
      if victim == noSlot { victim = queue.first }
    }
    hand = queue.after(victim)
    queue.remove(victim)
    return victim
  }

  mutating func remove(_ slot: Slot, in _: borrowing Residents) {
    if hand == slot { hand = queue.after(slot) }
    queue.remove(slot)
  }

  func brokenInvariant(in residents: borrowing Residents) -> String? {
    if hand != noSlot, !queue.contains(hand) { return "the hand is at no resident" }
    return queue.mismatch(with: residents)
  }
}
