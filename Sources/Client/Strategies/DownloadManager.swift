internal import Devices
internal import SimCore
public import Workloads

/// A download manager: each request says how long its download is good for, each download is a
/// file, and one index file, rewritten whole at each saving, knows them all.
public struct DownloadManager: ScreenStrategy {
  public static let name = "download-manager"
  public static let summary =
    "Downloads as files with an expiry given by each request, and one index file that is rewritten "
    + "whole at each saving."

  private typealias Key = DownloadIndex.Key

  private let options: DownloadOptions
  /// Files whose key has its usual spelling, and those whose key has another.
  private let files: [TierID]
  private var index: DownloadIndex
  /// Downloads under way, in the order of their beginning, and those that wait for their turn.
  private var active: [Key] = []
  private var waiting: [Key] = []
  /// How often each resource was asked for.
  private var requests: [UInt64] = []
  /// What was looked for last.
  private var asked = Key(resource: 0, isRespelled: false)

  public init(_ options: DownloadOptions, in world: inout World) {
    self.options = options
    files = ["files", "respelled files"].map { name in
      world.addTier(
        TierPlan(
          name, on: .flash, policy: "unbounded", capacity: .unlimited, engine: "file-per-entry",
          housekeeping: options.housekeeping))
    }
    index = DownloadIndex(
      lineSize: options.indexLine, housekeeping: options.housekeeping, in: &world)
  }

  private func tier(of key: Key) -> TierID { files[key.isRespelled ? 1 : 0] }

  public mutating func find(_ resource: ResourceIndex, in world: inout World) -> Finding? {
    let key = spelling(of: resource, in: world)
    asked = key
    guard let line = index[key], line.isFinished, !index.isWriting(key) else {
      world.explain(
        index.isWriting(key) ? .beingWritten : index[key] == nil ? .unlisted : .unfinished,
        of: resource)
      return nil
    }
    guard line.expiresAt > world.now else {
      world.explain(.expired(at: line.expiresAt), of: resource)
      forget(key, in: &world)
      return nil
    }
    guard let copy = world.lookup(resource, in: tier(of: key)) else {
      world.explain(.fileMissing, of: resource)
      world.reportBroken()
      index[key] = nil
      return nil
    }
    if options.sliding {
      let expiry = world.now + life(of: copy)
      index[key]?.expiresAt = expiry
      if options.savesChanges { index.save(in: &world) }
    }
    let delay = world.read(resource, from: tier(of: key)) + world.decode(copy, as: Codecs.json)
    world.explain(
      .fresh(
        age: world.now - copy.fetchedAt, limit: line.expiresAt - copy.fetchedAt, since: .fetch),
      of: resource)
    return Finding(copy, from: .flash, after: delay, use: .fresh)
  }

  public mutating func request(_ resource: ResourceIndex, in world: inout World) {
    let isUnderWay = active.contains(asked) || waiting.contains(asked) || index.isWriting(asked)
    if options.joins && isUnderWay { return }
    waiting.append(asked)
    startWaiting(in: &world)
  }

  public mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in world: inout World
  ) {
    guard let key = active.first(where: { $0.resource == resource }) else { return }
    index[key] = DownloadIndex.Line(expiresAt: world.now + life(of: copy), isFinished: true)
    index.beginWriting(key)
    let file = FileWrite(
      to: tier(of: key), resource, copy, size: copy.size, because: .store)
    if options.writesFileFirst {
      world.begin(file)
      index.save(in: &world)
    } else {
      index.save(in: &world)
      world.begin(file)
    }
  }

  public mutating func ended(_ load: Load, in world: inout World) {
    guard let place = active.firstIndex(where: { $0.resource == load.resource }) else { return }
    let key = active.remove(at: place)
    if case .failed = load.outcome, index[key]?.isFinished == false, !active.contains(key) {
      index[key] = nil
      if options.savesChanges { index.save(in: &world) }
    }
    startWaiting(in: &world)
  }

  public mutating func notice(_ event: ClientEvent, in world: inout World) {
    switch event {
    case .launched:
      adopt(in: &world)
      removeUnfinished(in: &world)
    case .written(let write): note(write, in: &world)
    case .died:
      index.recover()
      stop()
    case .purged where options.housekeeping.directory == .caches: index.vanish()
    case .switchedUser(let user):
      if options.housekeeping.onLogout == .purge {
        // The former person's files were removed; the index goes with them.
        index.vanish(of: options.housekeeping.perUser ? index.user : nil)
      }
      index.change(to: user)
      stop()
      if world.isInFront { adopt(in: &world) }
    default: break
    }
  }

  /// A new release finds the index of the last one, which has another schema; the files are bodies
  /// as they came, and any release can read them.
  private mutating func adopt(in world: inout World) {
    guard index.isForeign(in: world) else { return }
    let keys = index.keys(finished: true) + index.keys(finished: false)
    switch options.housekeeping.onUpgrade {
    case .purge:
      for key in keys { forget(key, in: &world) }
      index.save(in: &world)
    case .migrate: index.save(in: &world, because: .migration)
    case .ignore:
      // Nobody knows of the files any more: they stay, for nothing.
      index.forgetLines()
      world.reportUndecodable()
    }
  }

  private mutating func stop() {
    active = []
    waiting = []
  }
}

// MARK: - Downloads

extension DownloadManager {
  private mutating func startWaiting(in world: inout World) {
    while active.count < options.atOnce, !waiting.isEmpty {
      let key = waiting.removeFirst()
      active.append(key)
      if world.canFetch {
        // Until the origin has answered, the line only says that the download has begun.
        if index[key] == nil {
          index[key] = DownloadIndex.Line(expiresAt: world.now, isFinished: false)
        }
        index.save(in: &world)
      }
      world.fetch(key.resource, for: .demand, joining: false)
    }
  }

  private mutating func note(_ write: FileWrite, in world: inout World) {
    if index.note(write) { return }
    let key = Key(resource: write.key, isRespelled: write.tier == files[1])
    guard let copy = write.copy else { return }
    guard index.endWriting(key, of: copy) else {
      // Its owner left while it was written.
      world.remove(write.key, from: write.tier, of: copy.user)
      return
    }
    let isOwn = !options.housekeeping.perUser || copy.user == index.user
    // A screen that appeared while the file was written has waited for it.
    if isOwn, world.isAwaited(write.key), !index.isWriting(key) {
      world.show(
        write.key, copy, from: .network, after: world.decode(copy, as: Codecs.json))
    }
  }

  private mutating func removeUnfinished(in world: inout World) {
    let unfinished = index.keys(finished: false)
    guard !unfinished.isEmpty else { return }
    for key in unfinished { forget(key, in: &world) }
    index.save(in: &world)
  }

  private mutating func forget(_ key: Key, in world: inout World) {
    index[key] = nil
    world.remove(key.resource, from: tier(of: key))
  }

  private func life(of copy: ResourceCopy) -> TimeSpan {
    copy.kind.isMain ? options.expiry : options.mediaExpiry
  }

  /// How this request spells the key; drawn by resource and by how often it was asked for.
  private mutating func spelling(of resource: ResourceIndex, in world: borrowing World) -> Key {
    guard !options.ignoresCase, options.otherSpellings > 0 else {
      return Key(resource: resource, isRespelled: false)
    }
    let place = Int(resource)
    if place >= requests.count {
      requests.append(contentsOf: repeatElement(0, count: place + 1 - requests.count))
    }
    requests[place] += 1
    var generator = SeededGenerator(
      seed: world.plan.seed, purpose: .policy,
      entity: UInt64(world.device) << 32 | UInt64(resource), attempt: requests[place])
    return Key(resource: resource, isRespelled: generator.unit() < options.otherSpellings)
  }
}
