public import Devices
public import SimCore
internal import Workloads

/// Everything, or the last so many records, fetched ahead into a record store: screens never wait
/// for the network, and what is not there is a failure. Edits work offline.
public struct PreCache: Strategy {
  /// What a scenario can set.
  public struct Options: Settings {
    /// How often to look for news, in front and by background fetches.
    public var interval = TimeSpan.hours(1)
    /// How many records are kept, newest first; null: all.
    public var records: Int?
    /// Fetch ahead only where it is not paid by volume.
    public var onlyUnmetered = false
    /// Fetch ahead only on a charger.
    public var onlyCharging = false
    /// How many records are fetched at once.
    public var atOnce = 4
    /// Which records are purged though there would be room.
    public var retention = Retention()
    /// How edits are sent.
    var outbox = Outbox.Options()
    /// How models and documents are stored.
    public var codec = Codecs.json
    /// What the record store is built on.
    public var engine = FlashEngineName("sqlite-wal")
    /// What is done to a text when its pictures have come.
    public var rewriting = Rewriting()
    /// What becomes of the records when the world around the app changes.
    public var housekeeping = Housekeeping.documents

    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "interval", \.interval, in: .seconds(1)...(.days(365)),
        "How often to look for news; 1 h, as feed readers offer 0.5 to 8 h."),
      Field("records", \.records, "How many records are kept, newest first; null: all."),
      Field("onlyUnmetered", \.onlyUnmetered, "Fetch ahead only on a network not paid by volume."),
      Field("onlyCharging", \.onlyCharging, "Fetch ahead only on a charger."),
      Field("atOnce", \.atOnce, in: 1...1_000, "How many records are fetched at once."),
      Field("retention", \.retention, "Which records are purged though there would be room."),
      Field("outbox", \.outbox, "How edits are sent."),
      Field("codec", \.codec, "How models are stored."),
      Field("engine", \.engine, "What the record store is built on."),
      Field(
        "rewriting", \.rewriting, "What is done to a text when its pictures have come."),
      Field(
        "housekeeping", \.housekeeping,
        "What becomes of the records after an upgrade, a logout, a shortage of space."),
    ]
  }

  public static let name = "pre-cache"
  public static let summary =
    "Everything, or the last N records, fetched ahead into a record store; a miss is a failure; "
    + "edits work offline."

  private let options: Options
  private var library: RecordLibrary
  private var outbox: Outbox
  /// The records of the last list that are still to be fetched, the next one last.
  private var queue: [ResourceIndex] = []
  /// By person, where people are kept apart: when the list was last fetched. It lies with the
  /// records and goes with them.
  private var lastLooks: [UInt16: Instant] = [:]
  private var user: UInt16 = 0
  private var isLooking = false

  /// The timer that looks for news while the app is in front.
  private static let lookTimer: UInt32 = 1
  /// The timer after which unsent edits are tried again.
  private static let retryTimer: UInt32 = 2

  public init(_ options: Options, in world: inout World) {
    self.options = options
    library = RecordLibrary(
      codec: options.codec, engine: options.engine, rewriting: options.rewriting,
      housekeeping: options.housekeeping, in: &world)
    outbox = Outbox(options.outbox)
    world.requestBackgroundFetches(every: options.interval)
  }

  public mutating func react(to event: ClientEvent, in world: inout World) {
    switch event {
    case .opened(let resource), .needed(let resource): serve(resource, in: &world)
    case .shown(_, let copy):
      for index in copy.parts.indices where world.want(world.part(index)) {
        serve(world.part(index), in: &world)
      }
    case .manifest(let manifest): plan(manifest, in: &world)
    case .loaded(let load): take(load, in: &world)
    case .edited(let edit):
      outbox.add(edit, in: &world)
      library.write(edit.edit, in: &world)
      outbox.send(in: &world)
    case .sent(let edits, let verdicts):
      outbox.settle(edits, verdicts, in: &world)
      if verdicts != nil {
        outbox.send(in: &world)
      } else {
        world.wake(Self.retryTimer, after: outbox.retryDelay)
      }
    case .timer(Self.lookTimer), .foregrounded, .backgroundFetch, .charging(true),
      .connectivity(isOnline: true), .changedNetwork:
      outbox.send(in: &world)
      finishRewritten(in: &world)
      lookForNews(in: &world)
    case .timer(Self.retryTimer): outbox.send(in: &world)
    case .timer(RecordLibrary.rewritingTimer): finishRewritten(in: &world)
    case .launched: library.removeDrafts(in: &world)
    case .died:
      stop()
      outbox.forgetUnderWay()
    case .purged where options.housekeeping.directory == .caches:
      lastLooks = [:]
      outbox.loseAll(in: &world)
    case .upgraded where options.housekeeping.onUpgrade == .purge: lastLooks = [:]
    case .switchedUser(let user): change(to: user, in: &world)
    default: break
    }
  }

  private mutating func stop() {
    queue = []
    isLooking = false
    library.forgetUnfinished()
  }

  /// Another person uses the app: what is there for them may be old, or nothing.
  private mutating func change(to user: UInt16, in world: inout World) {
    stop()
    let housekeeping = options.housekeeping
    if housekeeping.onLogout == .purge { lastLooks[self.user] = nil }
    if housekeeping.perUser { self.user = user }
    library.removeDrafts(in: &world)
    lookForNews(in: &world)
  }

  /// Shows what is there; nothing is fetched for a screen.
  private mutating func serve(_ resource: ResourceIndex, in world: inout World) {
    guard let (copy, delay) = library.read(resource, in: &world) else {
      world.explain(.notFetchedAhead, of: resource)
      return
    }
    world.show(resource, copy, from: .flash, after: delay)
  }
}

// MARK: - Fetching ahead

extension PreCache {
  private func mayFetchAhead(in world: borrowing World) -> Bool {
    world.canFetch && !(options.onlyUnmetered && world.isMetered)
      && !(options.onlyCharging && !world.isCharging)
  }

  private mutating func lookForNews(in world: inout World) {
    guard mayFetchAhead(in: world), !isLooking else { return }
    if let lastLook = lastLooks[user], world.now - lastLook < options.interval {
      if world.isInFront {
        world.wake(Self.lookTimer, after: options.interval - (world.now - lastLook))
      }
      fetchNext(in: &world)
      return
    }
    isLooking = true
    world.fetchManifest()
  }

  private mutating func plan(_ manifest: Manifest?, in world: inout World) {
    isLooking = false
    guard let manifest else { return }
    lastLooks[user] = world.now
    outbox.pull(manifest.fields, in: &world)
    if world.isInFront { world.wake(Self.lookTimer, after: options.interval) }
    // Newest first; of one instant, the higher index was published later.
    let newest = manifest.entries.sorted {
      ($0.publishedAt, $0.resource) > ($1.publishedAt, $1.resource)
    }.filter { options.retention.keeps($0, fields: outbox.fields(of: $0.resource), at: world.now) }
    let wanted = newest.prefix(options.records ?? .max)
    library.retain(Set(wanted.map(\.resource)), in: &world)
    queue = wanted.filter { !library.holds($0.resource, version: $0.version, in: world) }
      .map(\.resource).reversed()
    fetchNext(in: &world)
  }

  private mutating func fetchNext(in world: inout World) {
    while library.unfinishedCount < options.atOnce, mayFetchAhead(in: world),
      let resource = queue.popLast()
    {
      library.begin(resource)
      world.fetch(resource, for: .prefetch, unless: library.version(of: resource, in: world))
    }
  }

  private mutating func take(_ load: Load, in world: inout World) {
    show(library.take(load, in: &world), in: &world)
    fetchNext(in: &world)
  }

  private mutating func finishRewritten(in world: inout World) {
    show(library.finish(in: &world), in: &world)
    fetchNext(in: &world)
  }

  /// Shows a record that has just become readable if its screen is open. Who waited for it waited
  /// for the network: that it is read from flash at last makes it no hit.
  private mutating func show(_ finished: [ResourceIndex], in world: inout World) {
    for record in finished where world.isOnScreen(record) {
      guard let (copy, delay) = library.read(record, in: &world) else { continue }
      world.show(record, copy, from: .network, after: delay)
    }
  }
}
