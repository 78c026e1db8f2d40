internal import CacheMetrics
package import CacheWorkloads
package import ClientSimulation
internal import DeviceModels
package import SimCore

/// What most apps ship: the list and the records that are likeliest to be opened are fetched ahead,
/// a screen shows at once what is there, and what is not there is fetched when it is opened.
///
/// With everything fetched ahead and nothing on opening it is `pre-cache`; with nothing fetched
/// ahead it is `on-demand` over a record store.
package struct Hybrid: ScreenStrategy {
  package static let name = "hybrid"
  package static let summary =
    "Lists and the N likeliest records fetched ahead; the rest when opened; refreshed on open, "
    + "pull, push and foreground; a record store, and pictures with limits of their own."

  private let options: Options
  private var prefetcher: Prefetcher
  private let bitmaps: DecodedImages
  /// The page of a list, or the record, that the user has come to on the open screen.
  private var frontPage: ResourceIndex?
  /// The pages that were asked for ahead of the open screen's: an answer that cannot be stored is
  /// not asked for again.
  private var askedPages: Set<ResourceIndex> = []
  package var scheduler: RequestScheduler

  package init(_ options: Options, in simulation: inout DeviceSimulation) {
    self.options = options
    var reading = ReadSettings()
    reading.strategy = options.fetchOnTap ? .staleWhileRevalidate : .cacheOnly
    scheduler = RequestScheduler(reading, options.requests)
    scheduler.lists = options.ahead.lists
    let store = RecordStore(
      codec: options.codec(sharing: simulation.shared),
      engine: simulation.shared.engineOfRecords(unless: options.ahead.engine),
      maintenance: options.ahead.maintenance, capacity: options.recordDisk,
      imageCapacity: options.imageDisk ?? simulation.shared.mediaCapacity,
      readsAtOnce: options.fetchOnTap, in: &simulation)
    var plan = Prefetcher.Plan(settings: options.ahead)
    plan.interval = options.interval
    plan.count = options.prefetch
    plan.order = options.likeliest
    plan.includesLists = options.prefetchLists
    plan.purgesOthers = false
    prefetcher = Prefetcher(plan, store, in: &simulation)
    bitmaps = DecodedImages(
      capacity: options.imageMemory, maintenance: options.ahead.maintenance, in: &simulation)
  }

  package mutating func react(to event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .opened(let resource):
      prefetcher.noteOpening(of: resource)
      askedPages = []
      follow(event, in: &simulation)
      fetchPages(behind: resource, in: &simulation)
    case .needed(let resource):
      follow(event, in: &simulation)
      fetchPages(behind: resource, in: &simulation)
    case .loaded(let load):
      // Stored first: what a screen asks for next may be found.
      fetchAhead(on: event, in: &simulation)
      if options.fetchOnTap { follow(event, in: &simulation) }
      fetchPages(after: load, in: &simulation)
    case .timer, .connectivity, .died:
      if options.fetchOnTap { follow(event, in: &simulation) }
      fetchAhead(on: event, in: &simulation)
    case .refreshed:
      guard options.refreshOn.contains(.pull) else { return }
      prefetcher.release(at: simulation.now)
      follow(event, in: &simulation)
      renew(in: &simulation)
    case .pushed: if options.refreshOn.contains(.push) { renew(in: &simulation) }
    case .foregrounded:
      if options.refreshOn.contains(.foreground) {
        prefetcher.expire(olderThan: options.staleAfter, at: simulation.now)
      }
      fetchAhead(on: event, in: &simulation)
    case .closed: follow(event, in: &simulation)
    case .memoryWarning: bitmaps.removeAll(in: &simulation)
    default: fetchAhead(on: event, in: &simulation)
    }
  }

  private mutating func renew(in simulation: inout DeviceSimulation) {
    prefetcher.expire()
    showWaiting(prefetcher.resume(in: &simulation), in: &simulation)
  }

  private mutating func fetchAhead(on event: ClientEvent, in simulation: inout DeviceSimulation) {
    showWaiting(prefetcher.react(to: event, in: &simulation), in: &simulation)
  }

  /// Shows what has become readable where nothing is fetched for a screen: what is, is shown as it
  /// comes.
  private mutating func showWaiting(
    _ finished: [ResourceIndex], in simulation: inout DeviceSimulation
  ) {
    if !options.fetchOnTap { prefetcher.store.showWaiting(finished, in: &simulation) }
  }
}

// MARK: - Pages of lists

extension Hybrid {
  private mutating func fetchPages(
    behind page: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    guard options.fetchOnTap, !simulation.isConstrained, simulation.permitsTransfers,
      simulation.nextPage(of: page) != nil
    else { return }
    let kinds = options.ahead.kinds
    frontPage = page
    var page = page
    var left = options.ahead.lists == .whole ? Self.longestList : options.pagesAhead
    while left > 0, simulation.canFetch, version(of: page, in: simulation) != nil,
      let next = simulation.nextPage(of: page), simulation.method(of: next) == .get,
      kinds.includes(next, in: simulation), !kinds.defers(next, in: simulation)
    {
      if version(of: next, in: simulation) == nil, !simulation.isFetching(next),
        askedPages.insert(next).inserted
      {
        ask(next, for: .prefetch, in: &simulation)
      }
      page = next
      left -= 1
    }
  }

  /// A page came that the user has come to, or one behind it: the next ones may be asked for.
  private mutating func fetchPages(after load: Load, in simulation: inout DeviceSimulation) {
    // No answer came: when the next page that comes asks for more, it may be asked for again.
    if case .failed(let failure) = load.outcome, failure != .refused {
      askedPages.remove(load.resource)
    }
    guard let frontPage, simulation.isOnScreen(frontPage), case .received(let copy) = load.outcome,
      copy.kind.isMain
    else { return }
    fetchPages(behind: frontPage, in: &simulation)
  }

  /// The most pages that are followed, should a list lead back to itself.
  private static var longestList: Int { 1_000 }
}

// MARK: - What a screen shows

extension Hybrid {
  package func version(of resource: ResourceIndex, in simulation: borrowing DeviceSimulation)
    -> UInt32?
  {
    prefetcher.store.anyVersion(of: resource, in: simulation)
  }

  package mutating func find(_ resource: ResourceIndex, in simulation: inout DeviceSimulation)
    -> Finding?
  {
    if let copy = bitmaps.find(resource, in: &simulation) {
      simulation.explain(.immutable, of: resource)
      return Finding(copy, from: .memory, after: .zero, use: .fresh, isDecoded: true)
    }
    guard let (copy, delay) = prefetcher.store.read(resource, in: &simulation) else {
      if !options.fetchOnTap { simulation.explain(.notFetchedAhead, of: resource) }
      return nil
    }
    bitmaps.keep(copy, of: resource, in: &simulation)
    let limit = options.refreshOn.contains(.open) ? options.staleAfter : nil
    let use = StalenessClock.fetch.judge(copy, of: resource, after: limit, in: &simulation)
    return Finding(copy, from: .flash, after: delay, use: use)
  }

  /// The record store takes what comes, whether a screen asked for it or not; what is painted stays
  /// decoded.
  package mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    if simulation.isOnScreen(resource) { bitmaps.keep(copy, of: resource, in: &simulation) }
  }

  package var deliversRefreshes: Bool { options.deliver == .both }
}

/// Decoded pictures in RAM, the least recently used leaving: each takes what its pixels take.
struct DecodedImages: Sendable {
  /// Nil: none are kept.
  private let tier: TierID?

  /// Adds its tier.
  /// - Parameter capacity: the most that the decoded pictures may take; zero: none are kept.
  init(
    capacity: Bytes, maintenance: StorageMaintenance, in simulation: inout DeviceSimulation
  ) {
    let plan = TierPlan(
      "bitmaps", on: .memory, policy: "lru", capacity: capacity, maintenance: maintenance)
    tier = capacity == .zero ? nil : simulation.addTier(plan)
  }

  /// The picture, if it is there; it is shown without reading and decoding.
  func find(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) -> ResourceCopy? {
    guard let tier, !simulation.kind(of: resource).isMain else { return nil }
    return simulation.lookup(resource, in: tier)
  }

  /// Keeps a picture that is shown; of other content nothing is kept.
  func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    guard let tier, copy.kind == .image || copy.kind == .avatar, copy.isSuccess else { return }
    simulation.store(copy, of: resource, size: simulation.decodedSize(of: copy), in: tier)
  }

  /// Empties it, as the system asks.
  func removeAll(in simulation: inout DeviceSimulation) {
    if let tier { simulation.removeAll(from: tier) }
  }
}

extension Hybrid {
  /// What a scenario can set.
  package struct Options: Settings, FetchingAhead {
    package var prefetch: Int? = 20
    package var likeliest = PrefetchOrder.rank
    package var prefetchLists = true
    package var interval: TimeSpan? = .hours(1)
    package var fetchOnTap = true
    package var staleAfter: TimeSpan? = .minutes(15)
    package var ahead = AheadSettings(lists: .page)
    package var pagesAhead = 1
    package var refreshOn = RefreshTrigger.allCases
    package var deliver = Delivery.both
    package var imageMemory = Bytes.megabytes(32)
    package var imageDisk: Bytes?
    package var recordDisk = Bytes.unlimited
    package var requests = RequestSettings()

    package init() {}
    package static let fields: [Field<Options>] =
      choosing
      + fetching(
        lists: "It holds for the list of records and for the lists that screens show; whole "
          + "follows a list's pages to its end.")
      + reading + storing + [maintenance]
    package static let presets = [
      Preset<Options>(
        "all-ahead",
        "Everything fetched ahead and nothing when it is opened: what pre-cache does by default."
      ) { options in
        options.prefetch = nil
        options.likeliest = .recency
        options.ahead.lists = .whole
        options.pagesAhead = 0
        options.fetchOnTap = false
        options.refreshOn = [.pull, .push]
        options.imageMemory = .zero
        options.imageDisk = .unlimited
      },
      Preset<Options>(
        "nothing-ahead",
        "Nothing fetched ahead and all when it is opened: what on-demand does, over a record store "
          + "of files."
      ) { options in
        options.prefetch = 0
        options.prefetchLists = false
        options.pagesAhead = 0
        options.refreshOn = [.open, .pull]
        options.imageMemory = .zero
        options.ahead.engine = "file-per-entry"
        options.ahead.maintenance = StorageMaintenance()
      },
    ]

    private static let choosing: [Field<Options>] = [
      Field(
        "prefetch", \.prefetch, in: 0...1_000_000_000,
        "How many records are fetched ahead, the likeliest first; null: all. The lists that lead "
          + "to them do not count."
      ).assumed(),
      Field(
        "likeliest", \.likeliest,
        "Which records are likeliest to be opened: the newest (recency), the highest on the lists "
          + "(rank), or those that this user opened most often (history); after rank and history "
          + "the newest."),
      Field(
        "prefetchLists", \.prefetchLists,
        "Whether the lists that lead to the records are fetched ahead. Without them, and with "
          + "prefetch 0, nothing is polled."),
      Field(
        "interval", \.interval, in: .seconds(1)...(.days(365)),
        "How often to poll, in front and by background fetches; null: by no schedule, only as "
          + "refreshOn says, and where nothing was ever fetched."),
    ]
    private static let reading: [Field<Options>] = [
      Field(
        "pagesAhead", \.pagesAhead, in: 0...1_000,
        "How many pages of a list are fetched ahead of the one that the user has scrolled to."
      ).assumed(),
      Field(
        "fetchOnTap", \.fetchOnTap,
        "Whether what is not there is fetched when it is opened, and a text shown before its "
          + "pictures are there; otherwise it is a failure, as in pre-cache."),
      Field(
        "staleAfter", \.staleAfter, in: .zero...(.days(3_650)),
        "Age from which what is there is stale: a screen fetches it again behind what it shows, "
          + "and an app that comes to the front polls; 0s: always; null: never."
      ).also("staleTime"),
      Field(
        "refreshOn", \.refreshOn,
        "What has content fetched again: the opening of a screen whose content is stale, the "
          + "user's pull, a silent push, the app's coming to the front after staleAfter."),
      Field(
        "deliver", \.deliver,
        "What an open screen gets to see: both the stale content and what refreshing it brings, "
          + "or the first only."),
      .requests(\.requests),
      Field(
        "imageMemory", \.imageMemory, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
        "The most that decoded pictures may take in RAM; the least recently used leave, and all on "
          + "a memory warning; 0 B: none are kept."
      ).assumed(),
      Field(
        "imageDisk", \.imageDisk, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
        "The most that pictures may take on flash: in the caches' folder, the least recently used "
          + "leave; unlimited: beside the records, with which they go; null: the scenario's "
          + "shared.mediaCapacity."),
      Field(
        "recordDisk", \.recordDisk, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
        "The most that records may take on flash; the least recently used leave."),
    ]
  }
}

/// What has content fetched again.
package enum RefreshTrigger: String, WordSettingValue {
  /// A screen is opened whose content is stale.
  case open
  case pull
  /// The origin pushes, silently, that something has changed.
  case push
  case foreground
}
