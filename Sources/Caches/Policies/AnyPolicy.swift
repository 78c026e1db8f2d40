public import SimCore

/// A policy with its settings, as a scenario chose it: makes rooms and replays.
public struct AnyPolicy: Choosable {
  /// Its name in scenarios.
  public let name: String
  private let store: @Sendable (Bytes, UInt64, Expiry?) -> AnyCacheStore
  private let replay: @Sendable ([RequestBlock], Bytes, UInt64, Expiry?) -> ReplayCount
  private let gate: @Sendable (AnyAdmission) -> AnyPolicy

  init<Policy: EvictionPolicy & ~Copyable>(_ policy: Policy.Type, options: Policy.Options) {
    self.init(
      Policy.self, { Policy(capacity: $0, options: options, seed: $1) },
      gate: { admission in
        AnyPolicy(
          Gated<Policy>.self,
          { capacity, seed in
            Gated(
              Policy(capacity: capacity, options: options, seed: seed),
              behind: admission.make(capacity, seed))
          },
          gate: { _ in preconditionFailure("a policy stands behind one filter") })
      })
  }

  private init<Policy: EvictionPolicy & ~Copyable>(
    _: Policy.Type, _ make: @escaping @Sendable (Bytes, UInt64) -> Policy,
    gate: @escaping @Sendable (AnyAdmission) -> AnyPolicy
  ) {
    name = Policy.name
    self.gate = gate
    store = { capacity, seed, expiry in
      TypedCacheStore {
        CacheStore(capacity: capacity, policy: make(capacity, seed), expiry: expiry)
      }
    }
    replay = { blocks, capacity, seed, expiry in
      var replay = Replay(
        CacheStore(capacity: capacity, policy: make(capacity, seed), expiry: expiry))
      for block in blocks { replay.run(block) }
      return replay.count
    }
  }

  /// All policies.
  public static let catalog = Catalog(of: "policy", PolicyCatalog.all.map(\.choice))

  /// The same policy behind an admission filter.
  /// - Precondition: it stands behind none yet.
  public func admitted(by admission: AnyAdmission) -> AnyPolicy { gate(admission) }

  /// Makes an empty room.
  /// - Parameters:
  ///   - seed: for a policy that tosses coins.
  ///   - expiry: how long copies live; nil: for ever.
  public func makeStore(capacity: Bytes, seed: UInt64, expiry: Expiry? = nil) -> AnyCacheStore {
    store(capacity, seed, expiry)
  }

  /// Replays blocks from an empty room.
  /// - Parameters:
  ///   - seed: for a policy that tosses coins.
  ///   - expiry: how long copies live; nil: for ever.
  /// - Complexity: O(requests) and the policy's.
  public func replay(
    _ blocks: [RequestBlock], capacity: Bytes, seed: UInt64, expiry: Expiry? = nil
  ) -> ReplayCount {
    replay(blocks, capacity, seed, expiry)
  }
}
