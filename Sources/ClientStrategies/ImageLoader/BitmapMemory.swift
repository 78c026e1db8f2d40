internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import SimCore

/// Decoded pictures in memory.
struct BitmapMemory {
  private let options: Options
  private let limit: Bytes
  private let tier: TierID
  private var sweeps: SweepTimer

  /// Adds its tier; nil: the library has none.
  init?(_ options: Options, in simulation: inout DeviceSimulation) {
    limit = options.limit.limit(on: simulation.plan.device)
    guard limit > .zero else { return nil }
    self.options = options
    tier = simulation.addTier(
      TierPlan(
        "bitmaps", on: .memory, policy: options.policy, capacity: limit,
        maintenance: options.maintenance, countLimit: options.countLimit))
    sweeps = SweepTimer(options.sweepInterval, in: &simulation)
  }

  /// What is held of a picture; asking costs nothing.
  func peek(
    _ resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> ResourceCopy? { simulation.peek(resource, in: tier) }

  /// Looks a picture up; one that was not used for too long is no more there.
  mutating func find(
    _ resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> ResourceCopy? {
    guard let copy = simulation.lookup(resource, in: tier) else { return nil }
    guard let life = options.expiresAfter else { return copy }
    guard simulation.now < copy.writtenAt + life else {
      simulation.explain(.expired(at: copy.writtenAt + life), of: resource)
      simulation.remove(resource, from: tier)
      return nil
    }
    let now = simulation.now
    simulation.revise(resource, in: tier) { $0.writtenAt = now }
    return copy
  }

  /// Takes a decoded picture, unless it is too large a part of the limit.
  mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    let size = simulation.decodedSize(of: copy)
    if options.largestShare < 1, limit != .unlimited, size >= limit.share(options.largestShare) {
      simulation.explain(.tooLarge(limit: limit.share(options.largestShare)), of: resource)
      simulation.remove(resource, from: tier)
      return
    }
    simulation.makeSpace(for: size, at: resource, in: tier, limit: limit, target: options.trimTo)
    var copy = copy
    copy.writtenAt = simulation.now
    simulation.store(copy, of: resource, size: size, in: tier)
  }

  mutating func notice(_ event: ClientEvent, in simulation: inout DeviceSimulation) {
    if let share = options.share(leftBy: event) { trim(to: share, in: &simulation) }
    guard sweeps.isDue(event, in: &simulation), let life = options.expiresAfter else { return }
    simulation.removeUnused(from: tier, since: life)
  }

  private func trim(to share: Double, in simulation: inout DeviceSimulation) {
    guard share < 1 else { return }
    guard share > 0 else { return simulation.removeAll(from: tier) }
    let whole = options.shareOf == .limit ? limit : simulation.used(in: tier)
    let count = options.shareOf == .limit ? options.countLimit ?? .max : simulation.count(in: tier)
    simulation.trim(
      tier, toCount: count == .max ? .max : Int(Double(count) * share), cost: whole.share(share))
  }

  /// What a scenario can set.
  struct Options: Settings {
    var limit = CapacityRule()
    var countLimit: Int?
    var policy = PolicyName("lru")
    var largestShare = 1.0
    var trimTo = 1.0
    var expiresAfter: TimeSpan?
    var sweepInterval: TimeSpan?
    var leftByWarning = 0.0
    var leftByCriticalWarning = 0.0
    var leftInBackground = 1.0
    var shareOf = ShareOf.limit
    var onLogout = LogoutRule.purge

    init() {}
    static let fields: [Field<Options>] = [
      Field("limit", \.limit, "The most that all bitmaps may take; 0 B: there is no such tier."),
      Field("countLimit", \.countLimit, in: 1...1_000_000_000, "The most bitmaps; null: no limit."),
      Field(
        "policy", \.policy,
        "Which bitmap leaves; clock is the second chance, nscache-apple what NSCache is taken to "
          + "do."),
      Field(
        "largestShare", \.largestShare, in: 0...1,
        "A bitmap of that share of the limit, or of more, is not stored; 1: one that fits is."),
      Field(
        "trimTo", \.trimTo, in: 0...1,
        "The share of the limit down to which bitmaps leave when a new one would overstep it."),
      Field(
        "expiresAfter", \.expiresAfter, in: .zero...(.days(3_650)),
        "How long a bitmap is good for after its last use; null: for ever."),
      Field(
        "sweepInterval", \.sweepInterval, in: .seconds(1)...(.days(365)),
        "How often bitmaps that are no longer good are removed; null: when they are found."),
      Field(
        "leftByWarning", \.leftByWarning, in: 0...1,
        "The share that a memory warning leaves; 0: none, 1: all."),
      Field(
        "leftByCriticalWarning", \.leftByCriticalWarning, in: 0...1,
        "The share that the last warning leaves."),
      Field(
        "leftInBackground", \.leftInBackground, in: 0...1,
        "The share that is left when the app leaves the front."),
      Field("shareOf", \.shareOf, "What these shares are of: the limits, or what is held."),
      Field("onLogout", \.onLogout, "What becomes of bitmaps when a person logs out."),
    ]

    var maintenance: StorageMaintenance {
      var maintenance = StorageMaintenance()
      maintenance.onLogout = onLogout
      return maintenance
    }

    /// The share that an event of the system leaves; nil: it is none of the three.
    func share(leftBy event: ClientEvent) -> Double? {
      switch event {
      case .memoryWarning(.warning): leftByWarning
      case .memoryWarning(.critical): leftByCriticalWarning
      case .backgrounded: leftInBackground
      default: nil
      }
    }
  }
}

/// What the shares are of that events leave in memory.
enum ShareOf: String, WordSettingValue {
  case limit
  case held
}

/// Something that a library does from time to time while its process works.
struct SweepTimer {
  private let interval: TimeSpan?
  private let first: TimeSpan
  private let isOncePerProcess: Bool
  private let timer: TimerID
  private var dueAt: Instant?
  /// When it was done last, by whichever process.
  private var lastAt: Instant?

  /// - Parameters:
  ///   - interval: how often; nil: never.
  ///   - first: how long after the launch; nil: an interval.
  ///   - isOncePerProcess: whether a process does it once at most, and not at all if the last time
  ///     is less than an interval ago when it starts.
  init(
    _ interval: TimeSpan?, first: TimeSpan? = nil, oncePerProcess isOncePerProcess: Bool = false,
    in simulation: inout DeviceSimulation
  ) {
    self.interval = interval
    self.first = first ?? interval ?? .zero
    self.isOncePerProcess = isOncePerProcess
    timer = simulation.makeTimer()
  }

  /// Nothing says any more when it was done.
  mutating func forget() { lastAt = nil }

  /// Whether it is to be done now. What was due while the process was suspended is done when it
  /// works again.
  mutating func isDue(_ event: ClientEvent, in simulation: inout DeviceSimulation) -> Bool {
    guard let interval else { return false }
    switch event {
    case .launched:
      if isOncePerProcess, let lastAt, simulation.now - lastAt < interval { return false }
      dueAt = simulation.now + first
      simulation.wake(timer, after: first)
    case .foregrounded:
      // A timer of a suspended process never goes off.
      guard let dueAt else { return false }
      simulation.wake(timer, after: max(.zero, dueAt - simulation.now))
    case .died: dueAt = nil
    case .timer(timer):
      guard let due = dueAt, simulation.now >= due else { return false }
      lastAt = simulation.now
      dueAt = isOncePerProcess ? nil : simulation.now + interval
      if !isOncePerProcess { simulation.wake(timer, after: interval) }
      return true
    default: break
    }
    return false
  }
}

extension DeviceSimulation {
  /// Trims a tier to a share of its limit if one more entry would overstep it.
  mutating func makeSpace(
    for size: Bytes, at key: ResourceIndex, in tier: TierID, limit: Bytes, target: Double
  ) {
    guard target < 1, limit != .unlimited else { return }
    remove(key, from: tier)
    guard used(in: tier) + size > limit else { return }
    trim(tier, toCount: .max, cost: max(.zero, limit.share(target) - size))
  }

  /// Removes the entries of a tier whose date lies so long back.
  mutating func removeUnused(from tier: TierID, since span: TimeSpan) {
    for key in keys(in: tier) {
      guard let copy = peek(key, in: tier), now >= copy.writtenAt + span else { continue }
      remove(key, from: tier)
    }
  }
}
