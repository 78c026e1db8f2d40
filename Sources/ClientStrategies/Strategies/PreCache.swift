internal import CacheWorkloads
public import ClientSimulation
public import DeviceModels
internal import Measurement
public import SimCore

/// Everything, or the last so many records, fetched ahead into a record store: screens never wait
/// for the network, and what is not there is a failure. Edits work offline.
public struct PreCache: Strategy {
  /// What a scenario can set.
  public struct Options: Settings {
    /// How often to poll, in front and by background fetches.
    public var interval = TimeSpan.hours(1)
    /// How many records are kept, newest first; null: all. Lists are no records.
    public var records: Int?
    /// Fetch ahead only where it is not paid by volume.
    public var onlyUnmetered = false
    /// Fetch ahead only on a charger.
    public var onlyCharging = false
    /// How many records are fetched at once.
    public var atOnce = 4
    /// Which records are purged though there would be space.
    public var retention = RetentionRule()
    /// How edits are sent.
    var outbox = Outbox.Options()
    /// How models are stored; nil: as the scenario's strategies share it.
    public var codec: Codec?
    /// What the record store is built on; nil: as the scenario's strategies share it, or SQLite
    /// with a write-ahead log.
    public var engine: FlashEngineName?
    /// The share of a list's bytes that its screen needs; nil: all.
    package var listShare: Double?
    /// What is done to a text when its pictures have come.
    public var rewriting = RewritingSettings()
    /// What becomes of the records when something around the app changes.
    public var maintenance = StorageMaintenance.documents

    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "interval", \.interval, in: .seconds(1)...(.days(365)),
        "How often to poll; 1 h, as feed readers offer 0.5 to 8 h."),
      Field(
        "records", \.records, in: 0...1_000_000_000,
        "How many records are kept, newest first; null: all. The lists that lead to them are kept "
          + "beside them and do not count."),
      Field("onlyUnmetered", \.onlyUnmetered, "Fetch ahead only on a network not paid by volume."),
      Field("onlyCharging", \.onlyCharging, "Fetch ahead only on a charger."),
      .concurrency(\.atOnce, "How many records are fetched at once."),
      Field("retention", \.retention, "Which records are purged though there would be space."),
      Field("outbox", \.outbox, "How edits are sent."),
      Field("codec", \.codec, "How models are stored; null: as the scenario's shared.codec says."),
      Field(
        "engine", \.engine,
        "What the record store is built on; null: the scenario's shared.engine, or else sqlite-wal."
      ),
      Field(
        "listShare", \.listShare, in: 0.001...1,
        "The share of a list's bytes that its screen needs, such as titles: read as single "
          + "attributes, without faults and without what lies behind them in the row, where the "
          + "engine can (core-data, SQLite); null: all of it is read."),
      Field(
        "rewriting", \.rewriting, "What is done to a text when its pictures have come."),
      .maintenance(
        \.maintenance,
        "What becomes of the records after an upgrade, a logout, a shortage of space."),
    ]
  }

  public static let name = "pre-cache"
  public static let summary =
    "Everything, or the last N records, fetched ahead into a record store; a miss is a failure; "
    + "edits work offline."

  private let options: Options
  private var store: RecordStore
  private var outbox: Outbox
  /// The records of the last list that are still to be fetched, the next one last.
  private var queue: [ResourceIndex] = []
  /// By user, where users are kept apart: when the list was last fetched. It lies with the
  /// records and goes with them.
  private var lastPolls: [UInt16: Instant] = [:]
  private var user: UInt16 = 0
  private var isPolling = false

  /// The timer that polls while the app is in front.
  private let pollTimer: TimerID
  /// The timer after which unsent edits are tried again.
  private let retryTimer: TimerID

  public init(_ options: Options, in simulation: inout DeviceSimulation) {
    self.options = options
    store = RecordStore(
      codec: options.codec ?? simulation.shared.codec,
      engine: options.engine ?? simulation.shared.engine ?? "sqlite-wal",
      rewriting: options.rewriting,
      maintenance: options.maintenance, in: &simulation)
    store.listShare = options.listShare
    outbox = Outbox(options.outbox)
    pollTimer = simulation.makeTimer()
    retryTimer = simulation.makeTimer()
    simulation.requestBackgroundFetches(every: options.interval)
  }

  public mutating func react(to event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .opened(let resource), .needed(let resource): serve(resource, in: &simulation)
    case .manifest(let manifest): plan(manifest, in: &simulation)
    case .loaded(let load): take(load, in: &simulation)
    case .edited(let edit):
      outbox.add(edit, in: &simulation)
      store.write(edit.edit, in: &simulation)
      outbox.send(in: &simulation)
    case .sent(let edits, let verdicts):
      outbox.settle(edits, verdicts, in: &simulation)
      if verdicts != nil {
        outbox.send(in: &simulation)
      } else {
        simulation.wake(retryTimer, after: outbox.retryWait)
      }
    case .timer(let timer):
      if timer == pollTimer { resume(in: &simulation) }
      if timer == retryTimer { outbox.send(in: &simulation) }
      if timer == store.rewritingTimer { finishRewritten(in: &simulation) }
    case .foregrounded, .backgroundFetch, .charging(true), .connectivity(isOnline: true),
      .changedNetwork:
      resume(in: &simulation)
    case .refreshed, .pushed:
      lastPolls[user] = nil
      resume(in: &simulation)
    case .launched: store.removeDrafts(in: &simulation)
    case .died:
      stop()
      outbox.forgetUnderWay()
    case .purged where options.maintenance.directory(by: simulation.shared) == .caches:
      lastPolls = [:]
      outbox.loseAll(in: &simulation)
    case .upgraded where options.maintenance.onUpgrade == .purge: lastPolls = [:]
    case .switchedUser(let user): change(to: user, in: &simulation)
    default: break
    }
  }

  /// The app works and may have a network: sends what waits, and polls.
  private mutating func resume(in simulation: inout DeviceSimulation) {
    outbox.send(in: &simulation)
    finishRewritten(in: &simulation)
    poll(in: &simulation)
  }

  private mutating func stop() {
    queue = []
    isPolling = false
    store.forgetUnfinished()
  }

  /// Another user uses the app: what is there for them may be old, or nothing.
  private mutating func change(to user: UInt16, in simulation: inout DeviceSimulation) {
    stop()
    let maintenance = options.maintenance
    if maintenance.onLogout == .purge { lastPolls[self.user] = nil }
    if maintenance.perUser { self.user = user }
    store.removeDrafts(in: &simulation)
    poll(in: &simulation)
  }

  /// Shows what is there; nothing is fetched for a screen.
  private mutating func serve(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    guard let (copy, delay) = store.read(resource, in: &simulation) else {
      simulation.explain(.notFetchedAhead, of: resource)
      return
    }
    simulation.show(resource, copy, from: .flash, after: delay)
  }
}

// MARK: - Fetching ahead

extension PreCache {
  private func mayFetchAhead(in simulation: borrowing DeviceSimulation) -> Bool {
    simulation.canFetch && !(options.onlyUnmetered && simulation.isMetered)
      && !(options.onlyCharging && !simulation.isCharging)
  }

  private mutating func poll(in simulation: inout DeviceSimulation) {
    guard mayFetchAhead(in: simulation), !isPolling else { return }
    if let lastPoll = lastPolls[user], simulation.now - lastPoll < options.interval {
      if simulation.isInFront {
        simulation.wake(pollTimer, after: options.interval - (simulation.now - lastPoll))
      }
      fetchNext(in: &simulation)
      return
    }
    isPolling = true
    simulation.fetchManifest()
  }

  private mutating func plan(_ manifest: Manifest?, in simulation: inout DeviceSimulation) {
    isPolling = false
    guard let manifest else { return }
    lastPolls[user] = simulation.now
    outbox.pull(manifest.fields, in: &simulation)
    if simulation.isInFront { simulation.wake(pollTimer, after: options.interval) }
    // Newest first; of one instant, the higher index was published later.
    let newest = manifest.entries.sorted {
      ($0.publishedAt, $0.resource) > ($1.publishedAt, $1.resource)
    }.filter {
      options.retention.keeps($0, fields: outbox.fields(of: $0.resource), at: simulation.now)
    }
    let wanted = limit(newest)
    store.retain(Set(wanted.map(\.resource)), in: &simulation)
    queue = wanted.filter { !store.holds($0.resource, version: $0.version, in: simulation) }
      .map(\.resource).reversed()
    fetchNext(in: &simulation)
  }

  /// The lists, and the newest so many of the records that they lead to.
  private func limit(_ newest: [ManifestEntry]) -> [ManifestEntry] {
    guard var left = options.records else { return newest }
    return newest.filter { entry in
      if entry.isList { return true }
      left -= 1
      return left >= 0
    }
  }

  private mutating func fetchNext(in simulation: inout DeviceSimulation) {
    while store.unfinishedCount < options.atOnce, mayFetchAhead(in: simulation),
      let resource = queue.popLast()
    {
      store.begin(resource)
      simulation.fetch(
        resource, for: .prefetch, unless: store.version(of: resource, in: simulation))
    }
  }

  private mutating func take(_ load: Load, in simulation: inout DeviceSimulation) {
    show(store.take(load, in: &simulation), in: &simulation)
    fetchNext(in: &simulation)
  }

  private mutating func finishRewritten(in simulation: inout DeviceSimulation) {
    show(store.finish(in: &simulation), in: &simulation)
    fetchNext(in: &simulation)
  }

  /// Shows a record that has just become readable if its screen is open. A screen that
  /// waited for it waited for the network: that it is read from flash at last makes it no hit.
  private mutating func show(_ finished: [ResourceIndex], in simulation: inout DeviceSimulation) {
    for record in finished where simulation.isOnScreen(record) {
      guard let (copy, delay) = store.read(record, in: &simulation) else { continue }
      simulation.show(record, copy, from: .network, after: delay)
    }
  }
}
