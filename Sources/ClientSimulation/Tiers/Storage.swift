internal import CacheMetrics
internal import CachePolicies
public import CacheWorkloads
public import DeviceModels
public import SimCore

/// The tiers of a device, and what flash holds of them.
struct Storage {
  var tiers: [Tier] = []
  /// What the last `lookup` or `store` put out.
  fileprivate var evicted: [(entry: TierEntry, size: Bytes)] = []
  /// By resource: how often it was read from flash.
  var readings = PagedMap<UInt32>(filling: 0)
  /// The median of what the device's time for a reading is multiplied by, one in the mean.
  let readingMedian: Double
  private(set) var flashInUse = Bytes.zero
  private(set) var peakFlash = Bytes.zero
  /// The most by which limits that are hints were overstepped; nil: there are none.
  private(set) var overshoot: LimitOvershoot?

  /// - Parameter readSigma: how much readings vary, of the logarithm.
  init(readSigma: Double) {
    readingMedian = SeededGenerator.logNormalMedian(sigma: readSigma)
  }

  /// What lies where the user's backup takes it along.
  var backedUp: Bytes {
    tiers.filter { $0.medium == .flash && $0.maintenance.directory == .documents }
      .reduce(Bytes.zero) { $0 + $1.used }
  }

  mutating func beginPeak() {
    peakFlash = flashInUse
    overshoot = nil
    for tier in tiers { noteOvershoot(of: tier) }
  }

  /// Notes how far a tier holds more than limits that are hints.
  mutating func noteOvershoot(of tier: Tier) {
    guard let now = tier.overshoot else { return }
    var greatest = overshoot ?? LimitOvershoot()
    greatest.merge(now)
    overshoot = greatest
  }

  /// Takes what the last `lookup` or `store` put out, once.
  fileprivate mutating func takeEvicted() -> [TierEntry] {
    guard !evicted.isEmpty else { return [] }
    defer { evicted.removeAll(keepingCapacity: true) }
    return evicted.map(\.entry).filter { !$0.isOfOthers }
  }

  private mutating func forgetEvicted() {
    if !evicted.isEmpty { evicted.removeAll(keepingCapacity: true) }
  }

  fileprivate mutating func lookup(_ key: ObjectKey, in tier: TierID, at now: Instant) -> Slot? {
    forgetEvicted()
    return tiers[tier.index].lookup(key, at: now, evicted: &evicted)
  }

  fileprivate mutating func insert(
    _ entry: TierEntry, size: Bytes, cost: Bytes?, in tier: TierID
  ) -> Bool {
    forgetEvicted()
    return tiers[tier.index].insert(entry, size: size, cost: cost, evicted: &evicted)
  }

  fileprivate mutating func trim(_ tier: TierID, toCount count: Int, cost: Bytes) {
    forgetEvicted()
    tiers[tier.index].trim(toCount: count, cost: cost, evicted: &evicted)
  }

  /// Flash holds more or less than before.
  mutating func changeFlash(by change: Bytes) {
    flashInUse += change
    peakFlash = max(peakFlash, flashInUse)
  }
}

// MARK: - Looking up

extension DeviceSimulation {
  /// Adds a tier; strategies do so when they are made.
  ///
  /// What a policy draws is keyed by seed, device and tier.
  public mutating func addTier(_ plan: TierPlan) -> TierID {
    var plan = plan
    plan.maintenance.directory = plan.maintenance.directory(by: shared)
    let number = storage.tiers.count
    var generator = SeededGenerator(
      seed: self.plan.seed, purpose: .policy, entity: UInt64(device) << 32 | UInt64(number))
    let tier = Tier(
      plan, flash: self.plan.device.flash, users: self.plan.users, seed: generator.next())
    storage.tiers.append(tier)
    storage.noteOvershoot(of: tier)
    return TierID(index: number)
  }

  /// Says what a new key is of, in a tier whose plan has `namesKeys`: they are 0, 1, 2 and so on.
  package mutating func nameKey(_ key: ObjectKey, of resource: ResourceIndex, in tier: TierID) {
    storage.tiers[tier.index].name(key, of: resource)
  }

  /// Asks a tier for a copy; its policy hears of the hit or the miss.
  ///
  /// What a hit pushes out, which few policies do, leaves as by `store`.
  public mutating func lookup(_ key: ResourceIndex, in tier: TierID) -> ResourceCopy? {
    let own = storage.tiers[tier.index]
    let before = own.used
    let slot = storage.lookup(key, in: tier, at: now)
    // Before what leaves is paid for, which may change the slots.
    let copy = slot.map(own.copy(at:))
    let isReadable = slot.map { own.isReadable(at: $0, by: app.schema) } ?? false
    if !storage.evicted.isEmpty {
      recordEvicted(from: tier)
      if own.medium == .flash { deleteEvicted(from: tier, for: key) }
      noteUse(of: tier, before: before)
    }
    if trace.collectsDetail { recordLookup(of: key, in: tier, copy, isReadable: isReadable) }
    guard let copy else { return nil }
    guard isReadable else {
      record(.undecodable, of: own.resource(of: key))
      remove(key, from: tier)
      return nil
    }
    return copy
  }

  /// Looks whether a tier has a copy; its policy does not hear of it.
  /// - Parameter owner: whose it is, where users are kept apart; nil: the present user's.
  public func peek(
    _ key: ResourceIndex, in tier: TierID, of owner: UInt16? = nil
  ) -> ResourceCopy? {
    storage.tiers[tier.index].copy(of: key, for: owner)
  }

  /// Whether the system has taken the content of an entry that is still there.
  package func isDiscarded(_ key: ResourceIndex, in tier: TierID) -> Bool {
    storage.tiers[tier.index].isHollow(key)
  }

  /// Whether a tier has an entry that lies nowhere else.
  package func isDirty(_ key: ResourceIndex, in tier: TierID) -> Bool {
    storage.tiers[tier.index].isDirty(key)
  }

  package func used(in tier: TierID) -> Bytes { storage.tiers[tier.index].used }

  /// What a tier's entries count against its capacity: their costs, which are their bytes unless
  /// others were given.
  package func cost(in tier: TierID) -> Bytes { storage.tiers[tier.index].cost }

  /// How many entries a tier has, of all users.
  package func count(in tier: TierID) -> Int { storage.tiers[tier.index].count }

  /// The version that a tier has of a key, as `peek` finds it; nil: it has none.
  package func version(of key: ResourceIndex, in tier: TierID) -> UInt32? {
    storage.tiers[tier.index].version(of: key)
  }

  /// The keys of a tier, in the order of their slots.
  package func keys(in tier: TierID) -> [ResourceIndex] {
    let own = storage.tiers[tier.index]
    return own.all.filter { !own.maintenance.perUser || $0.copy.user == app.user }.map(\.key)
  }

  /// The keys of a tier that are not wanted, in the order of their slots. - Complexity: O(entries).
  /// - Parameter records: what screens with the entries of this tier need is wanted as well.
  package func keys(
    in tier: TierID, outside wanted: BitSet, andPartsIn records: TierID? = nil
  ) -> [ResourceIndex] {
    let own = storage.tiers[tier.index]
    return own.keys(
      of: own.maintenance.perUser ? app.user : nil, outside: wanted,
      andPartsIn: records.map { storage.tiers[$0.index] })
  }
}

// MARK: - Storing

extension DeviceSimulation {
  /// Puts a copy into a tier, in the place of an older one; what must leave for it leaves.
  ///
  /// On flash the write and the deletions are paid. What left a memory tier can be had once from
  /// `takeEvicted`.
  /// - Parameters:
  ///   - size: what the entry takes in this tier.
  ///   - cost: what counts against its capacity; nil: the size.
  ///   - cause: why it is written; matters on flash only.
  ///   - resource: what it is a copy of; nil: the key says it.
  /// - Returns: false when the tier has no space for it, even empty, or a browser's quota has none.
  @discardableResult
  public mutating func store(
    _ copy: ResourceCopy, of key: ResourceIndex, size: Bytes, in tier: TierID,
    cost: Bytes? = nil, isDirty: Bool = false, because cause: FlashCause = .store,
    resource: ResourceIndex? = nil
  ) -> Bool {
    let own = storage.tiers[tier.index]
    let medium = own.medium
    let before = own.used
    guard permitsStoring(size, of: key, in: tier) else {
      storage.evicted.removeAll(keepingCapacity: true)
      if trace.collectsDetail { recordStore(of: copy, at: key, size, in: tier, isKept: false) }
      return false
    }
    let isThere = medium == .flash && own.version(of: key) == copy.version
    let place = own.place(of: key, for: copy.user)
    let entry = TierEntry(key: key, copy: copy, isDirty: isDirty, schema: app.schema, place: place)
    noteStored(copy, of: resource ?? key)
    let isKept = storage.insert(entry, size: size, cost: cost, in: tier)
    if own.isOverfull { laws.overfull.append(own.name) }
    if trace.collectsDetail { recordStore(of: copy, at: key, size, in: tier, isKept: isKept) }
    recordEvicted(from: tier)
    if medium == .flash {
      if isKept && isThere { noteRewrite(of: size) }
      own.write(place, isKept ? size : nil, for: cause)
      deleteEvicted(from: tier, for: key)
    }
    noteUse(of: tier, before: before)
    return isKept
  }

  /// An entry of another app or another site takes space in a tier that they share: what must leave
  /// for it leaves, and can be had once from `takeEvicted`. Who wrote it pays for the writing and
  /// the removal; it counts as nothing that the app holds.
  package mutating func storeOfOthers(_ size: Bytes, in tier: TierID) {
    let before = storage.tiers[tier.index].used
    let place = storage.tiers[tier.index].nextPlaceOfOthers()
    let content = Content(version: 0, kind: .other, size: size, publishedAt: .start)
    var entry = TierEntry(
      key: place, copy: ResourceCopy(of: content, at: now), isDirty: false, schema: app.schema,
      place: place)
    entry.isOfOthers = true
    _ = storage.insert(entry, size: .zero, cost: size, in: tier)
    recordEvicted(from: tier)
    if storage.tiers[tier.index].medium == .flash, !storage.evicted.isEmpty {
      deleteEvicted(from: tier, for: nil)
    }
    noteUse(of: tier, before: before)
  }

  /// Of a resource that nothing leads to any more the laws know nothing.
  private mutating func noteStored(_ copy: ResourceCopy, of resource: ResourceIndex) {
    if origin.content(of: resource) != nil { laws.noteStored(copy, of: resource) }
  }

  /// Pays for the deletion of what has left a flash tier, with what else was gathered.
  private mutating func deleteEvicted(from tier: TierID, for key: ResourceIndex?) {
    for leaving in storage.evicted where !leaving.entry.isOfOthers {
      storage.tiers[tier.index].write(leaving.entry.place, nil, for: .delete)
    }
    commit(tier, for: key)
  }

  /// Says that an entry is written though flash had that version of it already.
  package mutating func noteRewrite(of size: Bytes) { record(.rewrote(size)) }

  /// What the last `lookup` or `store` put out, once.
  package mutating func takeEvicted() -> [TierEntry] { storage.takeEvicted() }

  /// The entries of a tier that lie nowhere else; they count as saved from now on.
  package mutating func takeDirty(from tier: TierID) -> [TierEntry] {
    storage.tiers[tier.index].takeDirty()
  }

  /// Changes what is known of an entry.
  /// - Returns: false when the tier has none.
  @discardableResult
  public mutating func revise(
    _ key: ResourceIndex, in tier: TierID, _ change: (inout ResourceCopy) -> Void
  ) -> Bool {
    storage.tiers[tier.index].revise(key, change)
  }

  /// Puts a newer copy in the place of one in a memory tier, whose policy does not hear of it.
  package mutating func replace(
    _ key: ResourceIndex, with copy: ResourceCopy, size: Bytes, in tier: TierID
  ) {
    let before = storage.tiers[tier.index].used
    noteStored(copy, of: key)
    storage.tiers[tier.index].replace(key, with: copy, size: size)
    if trace.collectsDetail { recordStore(of: copy, at: key, size, in: tier, isKept: true) }
    noteUse(of: tier, before: before)
  }

  /// Takes an entry out of a tier; on flash the deletion is paid.
  /// - Parameter owner: whose it is, where users are kept apart; nil: the present user's.
  public mutating func remove(
    _ key: ResourceIndex, from tier: TierID, of owner: UInt16? = nil
  ) {
    let own = storage.tiers[tier.index]
    let before = own.used
    guard let (entry, size) = own.remove(key, of: owner ?? app.user) else { return }
    if trace.collectsDetail { recordDeparture(of: entry, size, from: tier.index, .removed) }
    if own.medium == .flash {
      own.write(entry.place, nil, for: .delete)
      commit(tier, for: key)
    }
    noteUse(of: tier, before: before)
  }

  /// Evicts from a tier what its policy chooses, until no more than so many entries of so much cost
  /// are left: for limits that are not kept at each insertion. On flash the deletions are paid
  /// together. What left can be had once from `takeEvicted`.
  package mutating func trim(_ tier: TierID, toCount count: Int, cost: Bytes) {
    let before = storage.tiers[tier.index].used
    storage.trim(tier, toCount: count, cost: cost)
    recordEvicted(from: tier)
    if storage.tiers[tier.index].medium == .flash { deleteEvicted(from: tier, for: nil) }
    noteUse(of: tier, before: before)
  }

  /// Empties a tier, of all users; on flash the deletions are paid together.
  public mutating func removeAll(from tier: TierID) {
    let before = storage.tiers[tier.index].used
    if trace.collectsDetail { recordDepartures(from: tier.index, .emptied) }
    switch storage.tiers[tier.index].medium {
    case .memory: storage.tiers[tier.index].removeAll()
    case .flash:
      for entry in storage.tiers[tier.index].all { storage.tiers[tier.index].drop(entry) }
      storage.tiers[tier.index].dropOthers()
      commit(tier, for: nil)
    }
    noteUse(of: tier, before: before)
  }

  /// A tier holds more or less than before.
  mutating func noteUse(of tier: TierID, before: Bytes) {
    let own = storage.tiers[tier.index]
    let change = own.used - before
    storage.noteOvershoot(of: own)
    switch own.medium {
    case .flash:
      storage.changeFlash(by: change)
    case .memory:
      memory.tiers += change
      checkMemory()
    }
  }
}

// MARK: - What is recorded of tiers

extension DeviceSimulation {
  private mutating func recordEvicted(from tier: TierID) {
    guard !storage.evicted.isEmpty else { return }
    for leaving in storage.evicted where !leaving.entry.isOfOthers {
      recordDeparture(of: leaving.entry, leaving.size, from: tier.index, .evicted)
    }
  }

  mutating func recordDeparture(
    of entry: TierEntry, _ size: Bytes, from index: Int, _ departure: Departure
  ) {
    let name = storage.tiers[index].name
    let medium = storage.tiers[index].medium
    record(
      .left(tier: name, medium, departure, size, isUnsaved: entry.isDirty),
      of: storage.tiers[index].resource(of: entry.key))
  }

  /// Detail: a tier is about to lose all its entries, or those of one user.
  mutating func recordDepartures(
    from index: Int, _ departure: Departure, of user: UInt16? = nil
  ) {
    for entry in storage.tiers[index].all where user == nil || entry.copy.user == user {
      recordDeparture(of: entry, storage.tiers[index].size(of: entry), from: index, departure)
    }
  }

  /// Detail: which copy a tier was found to hold.
  private mutating func recordLookup(
    of key: ResourceIndex, in tier: TierID, _ copy: ResourceCopy?, isReadable: Bool
  ) {
    let held = copy.map {
      StoredCopy(
        version: $0.version, fetchedAt: $0.fetchedAt, confirmedAt: $0.confirmedAt,
        isReadable: isReadable)
    }
    let name = storage.tiers[tier.index].name
    detail(.looked(tier: name, held), of: storage.tiers[tier.index].resource(of: key))
  }

  /// Detail: a tier took a copy, or had no space for it.
  private mutating func recordStore(
    of copy: ResourceCopy, at key: ResourceIndex, _ size: Bytes, in tier: TierID, isKept: Bool
  ) {
    let name = storage.tiers[tier.index].name
    let medium = storage.tiers[tier.index].medium
    detail(
      .stored(tier: name, medium, version: copy.version, size, isKept: isKept),
      of: storage.tiers[tier.index].resource(of: key))
  }
}
