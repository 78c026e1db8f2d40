package import CacheMetrics
package import CacheWorkloads
public import ClientSimulation
public import SimCore

/// A strategy with its settings, ready to meet a workload.
public struct AnyStrategy: Choosable {
  package let begin: @Sendable (SimulationPlan) -> BlockSimulation
  /// What it is a bound of; nil: it is a choice for an app.
  package let bound: OracleBound?
  /// How it lays models down on flash; nil: it has none there.
  package let storage: (any ModelStorage)?

  package init<S: Strategy>(_ strategy: S.Type, _ options: S.Options) {
    storage = options as? any ModelStorage
    begin = { beginSimulation(of: strategy, options, in: $0) }
    bound = nil
  }

  init<S: OracleStrategy>(_ strategy: S.Type, _ options: S.Options) {
    storage = nil
    begin = { beginRehearsal(of: strategy, options, in: $0) }
    bound = S.bound(of: options)
  }

  /// Simulates the strategy with a workload.
  /// - Throws: `InputError` when the workload cannot be read on.
  package func run(
    _ plan: SimulationPlan, _ workload: EventStream, _ observer: inout any TraceObserver
  ) throws(InputError) {
    let simulation = begin(plan)
    try workload.forEachBlock { simulation($0, &observer) }
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
      entry(QueryCache.self),
      entry(PreCache.self, aliases: ["precache"]),
      entry(ImageLoader.self, aliases: ["image-library"]),
      entry(Hybrid.self),
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
