internal import Devices
public import SimCore
public import Workloads

/// The data-model cache: what a screen showed is archived when it disappears, and shown at once
/// when it appears again; when it is stale, it is fetched again behind the old content.
public struct OnDemand: ScreenStrategy {
  /// What a scenario can set.
  public struct Options: Settings {
    /// From which age on a model is fetched again.
    public var staleAfter: TimeSpan? = .minutes(15)
    /// What that age is measured from.
    public var measuredFrom = StalenessClock.fetch
    /// When a disappearing screen's model is written.
    public var archive = ArchiveRule.always
    /// Whether a refresh changes the open screen too.
    public var deliver = Delivery.both
    /// Where archives and pictures lie.
    public var shelf = ModelShelf.Options()

    /// How a screen is read.
    public var read = Reading()
    /// How the origin is asked.
    public var requests = RequestRules()

    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "read", \.read, "How a screen is read: from what is kept, from the network, from both."),
      Field(
        "staleAfter", \.staleAfter,
        "With read staleWhileRevalidate: age from which a model is fetched again behind the "
          + "screen; 0s: always; null: never."
      ).also("staleTime"),
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
      Field("shelf", \.shelf, "Where archives and pictures lie on flash."),
      Field("requests", \.requests, "How the origin is asked."),
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
      },
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
  private var shelf: ModelShelf
  public var desk: RequestDesk

  public init(_ options: Options, in world: inout World) {
    self.options = options
    desk = RequestDesk(options.read, options.requests)
    shelf = ModelShelf(options.shelf, in: &world)
  }

  public func version(of resource: ResourceIndex, in world: borrowing World) -> UInt32? {
    shelf.version(of: resource, in: world)
  }

  public mutating func find(_ resource: ResourceIndex, in world: inout World) -> Finding? {
    guard let (copy, delay) = shelf.read(resource, in: &world) else { return nil }
    let use = options.measuredFrom.judge(copy, of: resource, after: options.staleAfter, in: &world)
    return Finding(copy, from: .flash, after: delay, use: use)
  }

  public mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in world: inout World
  ) {
    if world.isPart(resource, copy) {
      shelf.write(copy, of: resource, because: .store, in: &world)
    } else {
      world.explain(.keptWhenLeft, of: resource)
    }
  }

  public mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in world: inout World
  ) {
    shelf.confirm(resource, at: instant, in: &world)
  }

  public var deliversRefreshes: Bool { options.deliver == .both }

  public mutating func leave(
    _ resource: ResourceIndex, showing copy: ResourceCopy, in world: inout World
  ) {
    let isThere = shelf.version(of: resource, in: world) == copy.version
    if options.archive == .always || !isThere {
      world.encode(copy, as: shelf.codec)
      shelf.write(copy, of: resource, because: .archive, in: &world)
    } else {
      world.explain(.unchanged, of: resource)
    }
  }
}

/// What a model's age is measured from.
public enum StalenessClock: String, WordSettingValue {
  /// When the origin last sent or confirmed it.
  case fetch
  /// When its archive was last written: each rewrite makes it young again.
  case write

  /// What may be done with a copy by its age. Parts of a screen are never stale: they are pictures
  /// whose address changes with their content.
  func judge(
    _ copy: ResourceCopy, of resource: ResourceIndex, after limit: TimeSpan?,
    in world: inout World
  ) -> Finding.Use {
    guard copy.kind.isMain else {
      world.explain(.immutable, of: resource)
      return .fresh
    }
    let age =
      switch self {
      case .fetch: world.now - copy.confirmedAt
      case .write: world.now - copy.writtenAt
      }
    guard let limit, age > limit else {
      world.explain(.fresh(age: age, limit: limit, since: self), of: resource)
      return .fresh
    }
    world.explain(.stale(age: age, limit: limit, since: self), of: resource)
    return .stale
  }
}

/// When a disappearing screen's model is archived.
public enum ArchiveRule: String, WordSettingValue {
  /// Each time.
  case always
  /// Only when the archive holds another version.
  case whenChanged = "when-changed"
}

/// What an open screen gets to see of a refresh.
public enum Delivery: String, WordSettingValue {
  /// The stale copy only: what the refresh brings shows at the next opening.
  case first
  /// The stale copy, then what the refresh brings.
  case both
}
