internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import SimCore

/// Pictures on flash, as they came or as they are shown, in a store of the library's own: HTTP has
/// no say, but for how long an answer holds where the library asks for it.
struct PictureFiles {
  private let options: Options
  private let holdsForEver: Bool
  private let limit: Bytes
  private let tier: TierID
  /// How many files a picture can have: the original, and behind it what is shown.
  private let filesPerPicture: ObjectKey
  private let writeTimer: TimerID
  private var sweeps: SweepTimer
  /// What is still to be written, in the order in which it came.
  private var staged: [(resource: ResourceIndex, copy: ResourceCopy)] = []

  init(_ options: Options, hits: HitRule, in simulation: inout DeviceSimulation) {
    self.options = options
    holdsForEver = options.validFor == nil && hits != .refresh
    limit = options.limit.limit(on: simulation.plan.device)
    let isResized = simulation.plan.origin.pictures.resizing == .client
    filesPerPicture = options.stores == .both && isResized ? 2 : 1
    let isSwept = options.enforcement == .sweeps
    var plan = TierPlan(
      "pictures", on: .flash, policy: options.policy, capacity: isSwept ? .unlimited : limit,
      engine: options.engine, maintenance: options.maintenance,
      countLimit: isSwept ? nil : options.countLimit)
    if isSwept {
      plan.hints = TierHints(count: options.countLimit, cost: limit == .unlimited ? nil : limit)
    }
    plan.keysPerResource = filesPerPicture
    tier = simulation.addTier(plan)
    writeTimer = simulation.makeTimer()
    sweeps = SweepTimer(
      options.sweepInterval, first: options.firstSweep,
      oncePerProcess: options.sweepsOncePerProcess, in: &simulation)
  }

  /// What is held of a picture; asking costs nothing.
  func peek(_ resource: ResourceIndex, in simulation: borrowing DeviceSimulation) -> ResourceCopy? {
    if let change = staged.last(where: { $0.resource == resource }) { return change.copy }
    for key in files(of: resource) {
      if let copy = simulation.peek(key, in: tier) { return copy }
    }
    return nil
  }

  /// The keys of a picture's files, in the order in which they are looked up: what is shown needs
  /// no resizing.
  private func files(of resource: ResourceIndex) -> [ObjectKey] {
    (0..<filesPerPicture).map { resource * filesPerPicture + $0 }.reversed()
  }

  mutating func find(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) -> Finding? {
    if let found = staged.last(where: { $0.resource == resource }) {
      let use = judge(found.copy, of: resource, in: &simulation)
      return Finding(found.copy, from: .memory, after: .zero, use: use)
    }
    guard let (key, copy) = look(for: resource, in: &simulation) else { return nil }
    if let life = options.expiresAfter, !options.servesExpired,
      simulation.now >= copy.writtenAt + life
    {
      simulation.explain(.expired(at: copy.writtenAt + life), of: resource)
      return nil
    }
    let use = judge(copy, of: resource, in: &simulation)
    let delay = simulation.read(key, from: tier)
    noteUse(of: key, in: &simulation)
    return Finding(copy, from: .flash, after: delay, use: use)
  }

  private func noteUse(of key: ObjectKey, in simulation: inout DeviceSimulation) {
    guard options.expiresBy == .access else { return }
    let now = simulation.now
    simulation.revise(key, in: tier) { $0.writtenAt = now }
  }

  /// Notes that a picture was found in memory, where that is a use of its file too.
  func noteMemoryHit(on resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    guard options.notesMemoryHits, let (key, _) = look(for: resource, in: &simulation) else {
      return
    }
    simulation.noteHit(on: key, in: tier)
    noteUse(of: key, in: &simulation)
  }

  private func look(
    for resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> (key: ObjectKey, copy: ResourceCopy)? {
    for key in files(of: resource) {
      if let copy = simulation.lookup(key, in: tier) { return (key, copy) }
    }
    return nil
  }

  /// What may be done with a copy by what its answer said of its lifetime.
  private func judge(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> Finding.Use {
    guard let validFor = options.validFor else {
      if holdsForEver { simulation.explain(.immutable, of: resource) }
      return .fresh
    }
    let headers = simulation.headers(of: copy)
    let life = headers.noCache ? .zero : headers.maxAge ?? validFor
    let age = simulation.now - copy.confirmedAt
    if age > life {
      simulation.explain(.stale(age: age, limit: life, since: .fetch), of: resource)
      return .stale
    }
    simulation.explain(.fresh(age: age, limit: life, since: .fetch), of: resource)
    return .fresh
  }

  /// Takes a picture that the origin sent: it is written now or a while later.
  mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    guard let delay = options.writeDelay else { return write(copy, of: resource, in: &simulation) }
    if staged.isEmpty { simulation.wake(writeTimer, after: delay) }
    staged.removeAll { $0.resource == resource }
    staged.append((resource, copy))
  }

  private func write(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    let keys = files(of: resource)
    let small = simulation.plan.origin.pictures.resized(copy)
    switch options.stores {
    case .original: put(copy, at: keys[0], of: resource, in: &simulation)
    case .shown: put(small ?? copy, at: keys[0], of: resource, in: &simulation)
    case .both:
      put(copy, at: keys[keys.count - 1], of: resource, in: &simulation)
      if let small { put(small, at: keys[0], of: resource, in: &simulation) }
    }
  }

  private func put(
    _ copy: ResourceCopy, at key: ObjectKey, of resource: ResourceIndex,
    in simulation: inout DeviceSimulation
  ) {
    var copy = copy
    copy.writtenAt = simulation.now
    if options.enforcement == .atOnce {
      simulation.makeSpace(for: copy.size, at: key, in: tier, limit: limit, target: options.trimTo)
    }
    simulation.store(
      copy, of: key, size: copy.size, in: tier, because: .store, resource: resource)
  }

  /// Notes that the origin confirmed what lies there.
  mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in simulation: inout DeviceSimulation
  ) {
    for key in files(of: resource) { simulation.revise(key, in: tier) { $0.confirmedAt = instant } }
  }

  mutating func notice(_ event: ClientEvent, in simulation: inout DeviceSimulation) {
    let isDue = sweeps.isDue(event, in: &simulation)
    switch event {
    case .timer(writeTimer): flush(in: &simulation)
    case .foregrounded where !staged.isEmpty: flush(in: &simulation)
    case .died: staged = []
    case .switchedUser where options.maintenance.onLogout == .purge:
      staged = []
      sweeps.forget()
    // The date of the last sweep lies among the pictures.
    case .purged where options.maintenance.directory(by: simulation.shared) == .caches:
      sweeps.forget()
    case .backgrounded where options.sweepsInBackground: sweep(in: &simulation)
    case .terminating where options.sweepsAtTermination: sweep(in: &simulation)
    default: if isDue { sweep(in: &simulation) }
    }
  }

  private mutating func flush(in simulation: inout DeviceSimulation) {
    for (resource, copy) in staged { write(copy, of: resource, in: &simulation) }
    staged = []
  }

  /// Removes what has expired, and trims what oversteps a limit.
  private func sweep(in simulation: inout DeviceSimulation) {
    if let life = options.expiresAfter { simulation.removeUnused(from: tier, since: life) }
    if let span = options.spares { return trimUnused(for: span, in: &simulation) }
    let most = options.countLimit ?? .max
    guard simulation.used(in: tier) > limit || simulation.count(in: tier) > most else { return }
    simulation.trim(
      tier, toCount: most == .max ? .max : Int(Double(most) * options.trimTo),
      cost: limit.share(options.trimTo))
  }

  /// Keeps the limit of their number among files that were not used for so long.
  private func trimUnused(for span: TimeSpan, in simulation: inout DeviceSimulation) {
    var unused: [(usedAt: Instant, key: ResourceIndex)] = []
    for key in simulation.keys(in: tier) {
      guard let copy = simulation.peek(key, in: tier), simulation.now >= copy.writtenAt + span
      else { continue }
      unused.append((copy.writtenAt, key))
    }
    let excess = unused.count - (options.countLimit ?? .max)
    guard excess > 0 else { return }
    unused.sort { ($0.usedAt, $0.key) < ($1.usedAt, $1.key) }
    for file in unused.prefix(excess) { simulation.remove(file.key, from: tier) }
  }
}

extension PictureFiles {
  /// What a scenario can set.
  struct Options: Settings {
    var store = PictureStore.files
    var stores = StoredPicture.original
    var engine: FlashEngineName = "file-per-entry"
    var notesMemoryHits = false
    var limit = CapacityRule()
    var countLimit: Int?
    var policy = PolicyName("lru")
    var enforcement = LimitEnforcement.atOnce
    var trimTo = 1.0
    var spares: TimeSpan?
    var sweepInterval: TimeSpan?
    var firstSweep: TimeSpan?
    var sweepsOncePerProcess = false
    var sweepsInBackground = false
    var sweepsAtTermination = false
    var expiresAfter: TimeSpan?
    var expiresBy = PictureExpiryClock.access
    var servesExpired = false
    var validFor: TimeSpan?
    var writeDelay: TimeSpan?
    var maintenance = StorageMaintenance()

    init() {}
    static let fields: [Field<Options>] = [
      Field(
        "store", \.store,
        "Where pictures lie: none, in memory only; files, in a store of the library's own; http, "
          + "in an HTTP cache as httpCache says, of the limit here."),
      Field(
        "stores", \.stores,
        "What of a picture is stored in files where the client resizes it (origin.pictures): the "
          + "original, as Nuke's storeOriginalData and Glide's DATA; what is shown, encoded anew, "
          + "as Nuke's automatic, RESOURCE and Kingfisher's processed images; or both, as "
          + "storeAll, ALL and cacheOriginalImage: two files, of which what is shown is looked "
          + "up first."),
      Field(
        "engine", \.engine,
        "How files are laid down. Some engines write at each hit: dates of files, a journal's "
          + "line, a row."),
      Field(
        "notesMemoryHits", \.notesMemoryHits,
        "Whether a picture that was found in memory is a use of its file too, which writes what a "
          + "hit on disk writes, as PINCache has it."),
      Field("limit", \.limit, "The most that all pictures may take on flash."),
      Field("countLimit", \.countLimit, in: 1...1_000_000_000, "The most files; null: no limit."),
      Field("policy", \.policy, "Which picture leaves; lru is oldest access first."),
      Field(
        "enforcement", \.enforcement,
        "When limits are kept: at once with each new picture, or at sweeps alone, which are "
          + "overstepped meanwhile (limit_overshoot_bytes)."),
      Field(
        "trimTo", \.trimTo, in: 0...1,
        "The share of a limit down to which pictures leave when it is overstepped."),
      Field(
        "spares", \.spares, in: .zero...(.days(365)),
        "How long a file that was used counts for no countLimit, so that no sweep takes it for "
          + "that; null: each counts at once."),
      Field(
        "sweepInterval", \.sweepInterval, in: .seconds(1)...(.days(365)),
        "How often a sweep looks for what has expired or oversteps a limit; null: never."),
      Field(
        "firstSweep", \.firstSweep, in: .zero...(.days(365)),
        "How long after its launch a process sweeps first; null: an interval."),
      Field(
        "sweepsOncePerProcess", \.sweepsOncePerProcess,
        "Whether a process sweeps once at most: firstSweep after its launch, if the last sweep, of "
          + "whichever process, was sweepInterval before the launch or earlier."),
      Field(
        "sweepsInBackground", \.sweepsInBackground,
        "Whether a sweep is made when the app leaves the front."),
      Field(
        "sweepsAtTermination", \.sweepsAtTermination,
        "Whether a sweep is made when the app is told that it ends."),
      Field(
        "expiresAfter", \.expiresAfter, in: .zero...(.days(3_650)),
        "How long a picture is good for; null: for ever."),
      Field("expiresBy", \.expiresBy, "Since when: its last access, or its writing."),
      Field(
        "servesExpired", \.servesExpired,
        "Whether a picture that is no longer good is shown as long as no sweep has removed it."),
      Field(
        "validFor", \.validFor, in: .zero...(.days(3_650)),
        "How long an answer is fresh that says no max-age itself: an older one is shown, and "
          + "fetched again behind it. null: HTTP is ignored, and nothing is ever stale."),
      Field(
        "writeDelay", \.writeDelay, in: .zero...(.hours(1)),
        "How long pictures wait in memory until they are written together; null: written at once."),
      .maintenance(\.maintenance, "What becomes of pictures after a logout, a shortage of space."),
    ]
  }
}

/// Where a library keeps pictures on flash.
enum PictureStore: String, WordSettingValue {
  case none
  case files
  case http
}

/// What of a picture that the client resizes is stored.
enum StoredPicture: String, WordSettingValue {
  case original
  case shown
  case both
}

/// When limits of a store of pictures are kept.
enum LimitEnforcement: String, WordSettingValue {
  case atOnce = "at-once"
  case sweeps
}

/// Since when the age of a stored picture counts.
enum PictureExpiryClock: String, WordSettingValue {
  case access
  case write
}
