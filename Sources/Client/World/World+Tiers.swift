public import Devices
public import SimCore
public import Workloads

// MARK: - Looking

extension World {
  /// Adds a tier; strategies do so when they move in.
  public mutating func addTier(_ plan: TierPlan) -> TierID {
    tiers.append(
      Tier(
        plan, flash: self.plan.device.flash, users: self.plan.users,
        seed: self.plan.seed &+ UInt64(device)))
    return TierID(index: tiers.count - 1)
  }

  /// Asks a tier for a copy; its policy hears of the hit or the miss.
  ///
  /// What a hit pushes out, which few policies do, leaves as by `store`.
  public mutating func lookup(_ key: ResourceIndex, in tier: TierID) -> ResourceCopy? {
    let before = tiers[tier.index].used
    evicted.removeAll(keepingCapacity: true)
    let found = tiers[tier.index].lookup(key, at: now, evicted: &evicted)
    if !evicted.isEmpty {
      noteEvicted(from: tier)
      if tiers[tier.index].medium == .flash { deleteEvicted(from: tier, for: key) }
      noteUse(of: tier, before: before)
    }
    guard let entry = found else {
      if isNarrated { narrateLookup(key, in: tier, nil) }
      return nil
    }
    guard isReadable(entry, in: tier) else {
      if isNarrated { narrateLookup(key, in: tier, entry.copy, isReadable: false) }
      page.append(.undecodable(at: now))
      remove(key, from: tier)
      return nil
    }
    if isNarrated { narrateLookup(key, in: tier, entry.copy) }
    return entry.copy
  }

  /// Whether this release of the app can decode an entry.
  private func isReadable(_ entry: TierEntry, in tier: TierID) -> Bool {
    entry.schema == schema || entry.copy.kind != .model || !tiers[tier.index].holdsModels
  }

  /// Looks whether a tier has a copy; its policy does not hear of it.
  public func peek(_ key: ResourceIndex, in tier: TierID) -> ResourceCopy? {
    tiers[tier.index].peek(key)?.entry.copy
  }

  /// Whether the system has taken the content of an entry that is still there.
  public func isDiscarded(_ key: ResourceIndex, in tier: TierID) -> Bool {
    tiers[tier.index].peek(key)?.entry.isHollow ?? false
  }

  /// Asks the disk for a file's attributes: the main thread waits for it.
  public mutating func lookUpFile() {
    mainThreadFree = max(mainThreadFree, now) + plan.device.flash.timing.open
    page.append(.read(.zero, at: now))
  }

  /// Whether a tier has an entry that lies nowhere else.
  public func isDirty(_ key: ResourceIndex, in tier: TierID) -> Bool {
    tiers[tier.index].peek(key)?.entry.isDirty ?? false
  }

  /// The bytes of a tier's entries.
  public func used(in tier: TierID) -> Bytes { tiers[tier.index].used }

  /// How many entries a tier has, whoever's they are.
  public func count(in tier: TierID) -> Int { tiers[tier.index].count }

  /// The keys of a tier, in the order of their slots.
  public func keys(in tier: TierID) -> [ResourceIndex] {
    let own = tiers[tier.index]
    return own.all.filter { !own.housekeeping.perUser || $0.copy.user == user }.map(\.key)
  }
}

// MARK: - Keeping

extension World {
  /// Puts a copy into a tier, in the place of an older one; what must leave for it leaves.
  ///
  /// On flash the write and the deletions are paid. What left a memory tier can be had once from
  /// `takeEvicted`.
  /// - Parameters:
  ///   - size: what the entry takes in this tier.
  ///   - cost: what counts against its capacity; nil: the size.
  ///   - cause: why it is written; matters on flash only.
  ///   - resource: what it is a copy of; nil: the key says it.
  /// - Returns: false when the tier has no room for it, even empty.
  @discardableResult
  public mutating func store(
    _ copy: ResourceCopy, of key: ResourceIndex, size: Bytes, in tier: TierID,
    cost: Bytes? = nil, isDirty: Bool = false, because cause: FlashCause = .store,
    resource: ResourceIndex? = nil
  ) -> Bool {
    let medium = tiers[tier.index].medium
    let before = tiers[tier.index].used
    evicted.removeAll(keepingCapacity: true)
    let isThere = medium == .flash && peek(key, in: tier)?.version == copy.version
    let place = tiers[tier.index].place(of: key, for: copy.user)
    let entry = TierEntry(key: key, copy: copy, isDirty: isDirty, schema: schema, place: place)
    laws.noteStored(copy, of: resource ?? key)
    let isKept = tiers[tier.index].insert(
      entry, size: size, cost: cost, evicted: &evicted)
    if tiers[tier.index].isOverfull {
      laws.overfull.append(tiers[tier.index].name)
    }
    if isNarrated { narrateStore(copy, of: key, size, in: tier, isKept: isKept) }
    noteEvicted(from: tier)
    if medium == .flash {
      if isKept && isThere { noteRewrite(of: size) }
      tiers[tier.index].write(place, isKept ? size : nil, for: cause)
      deleteEvicted(from: tier, for: key)
    }
    noteUse(of: tier, before: before)
    return isKept
  }

  private mutating func noteEvicted(from tier: TierID) {
    for leaving in evicted {
      page.append(.evicted(leaving.size, from: tiers[tier.index].medium, at: now))
      if isNarrated {
        narrateDeparture(of: leaving.entry, leaving.size, from: tier.index, .evicted)
      }
    }
  }

  /// Pays for the deletion of what has left a flash tier, with what else was gathered.
  private mutating func deleteEvicted(from tier: TierID, for key: ResourceIndex) {
    for leaving in evicted { tiers[tier.index].write(leaving.entry.place, nil, for: .delete) }
    commit(tier, key)
  }

  /// Says that an entry is written though flash had that version of it already.
  mutating func noteRewrite(of size: Bytes) { page.append(.rewrote(size, at: now)) }

  /// What the last `lookup` or `store` put out, once.
  public mutating func takeEvicted() -> [TierEntry] {
    guard !evicted.isEmpty else { return [] }
    defer { evicted.removeAll(keepingCapacity: true) }
    return evicted.map(\.entry)
  }

  /// The entries of a tier that lie nowhere else; they count as saved from now on.
  public mutating func takeDirty(from tier: TierID) -> [TierEntry] {
    tiers[tier.index].takeDirty()
  }

  /// Changes what is known of an entry.
  /// - Returns: false when the tier has none.
  @discardableResult
  public mutating func revise(
    _ key: ResourceIndex, in tier: TierID, _ change: (inout ResourceCopy) -> Void
  ) -> Bool {
    tiers[tier.index].revise(key, change)
  }

  /// Puts a newer copy in the place of one in a memory tier, whose policy does not hear of it.
  public mutating func replace(
    _ key: ResourceIndex, with copy: ResourceCopy, size: Bytes, in tier: TierID
  ) {
    let before = tiers[tier.index].used
    laws.noteStored(copy, of: key)
    tiers[tier.index].replace(key, with: copy, size: size)
    if isNarrated { narrateStore(copy, of: key, size, in: tier, isKept: true) }
    noteUse(of: tier, before: before)
  }

  /// Takes an entry out of a tier; on flash the deletion is paid.
  /// - Parameter owner: whose it is, where people are kept apart; nil: the present person's.
  public mutating func remove(
    _ key: ResourceIndex, from tier: TierID, of owner: UInt16? = nil
  ) {
    let before = tiers[tier.index].used
    guard let (entry, size) = tiers[tier.index].remove(key, of: owner ?? user) else { return }
    if isNarrated { narrateDeparture(of: entry, size, from: tier.index, .removed) }
    if tiers[tier.index].medium == .flash {
      tiers[tier.index].write(entry.place, nil, for: .delete)
      commit(tier, key)
    }
    noteUse(of: tier, before: before)
  }

  /// Empties a tier, whoever's the entries are; on flash the deletions are paid together.
  public mutating func removeAll(from tier: TierID) {
    let before = tiers[tier.index].used
    if isNarrated { narrateEmptying(of: tier.index, .emptied) }
    switch tiers[tier.index].medium {
    case .memory: tiers[tier.index].removeAll()
    case .flash:
      for entry in tiers[tier.index].all { tiers[tier.index].drop(entry) }
      commit(tier, nil)
    }
    noteUse(of: tier, before: before)
  }
}

// MARK: - Flash

extension World {
  /// Reads an entry from a flash tier; the answer is the time it takes.
  public mutating func read(_ key: ResourceIndex, from tier: TierID) -> TimeSpan {
    guard let read = tiers[tier.index].read(place(of: key, in: tier)) else { return .zero }
    if isNarrated {
      narrate(
        .read(tier: tiers[tier.index].name, read.bytes, takes: read.duration),
        of: tiers[tier.index].resource(of: key))
    }
    page.append(.read(read.bytes, at: now))
    return read.duration
  }

  /// Writes a small row beside an entry: its state, its header, a line of an outbox.
  /// - Parameter owner: whose it is, where people are kept apart; nil: the present person's.
  public mutating func writeRow(
    _ size: Bytes, beside key: ResourceIndex, in tier: TierID, because cause: FlashCause,
    for owner: UInt16? = nil
  ) {
    writeRow(size, beside: key, in: tier, because: cause, for: owner, isOwn: true)
  }

  /// Writes a row beside an entry, or, if it is not its own, a file that belongs to no entry, as
  /// an index is.
  mutating func writeRow(
    _ size: Bytes, beside key: ResourceIndex, in tier: TierID, because cause: FlashCause,
    for owner: UInt16?, isOwn: Bool
  ) {
    let place = tiers[tier.index].place(of: key, for: owner ?? user)
    tiers[tier.index].writeRow(size, beside: place, for: cause)
    commit(tier, isOwn ? key : nil)
  }

  /// Takes the row beside an entry away.
  public mutating func removeRow(beside key: ResourceIndex, in tier: TierID) {
    tiers[tier.index].writeRow(nil, beside: place(of: key, in: tier), for: .delete)
    commit(tier, key)
  }

  private func place(of key: ResourceIndex, in tier: TierID) -> ObjectKey {
    tiers[tier.index].place(of: key, for: user)
  }

  private mutating func commit(_ tier: TierID, _ key: ResourceIndex?) {
    _ = commitFlash(tier.index, for: key)
  }

  /// Pays for what was gathered: one transaction, for the sake of one resource or of many.
  mutating func commitFlash(_ index: Int, for key: ResourceIndex? = nil) -> FlashWrite {
    let write = tiers[index].commit(at: now)
    if write.bytes > .zero || write.fileSystemBytes > .zero {
      if isNarrated {
        narrate(
          .wrote(tier: tiers[index].name, write), of: key.map { tiers[index].resource(of: $0) })
      }
      page.append(.wrote(write, at: now))
    }
    return write
  }

  /// A tier holds more or less than before.
  mutating func noteUse(of tier: TierID, before: Bytes) {
    let change = tiers[tier.index].used - before
    switch tiers[tier.index].medium {
    case .flash:
      flashInUse += change
      peakFlash = max(peakFlash, flashInUse)
    case .memory:
      memory.tiers += change
      checkMemory()
    }
  }
}
