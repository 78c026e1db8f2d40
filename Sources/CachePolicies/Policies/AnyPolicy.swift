public import SimCore

/// A policy with its settings, as a scenario chose it: makes caches and replays.
public struct AnyPolicy: Choosable {
  /// Its name in scenarios.
  public let name: String
  private let store: @Sendable (Bytes, UInt64, Expiry?) -> AnyCacheStore
  /// Whether it needs each request's next access, which only a trace can tell.
  public let needsNextAccess: Bool
  package let standardSettings: JSON
  private let begin: @Sendable (Bytes, UInt64, Expiry?) -> AnyReplay
  private let beginUnits: @Sendable (Int64) -> AnyReplay?
  private let gate: @Sendable (AnyAdmission) -> AnyPolicy

  /// Makes a policy of a type, bundled or one's own.
  public init<Policy: EvictionPolicy & ~Copyable>(_ policy: Policy.Type, options: Policy.Options) {
    self.init(
      Policy.self, { Policy(capacity: $0, options: options, seed: $1) },
      units: { Policy.makeUnitSizeReplay(capacity: $0, options: options) },
      gate: { admission in
        AnyPolicy(
          GatedPolicy<Policy>.self,
          { capacity, seed in
            GatedPolicy(
              Policy(capacity: capacity, options: options, seed: seed),
              behind: admission.make(capacity, seed))
          },
          units: { _ in nil },
          gate: { _ in preconditionFailure("a policy has one admission filter") })
      })
  }

  private init<Policy: EvictionPolicy & ~Copyable>(
    _: Policy.Type, _ make: @escaping @Sendable (Bytes, UInt64) -> Policy,
    units: @escaping @Sendable (Int64) -> AnyReplay?,
    gate: @escaping @Sendable (AnyAdmission) -> AnyPolicy
  ) {
    name = Policy.name
    needsNextAccess = Policy.needsNextAccess
    standardSettings = Policy.Options().json
    beginUnits = units
    self.gate = gate
    store = { capacity, seed, expiry in
      AnyCacheStore {
        CacheStore(capacity: capacity, policy: make(capacity, seed), expiry: expiry)
      }
    }
    begin = { capacity, seed, expiry in
      StoreReplay(
        CacheStore(capacity: capacity, policy: make(capacity, seed), expiry: expiry))
    }
  }

  /// All policies.
  public static let catalog = Catalog(of: "policy", PolicyCatalog.all.map(\.choice))

  /// The same policy with an admission filter.
  /// - Precondition: it has none yet.
  package func admitted(by admission: AnyAdmission) -> AnyPolicy { gate(admission) }

  /// Makes an empty cache.
  /// - Parameters:
  ///   - seed: for a policy that draws random numbers.
  ///   - expiry: how long copies live; nil: for ever.
  package func makeStore(capacity: Bytes, seed: UInt64, expiry: Expiry? = nil) -> AnyCacheStore {
    store(capacity, seed, expiry)
  }

  /// Begins a replay with an empty cache.
  /// - Parameters:
  ///   - capacity: the cache's; a number of objects when each counts 1.
  ///   - seed: for a policy that draws random numbers.
  ///   - expiry: how long copies live; nil: for ever.
  ///   - countsObjects: whether no block will have sizes; then a unit-size cache may replay it
  ///     faster, with the same count.
  package func makeReplay(
    capacity: Bytes, seed: UInt64, expiry: Expiry? = nil, countsObjects: Bool = false
  ) -> AnyReplay {
    if countsObjects, expiry == nil, let fast = beginUnits(capacity.count) { return fast }
    return begin(capacity, seed, expiry)
  }

  /// Replays blocks from an empty cache.
  /// - Parameters:
  ///   - seed: for a policy that draws random numbers.
  ///   - expiry: how long copies live; nil: for ever.
  /// - Complexity: O(requests) and the policy's.
  public func replay(
    _ blocks: [RequestBlock], capacity: Bytes, seed: UInt64, expiry: Expiry? = nil
  ) -> ReplayCount {
    let isCounted = blocks.allSatisfy(\.sizes.isEmpty)
    let replay = makeReplay(
      capacity: capacity, seed: seed, expiry: expiry, countsObjects: isCounted)
    for block in blocks { replay.run(block) }
    return replay.count
  }
}

/// A policy of a scenario or a replay with its settings: one of the catalogue
/// (`PolicyChoice(named: "s3-fifo")`), or of a type of one's own.
public typealias PolicyChoice = Chosen<AnyPolicy>

extension Chosen where Product == AnyPolicy {
  /// The policy of a type.
  /// - Parameters:
  ///   - label: what reports call it; nil: its name.
  ///   - change: changes the defaults of its settings.
  /// - Precondition: the settings are such as a scenario may write.
  public init<P: EvictionPolicy & ~Copyable>(
    _ policy: P.Type, label: String? = nil, _ change: (inout P.Options) -> Void = { _ in }
  ) {
    let options = P.Options.checked(change)
    self.init(
      name: P.name, label: label ?? P.name, product: AnyPolicy(P.self, options: options),
      settings: options.json)
  }
}
