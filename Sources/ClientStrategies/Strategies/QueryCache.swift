internal import CacheMetrics
package import CacheWorkloads
package import ClientSimulation
internal import DeviceModels
package import SimCore

/// A cache of the results of queries by key, as data libraries have it: stale after a time, fetched
/// again by triggers, removed when no screen has used it for long.
package struct QueryCache: ScreenStrategy {
  package static let name = "query-cache"
  package static let summary =
    "Results of queries by key, as data libraries keep them: fetched again at openings, on focus "
    + "and on reconnect when stale, removed when unused."

  private let options: Options
  private var queries: QueryStore
  private let images: ImageCache
  private var unused = UnusedEntries()
  /// Results that no screen uses, the one left longest ago first, where so many stay.
  private var left: [ResourceIndex] = []
  private var triggers: RefetchTriggers
  /// What was shown though a part of it is missing.
  private var incomplete: ResourceIndex?
  /// The timer after which unused results are removed.
  private let unusedTimer: TimerID
  package var scheduler: RequestScheduler

  package init(_ options: Options, in simulation: inout DeviceSimulation) {
    self.options = options
    scheduler = RequestScheduler(options.read, options.requests)
    scheduler.networkMode = options.networkMode
    scheduler.validates = options.validates
    triggers = RefetchTriggers(options.refetch)
    unusedTimer = simulation.makeTimer()
    queries = QueryStore(options.store, in: &simulation)
    images = ImageCache(
      capacity: simulation.shared.mediaCapacity, policy: "lru",
      maintenance: options.store.maintenance, in: &simulation)
  }

  package mutating func react(to event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .opened(let resource):
      left.removeAll { $0 == resource }
      if let left = triggers.noteOpened(resource, at: simulation.now) {
        noteUnused([left], in: &simulation)
      }
    case .closed(let resource, _): triggers.noteClosed(resource, at: simulation.now)
    default: break
    }
    let wasFetching = simulation.openScreen.map { simulation.isFetching($0) } ?? false
    follow(event, in: &simulation)
    if let missing = takeIncomplete(), scheduler.reading.strategy != .cacheOnly,
      simulation.isOnScreen(missing), !simulation.isFetching(missing)
    {
      ask(missing, for: .refresh, in: &simulation)
    }
    if !wasFetching { noteBeginning(in: &simulation) }
  }

  private mutating func takeIncomplete() -> ResourceIndex? {
    defer { incomplete = nil }
    return incomplete
  }

  /// A query whose request has begun is in another state; a query that was not there was added too.
  private mutating func noteBeginning(in simulation: inout DeviceSimulation) {
    guard let main = simulation.openScreen, simulation.isFetching(main),
      covers(main, in: simulation)
    else { return }
    if queries.peek(main, in: simulation) == nil { queries.noteChange(in: &simulation) }
    queries.noteChange(in: &simulation)
  }

  private func covers(
    _ resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> Bool { covers(simulation.kind(of: resource)) }

  private func covers(_ kind: ResourceKind) -> Bool { options.kinds.contains(kind) }

  package func version(of resource: ResourceIndex, in simulation: borrowing DeviceSimulation)
    -> UInt32?
  {
    covers(resource, in: simulation)
      ? queries.version(of: resource, in: simulation)
      : images.version(of: resource, in: simulation)
  }

  package mutating func find(_ resource: ResourceIndex, in simulation: inout DeviceSimulation)
    -> Finding?
  {
    guard covers(resource, in: simulation) else {
      guard let (copy, delay) = images.read(resource, in: &simulation) else { return nil }
      simulation.explain(.immutable, of: resource)
      return Finding(copy, from: .flash, after: delay, use: .fresh)
    }
    guard let (copy, delay) = queries.read(resource, in: &simulation) else { return nil }
    if !queries.isWhole(resource, in: simulation) { incomplete = resource }
    let isInMemory = options.store.medium != .flash
    return Finding(
      copy, from: isInMemory ? .memory : .flash, after: delay,
      use: isDue(triggers.rule, copy, of: resource, in: &simulation) ? .stale : .fresh,
      isDecoded: isInMemory)
  }

  package mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    guard covers(copy.kind) else {
      if !copy.kind.isMain { images.write(copy, of: resource, because: .store, in: &simulation) }
      return
    }
    queries.write(copy, of: resource, in: &simulation)
    if !simulation.isOnScreen(resource) { noteUnused([resource], in: &simulation) }
  }

  package mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in simulation: inout DeviceSimulation
  ) {
    if covers(resource, in: simulation) { queries.confirm(resource, at: instant, in: &simulation) }
  }

  package mutating func ended(_ load: Load, in simulation: inout DeviceSimulation) {
    guard case .failed = load.outcome, covers(load.resource, in: simulation) else { return }
    queries.noteChange(in: &simulation)
  }

  package mutating func settled(
    _ edits: [PendingEdit], _ verdicts: [EditVerdict], in simulation: inout DeviceSimulation
  ) {
    guard options.invalidates != .nothing else { return }
    let touched = queries.invalidate(
      options.invalidates, edits.map(\.edit.record), in: &simulation)
    if let main = simulation.openScreen, touched.contains(main) {
      refetchOpenScreen(in: &simulation)
    }
  }

  package var deliversRefreshes: Bool { options.deliver == .both }

  package mutating func leave(
    _ resource: ResourceIndex, showing copy: ResourceCopy, in simulation: inout DeviceSimulation
  ) {
    noteUnused([resource] + copy.parts, in: &simulation)
  }

  package mutating func notice(_ event: ClientEvent, in simulation: inout DeviceSimulation) {
    let restored = queries.notice(event, in: &simulation)
    switch event {
    case .launched: noteUnused(restored, in: &simulation)
    case .foregrounded: removeUnused(in: &simulation)
    case .timer(unusedTimer): removeUnused(in: &simulation)
    case .backgrounded: triggers.noteBackgrounded(at: simulation.now)
    case .connectivity(isOnline: true): refetchAfterReconnect(in: &simulation)
    case .died, .switchedUser:
      unused = UnusedEntries()
      left = []
      triggers.forget()
    default: break
    }
  }
}

// MARK: - What is fetched again, and what is removed

extension QueryCache {
  /// Whether a rule has a stored result fetched again now.
  private func isDue(
    _ rule: RefetchRule, _ copy: ResourceCopy, of resource: ResourceIndex,
    in simulation: inout DeviceSimulation
  ) -> Bool {
    let age = simulation.now - copy.confirmedAt
    if options.dedupe > .zero, age < options.dedupe {
      simulation.explain(.fresh(age: age, limit: options.dedupe, since: .fetch), of: resource)
      return false
    }
    let limit: TimeSpan? =
      switch rule {
      case .never: nil
      case .ifStale: options.staleAfter
      case .always: .zero
      }
    // A limit of zero makes everything stale, what has come at this instant too.
    guard let limit, age >= limit else {
      simulation.explain(.fresh(age: age, limit: limit, since: .fetch), of: resource)
      return false
    }
    simulation.explain(.stale(age: age, limit: limit, since: .fetch), of: resource)
    return true
  }

  /// The network is back: the open screen's result is fetched again where that is the rule, and
  /// what the screen still waits for is always due.
  private mutating func refetchAfterReconnect(in simulation: inout DeviceSimulation) {
    guard options.refetch.onReconnect != .never,
      let main = simulation.openScreen, covers(main, in: simulation)
    else { return }
    if let copy = queries.peek(main, in: simulation), !simulation.isAwaited(main),
      !isDue(options.refetch.onReconnect, copy, of: main, in: &simulation)
    {
      return
    }
    refetchOpenScreen(in: &simulation)
  }

  private mutating func noteUnused(
    _ resources: [ResourceIndex], in simulation: inout DeviceSimulation
  ) {
    if let most = options.keepsUnused { release(resources, keeping: most, in: &simulation) }
    guard let span = options.removesUnusedAfter, !resources.isEmpty else { return }
    unused.note(resources, until: simulation.now + span)
    simulation.wake(unusedTimer, after: span)
  }

  private mutating func release(
    _ resources: [ResourceIndex], keeping most: Int, in simulation: inout DeviceSimulation
  ) {
    for resource in resources where covers(resource, in: simulation) {
      left.removeAll { $0 == resource }
      left.append(resource)
    }
    while left.count > most {
      let first = left.removeFirst()
      if !simulation.isOnScreen(first), first != triggers.leftWith {
        queries.release(first, in: &simulation)
      }
    }
  }

  private mutating func removeUnused(in simulation: inout DeviceSimulation) {
    for resource in unused.take(at: simulation.now)
    where !simulation.isOnScreen(resource) && resource != triggers.leftWith {
      queries.remove(resource, in: &simulation)
    }
  }
}

extension QueryCache {
  /// What a scenario can set.
  package struct Options: Settings {
    package var read = ReadSettings()
    package var staleAfter: TimeSpan? = .minutes(15)
    package var deliver = Delivery.both
    package var refetch = RefetchSettings()
    package var dedupe = TimeSpan.zero
    package var networkMode = NetworkMode.online
    package var validates = true
    package var removesUnusedAfter: TimeSpan? = .minutes(5)
    package var keepsUnused: Int?
    package var invalidates = InvalidationRule.nothing
    package var kinds = ResourceKind.allCases.filter(\.isMain)
    package var store = QueryStore.Options()
    package var requests = RequestSettings()

    package init() {}
    package static let fields: [Field<Options>] = [
      .read(\.read),
      .staleAfter(\.staleAfter),
      Field(
        "deliver", \.deliver,
        "What an open screen gets to see: both the stale result and what refreshing it brings, or "
          + "the first only."),
      Field(
        "refetch", \.refetch,
        "With read staleWhileRevalidate: what makes stored results be fetched again. Reconnecting "
          + "does so with any read strategy."),
      Field(
        "dedupe", \.dedupe, in: .zero...(.days(1)),
        "For how long after an answer no trigger makes a request for the same key; 2 s in SWR."
      ).also("dedupingInterval"),
      Field(
        "networkMode", \.networkMode,
        "What requests do without a network: wait for it; fail once, and wait with the next "
          + "attempt; or fail, and start at no network's return."),
      Field(
        "validates", \.validates,
        "Whether a request names the version that is stored, so that an origin with validators may "
          + "answer 304. Data libraries leave that to the HTTP cache below them."),
      Field(
        "removesUnusedAfter", \.removesUnusedAfter, in: .zero...(.days(3_650)),
        "How long a result stays that no screen uses, while the app works; null: for ever; 5 min "
          + "in TanStack Query, 60 s in RTK Query."
      ).also("gcTime", "keepUnusedDataFor"),
      Field(
        "keepsUnused", \.keepsUnused, in: 0...1_000_000_000,
        "How many results stay that no screen uses, those left last; null: no limit; 10 in Relay, "
          + "where one that is over stays while a list that is needed refers to its record."
      ).also("gcReleaseBufferSize"),
      Field(
        "invalidates", \.invalidates,
        "Which stored results an edit that the origin has taken removes; an open screen's is "
          + "fetched again at once. all: as urql's document cache does where all results have the "
          + "edited type."),
      Field(
        "kinds", \.kinds,
        "Which kinds of content lie in this cache. Other parts of screens lie in an image cache on "
          + "flash beside it; other main contents are fetched each time."),
      Field("store", \.store, "Where results lie, how many, and for how long.") {
        $0.entities.normalizes && $0.medium == .flash
          ? "expected medium memory or snapshot with entities.normalizes, found flash" : nil
      },
      .requests(\.requests),
    ]
    package static let presets = Preset<Options>.bundled(for: "query-cache")
  }
}
