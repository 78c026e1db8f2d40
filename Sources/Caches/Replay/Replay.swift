public import SimCore

/// A replay under way: one policy and one capacity, fed block by block.
public struct Replay<Policy: EvictionPolicy & ~Copyable>: ~Copyable {
  /// The room.
  public private(set) var store: CacheStore<Policy>
  /// What was counted so far.
  public private(set) var count = ReplayCount()

  /// Begins with an empty room.
  public init(
    capacity: Bytes, options: Policy.Options = Policy.Options(), seed: UInt64 = 0,
    expiry: Expiry? = nil
  ) {
    self.init(
      CacheStore(
        capacity: capacity, policy: Policy(capacity: capacity, options: options, seed: seed),
        expiry: expiry))
  }

  init(_ store: consuming CacheStore<Policy>) { self.store = store }

  /// Replays a block. - Complexity: O(requests) and the policy's.
  public mutating func run(_ block: borrowing RequestBlock) {
    store.replay(block, count: &count)
  }
}
