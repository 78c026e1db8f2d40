internal import CacheMetrics
internal import CacheWorkloads
package import ClientSimulation
package import DeviceModels
package import SimCore

/// Where the results of queries lie, how many, and for how long.
package struct QueryStore {
  /// What a scenario can set.
  package struct Options: Settings {
    package var medium = QueryMedium.memory
    package var codec: Codec?
    package var engine: FlashEngineName?
    package var countLimit: Int?
    package var capacity = Bytes.unlimited
    package var policy = PolicyName("lru")
    package var entities = EntityStore.Options()
    package var collection = QueryCollection()
    package var expireAfter: TimeSpan?
    package var expireFrom = ExpiryClock.fetch
    package var useRecord = Bytes.zero
    package var snapshot = CacheSnapshot.Options()
    package var maintenance = StorageMaintenance()

    package init() {}
    package static let fields: [Field<Options>] = [
      Field(
        "medium", \.medium,
        "Where results lie: in memory, decoded, gone with the process; the same with a snapshot, "
          + "one file of all of them; or on flash, each by itself."),
      Field(
        "codec", \.codec,
        "How models are encoded on flash; null: as the scenario's shared.codec " + "says."),
      Field(
        "engine", \.engine,
        "On flash: how results are laid down; null: the scenario's shared.engine, or else "
          + "sqlite-wal."),
      Field(
        "countLimit", \.countLimit, in: 1...1_000_000_000, "The most results; null: no limit."
      ).also("maxEntries"),
      Field(
        "capacity", \.capacity, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
        "The most bytes: decoded in memory, encoded on flash."),
      Field("policy", \.policy, "The eviction policy."),
      Field(
        "entities", \.entities,
        "What lists have in common with other lists and with the records that they lead to: stored "
          + "with each result, or once. With medium memory or snapshot."),
      Field(
        "collection", \.collection,
        "When the limits are kept: at each insertion, or by a collection that runs now and then."),
      Field(
        "expireAfter", \.expireAfter, in: .zero...(.days(3_650)),
        "The age from which on a result is not used; null: none."
      ).also("maxAge", "expireAfterWrite"),
      Field(
        "expireFrom", \.expireFrom,
        "What that age is measured from: the fetch, as by an answer's Date; or its last use, as "
          + "workbox does where it cannot read a Date: results are then removed after the next "
          + "use of any, so that an expired one may be used once."),
      Field(
        "useRecord", \.useRecord, in: .zero...(.megabytes(1)),
        "On flash: what is written at each use and each insertion of a result, beside it; 0 B: "
          + "nothing."),
      Field("snapshot", \.snapshot, "With medium snapshot: the file of all results."),
      .maintenance(
        \.maintenance, "What becomes of results after an upgrade, a logout, a shortage of space."),
    ]
  }

  private let options: Options
  private let codec: Codec
  private let tier: TierID
  private var entities: EntityStore?
  private var snapshot: CacheSnapshot?
  private var idle = UnusedEntries()
  private var collection: LastingTimer

  init(_ options: Options, in simulation: inout DeviceSimulation) {
    self.options = options
    codec = options.codec ?? simulation.shared.codec
    let onFlash = options.medium == .flash
    let isStrict = options.collection.interval == nil
    var plan = TierPlan(
      "queries", on: onFlash ? .flash : .memory, policy: options.policy,
      capacity: isStrict ? options.capacity : .unlimited,
      engine: simulation.shared.engineOfRecords(unless: options.engine),
      codec: onFlash ? codec : nil, maintenance: options.maintenance,
      countLimit: isStrict ? options.countLimit : nil)
    if !isStrict {
      plan.hints = TierHints(
        count: options.countLimit, cost: options.capacity == .unlimited ? nil : options.capacity)
    }
    tier = simulation.addTier(plan)
    collection = LastingTimer(in: &simulation)
    if options.entities.normalizes {
      entities = EntityStore(
        options.entities, of: tier, policy: options.policy, maintenance: options.maintenance,
        in: &simulation)
    }
    if options.medium == .snapshot {
      snapshot = CacheSnapshot(
        of: tier, sharing: entities?.tier, options.snapshot, maintenance: options.maintenance,
        in: &simulation)
    }
  }

  private var isOnFlash: Bool { options.medium == .flash }

  /// What lies there, whatever its age; asking costs nothing.
  func peek(
    _ resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> ResourceCopy? { simulation.peek(resource, in: tier) }

  /// The version that lies there whole.
  func version(
    of resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> UInt32? {
    isWhole(resource, in: simulation) ? peek(resource, in: simulation)?.version : nil
  }

  /// Whether nothing is missing of a result, if there is one.
  func isWhole(_ resource: ResourceIndex, in simulation: borrowing DeviceSimulation) -> Bool {
    guard let entities, let copy = peek(resource, in: simulation) else { return true }
    return entities.isWhole(copy, in: simulation)
  }

  /// The results that an edit of a record touches, all of which are removed.
  mutating func invalidate(
    _ rule: InvalidationRule, _ records: [ResourceIndex], in simulation: inout DeviceSimulation
  ) -> [ResourceIndex] {
    let touched = simulation.keys(in: tier).filter { key in
      rule == .all || records.contains(key)
        || peek(key, in: simulation)?.items.contains { records.contains($0.id) } ?? false
    }
    for key in touched { remove(key, in: &simulation) }
    return touched
  }

  /// What lies there and may be used, and the time until it can be shown.
  mutating func read(
    _ resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> (copy: ResourceCopy, delay: TimeSpan)? {
    guard var copy = simulation.lookup(resource, in: tier) else { return nil }
    if let limit = options.expireAfter, options.expireFrom == .fetch,
      simulation.now - copy.fetchedAt > limit
    {
      simulation.explain(.expired(at: copy.fetchedAt + limit), of: resource)
      if !isOnFlash { remove(resource, in: &simulation) }
      return nil
    }
    var delay = TimeSpan.zero
    if isOnFlash {
      delay = simulation.read(resource, from: tier)
      delay = delay + simulation.decode(copy, as: codec)
    } else if let snapshot, snapshot.restoredAt > simulation.now {
      delay = snapshot.restoredAt - simulation.now
    }
    if entities != nil {
      guard let whole = entities?.assemble(copy, of: resource, in: &simulation) else { return nil }
      copy = whole
    }
    noteUse(of: resource, in: &simulation)
    return (copy, delay)
  }

  /// Puts a result in, in an older one's place.
  mutating func write(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    var copy = copy
    copy.writtenAt = simulation.now
    if isOnFlash {
      simulation.encode(copy, as: codec)
      let size = simulation.storedSize(of: copy, as: codec)
      simulation.store(copy, of: resource, size: size, in: tier, because: .store)
    } else {
      keep(copy, of: resource, in: &simulation)
    }
    noteUse(of: resource, isWritten: true, in: &simulation)
    noteChange(in: &simulation)
  }

  private mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    let frame = entities?.frame(copy, of: resource, in: simulation) ?? copy
    simulation.store(copy, of: resource, size: simulation.decodedSize(of: frame), in: tier)
    entities?.put(copy, of: resource, in: &simulation)
  }

  /// No screen needs a result any more, and no more of such stay.
  mutating func release(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    guard entities != nil else { return remove(resource, in: &simulation) }
    entities?.release(resource, in: &simulation)
    noteChange(in: &simulation)
  }

  mutating func remove(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    guard peek(resource, in: simulation) != nil else { return }
    simulation.remove(resource, from: tier)
    entities?.collect(in: &simulation)
    noteChange(in: &simulation)
  }

  mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in simulation: inout DeviceSimulation
  ) {
    simulation.revise(resource, in: tier) { $0.confirmedAt = instant }
    noteChange(in: &simulation)
  }

  /// The state of a query changes: a request begins, a result comes or goes.
  mutating func noteChange(in simulation: inout DeviceSimulation) {
    snapshot?.noteChange(in: &simulation)
  }

  /// Removes what has expired, but only after this use of it, and begins a used result's time anew.
  private mutating func noteUse(
    of resource: ResourceIndex, isWritten: Bool = false, in simulation: inout DeviceSimulation
  ) {
    var isKept = true
    if let limit = options.expireAfter, isWritten || options.expireFrom == .use {
      // Expired is what is older than the limit, not what is just as old.
      for expired in idle.take(at: simulation.now - TimeSpan(nanoseconds: 1)) {
        // A new version of it has taken its place.
        if isWritten && expired == resource { continue }
        simulation.explain(.expired(at: simulation.now), of: expired)
        remove(expired, in: &simulation)
        if expired == resource { isKept = false }
      }
      if isKept { idle.note([resource], until: simulation.now + limit) }
    }
    if isOnFlash, isKept, options.useRecord > .zero, peek(resource, in: simulation) != nil {
      simulation.writeRow(options.useRecord, beside: resource, in: tier, because: .index)
    }
  }
}

// MARK: - What happens around it

extension QueryStore {
  /// - Returns: what was read into memory as the process started.
  mutating func notice(
    _ event: ClientEvent, in simulation: inout DeviceSimulation
  ) -> [ResourceIndex] {
    var restored: [ResourceIndex] = []
    switch event {
    case .launched:
      if options.collection.interval != nil {
        collection.set(after: options.collection.firstAfter, in: &simulation)
      }
      var copies = snapshot?.restore(in: &simulation) ?? []
      // As they came, so that entities are what the last answer told of them.
      if entities != nil {
        copies.sort { ($0.copy.fetchedAt, $0.resource) < ($1.copy.fetchedAt, $1.resource) }
      }
      for (resource, copy) in copies {
        keep(copy, of: resource, in: &simulation)
        restored.append(resource)
      }
    case .foregrounded: collection.resume(in: &simulation)
    case .timer(let timer):
      if let interval = options.collection.interval, collection.takes(timer, at: simulation.now) {
        collect(in: &simulation)
        collection.set(after: interval, in: &simulation)
      }
    case .died: collection.cancel()
    default: break
    }
    snapshot?.notice(event, in: &simulation)
    return restored
  }

  /// Removes a share of the results when a limit is reached.
  private mutating func collect(in simulation: inout DeviceSimulation) {
    let count = simulation.count(in: tier)
    let isFull =
      options.countLimit.map { count >= $0 } ?? false
      || simulation.cost(in: tier) >= options.capacity
    guard isFull else { return }
    let leaving = min(Int(Double(count) * options.collection.share), options.collection.most)
    simulation.trim(tier, toCount: count - leaving, cost: .unlimited)
    noteChange(in: &simulation)
  }
}

/// Where the results of queries lie.
package enum QueryMedium: String, WordSettingValue {
  case memory
  /// In memory, decoded, and in one file that is rewritten whole.
  case snapshot
  case flash
}

/// What the age of a result is measured from where it expires.
package enum ExpiryClock: String, WordSettingValue {
  case fetch
  case use
}

/// A collection that keeps limits now and then; the cache may overstep them until it runs.
package struct QueryCollection: Settings {
  package var interval: TimeSpan?
  package var firstAfter = TimeSpan.minutes(1)
  package var share = 0.1
  package var most = 1_000

  package init() {}
  package static let fields: [Field<QueryCollection>] = [
    Field(
      "interval", \.interval, in: .seconds(1)...(.days(365)),
      "How often it runs while the app works; Firestore: 5 min; null: limits are kept at each "
        + "insertion, and never overstepped."),
    Field(
      "firstAfter", \.firstAfter, in: .zero...(.days(365)),
      "How long after the app's start it runs first; Firestore: 1 min."),
    Field(
      "share", \.share, in: 0...1,
      "The share of the results, rounded down, that it removes when a limit is reached; "
        + "Firestore: 0.1."),
    Field(
      "most", \.most, in: 1...1_000_000_000, "The most results that it removes; Firestore: 1,000."),
  ]
}
