public import SimCore

/// Nobody ever leaves; what no longer fits stays outside. For rooms without a limit.
public struct Unbounded: EvictionPolicy, ~Copyable {
  public static let name = "unbounded"
  private var free: Bytes
  public init(capacity: Bytes, options: NoSettings, seed: UInt64) { free = capacity }
  public mutating func hit(_ slot: Slot, in _: borrowing Residents) {}
  public mutating func admits(_ incoming: Entry) -> Bool { incoming.size <= free }
  public mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    free -= residents[slot].size
  }
  public mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    free += residents[slot].size
  }
  public mutating func evict(toFit _: Entry, from _: borrowing Residents) -> Slot? {
    preconditionFailure("nothing is admitted that does not fit")
  }
  public func brokenInvariant(in _: borrowing Residents) -> String? { nil }
}
