public import SimCore

/// A policy with its settings, as a scenario chose it: makes rooms and replays.
public struct AnyPolicy: Choosable {
  /// Its name in scenarios.
  public let name: String
  private let store: @Sendable (Bytes, UInt64) -> AnyCacheStore
  private let replay: @Sendable ([RequestBlock], Bytes, UInt64) -> ReplayCount

  init<Policy: EvictionPolicy & ~Copyable>(_ policy: Policy.Type, options: Policy.Options) {
    name = Policy.name
    store = { capacity, seed in
      TypedCacheStore {
        CacheStore(
          capacity: capacity, policy: Policy(capacity: capacity, options: options, seed: seed))
      }
    }
    replay = { blocks, capacity, seed in
      var replay = Replay<Policy>(capacity: capacity, options: options, seed: seed)
      for block in blocks { replay.run(block) }
      return replay.count
    }
  }

  /// All policies.
  public static let catalog = Catalog(of: "policy", PolicyCatalog.all.map(\.choice))

  /// Makes an empty room.
  /// - Parameter seed: for a policy that tosses coins.
  public func makeStore(capacity: Bytes, seed: UInt64) -> AnyCacheStore { store(capacity, seed) }

  /// Replays blocks from an empty room.
  /// - Parameter seed: for a policy that tosses coins.
  /// - Complexity: O(requests) and the policy's.
  public func replay(_ blocks: [RequestBlock], capacity: Bytes, seed: UInt64) -> ReplayCount {
    replay(blocks, capacity, seed)
  }
}
