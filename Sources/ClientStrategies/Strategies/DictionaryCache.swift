internal import CacheMetrics
package import CacheWorkloads
package import ClientSimulation
package import SimCore

/// An unbounded dictionary of decoded objects in memory: fast until the memory limit kills the app.
package struct DictionaryCache: ScreenStrategy {
  /// What a scenario can set.
  package struct Options: Settings {
    package var staleAfter: TimeSpan? = .minutes(15)
    package var maintenance = StorageMaintenance()
    package var emptiesOnWarning = false

    package var removesUnusedAfter: TimeSpan?
    package var read = ReadSettings()
    package var requests = RequestSettings()

    package init() {}
    package static let fields: [Field<Options>] = [
      .read(\.read),
      .staleAfter(\.staleAfter),
      .maintenance(
        \.maintenance, "What becomes of the entries after a logout; nothing else touches memory."),
      Field(
        "emptiesOnWarning", \.emptiesOnWarning,
        "Whether a memory warning empties it; a plain dictionary hears of none."),
      Field(
        "removesUnusedAfter", \.removesUnusedAfter, in: .zero...(.days(3_650)),
        "How long an entry stays that no screen shows, while the app works; null: for ever."
      ).also("gcTime"),
      .requests(\.requests),
    ]
  }

  package static let name = "dictionary"
  package static let summary =
    "An unbounded in-memory dictionary of decoded objects: fast until the memory limit kills the "
    + "app, empty after each start."

  private let options: Options
  private let memory: TierID
  private var unused = UnusedEntries()
  private let sweepTimer: TimerID
  package var scheduler: RequestScheduler

  package init(_ options: Options, in simulation: inout DeviceSimulation) {
    self.options = options
    scheduler = RequestScheduler(options.read, options.requests)
    sweepTimer = simulation.makeTimer()
    memory = simulation.addTier(
      TierPlan(
        "dictionary", on: .memory, policy: "unbounded", capacity: .unlimited,
        maintenance: options.maintenance))
  }

  package func version(of resource: ResourceIndex, in simulation: borrowing DeviceSimulation)
    -> UInt32?
  {
    simulation.peek(resource, in: memory)?.version
  }

  package mutating func find(_ resource: ResourceIndex, in simulation: inout DeviceSimulation)
    -> Finding?
  {
    guard let copy = simulation.lookup(resource, in: memory) else { return nil }
    let use = StalenessClock.fetch.judge(
      copy, of: resource, after: options.staleAfter, in: &simulation)
    return Finding(copy, from: .memory, after: .zero, use: use, isDecoded: true)
  }

  package mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    simulation.store(copy, of: resource, size: simulation.decodedSize(of: copy), in: memory)
  }

  package mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in simulation: inout DeviceSimulation
  ) {
    simulation.revise(resource, in: memory) { $0.confirmedAt = instant }
  }

  package mutating func leave(
    _ resource: ResourceIndex, showing copy: ResourceCopy, in simulation: inout DeviceSimulation
  ) {
    guard let span = options.removesUnusedAfter else { return }
    unused.note([resource] + copy.parts, until: simulation.now + span)
    simulation.wake(sweepTimer, after: span)
  }

  package mutating func notice(_ event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .memoryWarning where options.emptiesOnWarning: simulation.removeAll(from: memory)
    case .timer(sweepTimer), .foregrounded: sweep(in: &simulation)
    case .died, .switchedUser: unused = UnusedEntries()
    default: break
    }
  }

  private mutating func sweep(in simulation: inout DeviceSimulation) {
    for resource in unused.take(at: simulation.now) where !simulation.isOnScreen(resource) {
      simulation.remove(resource, from: memory)
    }
  }
}

/// What no screen has shown since it was closed, in the order in which its time is over.
struct UnusedEntries {
  private var list: [(resource: ResourceIndex, until: Instant)] = []
  private var first = 0
  /// By resource: when the time of its last use is over.
  private var latest: [ResourceIndex: Instant] = [:]

  /// Notes that a screen with these was closed; times are given in order.
  mutating func note(_ resources: [ResourceIndex], until instant: Instant) {
    for resource in resources {
      list.append((resource, instant))
      latest[resource] = instant
    }
  }

  /// Those whose time is over, and that were not used since. - Complexity: O(1) each, amortised.
  mutating func take(at now: Instant) -> [ResourceIndex] {
    var over: [ResourceIndex] = []
    while first < list.count, list[first].until <= now {
      let (resource, until) = list[first]
      first += 1
      guard latest[resource] == until else { continue }
      latest[resource] = nil
      over.append(resource)
    }
    if first > list.count / 2 {
      list.removeFirst(first)
      first = 0
    }
    return over
  }
}
