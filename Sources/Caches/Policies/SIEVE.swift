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
  private var isVisited: [Bool] = []
  /// Where the hand goes on; nil: at the oldest.
  private var hand: Slot?

  public init(capacity: Bytes, options: NoSettings, seed: UInt64) {}

  public mutating func hit(_ slot: Slot, in _: borrowing Residents) {
    isVisited[Int(slot)] = true
  }

  public mutating func insert(_ slot: Slot, in _: borrowing Residents) {
    let index = Int(slot)
    if index >= isVisited.count {
      isVisited.append(contentsOf: repeatElement(false, count: index + 1 - isVisited.count))
    }
    isVisited[index] = false
    queue.append(slot)
  }

  public mutating func evict(toFit _: Entry, from _: borrowing Residents) -> Slot {
    var victim = hand ?? queue.first
    while isVisited[Int(victim)] {
      isVisited[Int(victim)] = false
      victim = queue.after(victim) ?? queue.first
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
    if let hand, !queue.contains(hand) { return "the hand points at nobody" }
    return queue.mismatch(with: residents)
  }
}
