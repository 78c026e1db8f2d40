public import SimCore

/// Nobody ever leaves: for rooms without a limit.
public struct Unbounded: EvictionPolicy, ~Copyable {
  public static let name = "unbounded"
  public init(capacity: Bytes, options: NoSettings, seed: UInt64) {}
  public mutating func hit(_ slot: Slot, in _: borrowing Residents) {}
  public mutating func insert(_ slot: Slot, in _: borrowing Residents) {}
  public mutating func remove(_ slot: Slot, in _: borrowing Residents) {}
  /// Never to be asked: a store refuses what does not fit before it asks.
  public mutating func evict(toFit _: Entry, from _: borrowing Residents) -> Slot {
    preconditionFailure("an unbounded policy has a store without a limit")
  }
  public func brokenInvariant(in residents: borrowing Residents) -> String? { nil }
}
