package import SimCore

/// Never evicts; what no longer fits is not stored. For caches without a limit.
package struct Unbounded: EvictionPolicy, ~Copyable {
  package static let name = "unbounded"
  private var free: Bytes
  package init(capacity: Bytes, options: NoSettings, seed: UInt64) { free = capacity }
  package mutating func hit(_ slot: Slot, in _: borrowing Residents) {}
  package mutating func admits(_ incoming: CacheEntry) -> Bool { incoming.size <= free }
  package mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    free -= residents[slot].size
  }
  package mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    free += residents[slot].size
  }
  package mutating func evict(toFit _: CacheEntry, from _: borrowing Residents) -> Slot? {
    preconditionFailure("nothing is admitted that does not fit")
  }
  package func brokenInvariant(in _: borrowing Residents) -> String? { nil }
}
