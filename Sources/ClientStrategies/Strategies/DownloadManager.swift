internal import CacheMetrics
package import CacheWorkloads
package import ClientSimulation
internal import DeviceModels
package import SimCore

/// A download manager: each request says how long its download is good for, each download is a
/// file, and one index file, rewritten whole at each saving, knows them all.
package struct DownloadManager: ScreenStrategy {
  package static let name = "download-manager"
  package static let summary =
    "Downloads as files with an expiry given by each request, and one index file that is rewritten "
    + "whole at each saving."

  private typealias Key = DownloadIndex.Key

  private let options: DownloadOptions
  package var scheduler = RequestScheduler()
  /// Files whose key has its usual spelling, and those whose key has another.
  private let files: [TierID]
  private var index: DownloadIndex
  /// Downloads under way, in the order of their beginning, and those that wait for their turn.
  private var active: [Key] = []
  private var waiting: [Key] = []
  private var requests: [UInt64] = []
  private var asked = Key(resource: 0, isRespelled: false)

  package init(_ options: DownloadOptions, in simulation: inout DeviceSimulation) {
    self.options = options
    files = ["files", "respelled files"].map { name in
      simulation.addTier(
        TierPlan(
          name, on: .flash, policy: "unbounded", capacity: .unlimited, engine: "file-per-entry",
          maintenance: options.maintenance))
    }
    index = DownloadIndex(
      lineSize: options.indexLine, maintenance: options.maintenance, in: &simulation)
  }

  private func tier(of key: Key) -> TierID { files[key.isRespelled ? 1 : 0] }

  package mutating func find(_ resource: ResourceIndex, in simulation: inout DeviceSimulation)
    -> Finding?
  {
    let key = spelling(of: resource, in: simulation)
    asked = key
    guard let line = index[key], line.isFinished, !index.isWriting(key) else {
      simulation.explain(
        index.isWriting(key) ? .beingWritten : index[key] == nil ? .unlisted : .unfinished,
        of: resource)
      return nil
    }
    guard isGood(line, at: simulation.now) else {
      simulation.explain(.expired(at: line.expiresAt), of: resource)
      if options.removesExpiredFiles {
        forget(key, in: &simulation)
      } else {
        index[key] = nil
        index.save(in: &simulation)
      }
      return nil
    }
    guard let copy = simulation.lookup(resource, in: tier(of: key)) else {
      simulation.explain(.fileMissing, of: resource)
      simulation.reportBroken()
      index[key] = nil
      return nil
    }
    if options.sliding {
      let expiry = simulation.now + lifetime(of: copy)
      index[key]?.expiresAt = expiry
      if options.savesChanges { index.save(in: &simulation) }
    }
    let delay =
      simulation.read(resource, from: tier(of: key)) + simulation.decode(copy, as: Codecs.json)
    simulation.explain(
      .fresh(
        age: simulation.now - copy.fetchedAt, limit: line.expiresAt - copy.fetchedAt,
        since: .fetch),
      of: resource)
    return Finding(copy, from: .flash, after: delay, use: .fresh)
  }

  package mutating func request(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    guard simulation.method(of: resource) == .get else {
      // The manager downloads what GET brings; the app sends the rest by itself.
      return simulation.fetch(resource, for: .demand, coalescing: false)
    }
    let isUnderWay = active.contains(asked) || waiting.contains(asked) || index.isWriting(asked)
    if options.coalesces && isUnderWay { return }
    waiting.append(asked)
    startWaiting(in: &simulation)
  }

  /// Downloads again, whatever the index says.
  package mutating func refresh(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    asked = spelling(of: resource, in: simulation)
    request(resource, in: &simulation)
  }

  package mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    guard let key = active.first(where: { $0.resource == resource }) else { return }
    index[key] = DownloadIndex.Line(
      expiresAt: simulation.now + lifetime(of: copy), isFinished: true)
    index.beginWriting(key)
    let file = FileWrite(to: tier(of: key), resource, copy, size: copy.size, because: .store)
    if options.writesFileFirst {
      simulation.begin(file)
      index.save(in: &simulation)
    } else {
      index.save(in: &simulation)
      simulation.begin(file)
    }
  }

  package mutating func ended(_ load: Load, in simulation: inout DeviceSimulation) {
    guard let place = active.firstIndex(where: { $0.resource == load.resource }) else { return }
    let key = active.remove(at: place)
    if case .failed = load.outcome, index[key]?.isFinished == false, !active.contains(key) {
      index[key] = nil
      if options.savesChanges { index.save(in: &simulation) }
    }
    startWaiting(in: &simulation)
  }

  package mutating func notice(_ event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .launched:
      adopt(in: &simulation)
      removeUnfinished(in: &simulation)
    case .written(let write): note(write, in: &simulation)
    case .died:
      index.recover()
      stop()
    case .purged where options.maintenance.directory(by: simulation.shared) == .caches:
      index.vanish()
    case .switchedUser(let user):
      if options.maintenance.onLogout == .purge {
        // The former user's files were removed; the index goes with them.
        index.vanish(of: options.maintenance.perUser ? index.user : nil)
      }
      index.change(to: user)
      stop()
      if simulation.isInFront { adopt(in: &simulation) }
    default: break
    }
  }

  /// A new release finds the index of the last one, which has another schema; the files are bodies
  /// as they came, and any release can read them.
  private mutating func adopt(in simulation: inout DeviceSimulation) {
    guard index.isForeign(in: simulation) else { return }
    let keys = index.keys(finished: true) + index.keys(finished: false)
    switch options.maintenance.onUpgrade {
    case .purge:
      for key in keys { forget(key, in: &simulation) }
      index.save(in: &simulation)
    case .migrate: index.save(in: &simulation, because: .migration)
    case .ignore:
      // The files are not known any more: they stay, for nothing.
      index.forgetLines()
      simulation.reportUndecodable()
    }
  }

  private mutating func stop() {
    active = []
    waiting = []
  }
}

// MARK: - Downloads

extension DownloadManager {
  private mutating func startWaiting(in simulation: inout DeviceSimulation) {
    while active.count < options.atOnce, !waiting.isEmpty {
      let key = waiting.removeFirst()
      active.append(key)
      if simulation.canFetch {
        // Until the origin has answered, the line only says that the download has begun.
        if index[key] == nil {
          index[key] = DownloadIndex.Line(expiresAt: simulation.now, isFinished: false)
        }
        index.save(in: &simulation)
      }
      simulation.fetch(key.resource, for: .demand, coalescing: false)
    }
  }

  private mutating func note(_ write: FileWrite, in simulation: inout DeviceSimulation) {
    if index.note(write) { return }
    let key = Key(resource: write.key, isRespelled: write.tier == files[1])
    guard let copy = write.copy else { return }
    guard index.endWriting(key, of: copy) else {
      // Its owner left while it was written.
      simulation.remove(write.key, from: write.tier, of: copy.user)
      return
    }
    let isOwn = !options.maintenance.perUser || copy.user == index.user
    // A screen that appeared while the file was written has waited for it.
    if isOwn, simulation.isAwaited(write.key), !index.isWriting(key) {
      simulation.show(
        write.key, copy, from: .network, after: simulation.decode(copy, as: Codecs.json))
    }
  }

  private mutating func removeUnfinished(in simulation: inout DeviceSimulation) {
    let unfinished = index.keys(finished: false)
    guard !unfinished.isEmpty else { return }
    for key in unfinished { forget(key, in: &simulation) }
    index.save(in: &simulation)
  }

  private mutating func forget(_ key: Key, in simulation: inout DeviceSimulation) {
    index[key] = nil
    simulation.remove(key.resource, from: tier(of: key))
  }

  private func isGood(_ line: DownloadIndex.Line, at now: Instant) -> Bool {
    options.isGoodAtExpiry ? line.expiresAt >= now : line.expiresAt > now
  }

  private func lifetime(of copy: ResourceCopy) -> TimeSpan {
    copy.kind.isMain ? options.expiry : options.mediaExpiry
  }

  /// How this request spells the key; drawn by resource and by how often it was asked for.
  private mutating func spelling(
    of resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> Key {
    guard !options.ignoresCase, options.otherSpellings > 0 else {
      return Key(resource: resource, isRespelled: false)
    }
    let place = Int(resource)
    if place >= requests.count {
      requests.append(contentsOf: repeatElement(0, count: place + 1 - requests.count))
    }
    requests[place] += 1
    var generator = SeededGenerator(
      seed: simulation.plan.seed, purpose: .policy,
      entity: UInt64(simulation.device) << 32 | UInt64(resource), attempt: requests[place])
    return Key(resource: resource, isRespelled: generator.unit() < options.otherSpellings)
  }
}

/// What a scenario can set of a download manager.
package struct DownloadOptions: Settings {
  package var expiry = TimeSpan.minutes(15)
  package var mediaExpiry = TimeSpan.days(7)
  package var sliding = false
  package var isGoodAtExpiry = false
  package var coalesces = true
  package var atOnce = 4
  package var indexLine = Bytes(200)
  package var writesFileFirst = true
  package var savesChanges = true
  package var removesExpiredFiles = true
  package var ignoresCase = true
  package var otherSpellings = 0.0
  package var maintenance = StorageMaintenance()

  package init() {}
  package static let fields: [Field<DownloadOptions>] = [
    Field(
      "expiry", \.expiry, in: .zero...(.days(3_650)),
      "How long a screen's main resource is good for, from the end of its download; 15 min as "
        + "the other strategies' staleAfter, so that they can be compared."),
    Field(
      "mediaExpiry", \.mediaExpiry, in: .zero...(.days(3_650)),
      "How long a picture is good for; 7 days as in MKCache."),
    Field("sliding", \.sliding, "Whether each use makes a download good for its whole time again."),
    Field(
      "goodAtExpiry", \.isGoodAtExpiry,
      "Whether a download is still good at the very instant of its expiry."),
    Field(
      "coalesces", \.coalesces,
      "Whether a request is coalesced with a download of the same key in flight; otherwise the "
        + "same is fetched twice."
    ),
    .concurrency(
      \.atOnce,
      "How many downloads may be in flight; 4, which URLSession's earlier documentation gave as "
        + "its connections to a host on iOS."),
    Field(
      "indexLine", \.indexLine, in: .zero...(.megabytes(1)),
      "Bytes of the index for each download: address, path, expiry and state."
    ).assumed(),
    Field(
      "writesFileFirst", \.writesFileFirst,
      "Whether a download's file is written before the index that says that it is there."),
    Field(
      "savesIndexOnChange", \.savesChanges,
      "Whether the index is saved after an extension and after a failure too, not only at a "
        + "download's start and end."
    ),
    Field(
      "removesExpiredFiles", \.removesExpiredFiles,
      "Whether an expired download that is asked for again is removed at once, file and line; "
        + "otherwise its line alone is, the index is saved without it, and the file stays until "
        + "the next download takes its place."),
    Field(
      "ignoresCase", \.ignoresCase,
      "Whether spellings of a key that differ in case only are one key, as servers take them."),
    Field(
      "otherSpellings", \.otherSpellings, in: 0...1,
      "The share of requests that spell their key in another case; matters only where case is not "
        + "ignored."),
    .maintenance(
      \.maintenance,
      "What becomes of downloads and index after an upgrade, a logout, a shortage of space; only "
        + "the index has a schema."),
  ]
  package static let presets = [
    Preset<DownloadOptions>(
      "as-printed",
      "A textbook's code as it stands there: 20 s, extended by each use, and expired when more "
        + "than that is over; the index is saved at a download's start and end, before the file is "
        + "written, and when an expired one is dropped from it, whose file stays; keys are made "
        + "lower-case; the files lie in Documents."
    ) { options in
      options.expiry = .seconds(20)
      options.mediaExpiry = .seconds(20)
      options.sliding = true
      options.isGoodAtExpiry = true
      options.writesFileFirst = false
      options.savesChanges = false
      options.removesExpiredFiles = false
      options.ignoresCase = true
      options.maintenance.directory = .documents
    }
  ]
}
