package import CacheWorkloads
package import ClientSimulation
package import Measurement
package import SimCore

/// A strategy with its settings, ready to meet a workload.
package struct AnyStrategy: Choosable {
  /// Replays a workload against the strategy; see `simulate`.
  package let run:
    @Sendable (SimulationPlan, EventStream, inout any TraceObserver) throws(WorkloadError) -> Void
  /// What it is a bound of; nil: it is a choice for an app.
  package let bound: Bound?

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
  package static let catalog = Catalog<AnyStrategy>(
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
