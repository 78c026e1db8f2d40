internal import CacheMetrics
public import CacheWorkloads
public import ClientSimulation
internal import DeviceModels
public import SimCore

/// The data-model cache: what a screen showed is archived when it disappears, and shown at once
/// when it appears again; when it is stale, it is fetched again behind the old content.
public struct OnDemand: ScreenStrategy {
  /// What a scenario can set.
  public struct Options: Settings {
    public var staleAfter: TimeSpan? = .minutes(15)
    package var measuredFrom = StalenessClock.fetch
    package var archive = ArchiveRule.always
    package var deliver = Delivery.both
    package var lists = ListRequest.page
    package var archives = ArchiveStore.Options()

    package var read = ReadSettings()
    package var requests = RequestSettings()

    public init() {}
    public static let fields: [Field<Options>] = [
      .read(\.read),
      .staleAfter(\.staleAfter),
      Field(
        "measuredFrom", \.measuredFrom,
        "What the age is measured from: the fetch, or the archive's modification time, which each "
          + "rewrite resets."),
      Field(
        "archive", \.archive,
        "When a disappearing screen's model is written: always, or only when it changed."),
      Field(
        "deliver", \.deliver,
        "What an open screen gets to see: both the stale model and what refreshing it brings, or "
          + "the first only; the next opening shows the other."),
      .lists(\.lists, "A page is asked for when the screen needs it."),
      .archiveStore(\.archives),
      .requests(\.requests),
    ]
    public static let presets = [
      Preset<Options>(
        "as-printed",
        "A textbook's code as it stands there: it compares the archive's modification time with "
          + "the limit the wrong way round, so that nothing is ever stale, and archives every "
          + "disappearing screen again, changed or not."
      ) { options in
        options.staleAfter = nil
        options.measuredFrom = .write
        options.archive = .always
        options.archives.encodeAsTextbooks()
      },
      Preset<Options>(
        "textbook-archiver",
        "Models encoded as textbooks do it: with NSKeyedArchiver, on the main thread."
      ) { $0.archives.encodeAsTextbooks() },
      Preset<Options>(
        "workbox-stale-while-revalidate",
        "workbox's StaleWhileRevalidate: asks at every opening, and shows the first answer only."
      ) { options in
        options.staleAfter = .zero
        options.deliver = .first
      },
      Preset<Options>(
        "apollo-cache-and-network",
        "Apollo's cacheAndNetwork: asks at every opening, and shows both answers."
      ) { options in
        options.staleAfter = .zero
        options.deliver = .both
      },
    ]
  }

  public static let name = "on-demand"
  public static let summary =
    "The data-model cache: archived when a screen disappears, shown at once when it appears, "
    + "refreshed behind when stale."

  private let options: Options
  private var archives: ArchiveStore
  public var scheduler: RequestScheduler

  public init(_ options: Options, in simulation: inout DeviceSimulation) {
    self.options = options
    scheduler = RequestScheduler(options.read, options.requests)
    scheduler.lists = options.lists
    archives = ArchiveStore(options.archives, in: &simulation)
  }

  public func version(of resource: ResourceIndex, in simulation: borrowing DeviceSimulation)
    -> UInt32?
  {
    archives.version(of: resource, in: simulation)
  }

  public mutating func find(_ resource: ResourceIndex, in simulation: inout DeviceSimulation)
    -> Finding?
  {
    guard let (copy, delay) = archives.read(resource, in: &simulation) else { return nil }
    let use = options.measuredFrom.judge(
      copy, of: resource, after: options.staleAfter, in: &simulation)
    return Finding(copy, from: .flash, after: delay, use: use)
  }

  public mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    if simulation.isSubresource(resource, copy) {
      archives.write(copy, of: resource, because: .store, in: &simulation)
    } else {
      simulation.explain(.keptWhenLeft, of: resource)
    }
  }

  public mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in simulation: inout DeviceSimulation
  ) {
    archives.confirm(resource, at: instant, in: &simulation)
  }

  public var deliversRefreshes: Bool { options.deliver == .both }

  public mutating func leave(
    _ resource: ResourceIndex, showing copy: ResourceCopy, in simulation: inout DeviceSimulation
  ) {
    let isThere = archives.version(of: resource, in: simulation) == copy.version
    if options.archive == .always || !isThere {
      archives.encode(copy, in: &simulation)
      archives.write(copy, of: resource, because: .archive, in: &simulation)
    } else {
      simulation.explain(.unchanged, of: resource)
    }
  }
}

/// What a model's age is measured from.
package enum StalenessClock: String, WordSettingValue {
  /// When the origin last sent or confirmed it.
  case fetch
  /// When its archive was last written: each rewrite makes it young again.
  case write

  /// What may be done with a copy by its age. Parts of a screen are never stale: they are pictures
  /// whose address changes with their content.
  package func judge(
    _ copy: ResourceCopy, of resource: ResourceIndex, after limit: TimeSpan?,
    in simulation: inout DeviceSimulation
  ) -> Finding.Use {
    guard copy.kind.isMain else {
      simulation.explain(.immutable, of: resource)
      return .fresh
    }
    let age =
      switch self {
      case .fetch: simulation.now - copy.confirmedAt
      case .write: simulation.now - copy.writtenAt
      }
    guard let limit, age > limit else {
      simulation.explain(.fresh(age: age, limit: limit, since: self), of: resource)
      return .fresh
    }
    simulation.explain(.stale(age: age, limit: limit, since: self), of: resource)
    return .stale
  }
}

/// When a disappearing screen's model is archived.
package enum ArchiveRule: String, WordSettingValue {
  case always
  /// Only when the archive holds another version.
  case whenChanged = "when-changed"
}

/// What an open screen gets to see of a refresh.
package enum Delivery: String, WordSettingValue {
  /// The stale copy only: what the refresh brings shows at the next opening.
  case first
  /// The stale copy, then what the refresh brings.
  case both
}
