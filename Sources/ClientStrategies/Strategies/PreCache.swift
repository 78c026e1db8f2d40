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
    public var interval = TimeSpan.hours(1)
    public var records: Int?
    public var onlyUnmetered = false
    public var onlyCharging = false
    public var atOnce = 4
    package var deadline: TimeSpan?
    package var lists = ListRequest.whole
    public var retention = RetentionRule()
    var outbox = Outbox.Options()
    public var codec: Codec?
    public var engine: FlashEngineName?
    package var listShare: Double?
    public var rewriting = RewritingSettings()
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
      .deadline(\.deadline),
      .lists(
        \.lists,
        "It holds for the list of records and for lists among them, of which each page is one."),
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
  private var prefetcher: Prefetcher

  public init(_ options: Options, in simulation: inout DeviceSimulation) {
    self.options = options
    var store = RecordStore(
      codec: options.codec ?? simulation.shared.codec,
      engine: simulation.shared.engineOfRecords(unless: options.engine),
      rewriting: options.rewriting,
      maintenance: options.maintenance, in: &simulation)
    store.listShare = options.listShare
    var plan = Prefetcher.Plan()
    plan.interval = options.interval
    plan.count = options.records
    plan.onlyUnmetered = options.onlyUnmetered
    plan.onlyCharging = options.onlyCharging
    plan.atOnce = options.atOnce
    plan.deadline = options.deadline
    plan.lists = options.lists
    plan.retention = options.retention
    plan.maintenance = options.maintenance
    prefetcher = Prefetcher(plan, store, Outbox(options.outbox), in: &simulation)
  }

  public mutating func react(to event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .opened(let resource), .needed(let resource): serve(resource, in: &simulation)
    case .refreshed, .pushed:
      if case .refreshed = event { prefetcher.release(at: simulation.now) }
      prefetcher.expire()
      showWaiting(prefetcher.resume(in: &simulation), in: &simulation)
    default: showWaiting(prefetcher.react(to: event, in: &simulation), in: &simulation)
    }
  }

  /// Shows what is there; nothing is fetched for a screen.
  private mutating func serve(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    guard let (copy, delay) = prefetcher.store.read(resource, in: &simulation) else {
      simulation.explain(.notFetchedAhead, of: resource)
      return
    }
    simulation.show(resource, copy, from: .flash, after: delay)
  }

  private mutating func showWaiting(
    _ finished: [ResourceIndex], in simulation: inout DeviceSimulation
  ) { prefetcher.store.showWaiting(finished, in: &simulation) }
}
