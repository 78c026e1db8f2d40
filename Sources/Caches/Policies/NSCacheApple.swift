public import SimCore

/// What NSCache on Apple's systems is taken to do: about least recently used. An approximation.
///
/// Its order is undocumented and, as its documentation says, no limit is strict; what has been
/// published of experiments shows that the oldest leave first. Here the limit is kept exactly.
public struct NSCacheApple: EvictionPolicy, ~Copyable {
  public static let name = "nscache-apple"
  private var recency: LRU
  public init(capacity: Bytes, options: NoSettings, seed: UInt64) {
    recency = LRU(capacity: capacity, options: options, seed: seed)
  }
  public mutating func hit(_ slot: Slot, in residents: borrowing Residents) {
    recency.hit(slot, in: residents)
  }
  public mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    recency.insert(slot, in: residents)
  }
  public mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    recency.remove(slot, in: residents)
  }
  public mutating func evict(toFit incoming: Entry, from residents: borrowing Residents) -> Slot? {
    recency.evict(toFit: incoming, from: residents)
  }
  public func brokenInvariant(in residents: borrowing Residents) -> String? {
    recency.brokenInvariant(in: residents)
  }
}
