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
  }

  let codec: Codec
  private let records: TierID
  private let media: TierID
  /// Records under way, in the order in which they were begun.
  private var unfinished: [Unfinished] = []

  /// What a record's row of edited fields weighs; an assumption: a few columns.
  private static let editRow = Bytes(200)

  init(
    codec: Codec, engine: FlashEngineName, housekeeping: Housekeeping, in world: inout World
  ) {
    self.codec = codec
    records = world.addTier(
      TierPlan(
        "records", on: .flash, policy: "unbounded", capacity: .unlimited, engine: engine,
        codec: codec, housekeeping: housekeeping))
    media = world.addTier(
      TierPlan(
        "media", on: .flash, policy: "unbounded", capacity: .unlimited, engine: "file-per-entry",
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
  /// - Returns: a record that became readable by it.
  mutating func take(_ load: Load, in world: inout World) -> ResourceIndex? {
    switch load.outcome {
    case .failed:
      // The next look tries again; parts that have come are kept.
      unfinished.removeAll { $0.record == load.resource || $0.missing.contains(load.resource) }
      return nil
    case .confirmed(_, let instant):
      world.revise(load.resource, in: records) { $0.confirmedAt = instant }
      unfinished.removeAll { $0.record == load.resource }
      return nil
    case .received(let copy):
      if let index = unfinished.firstIndex(where: { $0.record == load.resource }) {
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

  /// Makes every record readable that misses nothing any more; answers the first.
  private mutating func finish(in world: inout World) -> ResourceIndex? {
    var first: ResourceIndex?
    for other in unfinished.indices.reversed() {
      guard let copy = unfinished[other].copy, unfinished[other].missing.isEmpty else { continue }
      let record = unfinished.remove(at: other).record
      store(copy, of: record, in: records, &world)
      first = record
    }
    return first
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

  /// The process ended: what had come of an unfinished record is fetched again, its parts are kept.
  mutating func forgetUnfinished(in world: inout World) { unfinished = [] }

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
