package import CacheWorkloads
package import ClientSimulation
internal import DeviceModels
internal import Measurement
package import SimCore

/// NSCache: decoded objects in memory under limits that are hints, emptied when the system asks.
///
/// Modelled, never Foundation's class: Apple's order is undocumented and taken to be about least
/// recently used; swift-corelibs-foundation's is exact, cheapest and newest first, so that with
/// equal costs a full cache keeps what came first for ever.
package struct NSCacheTier: ScreenStrategy {
  package static let name = "ns-cache"
  package static let summary =
    "NSCache: decoded objects in memory under a limit of count or cost, emptied on memory pressure "
    + "and in the background; empty after each start."

  private let options: Options
  private let memory: TierID
  package var scheduler: RequestScheduler

  package init(_ options: Options, in simulation: inout DeviceSimulation) {
    self.options = options
    scheduler = RequestScheduler(options.read, options.requests)
    var maintenance = StorageMaintenance()
    maintenance.onLogout = options.onLogout
    memory = simulation.addTier(
      TierPlan(
        "ns-cache", on: .memory, policy: options.model.policy,
        capacity: options.totalCostLimit == .zero ? .unlimited : options.totalCostLimit,
        maintenance: maintenance,
        countLimit: options.countLimit == 0 ? nil : options.countLimit,
        purge: options.purgeable ? (options.evictsDiscarded ? .removes : .hollows) : nil))
  }

  package func version(of resource: ResourceIndex, in simulation: borrowing DeviceSimulation)
    -> UInt32?
  {
    simulation.isDiscarded(resource, in: memory)
      ? nil : simulation.peek(resource, in: memory)?.version
  }

  package mutating func find(_ resource: ResourceIndex, in simulation: inout DeviceSimulation)
    -> Finding?
  {
    guard let copy = simulation.lookup(resource, in: memory) else { return nil }
    if options.purgeable && simulation.isDiscarded(resource, in: memory) {
      // The hollow object is still there: its content has to be fetched again.
      simulation.explain(.discarded, of: resource)
      return nil
    }
    let use = StalenessClock.fetch.judge(
      copy, of: resource, after: options.staleAfter, in: &simulation)
    return Finding(copy, from: .memory, after: .zero, use: use)
  }

  package mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    let size = simulation.decodedSize(of: copy)
    if options.cost == .fileSize { simulation.lookUpFile() }
    let cost = options.cost.of(copy, size)
    if options.model == .corelibs, options.totalCostLimit > .zero, cost > options.totalCostLimit {
      // Trimming begins with the cheapest and ends with the new entry: nothing is left.
      simulation.explain(.tooLarge(limit: options.totalCostLimit), of: resource)
      simulation.removeAll(from: memory)
      return
    }
    if let old = simulation.peek(resource, in: memory),
      options.cost.of(old, simulation.decodedSize(of: old)) == cost
    {
      // An object of the same cost takes the old one's place in the order, too.
      simulation.replace(resource, with: copy, size: size, in: memory)
    } else {
      simulation.store(copy, of: resource, size: size, in: memory, cost: cost)
    }
  }

  package mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in simulation: inout DeviceSimulation
  ) {
    simulation.revise(resource, in: memory) { $0.confirmedAt = instant }
  }

  package mutating func notice(_ event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .memoryWarning where options.model == .apple: simulation.removeAll(from: memory)
    case .backgrounded where options.model == .apple && options.emptiesInBackground:
      simulation.removeAll(from: memory)
    default: break
    }
  }
}

extension NSCacheTier {
  /// What a scenario can set.
  package struct Options: Settings {
    /// Whose NSCache.
    package var model = NSCacheModel.apple
    /// The most objects; 0: no limit.
    package var countLimit = 0
    /// The most that the costs may add up to; 0: no limit.
    package var totalCostLimit = Bytes.zero
    /// What an object costs.
    package var cost = CostFunction.none
    /// Whether the cache is emptied when the app leaves the front.
    package var emptiesInBackground = true
    /// Whether contents are purgeable: the system takes those that are not on screen.
    package var purgeable = false
    /// Whether an object whose content was discarded leaves the cache by itself.
    package var evictsDiscarded = true
    /// From which age on a model is fetched again.
    package var staleAfter: TimeSpan? = .minutes(15)
    /// What becomes of the objects when a person logs out.
    package var onLogout = LogoutRule.purge

    /// How a screen is read.
    package var read = ReadSettings()
    /// How the origin is asked.
    package var requests = RequestSettings()

    package init() {}
    package static let fields: [Field<Options>] = [
      Field("model", \.model, "Whose NSCache: Apple's, approximately, or Linux's, exactly."),
      Field("countLimit", \.countLimit, in: 0...1_000_000_000, "The most objects; 0: no limit."),
      Field(
        "totalCostLimit", \.totalCostLimit, in: .zero...(.gigabytes(1_000_000)),
        "The most that the costs may add up to; 0: no limit."),
      Field(
        "cost", \.cost,
        "What an object costs: nothing, its bytes in memory, or the size of its file, for which "
          + "the disk is asked each time."),
      Field(
        "emptiesInBackground", \.emptiesInBackground,
        "Whether Apple's is emptied when the app leaves the front."),
      Field(
        "purgeable", \.purgeable,
        "Whether contents are purgeable: under pressure the system takes those that are not on "
          + "screen before it warns the app."),
      Field(
        "evictsDiscarded", \.evictsDiscarded,
        "Whether an object whose content was discarded leaves by itself; else it takes up its "
          + "place."
      ),
      .staleAfter(\.staleAfter),
      .read(\.read),
      .requests(\.requests),
      Field("onLogout", \.onLogout, "What becomes of the objects when a person logs out."),
    ]
  }
}

/// Whose NSCache.
package enum NSCacheModel: String, WordSettingValue {
  /// On Apple's systems: about least recently used, emptied under pressure. An approximation.
  case apple
  /// In swift-corelibs-foundation: cheapest and newest first, nothing tells it of pressure.
  case corelibs

  var policy: PolicyName {
    switch self {
    case .apple: "nscache-apple"
    case .corelibs: "nscache-corelibs"
    }
  }
}

/// What an object costs in an NSCache.
package enum CostFunction: String, WordSettingValue {
  /// Zero, as `setObject(_:forKey:)` has it: no cost limit has an effect.
  case none
  /// What it takes in memory.
  case memory
  /// The size of its file: the disk is asked at each insertion.
  case fileSize = "file-size"

  func of(_ copy: ResourceCopy, _ size: Bytes) -> Bytes {
    switch self {
    case .none: .zero
    case .memory: size
    case .fileSize: copy.size
    }
  }
}
