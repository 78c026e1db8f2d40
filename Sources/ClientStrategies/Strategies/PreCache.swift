internal import CacheMetrics
internal import CacheWorkloads
public import ClientSimulation
public import SimCore

/// Everything, or the last so many records, fetched ahead into a record store: screens never wait
/// for the network, and what is not there is a failure. Edits work offline.
public struct PreCache: Strategy {
  /// What a scenario can set.
  public struct Options: Settings, FetchingAhead {
    package var interval = TimeSpan.hours(1)
    package var records: Int?
    /// What strategies have in common that fetch ahead.
    public var ahead = AheadSettings(lists: .whole)
    package var listShare: Double?
    package var rewriting = RewritingSettings()

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
        Field("rewriting", \.rewriting, "What is done to a text when its pictures have come."),
        maintenance,
      ]
    public static let presets = Preset<Options>.bundled(for: "pre-cache")
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
    plan.isOnlyWay = true
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

/// Which records a pre-cache keeps though it has space for all: the others are purged at the next
/// poll.
package struct RetentionRule: Settings {
  package var age: TimeSpan? = .days(90)
  package var ageWhenRead: TimeSpan?
  package var keepsFavourites = true

  package init() {}
  package static let fields: [Field<RetentionRule>] = [
    Field(
      "age", \.age, in: .zero...(.days(3_650)),
      "Records published longer ago are purged; 90 days as NetNewsWire; null: none for their age."),
    Field(
      "ageWhenRead", \.ageWhenRead, in: .zero...(.days(3_650)),
      "Records that were marked as read are purged at this age already; null: at no other."),
    Field(
      "keepsFavourites", \.keepsFavourites,
      "Whether records among the favourites are kept whatever their age."),
  ]

  /// Whether a record stays; the lists that lead to the records do.
  func keeps(_ entry: ManifestEntry, fields: (Edit.Field) -> UInt32, at now: Instant) -> Bool {
    let age = now - entry.publishedAt
    let isYoung = self.age.map { age <= $0 } ?? true
    let leavesWhenRead = ageWhenRead.map { age > $0 } ?? false
    // Most are young: then no field decides.
    if entry.isList || isYoung && !leavesWhenRead { return true }
    if keepsFavourites, fields(.favourite) > 0 { return true }
    return isYoung && !(leavesWhenRead && fields(.read) > 0)
  }
}

/// What is done to a text when its pictures have come: it is read, pointed to the pictures on the
/// device, and written a second time.
public struct RewritingSettings: Settings {
  public var documents = false
  package var rate = Bytes.megabytes(36)
  package var onMainThread = true

  public init() {}
  public static let fields: [Field<RewritingSettings>] = [
    Field(
      "documents", \.documents,
      "Whether a text is stored as it comes, and once its parts are there rewritten to point to "
        + "them and stored again."),
    Field(
      "rate", \.rate, in: Bytes(1)...(.gigabytes(1_000_000)), orUnlimited: true,
      "Bytes of text rewritten per second on the machine on which the codecs were measured; as "
        + "reading and writing the same bytes as JSON (66 and 80 MB/s)."
    ).assumed(),
    Field(
      "onMainThread", \.onMainThread,
      "Whether the main thread does it, and drops frames; otherwise the record is readable when "
        + "the work is done."),
  ]
}
