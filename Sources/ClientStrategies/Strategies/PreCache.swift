internal import CacheWorkloads
public import ClientSimulation
internal import Measurement
public import SimCore

/// Everything, or the last so many records, fetched ahead into a record store: screens never wait
/// for the network, and what is not there is a failure. Edits work offline.
public struct PreCache: Strategy {
  /// What a scenario can set.
  public struct Options: Settings, FetchingAhead {
    public var interval = TimeSpan.hours(1)
    public var records: Int?
    /// What strategies have in common that fetch ahead.
    public var ahead = AheadSettings(lists: .whole)
    package var listShare: Double?
    public var rewriting = RewritingSettings()

    public init() {}
    public static let fields: [Field<Options>] =
      [
        Field(
          "interval", \.interval, in: .seconds(1)...(.days(365)),
          "How often to poll; 1 h, as feed readers offer 0.5 to 8 h."),
        Field(
          "records", \.records, in: 0...1_000_000_000,
          "How many records are kept, newest first; null: all. The lists that lead to them are "
            + "kept beside them and do not count."),
      ]
      + fetching(
        lists: "It holds for the list of records and for lists among them, of which each page is "
          + "one.")
      + storing + [
        Field(
          "listShare", \.listShare, in: 0.001...1,
          "The share of a list's bytes that its screen needs, such as titles: read as single "
            + "attributes, without faults and without what lies behind them in the row, where the "
            + "engine can (core-data, SQLite); null: all of it is read."),
        Field(
          "rewriting", \.rewriting, "What is done to a text when its pictures have come."),
        maintenance,
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
      codec: options.codec(sharing: simulation.shared),
      engine: simulation.shared.engineOfRecords(unless: options.ahead.engine),
      rewriting: options.rewriting, maintenance: options.ahead.maintenance, in: &simulation)
    store.listShare = options.listShare
    var plan = Prefetcher.Plan(settings: options.ahead)
    plan.interval = options.interval
    plan.count = options.records
    prefetcher = Prefetcher(plan, store, in: &simulation)
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
