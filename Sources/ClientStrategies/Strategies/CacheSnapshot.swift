internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import Measurement
package import SimCore

/// A memory cache that is written whole into one file, and read whole when the app starts.
///
/// A change is written at once if the last writing ended at least an interval ago; otherwise the
/// file is written when no change has come for an interval. A process that ends while the file is
/// written leaves the former one.
package struct CacheSnapshot {
  /// What a scenario can set.
  package struct Options: Settings {
    /// How long changes wait after a writing, and after each other.
    package var interval = TimeSpan.seconds(1)
    /// The age from which on a file is not read any more.
    package var maxAge: TimeSpan? = .hours(24)
    /// What the file has beside a result's own bytes.
    package var entryOverhead = Bytes(300)

    package init() {}
    package static let fields: [Field<Options>] = [
      Field(
        "interval", \.interval, in: .zero...(.days(1)),
        "How long a change waits after the last writing, and after a change before it; TanStack's "
          + "persister: 1 s."
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
    var size = Bytes.zero
    var writtenAt = Instant.start
    var schema: UInt16 = 0
  }

  private let options: Options
  private let maintenance: StorageMaintenance
  private let memory: TierID
  private let file: TierID
  /// By user, where users are kept apart: what the file says.
  private var saved: [UInt16: Content] = [:]
  /// What the writing under way will have saved, and whose it is; nil: there is none.
  private var underWay: (user: UInt16, content: Content)?
  private var lastEnd: Instant?
  private var user: UInt16 = 0
  private var delay: LastingTimer
  /// From when on what was read at the start can be shown.
  private(set) var restoredAt = Instant.start

  init(
    of memory: TierID, _ options: Options, maintenance: StorageMaintenance,
    in simulation: inout DeviceSimulation
  ) {
    self.options = options
    self.memory = memory
    self.maintenance = maintenance
    var plan = TierPlan(
      "snapshot", on: .flash, policy: "unbounded", capacity: .unlimited, maintenance: maintenance)
    plan.countsFiles = true
    file = simulation.addTier(plan)
    delay = LastingTimer(in: &simulation)
  }

  /// The cache has changed, or is about to: a request begins.
  mutating func noteChange(in simulation: inout DeviceSimulation) {
    let isTooSoon = lastEnd.map { simulation.now - $0 < options.interval } ?? false
    if underWay != nil || isTooSoon {
      delay.set(after: options.interval, in: &simulation)
    } else {
      write(in: &simulation)
    }
  }

  mutating func notice(_ event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .timer(let timer):
      guard delay.takes(timer, at: simulation.now) else { return }
      if underWay != nil {
        delay.set(after: options.interval, in: &simulation)
      } else {
        write(in: &simulation)
      }
    case .written(let write):
      guard write.tier == file, let (user, content) = underWay else { return }
      saved[user] = content
      underWay = nil
      lastEnd = simulation.now
    case .foregrounded: delay.resume(in: &simulation)
    case .died:
      underWay = nil
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

  /// Deletes the present user's file.
  private mutating func discard(in simulation: inout DeviceSimulation) {
    guard saved.removeValue(forKey: user) != nil else { return }
    simulation.removeFile(0, from: file, of: maintenance.perUser ? user : nil)
  }

  /// Serialises what memory holds and begins to write it.
  private mutating func write(in simulation: inout DeviceSimulation) {
    var content = Content(writtenAt: simulation.now, schema: simulation.currentSchema)
    for resource in simulation.keys(in: memory) {
      guard let copy = simulation.peek(resource, in: memory) else { continue }
      simulation.encode(copy, as: Codecs.json)
      content.copies.append((resource, copy))
      content.size += copy.size + options.entryOverhead
    }
    underWay = (user, content)
    simulation.begin(
      FileWrite(
        to: file, 0, size: content.size, because: .archive,
        for: maintenance.perUser ? user : nil))
  }

  /// A process starts: reads the file, unless it is too old or of another release.
  /// - Returns: what it held; it can be shown from `restoredAt` on.
  mutating func restore(
    in simulation: inout DeviceSimulation
  ) -> [(resource: ResourceIndex, copy: ResourceCopy)] {
    restoredAt = simulation.now
    guard let content = saved[user] else { return [] }
    restoredAt = simulation.now + simulation.readFile(of: content.size, in: file)
    if let maxAge = options.maxAge, simulation.now - content.writtenAt > maxAge {
      discard(in: &simulation)
      return []
    }
    if content.schema != simulation.currentSchema, maintenance.onUpgrade != .migrate {
      if maintenance.onUpgrade == .ignore { simulation.reportUndecodable() }
      discard(in: &simulation)
      return []
    }
    for (_, copy) in content.copies {
      restoredAt = restoredAt + simulation.decode(copy, as: Codecs.json)
    }
    return content.copies
  }
}
