internal import CacheMetrics
package import CacheWorkloads
package import ClientSimulation
internal import DeviceModels
package import SimCore

/// NSCache: decoded objects in memory under limits that are hints, emptied when the system asks.
///
/// Modelled, never Foundation's class: Apple's order is undocumented and taken to be about least
/// recently used, and its limits are documented as not strict: here a cache that oversteps one is
/// trimmed a drawn while later, and holds more until then. swift-corelibs-foundation's is exact,
/// cheapest and newest first, so that with equal costs a full cache keeps what came first for ever.
package struct NSCacheTier: ScreenStrategy {
  package static let name = "ns-cache"
  package static let summary =
    "NSCache: decoded objects in memory under a limit of count or cost, emptied on memory pressure "
    + "and in the background; empty after each start."

  private let options: Options
  private let memory: TierID
  private let trimTimer: TimerID
  private var isTrimDue = false
  private var trims: UInt64 = 0
  package var scheduler: RequestScheduler

  package init(_ options: Options, in simulation: inout DeviceSimulation) {
    self.options = options
    scheduler = RequestScheduler(options.read, options.requests)
    trimTimer = simulation.makeTimer()
    var maintenance = StorageMaintenance()
    maintenance.onLogout = options.onLogout
    let keepsLimits = options.keepsLimits
    var plan = TierPlan(
      "ns-cache", on: .memory, policy: options.model.policy,
      capacity: keepsLimits ? options.mostCost : .unlimited, maintenance: maintenance,
      countLimit: keepsLimits && options.countLimit > 0 ? options.countLimit : nil,
      purge: options.purgeable ? (options.evictsDiscarded ? .removes : .hollows) : nil)
    if !keepsLimits {
      plan.hints = TierHints(
        count: options.countLimit > 0 ? options.countLimit : nil,
        cost: options.totalCostLimit > .zero ? options.totalCostLimit : nil)
    }
    memory = simulation.addTier(plan)
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
    return Finding(copy, from: .memory, after: .zero, use: use, isDecoded: true)
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
    scheduleTrim(in: &simulation)
  }

  package mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in simulation: inout DeviceSimulation
  ) {
    simulation.revise(resource, in: memory) { $0.confirmedAt = instant }
  }

  package mutating func notice(_ event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .memoryWarning where options.model.isApples: simulation.removeAll(from: memory)
    case .backgrounded where options.model.isApples && options.emptiesInBackground:
      simulation.removeAll(from: memory)
    case .timer(trimTimer):
      isTrimDue = false
      simulation.trim(memory, toCount: options.mostObjects, cost: options.mostCost)
    case .foregrounded:
      // A timer of a suspended process never goes off.
      isTrimDue = false
      scheduleTrim(in: &simulation)
    case .died: isTrimDue = false
    default: break
    }
  }

  /// Has a cache that holds more than its limits trimmed a while later, unless it will be.
  private mutating func scheduleTrim(in simulation: inout DeviceSimulation) {
    guard !options.keepsLimits, !isTrimDue,
      simulation.count(in: memory) > options.mostObjects
        || simulation.cost(in: memory) > options.mostCost
    else { return }
    isTrimDue = true
    simulation.wake(trimTimer, after: drawDelay(in: simulation))
  }

  /// Keyed by seed, device and how often it was drawn.
  private mutating func drawDelay(in simulation: borrowing DeviceSimulation) -> TimeSpan {
    trims += 1
    var generator = SeededGenerator(
      seed: simulation.plan.seed, purpose: .policy, entity: UInt64(simulation.device) << 32,
      attempt: trims)
    return TimeSpan(rounding: generator.exponential(mean: options.trimDelay.seconds))
  }
}

extension NSCacheTier {
  /// What a scenario can set.
  package struct Options: Settings {
    package var model = NSCacheModel.apple
    package var countLimit = 0
    package var totalCostLimit = Bytes.zero
    package var trimDelay = TimeSpan.seconds(1)
    package var cost = CostFunction.none
    package var emptiesInBackground = true
    package var purgeable = false
    package var evictsDiscarded = true
    package var staleAfter: TimeSpan? = .minutes(15)
    package var onLogout = LogoutRule.purge

    package var read = ReadSettings()
    package var requests = RequestSettings()

    package init() {}
    package static let fields: [Field<Options>] = [
      Field(
        "model", \.model,
        "Whose NSCache: Apple's, approximately, whose limits are hints, or strict; or Linux's, "
          + "exactly."),
      Field("countLimit", \.countLimit, in: 0...1_000_000_000, "The most objects; 0: no limit."),
      Field(
        "totalCostLimit", \.totalCostLimit, in: .zero...(.gigabytes(1_000_000)),
        "The most that the costs may add up to; 0: no limit."),
      Field(
        "trimDelay", \.trimDelay, in: .zero...(.days(365)),
        "With the model apple: how long the cache holds more than its limits before it is trimmed, "
          + "the mean of an exponential distribution; 0s: at once. Apple says "
          + "“instantly, later, or possibly never”."
      ).assumed(),
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

extension NSCacheTier.Options {
  /// Whether the cache never holds more than its limits: nor does one trimmed without a delay.
  fileprivate var keepsLimits: Bool { model.keepsLimits || trimDelay == .zero }
  fileprivate var mostObjects: Int { countLimit == 0 ? .max : countLimit }
  fileprivate var mostCost: Bytes { totalCostLimit == .zero ? .unlimited : totalCostLimit }
}

/// Whose NSCache.
package enum NSCacheModel: String, WordSettingValue {
  /// On Apple's systems: about least recently used, trimmed some time after a limit was
  /// overstepped, emptied under pressure. An approximation.
  case apple
  /// The same with limits that are kept at each insertion.
  case appleStrict = "apple-strict"
  /// In swift-corelibs-foundation: cheapest and newest first, nothing tells it of pressure.
  case corelibs

  var policy: PolicyName {
    switch self {
    case .apple, .appleStrict: "nscache-apple"
    case .corelibs: "nscache-corelibs"
    }
  }

  /// Whether it hears of memory pressure and of the background.
  var isApples: Bool { self != .corelibs }
  /// Whether it never holds more than its limits after an insertion.
  var keepsLimits: Bool { self != .apple }
}

/// What an object costs in an NSCache.
package enum CostFunction: String, WordSettingValue {
  /// Zero, as `setObject(_:forKey:)` has it: no cost limit has an effect.
  case none
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
