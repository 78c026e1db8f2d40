public import SimCore

/// What a replay counted.
public struct ReplayCount: Hashable, Sendable {
  /// Requests replayed.
  public var requests: Int64 = 0
  /// The sum of their sizes.
  public var bytes: Int64 = 0
  /// Requests for objects that were not resident.
  public var misses: Int64 = 0
  /// The sum of those requests' sizes.
  public var missBytes: Int64 = 0

  /// Nothing counted.
  public init() {}
}

/// A replay under way: one policy and one capacity, fed block by block.
public struct Replay<Policy: EvictionPolicy & ~Copyable>: ~Copyable {
  /// The room.
  public private(set) var store: CacheStore<Policy>
  /// What was counted so far.
  public private(set) var count = ReplayCount()

  /// Begins with an empty room.
  public init(capacity: Bytes, options: Policy.Options = Policy.Options(), seed: UInt64 = 0) {
    store = CacheStore(
      capacity: capacity, policy: Policy(capacity: capacity, options: options, seed: seed))
  }

  /// Replays a block. - Complexity: O(requests) and the policy's.
  public mutating func run(_ block: borrowing RequestBlock) {
    let isSized = !block.sizes.isEmpty
    for index in 0..<block.count {
      let size = isSized ? block.sizes[index] : 1
      count.requests += 1
      count.bytes += size
      let key = block.keys[index]
      guard store.lookup(key) == nil else { continue }
      count.misses += 1
      count.missBytes += size
      _ = store.insert(Entry(key: key, size: Bytes(size))) { _, _ in }
    }
  }
}
