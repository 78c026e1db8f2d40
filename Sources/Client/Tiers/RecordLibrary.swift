internal import Devices
internal import SimCore
internal import Workloads

/// Records on flash, each readable only when all its parts are there.
///
/// A newer version of a record takes the older one's place when its last part has come; until
/// then the older one is read. Parts that two records share are stored once.
struct RecordLibrary {
  private struct Unfinished {
    var record: ResourceIndex
    /// Nil until the main resource has come.
    var copy: ResourceCopy?
    var missing: [ResourceIndex] = []
    /// When its rewritten text is ready; nil: nobody has begun to rewrite it.
    var readyAt: Instant?
  }

  let codec: Codec
  private let records: TierID
  private let media: TierID
  /// Texts as they came, until they are rewritten.
  private let drafts: TierID
  private let rewriting: Rewriting
  /// Records under way, in the order in which they were begun.
  private var unfinished: [Unfinished] = []

  /// What a record's row of edited fields weighs; an assumption: a few columns.
  private static let editRow = Bytes(200)

  /// The timer after which a text is rewritten.
  static let rewritingTimer: UInt32 = 3

  init(
    codec: Codec, engine: FlashEngineName, rewriting: Rewriting, housekeeping: Housekeeping,
    in world: inout World
  ) {
    self.codec = codec
    self.rewriting = rewriting
    records = world.addTier(
      TierPlan(
        "records", on: .flash, policy: "unbounded", capacity: .unlimited, engine: engine,
        codec: codec, housekeeping: housekeeping))
    media = world.addTier(
      TierPlan(
        "media", on: .flash, policy: "unbounded", capacity: .unlimited, engine: "file-per-entry",
        housekeeping: housekeeping))
    drafts = world.addTier(
      TierPlan(
        "drafts", on: .flash, policy: "unbounded", capacity: .unlimited, engine: "file-per-entry",
        housekeeping: housekeeping))
  }

  /// How many records are under way.
  var unfinishedCount: Int { unfinished.count }

  /// The version that is readable.
  func version(of resource: ResourceIndex, in world: borrowing World) -> UInt32? {
    world.peek(resource, in: records)?.version
  }

  /// Whether that version is readable.
  func holds(_ resource: ResourceIndex, version: UInt32, in world: borrowing World) -> Bool {
    self.version(of: resource, in: world) == version
  }

  func read(
    _ resource: ResourceIndex, in world: inout World
  ) -> (copy: ResourceCopy, delay: TimeSpan)? {
    for tier in [records, media] {
      guard let copy = world.lookup(resource, in: tier) else { continue }
      let delay = world.read(resource, from: tier)
      return (copy, delay + world.decode(copy, as: codec))
    }
    return nil
  }

  /// Writes a record's edited fields and their marks of being unsent, as one row.
  func write(_ edit: Edit, in world: inout World) {
    world.writeRow(Self.editRow, beside: edit.record, in: records, because: .outbox)
  }
}

// MARK: - Records under way

extension RecordLibrary {
  mutating func begin(_ record: ResourceIndex) {
    unfinished.append(Unfinished(record: record))
  }

  /// Takes a fetch's end.
  /// - Returns: the records that became readable by it.
  mutating func take(_ load: Load, in world: inout World) -> [ResourceIndex] {
    switch load.outcome {
    case .failed:
      // The next look tries again; parts that have come are kept.
      abandon(in: &world) { $0.record == load.resource || $0.missing.contains(load.resource) }
      return []
    case .confirmed(_, let instant):
      world.revise(load.resource, in: records) { $0.confirmedAt = instant }
      unfinished.removeAll { $0.record == load.resource }
      return []
    case .received(let copy):
      if let index = unfinished.firstIndex(where: { $0.record == load.resource }) {
        if mustBeRewritten(copy) { store(copy, of: load.resource, in: drafts, &world) }
        askForParts(of: copy, at: index, in: &world)
      } else if !copy.kind.isMain {
        store(copy, of: load.resource, in: media, &world)
      }
      for index in unfinished.indices {
        unfinished[index].missing.removeAll { $0 == load.resource }
      }
      return finish(in: &world)
    }
  }

  private func mustBeRewritten(_ copy: ResourceCopy) -> Bool {
    rewriting.documents && copy.kind == .document && copy.parts.count > 0
  }

  private mutating func askForParts(of copy: ResourceCopy, at index: Int, in world: inout World) {
    unfinished[index].copy = copy
    for partIndex in copy.parts.indices {
      let part = world.part(partIndex)
      guard world.peek(part, in: media) == nil, !unfinished[index].missing.contains(part) else {
        continue
      }
      unfinished[index].missing.append(part)
    }
    for part in unfinished[index].missing { world.fetch(part, for: .prefetch) }
  }

  /// Makes every record readable that misses nothing any more, rewritten if it must be.
  /// - Returns: these records, in the order in which they were begun.
  mutating func finish(in world: inout World) -> [ResourceIndex] {
    var finished: [ResourceIndex] = []
    for index in unfinished.indices {
      guard let copy = unfinished[index].copy, unfinished[index].missing.isEmpty else { continue }
      if mustBeRewritten(copy), unfinished[index].readyAt == nil {
        let time = world.process(
          copy.size, rate: rewriting.rate, onMainThread: rewriting.onMainThread)
        unfinished[index].readyAt = rewriting.onMainThread ? world.now : world.now + time
        if !rewriting.onMainThread { world.wake(Self.rewritingTimer, after: time) }
      }
      if let readyAt = unfinished[index].readyAt, readyAt > world.now { continue }
      let record = unfinished[index].record
      store(copy, of: record, in: records, &world)
      world.remove(record, from: drafts)
      finished.append(record)
    }
    unfinished.removeAll { finished.contains($0.record) }
    return finished
  }

  /// Gives records under way up.
  private mutating func abandon(in world: inout World, where isOver: (Unfinished) -> Bool) {
    for one in unfinished where isOver(one) { world.remove(one.record, from: drafts) }
    unfinished.removeAll(where: isOver)
  }

  private func store(
    _ copy: ResourceCopy, of resource: ResourceIndex, in tier: TierID, _ world: inout World
  ) {
    var copy = copy
    copy.writtenAt = world.now
    world.store(
      copy, of: resource, size: world.storedSize(of: copy, as: codec), in: tier,
      because: .record)
  }

  /// The process ended, or its user left: what had come of an unfinished record is fetched again,
  /// its parts are kept.
  mutating func forgetUnfinished() { unfinished = [] }

  /// Removes what a process left that ended while records were under way.
  mutating func removeDrafts(in world: inout World) {
    for record in world.keys(in: drafts) { world.remove(record, from: drafts) }
  }

  /// Purges the records that are not among these, and the parts that no record needs any more.
  mutating func retain(_ wanted: Set<ResourceIndex>, in world: inout World) {
    var needed: Set<ResourceIndex> = []
    for record in world.keys(in: records) {
      guard let copy = world.peek(record, in: records) else { continue }
      if wanted.contains(record) {
        needed.formUnion(copy.parts.indices.map { world.part($0) })
      } else {
        world.remove(record, from: records)
      }
    }
    for copy in unfinished.compactMap(\.copy) {
      needed.formUnion(copy.parts.indices.map { world.part($0) })
    }
    for part in world.keys(in: media) where !needed.contains(part) {
      world.remove(part, from: media)
    }
  }
}
