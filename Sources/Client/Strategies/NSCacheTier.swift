internal import Devices
public import SimCore
public import Workloads

/// NSCache: decoded objects in memory under limits that are hints, emptied when the system asks.
///
/// Modelled, never Foundation's class: Apple's order is undocumented and taken to be about least
/// recently used; swift-corelibs-foundation's is exact, cheapest and newest first, so that with
/// equal costs a full cache keeps what came first for ever.
public struct NSCacheTier: ScreenStrategy {
  public static let name = "ns-cache"
  public static let summary =
    "NSCache: decoded objects in memory under a limit of count or cost, emptied on memory pressure "
    + "and in the background; empty after each start."

  private let options: Options
  private let memory: TierID
  public var desk: RequestDesk

  public init(_ options: Options, in world: inout World) {
    self.options = options
    desk = RequestDesk(options.read, options.requests)
    var housekeeping = Housekeeping()
    housekeeping.onLogout = options.onLogout
    memory = world.addTier(
      TierPlan(
        "ns-cache", on: .memory, policy: options.model.policy,
        capacity: options.totalCostLimit == .zero ? .unlimited : options.totalCostLimit,
        housekeeping: housekeeping,
        countLimit: options.countLimit == 0 ? nil : options.countLimit,
        purge: options.purgeable ? (options.evictsDiscarded ? .removes : .hollows) : nil))
  }

  public func version(of resource: ResourceIndex, in world: borrowing World) -> UInt32? {
    world.isDiscarded(resource, in: memory) ? nil : world.peek(resource, in: memory)?.version
  }

  public mutating func find(_ resource: ResourceIndex, in world: inout World) -> Finding? {
    guard let copy = world.lookup(resource, in: memory) else { return nil }
    if options.purgeable && world.isDiscarded(resource, in: memory) {
      // The hollow object is still there: its content has to be fetched again.
      world.explain(.discarded, of: resource)
      return nil
    }
    let use = StalenessClock.fetch.judge(copy, of: resource, after: options.staleAfter, in: &world)
    return Finding(copy, from: .memory, after: .zero, use: use)
  }

  public mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in world: inout World
  ) {
    let size = world.decodedSize(of: copy)
    if options.cost == .fileSize { world.lookUpFile() }
    let cost = options.cost.of(copy, size)
    if options.model == .corelibs, options.totalCostLimit > .zero, cost > options.totalCostLimit {
      // Trimming begins with the cheapest and ends with the newcomer: nothing is left.
      world.explain(.tooLarge(limit: options.totalCostLimit), of: resource)
      world.removeAll(from: memory)
      return
    }
    if let old = world.peek(resource, in: memory),
      options.cost.of(old, world.decodedSize(of: old)) == cost
    {
      // An object of the same cost takes the old one's place in the order, too.
      world.replace(resource, with: copy, size: size, in: memory)
    } else {
      world.store(copy, of: resource, size: size, in: memory, cost: cost)
    }
  }

  public mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in world: inout World
  ) {
    world.revise(resource, in: memory) { $0.confirmedAt = instant }
  }

  public mutating func notice(_ event: ClientEvent, in world: inout World) {
    switch event {
    case .memoryWarning where options.model == .apple: world.removeAll(from: memory)
    case .backgrounded where options.model == .apple && options.emptiesInBackground:
      world.removeAll(from: memory)
    default: break
    }
  }
}

extension NSCacheTier {
  /// What a scenario can set.
  public struct Options: Settings {
    /// Whose NSCache.
    public var model = NSCacheModel.apple
    /// The most objects; 0: no limit.
    public var countLimit = 0
    /// The most that the costs may add up to; 0: no limit.
    public var totalCostLimit = Bytes.zero
    /// What an object costs.
    public var cost = CostFunction.none
    /// Whether the cache is emptied when the app leaves the front.
    public var emptiesInBackground = true
    /// Whether contents are purgeable: the system takes those that are not on screen.
    public var purgeable = false
    /// Whether an object whose content was discarded leaves the cache by itself.
    public var evictsDiscarded = true
    /// From which age on a model is fetched again.
    public var staleAfter: TimeSpan? = .minutes(15)
    /// What becomes of the objects when a person logs out.
    public var onLogout = LogoutRule.purge

    /// How a screen is read.
    public var read = Reading()
    /// How the origin is asked.
    public var requests = RequestRules()

    public init() {}
    public static let fields: [Field<Options>] = [
      Field("model", \.model, "Whose NSCache: Apple's, approximately, or Linux's, exactly."),
      Field("countLimit", \.countLimit, in: 0...1_000_000_000, "The most objects; 0: no limit."),
      Field(
        "totalCostLimit", \.totalCostLimit,
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
      Field(
        "staleAfter", \.staleAfter,
        "With read staleWhileRevalidate: age from which a model is fetched again behind the "
          + "screen; 0s: always; null: never."
      ).also("staleTime"),
      Field(
        "read", \.read, "How a screen is read: from what is kept, from the network, from both."),
      Field("requests", \.requests, "How the origin is asked."),
      Field("onLogout", \.onLogout, "What becomes of the objects when a person logs out."),
    ]
  }
}

/// Whose NSCache.
public enum NSCacheModel: String, WordSettingValue {
  /// On Apple's systems: about least recently used, emptied under pressure. An approximation.
  case apple
  /// In swift-corelibs-foundation: cheapest and newest first, nobody tells it of pressure.
  case corelibs

  var policy: PolicyName {
    switch self {
    case .apple: "nscache-apple"
    case .corelibs: "nscache-corelibs"
    }
  }
}

/// What an object costs in an NSCache.
public enum CostFunction: String, WordSettingValue {
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
