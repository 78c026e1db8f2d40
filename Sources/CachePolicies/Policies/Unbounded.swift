internal import SimCore

/// Never evicts; what no longer fits is not stored. For caches without a limit.
struct Unbounded: EvictionPolicy, ~Copyable {
  static let name = "unbounded"
  private var free: Bytes
  init(capacity: Bytes, options: NoSettings, seed: UInt64) { free = capacity }
  mutating func hit(_ slot: Slot, in _: borrowing Residents) {}
  mutating func admits(_ incoming: CacheEntry) -> Bool { incoming.size <= free }
  mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    free -= residents[slot].size
  }
  mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    free += residents[slot].size
  }
  mutating func evict(toFit _: CacheEntry, from _: borrowing Residents) -> Slot? {
    preconditionFailure("nothing is admitted that does not fit")
  }
  func brokenInvariant(in _: borrowing Residents) -> String? { nil }
}
