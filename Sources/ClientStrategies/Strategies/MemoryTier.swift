internal import CacheMetrics
public import CacheWorkloads
public import ClientSimulation
internal import DeviceModels
public import SimCore

/// On-demand behind a RAM tier: archives go to RAM, leave to flash when RAM is full, and are
/// flushed on memory warning, background and termination. What a crash finds unwritten is lost.
public struct MemoryTier: ScreenStrategy {
  public static let name = "memory-tier"
  public static let summary =
    "On-demand behind a RAM tier of archived data; entries reach flash only when RAM is full, on "
    + "memory warning, in background and at termination."

  private let options: Options
  private let memory: TierID
  /// What came from flash while `countsFlashHits` is off: in RAM, and no limit sees it.
  private let uncounted: TierID
  private var archives: ArchiveStore
  public var scheduler: RequestScheduler
  private let flushTimer: TimerID

  public init(_ options: Options, in simulation: inout DeviceSimulation) {
    self.options = options
    scheduler = RequestScheduler(options.read, options.requests)
    flushTimer = simulation.makeTimer()
    let codec = options.archives.codec ?? simulation.shared.codec
    memory = simulation.addTier(
      TierPlan(
        "memory", on: .memory, policy: options.policy, capacity: options.capacity,
        codec: codec, maintenance: options.archives.maintenance,
        countLimit: options.countLimit))
    uncounted = simulation.addTier(
      TierPlan(
        "uncounted", on: .memory, policy: "unbounded", capacity: .unlimited,
        codec: codec, maintenance: options.archives.maintenance))
    archives = ArchiveStore(options.archives, in: &simulation)
  }

  public func version(of resource: ResourceIndex, in simulation: borrowing DeviceSimulation)
    -> UInt32?
  {
    (simulation.peek(resource, in: memory) ?? simulation.peek(resource, in: uncounted))?.version
      ?? archives.version(of: resource, in: simulation)
  }

  public mutating func find(_ resource: ResourceIndex, in simulation: inout DeviceSimulation)
    -> Finding?
  {
    if let copy = recall(resource, in: &simulation) {
      let delay = archives.decode(copy, in: &simulation)
      return Finding(
        copy, from: .memory, after: delay, use: use(of: copy, resource, in: &simulation))
    }
    guard let (copy, delay) = archives.read(resource, in: &simulation) else { return nil }
    put(copy, of: resource, isDirty: false, in: &simulation)
    return Finding(copy, from: .flash, after: delay, use: use(of: copy, resource, in: &simulation))
  }

  /// Looks in RAM; the policy hears of it unless reads do not count.
  private mutating func recall(_ resource: ResourceIndex, in simulation: inout DeviceSimulation)
    -> ResourceCopy?
  {
    guard options.readsCount else {
      return simulation.peek(resource, in: memory) ?? simulation.peek(resource, in: uncounted)
    }
    let found = simulation.lookup(resource, in: memory)
    writeEvicted(in: &simulation)
    return found ?? simulation.lookup(resource, in: uncounted)
  }

  private func use(
    of copy: ResourceCopy, _ resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> Finding.Use {
    options.measuredFrom.judge(copy, of: resource, after: options.staleAfter, in: &simulation)
  }

  public mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    if simulation.isSubresource(resource, copy) {
      put(copy, of: resource, isDirty: true, in: &simulation)
    } else {
      simulation.explain(.keptWhenLeft, of: resource)
    }
  }

  public mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in simulation: inout DeviceSimulation
  ) {
    for tier in [memory, uncounted] {
      simulation.revise(resource, in: tier) { $0.confirmedAt = instant }
    }
    archives.confirm(resource, at: instant, in: &simulation)
  }

  /// A model is encoded anew as its screen disappears; what RAM holds already is not made dirty by
  /// writing the same again.
  public mutating func leave(
    _ resource: ResourceIndex, showing copy: ResourceCopy, in simulation: inout DeviceSimulation
  ) {
    archives.encode(copy, in: &simulation)
    let isKnown =
      (simulation.peek(resource, in: memory)?.version
        ?? archives.version(of: resource, in: simulation)) == copy.version
    put(copy, of: resource, isDirty: !isKnown, isRead: false, in: &simulation)
  }

  public mutating func notice(_ event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .launched, .foregrounded: wakeForFlush(in: &simulation)
    case .timer(flushTimer):
      flush(in: &simulation)
      if simulation.isInFront { wakeForFlush(in: &simulation) }
    case .backgrounded, .terminating: flush(in: &simulation)
    case .memoryWarning:
      flush(in: &simulation)
      empty(in: &simulation)
    default: break
    }
  }

  private func wakeForFlush(in simulation: inout DeviceSimulation) {
    if let interval = options.flushInterval { simulation.wake(flushTimer, after: interval) }
  }
}

// MARK: - Writing

extension MemoryTier {
  /// Puts a copy into RAM; dirty entries that must leave are written to flash.
  /// - Parameter isRead: it has just been read from flash, or came with a fetch.
  private mutating func put(
    _ copy: ResourceCopy, of resource: ResourceIndex, isDirty: Bool, isRead: Bool = true,
    in simulation: inout DeviceSimulation
  ) {
    var copy = copy
    let size = simulation.storedSize(of: copy, as: archives.codec)
    if isRead && !isDirty && !options.countsFlashHits {
      simulation.store(copy, of: resource, size: size, in: uncounted)
      return
    }
    simulation.remove(resource, from: uncounted)
    var isDirty = isDirty || simulation.isDirty(resource, in: memory)
    if isDirty { copy.writtenAt = simulation.now }
    if isDirty && options.writes == .through {
      archives.write(copy, of: resource, because: .archive, in: &simulation)
      isDirty = false
    }
    let isKept = simulation.store(copy, of: resource, size: size, in: memory, isDirty: isDirty)
    if !isKept && isDirty {
      archives.write(copy, of: resource, because: .eviction, in: &simulation)
    }
    writeEvicted(in: &simulation)
  }

  /// Writes the dirty ones of those that have just left RAM.
  private mutating func writeEvicted(in simulation: inout DeviceSimulation) {
    for entry in simulation.takeEvicted() where entry.isDirty {
      archives.write(entry.copy, of: entry.key, because: .eviction, in: &simulation)
    }
  }

  private mutating func flush(in simulation: inout DeviceSimulation) {
    let dirty = simulation.takeDirty(from: memory)
    guard options.flushes == .everything else {
      for entry in dirty {
        archives.write(entry.copy, of: entry.key, because: .flush, in: &simulation)
      }
      return
    }
    // Each file is deleted and written again, whether anything changed or not.
    for tier in [memory, uncounted] {
      for key in simulation.keys(in: tier) {
        guard let copy = simulation.peek(key, in: tier) else { continue }
        if archives.version(of: key, in: simulation) == copy.version {
          simulation.noteRewrite(of: simulation.storedSize(of: copy, as: archives.codec))
        }
        archives.remove(key, in: &simulation)
        archives.write(copy, of: key, because: .flush, in: &simulation)
      }
    }
    empty(in: &simulation)
  }

  private func empty(in simulation: inout DeviceSimulation) {
    simulation.removeAll(from: memory)
    simulation.removeAll(from: uncounted)
  }
}

extension MemoryTier {
  /// What a scenario can set.
  public struct Options: Settings {
    public var staleAfter: TimeSpan? = .minutes(15)
    package var measuredFrom = StalenessClock.fetch
    public var capacity = Bytes.megabytes(10)
    package var countLimit: Int?
    public var policy = PolicyName("lru")
    package var writes = WriteRule.back
    public var flushInterval: TimeSpan?
    package var flushes = FlushRule.dirty
    package var readsCount = true
    package var countsFlashHits = true
    package var archives = ArchiveStore.Options()

    package var read = ReadSettings()
    package var requests = RequestSettings()

    public init() {}
    public static let fields: [Field<Options>] = [
      .read(\.read),
      .staleAfter(\.staleAfter),
      Field(
        "measuredFrom", \.measuredFrom,
        "What the age is measured from: the fetch, or the last write."),
      Field(
        "capacity", \.capacity, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
        "The most that the RAM tier may hold, in encoded bytes."),
      Field(
        "countLimit", \.countLimit, in: 1...1_000_000_000,
        "The most entries that the RAM tier may hold; null: no limit."),
      Field("policy", \.policy, "The eviction policy of the RAM tier."),
      Field(
        "writes", \.writes,
        "When what is new in RAM is written: back, when it leaves RAM or at a flush; through, at "
          + "once."),
      Field(
        "flushInterval", \.flushInterval, in: .seconds(1)...(.days(365)),
        "How often dirty entries are written while the app is in front; null: never. Nuke does "
          + "so each second."),
      Field(
        "flushWrites", \.flushes,
        "What a flush writes: the dirty entries, or everything in RAM, changed or not."),
      Field("hitsUpdatePolicy", \.readsCount, "Whether a hit updates the eviction policy."),
      Field(
        "countsFlashHits", \.countsFlashHits,
        "Whether an entry that was read from flash counts for the limits; one that does not stays "
          + "in RAM until the next flush."),
      .archiveStore(\.archives),
      .requests(\.requests),
    ]
    public static let presets = [
      Preset<Options>(
        "mkcache",
        "A textbook author's library as it behaves: ten entries in RAM, the one written longest "
          + "ago leaves; reading does not count, what was read from flash is in RAM beyond the "
          + "limit, and a flush deletes and rewrites everything and empties RAM; stale after 600 s."
      ) { options in
        options.staleAfter = .seconds(600)
        options.measuredFrom = .write
        options.capacity = .unlimited
        options.countLimit = 10
        options.readsCount = false
        options.countsFlashHits = false
        options.flushes = .everything
        options.archives.encodeAsTextbooks()
      }
    ]
  }
}

/// When what is new in RAM is written to flash.
package enum WriteRule: String, WordSettingValue {
  /// When it leaves RAM, or at a flush; what a crash finds unwritten is lost.
  case back
  case through
}

/// What a flush writes.
package enum FlushRule: String, WordSettingValue {

  case dirty
  case everything
}
