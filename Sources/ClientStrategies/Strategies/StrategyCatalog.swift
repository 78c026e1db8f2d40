package import CacheWorkloads
public import ClientSimulation
package import Measurement
public import SimCore

/// A strategy with its settings, ready to meet a workload.
public struct AnyStrategy: Choosable {
  /// Replays a workload against the strategy; see `simulate`.
  package let run:
    @Sendable (SimulationPlan, EventStream, inout any TraceObserver) throws(WorkloadError) -> Void
  /// What it is a bound of; nil: it is a choice for an app.
  package let bound: OracleBound?

  init<S: Strategy>(_ strategy: S.Type, _ options: S.Options) {
    run = { plan, source, observer throws(WorkloadError) in
      try simulate(strategy, options: options, in: plan, workload: source, observer: &observer)
    }
    bound = nil
  }

  init<S: OracleStrategy>(_ strategy: S.Type, _ options: S.Options) {
    run = { plan, source, observer throws(WorkloadError) in
      try rehearse(strategy, options: options, in: plan, workload: source, observer: &observer)
    }
    bound = S.bound(of: options)
  }

  /// All strategies, in the order in which listings show them.
  public static let catalog = Catalog<AnyStrategy>(
    of: "strategy",
    [
      entry(NetworkOnly.self, aliases: ["networkOnly", "NetworkOnly"]),
      entry(OnDemand.self, aliases: ["data-model-cache"]),
      entry(MemoryTier.self),
      entry(DictionaryCache.self),
      entry(NSCacheTier.self, aliases: ["nscache"]),
      entry(URLCache.self, aliases: ["useProtocolCachePolicy"]),
      entry(DownloadManager.self),
      entry(PreCache.self, aliases: ["precache"]),
      foresighted(Clairvoyant.self, aliases: ["oracle"]),
    ])

  private static func entry<S: Strategy>(
    _ strategy: S.Type, aliases: [String] = []
  ) -> Catalog<AnyStrategy>.Entry {
    Catalog.Entry(S.name, aliases: aliases, S.summary, settings: S.Options.self) {
      AnyStrategy(strategy, $0)
    }
  }

  private static func foresighted<S: OracleStrategy>(
    _ strategy: S.Type, aliases: [String] = []
  ) -> Catalog<AnyStrategy>.Entry {
    Catalog.Entry(S.name, aliases: aliases, S.summary, settings: S.Options.self) {
      AnyStrategy(strategy, $0)
    }
  }
}

/// A strategy of a scenario with its settings and what reports call it: one of the catalogue
/// (`StrategyChoice(named: "on-demand")`), or of a type, bundled or one's own.
public typealias StrategyChoice = Chosen<AnyStrategy>

extension Chosen where Product == AnyStrategy {
  /// The strategy of a type.
  /// - Parameters:
  ///   - label: what reports call it; nil: its name.
  ///   - change: changes the defaults of its settings.
  /// - Precondition: the settings are such as a scenario may write.
  public init<S: Strategy>(
    _ strategy: S.Type, label: String? = nil, _ change: (inout S.Options) -> Void = { _ in }
  ) {
    let options = S.Options.checked(change)
    self.init(
      name: S.name, label: label ?? S.name, product: AnyStrategy(S.self, options),
      settings: options.json)
  }
}
