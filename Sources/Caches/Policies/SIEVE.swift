public import SimCore

/// A hand walks from the oldest resident to the newest, clears the marks of those asked for since
/// its last visit, and takes the first one without a mark.
///
/// Zhang, Yang, Yue, Vigfusson, Rashmi: SIEVE is Simpler than LRU: an Efficient Turn-Key Eviction
/// Algorithm for Web Caches, NSDI 2024. A resident stays where it came in; the hand goes on from
/// where it stopped, and from the newest back to the oldest.
public struct SIEVE: EvictionPolicy, ~Copyable {
  public static let name = "sieve"
  /// The oldest resident first.
  private var queue = SlotList()
  private var isVisited = Table<Bool>()
  /// Where the hand goes on; `noSlot`: at the oldest.
  private var hand = noSlot

  public init(capacity: Bytes, options: NoSettings, seed: UInt64) {}

  public mutating func hit(_ slot: Slot, in _: borrowing Residents) { isVisited[slot] = true }

  public mutating func insert(_ slot: Slot, in _: borrowing Residents) {
    isVisited.put(false, at: slot, filling: false)
    queue.append(slot)
  }

  public mutating func evict(toFit _: Entry, from _: borrowing Residents) -> Slot? {
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

  public mutating func remove(_ slot: Slot, in _: borrowing Residents) {
    if hand == slot { hand = queue.after(slot) }
    queue.remove(slot)
  }

  public func brokenInvariant(in residents: borrowing Residents) -> String? {
    if hand != noSlot, !queue.contains(hand) { return "the hand points at nobody" }
    return queue.mismatch(with: residents)
  }
}
