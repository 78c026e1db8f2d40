internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
package import SimCore

/// A memory cache that is written whole into one file, and read whole when the app starts.
///
/// A change is written at once if the last writing ended at least an interval ago; otherwise an
/// interval after that end, together with all changes that come until then, which postpone nothing.
/// A process that ends while the file is written leaves the former one.
///
/// This is the rule of `asyncThrottle` since TanStack Query 5.29.1 (TanStack/query at 39909c49,
/// packages/query-async-storage-persister/src/asyncThrottle.ts). A change that finds a writing
/// under way looks each interval whether that has ended, and then waits until an interval after the
/// end, which is always later.
package struct CacheSnapshot {
  /// What a scenario can set.
  package struct Options: Settings {
    package var interval = TimeSpan.seconds(1)
    package var maxAge: TimeSpan? = .hours(24)
    package var entryOverhead = Bytes(300)

    package init() {}
    package static let fields: [Field<Options>] = [
      Field(
        "interval", \.interval, in: .zero...(.days(1)),
        "How long after the end of a writing the next one begins at the earliest; what changes "
          + "until then is written together. TanStack's persister: 1 s."
      ).also("throttleTime"),
      Field(
        "maxAge", \.maxAge, in: .zero...(.days(3_650)),
        "The age of a file beyond which a start of the app discards it; TanStack's persister: 24 "
          + "h; null: never."),
      Field(
        "entryOverhead", \.entryOverhead, in: .zero...(.megabytes(1)),
        "What the file has for each result beside its own bytes: key, hash, state and times."
      ).assumed(),
    ]
  }

  /// What a file holds.
  private struct Content {
    var copies: [(resource: ResourceIndex, copy: ResourceCopy)] = []
    /// What is encoded and decoded for it, one by one.
    var bodies: [ResourceCopy] = []
    var size = Bytes.zero
    var changedAt = Instant.start
    var schema: UInt16 = 0
  }

  private let options: Options
  private let maintenance: StorageMaintenance
  private let memory: TierID
  /// What the entries of memory have in common; nil: each is whole.
  private let shared: TierID?
  private let file: TierID
  /// By user, where users are kept apart: what the file says.
  private var saved: [UInt16: Content] = [:]
  /// What the writing under way will have saved, and whose it is; nil: there is none.
  private var underWay: (user: UInt16, content: Content)?
  /// Whether the file is being written, with or without effect.
  private var isWriting = false
  private var isWaiting = false
  private var changedAt = Instant.start
  private var lastEnd: Instant?
  private var user: UInt16 = 0
  private var delay: LastingTimer
  private(set) var restoredAt = Instant.start

  init(
    of memory: TierID, sharing shared: TierID? = nil, _ options: Options,
    maintenance: StorageMaintenance,
    in simulation: inout DeviceSimulation
  ) {
    self.options = options
    self.memory = memory
    self.shared = shared
    self.maintenance = maintenance
    var plan = TierPlan(
      "snapshot", on: .flash, policy: "unbounded", capacity: .unlimited, maintenance: maintenance)
    plan.countsFiles = true
    file = simulation.addTier(plan)
    delay = LastingTimer(in: &simulation)
  }

  /// The cache has changed, or is about to: a request begins.
  mutating func noteChange(in simulation: inout DeviceSimulation) {
    changedAt = simulation.now
    guard !isWaiting else { return }
    if isWriting {
      isWaiting = true
    } else if let lastEnd, simulation.now - lastEnd < options.interval {
      isWaiting = true
      delay.set(after: options.interval - (simulation.now - lastEnd), in: &simulation)
    } else {
      write(in: &simulation)
    }
  }

  mutating func notice(_ event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .timer(let timer):
      guard delay.takes(timer, at: simulation.now) else { return }
      isWaiting = false
      write(in: &simulation)
    case .written(let write):
      guard write.tier == file, isWriting else { return }
      if let (user, content) = underWay, !write.hasFailed { saved[user] = content }
      underWay = nil
      isWriting = false
      lastEnd = simulation.now
      if isWaiting { delay.set(after: options.interval, in: &simulation) }
    case .foregrounded: delay.resume(in: &simulation)
    case .died:
      underWay = nil
      isWriting = false
      isWaiting = false
      lastEnd = nil
      delay.cancel()
    case .purged where maintenance.directory(by: simulation.shared) == .caches: saved = [:]
    case .switchedUser(let user):
      if maintenance.onLogout == .purge {
        discard(in: &simulation)
        underWay = nil
      }
      if maintenance.perUser { self.user = user }
    default: break
    }
  }

  private mutating func discard(in simulation: inout DeviceSimulation) {
    guard saved.removeValue(forKey: user) != nil else { return }
    simulation.removeFile(0, from: file, of: maintenance.perUser ? user : nil)
  }

  /// Serialises what memory holds and begins to write it.
  private mutating func write(in simulation: inout DeviceSimulation) {
    var content = Content(changedAt: changedAt, schema: simulation.currentSchema)
    for resource in simulation.keys(in: memory) {
      guard let copy = simulation.peek(resource, in: memory) else { continue }
      content.copies.append((resource, copy))
    }
    content.bodies = content.copies.map(\.copy)
    var count = content.bodies.count
    if let shared, var whole = content.bodies.first {
      whole.size = simulation.used(in: memory) + simulation.used(in: shared)
      content.bodies = [whole]
      count += simulation.count(in: shared)
    }
    for body in content.bodies {
      simulation.encode(body, as: Codecs.json)
      content.size += body.size
    }
    content.size += Bytes(options.entryOverhead.count * Int64(count))
    underWay = (user, content)
    isWriting = true
    simulation.begin(
      FileWrite(
        to: file, 0, size: content.size, because: .archive, for: maintenance.perUser ? user : nil))
  }

  /// A process starts: reads the file, unless it is too old or of another release.
  /// - Returns: what it held; it can be shown from `restoredAt` on.
  mutating func restore(
    in simulation: inout DeviceSimulation
  ) -> [(resource: ResourceIndex, copy: ResourceCopy)] {
    restoredAt = simulation.now
    guard let content = saved[user] else { return [] }
    restoredAt = simulation.now + simulation.readFile(of: content.size, in: file)
    if let maxAge = options.maxAge, simulation.now - content.changedAt > maxAge {
      discard(in: &simulation)
      return []
    }
    if content.schema != simulation.currentSchema, maintenance.onUpgrade != .migrate {
      if maintenance.onUpgrade == .ignore { simulation.reportUndecodable() }
      discard(in: &simulation)
      return []
    }
    for body in content.bodies {
      restoredAt = restoredAt + simulation.decode(body, as: Codecs.json)
    }
    return content.copies
  }
}
