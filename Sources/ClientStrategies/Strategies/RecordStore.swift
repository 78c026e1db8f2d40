internal import CacheMetrics
public import CacheWorkloads
public import ClientSimulation
public import DeviceModels
public import SimCore

/// Records on flash, each readable only when all its parts are there.
///
/// A newer version of a record takes the older one's place when its last part has come; until
/// then the older one is read. Parts that two records share are stored once.
public struct RecordStore {
  private struct Unfinished {
    var record: ResourceIndex
    /// Nil until the main resource has come.
    var copy: ResourceCopy?
    var missing: [ResourceIndex] = []
    /// When its rewritten text is ready; nil: rewriting has not begun.
    var readyAt: Instant?
    /// Of a readable record, what it lacked; nil: the record itself is under way.
    var completed: Incomplete?
  }

  /// A readable record, and its parts that wait for a network that is not paid by volume.
  private struct Incomplete {
    var record: ResourceIndex
    var user: UInt16
    var parts: [ResourceIndex] = []
    /// Whether a part could not be fetched since the last poll.
    var hasFailed = false
  }

  /// How models are encoded.
  package let codec: Codec
  /// Which parts are fetched, and on which networks.
  var kinds = KindsAhead()
  /// The share of a list's record that its screen needs, read as single attributes; nil: all of it
  /// is read.
  package var listShare: Double?
  private let readsAttributes: Bool
  private let records: TierID
  private let images: ImageCache
  /// Texts as they came, until they are rewritten.
  private let drafts: TierID
  private let rewriting: RewritingSettings
  /// Whether a text is readable as soon as it has come, and what it lacks is fetched when it is
  /// needed; otherwise a record is readable when all its parts are there.
  private let readsAtOnce: Bool
  /// Whether pictures leave by a limit of their own, and not with their records.
  private let limitsImages: Bool
  /// Records under way, in the order in which they were begun.
  private var unfinished: [Unfinished] = []
  /// What lacks parts lies with the records, and goes with them.
  private var incomplete: [Incomplete] = []

  /// What a record's row of edited fields weighs; an assumption: a few columns.
  private static let editRow = Bytes(200)

  /// The timer after which a text is rewritten.
  public let rewritingTimer: TimerID

  /// Adds its tiers: records, their parts, and texts that are to be rewritten.
  /// - Parameters:
  ///   - capacity: the most that the records may take; the least recently used leave.
  ///   - imageCapacity: the most that the pictures may take. Pictures with a limit lie in the
  ///     caches' folder, and the least recently used leave; without one they go with their records.
  ///   - readsAtOnce: whether a text is readable before its parts are there.
  public init(
    codec: Codec, engine: FlashEngineName, rewriting: RewritingSettings = RewritingSettings(),
    maintenance: StorageMaintenance, capacity: Bytes = .unlimited,
    imageCapacity: Bytes = .unlimited, readsAtOnce: Bool = false,
    in simulation: inout DeviceSimulation
  ) {
    self.codec = codec
    self.rewriting = rewriting
    self.readsAtOnce = readsAtOnce
    limitsImages = imageCapacity != .unlimited
    readsAttributes = engine.type.readsAttributes
    rewritingTimer = simulation.makeTimer()
    records = simulation.addTier(
      TierPlan(
        "records", on: .flash, policy: capacity == .unlimited ? "unbounded" : "lru",
        capacity: capacity, engine: engine, codec: codec, maintenance: maintenance))
    var imageMaintenance = maintenance
    if limitsImages { imageMaintenance.directory = .caches }
    images = ImageCache(
      capacity: imageCapacity, policy: limitsImages ? "lru" : "unbounded",
      maintenance: imageMaintenance, in: &simulation)
    drafts = simulation.addTier(
      TierPlan(
        "drafts", on: .flash, policy: "unbounded", capacity: .unlimited, engine: "file-per-entry",
        maintenance: maintenance))
  }

  /// How many records are under way.
  public var unfinishedCount: Int { unfinished.count }

  /// The version that is readable.
  public func version(of resource: ResourceIndex, in simulation: borrowing DeviceSimulation)
    -> UInt32?
  {
    simulation.version(of: resource, in: records)
  }

  /// Whether that version is readable.
  package func holds(
    _ resource: ResourceIndex, version: UInt32, in simulation: borrowing DeviceSimulation
  )
    -> Bool
  {
    self.version(of: resource, in: simulation) == version
  }

  func anyVersion(
    of resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> UInt32? {
    version(of: resource, in: simulation) ?? images.version(of: resource, in: simulation)
  }

  /// Reads a record or a part; the delay is that of opening, reading and decoding.
  public func read(
    _ resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> (copy: ResourceCopy, delay: TimeSpan)? {
    guard let copy = simulation.lookup(resource, in: records) else {
      return images.read(resource, in: &simulation)
    }
    guard let share = listShare, readsAttributes, simulation.isList(resource) else {
      let delay = simulation.read(resource, from: records)
      return (copy, delay + simulation.decode(copy, as: codec))
    }
    // What is read of it is decoded: attributes come as values, and no other one is looked at.
    let size = simulation.storedSize(of: copy, as: codec)
    let attributes = Bytes(rounding: Double(size.count) * share)
    let delay = simulation.read(resource, attributes: attributes, from: records)
    var part = copy
    part.size = Bytes(rounding: Double(copy.size.count) * share)
    return (copy, delay + simulation.decode(part, as: codec))
  }

  /// Writes a record's edited fields and their marks of being unsent, as one row.
  public func write(_ edit: Edit, in simulation: inout DeviceSimulation) {
    simulation.writeRow(Self.editRow, beside: edit.record, in: records, because: .outbox)
  }
}

// MARK: - Records under way

extension RecordStore {
  /// Begins a record: what fetches bring of it and of its parts is stored until it is whole.
  public mutating func begin(_ record: ResourceIndex) {
    unfinished.append(Unfinished(record: record))
  }

  /// Takes a fetch's end.
  /// - Returns: the records that became readable by it, and what readable ones had lacked.
  public mutating func take(_ load: Load, in simulation: inout DeviceSimulation) -> [ResourceIndex]
  {
    switch load.outcome {
    case .failed:
      // The next poll tries again; parts that have come are kept.
      abandon(load.resource, in: &simulation)
      return []
    case .confirmed(_, let instant):
      simulation.revise(load.resource, in: records) { $0.confirmedAt = instant }
      unfinished.removeAll { $0.record == load.resource && $0.completed == nil }
      return []
    case .received(let copy):
      guard copy.isSuccess else { return doWithout(load.resource, in: &simulation) }
      if readsAtOnce, copy.kind.isMain { storeIfNew(copy, of: load.resource, in: &simulation) }
      let isOwn = { (one: Unfinished) in one.record == load.resource && one.completed == nil }
      if let index = unfinished.firstIndex(where: isOwn) {
        if mustBeRewritten(copy) { store(copy, of: load.resource, in: drafts, &simulation) }
        askForParts(of: copy, at: index, in: &simulation)
      } else if !copy.kind.isMain {
        images.write(copy, of: load.resource, because: .record, in: &simulation)
      }
      let isLate = unfinished.contains {
        $0.completed != nil && $0.missing.contains(load.resource)
      }
      for index in unfinished.indices where unfinished[index].missing.contains(load.resource) {
        unfinished[index].missing.removeAll { $0 == load.resource }
      }
      return finish(in: &simulation) + (isLate ? [load.resource] : [])
    }
  }

  /// Stores a version, unless it is there already: then it is known to hold still.
  private func storeIfNew(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    if holds(resource, version: copy.version, in: simulation) {
      simulation.revise(resource, in: records) { $0.confirmedAt = copy.confirmedAt }
    } else {
      store(copy, of: resource, in: records, &simulation)
    }
  }

  private func mustBeRewritten(_ copy: ResourceCopy) -> Bool {
    rewriting.documents && copy.kind == .document && !copy.parts.isEmpty
  }

  private mutating func askForParts(
    of copy: ResourceCopy, at index: Int, in simulation: inout DeviceSimulation
  ) {
    let record = unfinished[index].record
    unfinished[index].copy = copy
    var later = Incomplete(record: record, user: simulation.currentUser)
    for part in copy.parts {
      guard images.version(of: part, in: simulation) == nil,
        !unfinished[index].missing.contains(part), kinds.includes(part, in: simulation)
      else { continue }
      if kinds.defers(part, in: simulation) {
        later.parts.append(part)
      } else {
        unfinished[index].missing.append(part)
      }
    }
    if !incomplete.isEmpty {
      incomplete.removeAll { $0.record == record && $0.user == later.user }
    }
    if !later.parts.isEmpty { incomplete.append(later) }
    for part in unfinished[index].missing { simulation.fetch(part, for: .prefetch) }
  }

  /// Whether a readable record lacks parts that need not wait for another network any more.
  func lacksParts(in simulation: borrowing DeviceSimulation) -> Bool {
    placeOfIncomplete(in: simulation) != nil
  }

  private func placeOfIncomplete(in simulation: borrowing DeviceSimulation) -> Int? {
    guard !simulation.isMetered else { return nil }
    return incomplete.firstIndex { $0.user == simulation.currentUser && !$0.hasFailed }
  }

  /// Fetches what the first such record lacks, unless it was purged meanwhile.
  mutating func fetchParts(in simulation: inout DeviceSimulation) {
    guard let place = placeOfIncomplete(in: simulation) else { return }
    var one = incomplete.remove(at: place)
    guard version(of: one.record, in: simulation) != nil else { return }
    one.parts.removeAll { images.version(of: $0, in: simulation) != nil }
    guard !one.parts.isEmpty else { return }
    unfinished.append(Unfinished(record: one.record, missing: one.parts, completed: one))
    for part in one.parts { simulation.fetch(part, for: .prefetch) }
  }

  /// Parts that failed are fetched again.
  mutating func retryParts() {
    for index in incomplete.indices { incomplete[index].hasFailed = false }
  }

  /// Makes every record readable that misses nothing any more, rewritten if it must be.
  /// - Returns: these records, in the order in which they were begun.
  public mutating func finish(in simulation: inout DeviceSimulation) -> [ResourceIndex] {
    var finished: [ResourceIndex] = []
    if unfinished.contains(where: { $0.completed != nil && $0.missing.isEmpty }) {
      unfinished.removeAll { $0.completed != nil && $0.missing.isEmpty }
    }
    for index in unfinished.indices {
      // Asked first, as nearly all miss something: a copy is large.
      guard unfinished[index].missing.isEmpty, let copy = unfinished[index].copy else { continue }
      if mustBeRewritten(copy), unfinished[index].readyAt == nil {
        let time = simulation.rewrite(
          copy.size, rate: rewriting.rate, onMainThread: rewriting.onMainThread)
        unfinished[index].readyAt = rewriting.onMainThread ? simulation.now : simulation.now + time
        if !rewriting.onMainThread { simulation.wake(rewritingTimer, after: time) }
      }
      if let readyAt = unfinished[index].readyAt, readyAt > simulation.now { continue }
      let record = unfinished[index].record
      if !readsAtOnce { store(copy, of: record, in: records, &simulation) }
      simulation.remove(record, from: drafts)
      finished.append(record)
    }
    if !finished.isEmpty { unfinished.removeAll { finished.contains($0.record) } }
    return finished
  }

  /// Shows a record that has just become readable if its screen is open. A screen that
  /// waited for it waited for the network: that it is read from flash at last makes it no hit.
  mutating func showWaiting(_ finished: [ResourceIndex], in simulation: inout DeviceSimulation) {
    for record in finished where simulation.isOnScreen(record) {
      guard let (copy, delay) = read(record, in: &simulation) else { continue }
      simulation.show(record, copy, from: .network, after: delay)
    }
  }

  /// A redirect or an error came, which is not stored: the record is given up, and those of which
  /// it is a part do without it, as the next poll would bring the same.
  /// - Returns: the records that became readable by it.
  private mutating func doWithout(
    _ resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> [ResourceIndex] {
    simulation.remove(resource, from: drafts)
    unfinished.removeAll { $0.record == resource }
    for index in unfinished.indices { unfinished[index].missing.removeAll { $0 == resource } }
    return finish(in: &simulation)
  }

  private mutating func abandon(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    func isOver(_ one: Unfinished) -> Bool {
      one.record == resource || one.missing.contains(resource)
    }
    for one in unfinished where isOver(one) {
      simulation.remove(one.record, from: drafts)
      if var completed = one.completed {
        completed.hasFailed = true
        incomplete.append(completed)
      }
    }
    unfinished.removeAll(where: isOver)
  }

  private func store(
    _ copy: ResourceCopy, of resource: ResourceIndex, in tier: TierID,
    _ simulation: inout DeviceSimulation
  ) {
    var copy = copy
    copy.writtenAt = simulation.now
    simulation.store(
      copy, of: resource, size: simulation.storedSize(of: copy, as: codec), in: tier,
      because: .record)
  }

  /// The process ended, or its user left: what had come of an unfinished record is fetched again,
  /// its parts are kept.
  public mutating func forgetUnfinished() {
    incomplete += unfinished.compactMap(\.completed)
    unfinished = []
  }

  /// Removes what a process left that ended while records were under way.
  public mutating func removeDrafts(in simulation: inout DeviceSimulation) {
    for record in simulation.keys(in: drafts) { simulation.remove(record, from: drafts) }
  }

  /// Purges the records that are not among these, and the parts that no record needs any more.
  /// - Complexity: O(records and pictures).
  package mutating func retain(_ wanted: BitSet, in simulation: inout DeviceSimulation) {
    for record in simulation.keys(in: records, outside: wanted) {
      simulation.remove(record, from: records)
    }
    guard !limitsImages else { return }
    var needed = BitSet()
    for copy in unfinished.compactMap(\.copy) { needed.formUnion(copy.parts) }
    images.retain(needed, andPartsIn: records, in: &simulation)
  }
}
