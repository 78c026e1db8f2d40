public import SimCore
public import Workloads

/// An unbounded dictionary of decoded objects in memory: fast until the memory limit kills the app.
public struct DictionaryCache: ScreenStrategy {
  /// What a scenario can set.
  public struct Options: Settings {
    /// From which age on a model is fetched again.
    public var staleAfter: TimeSpan? = .minutes(15)
    /// What becomes of the entries when another person logs in.
    public var housekeeping = Housekeeping()
    /// Whether a memory warning empties the dictionary.
    public var emptiesOnWarning = false

    /// How long an entry stays that no screen shows.
    public var removesUnusedAfter: TimeSpan?
    /// How a screen is read.
    public var read = Reading()
    /// How the origin is asked.
    public var requests = RequestRules()

    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "read", \.read, "How a screen is read: from what is kept, from the network, from both."),
      Field(
        "staleAfter", \.staleAfter,
        "With read staleWhileRevalidate: age from which a model is fetched again behind the "
          + "screen; 0s: always; null: never."
      ).also("staleTime"),
      Field(
        "housekeeping", \.housekeeping,
        "What becomes of the entries after a logout; nothing else touches memory."),
      Field(
        "emptiesOnWarning", \.emptiesOnWarning,
        "Whether a memory warning empties it; a plain dictionary hears of none."),
      Field(
        "removesUnusedAfter", \.removesUnusedAfter,
        "How long an entry stays that no screen shows, while the app works; null: for ever; 5 min "
          + "in TanStack Query.",
        check: { $0.map { $0 < .zero } == true ? "expected zero or more" : nil }
      ).also("gcTime"),
      Field("requests", \.requests, "How the origin is asked."),
    ]
    public static let presets = [
      Preset<Options>(
        "tanstack-query",
        "TanStack Query's defaults: content is stale at once, unused entries go after 5 min, "
          + "failed requests are made again 3 times after 1, 2 and 4 s."
      ) { options in
        options.staleAfter = .zero
        options.removesUnusedAfter = .minutes(5)
        options.requests.retries.count = 3
      }
    ]
  }

  public static let name = "dictionary"
  public static let summary =
    "An unbounded in-memory dictionary of decoded objects: fast until the memory limit kills the "
    + "app, empty after each start."

  private static let sweepTimer: UInt32 = 1

  private let options: Options
  private let memory: TierID
  private var unused = UnusedEntries()
  public var desk: RequestDesk

  public init(_ options: Options, in world: inout World) {
    self.options = options
    desk = RequestDesk(options.read, options.requests)
    memory = world.addTier(
      TierPlan(
        "dictionary", on: .memory, policy: "unbounded", capacity: .unlimited,
        housekeeping: options.housekeeping))
  }

  public func version(of resource: ResourceIndex, in world: borrowing World) -> UInt32? {
    world.peek(resource, in: memory)?.version
  }

  public mutating func find(_ resource: ResourceIndex, in world: inout World) -> Finding? {
    guard let copy = world.lookup(resource, in: memory) else { return nil }
    let use = StalenessClock.fetch.judge(copy, of: resource, after: options.staleAfter, in: &world)
    return Finding(copy, from: .memory, after: .zero, use: use)
  }

  public mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in world: inout World
  ) {
    world.store(copy, of: resource, size: world.decodedSize(of: copy), in: memory)
  }

  public mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in world: inout World
  ) {
    world.revise(resource, in: memory) { $0.confirmedAt = instant }
  }

  public mutating func leave(
    _ resource: ResourceIndex, showing copy: ResourceCopy, in world: inout World
  ) {
    guard let span = options.removesUnusedAfter else { return }
    unused.note([resource] + copy.parts.indices.map { world.part($0) }, until: world.now + span)
    world.wake(Self.sweepTimer, after: span)
  }

  public mutating func notice(_ event: ClientEvent, in world: inout World) {
    switch event {
    case .memoryWarning where options.emptiesOnWarning: world.removeAll(from: memory)
    case .timer(Self.sweepTimer), .foregrounded:
      for resource in unused.take(at: world.now) where !world.isOnScreen(resource) {
        world.remove(resource, from: memory)
      }
    case .died, .switchedUser: unused = UnusedEntries()
    default: break
    }
  }
}
