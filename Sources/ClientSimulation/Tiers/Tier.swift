internal import CacheMetrics
internal import CachePolicies
internal import CacheWorkloads
internal import DeviceModels
internal import SimCore

/// A tier: a cache store with its eviction policy, and what each entry is a copy of.
///
/// An object, so that asking one of a device's tiers does not copy it. Belongs to one device.
/// Access to it is not checked when the program runs: no verb of a tier is called within another.
final class Tier {
  let name: String
  let medium: Medium
  let capacity: Bytes
  private let store: AnyCacheStore
  /// By slot; vacant where there is none. No optional, of which each look would be a copy.
  @exclusivity(unchecked) private var entries: ContiguousArray<TierEntry> = []
  @exclusivity(unchecked) private var sizes: [Bytes] = []
  /// The most entries that it may hold; nil: only bytes count.
  private let countLimit: Int?
  /// The bytes of the entries, and what its files have beside them where that counts; the store's
  /// own sum is of what the entries cost.
  @exclusivity(unchecked) private(set) var used = Bytes.zero
  @exclusivity(unchecked) private var beside = Bytes.zero
  let flash: FlashSettings
  @exclusivity(unchecked) var engine: any FlashEngine
  /// The process that has opened the engine's files, and that has last used them; nil: none
  /// has.
  @exclusivity(unchecked) var openedBy: UInt32?
  @exclusivity(unchecked) var usedBy: UInt32?
  @exclusivity(unchecked) private(set) var dirtyCount = 0
  let maintenance: StorageMaintenance
  /// Limits that it may overstep.
  private let hints: TierHints?
  let purge: PurgeRule?
  /// How models are encoded here; JSON where bodies are kept as they came.
  let codec: Codec
  /// Whether it holds what only the release that wrote it can read.
  let holdsModels: Bool
  let countsFiles: Bool
  /// The sizes of such files, by their places.
  @exclusivity(unchecked) private var files: [ObjectKey: Bytes] = [:]
  /// Whether a release with another schema has not yet looked at it.
  var awaitsUpgrade = false
  @exclusivity(unchecked) var user: UInt16 = 0
  private let users: ObjectKey
  private let keysPerResource: ObjectKey
  /// By key, where its resource cannot be told from it.
  @exclusivity(unchecked) private var names: [ObjectKey]?
  /// How many of the entries have a screen that needs a part, by the part's place; nil: nothing has
  /// asked for it.
  @exclusivity(unchecked) private var partUses: PagedMap<Int32>?
  /// Whether entries of others take space in it; these have the odd places.
  private let isShared: Bool
  @exclusivity(unchecked) private var othersCount: ObjectKey = 0
  let engineType: any FlashEngine.Type
  /// What its type says of each reading; asking the type each time takes longer.
  let recordsHits: Bool
  /// What encrypting its file costs; nil: it is not encrypted.
  let encryption: EncryptionCosts?

  init(_ plan: TierPlan, flash: FlashSettings, users: Int, seed: UInt64) {
    name = plan.name
    medium = plan.medium
    capacity = plan.capacity
    countLimit = plan.countLimit
    maintenance = plan.maintenance
    hints = plan.hints
    purge = plan.purge
    codec = plan.codec ?? Codecs.json
    holdsModels = plan.codec != nil
    keysPerResource = plan.keysPerResource
    names = plan.namesKeys ? [] : nil
    countsFiles = plan.countsFiles
    isShared = plan.isSharedWithOthers
    self.users = plan.maintenance.perUser ? ObjectKey(users) : 1
    store = plan.policy.product.makeStore(capacity: plan.capacity, seed: seed)
    self.flash = flash
    engineType = plan.engine.type
    recordsHits = engineType.recordsHits
    encryption = engineType.canBeEncrypted ? flash.encryption : nil
    engine = engineType.init(settings: flash)
  }

  func place(of key: ObjectKey, for user: UInt16) -> ObjectKey {
    let own = users == 1 ? key : key * users + ObjectKey(user)
    return isShared ? own * 2 : own
  }

  func nextPlaceOfOthers() -> ObjectKey {
    defer { othersCount += 1 }
    return othersCount * 2 + 1
  }

  func resource(of key: ObjectKey) -> ObjectKey { names?[Int(key)] ?? key / keysPerResource }

  func name(_ key: ObjectKey, of resource: ObjectKey) {
    precondition(key == ObjectKey(names?.count ?? 0), "keys are numbered as they appear")
    names?.append(resource)
  }

  var count: Int { store.count }
  /// Whether it holds more than its policy was told to keep to.
  var isOverfull: Bool { store.used > capacity || countLimit.map { store.count > $0 } ?? false }

  /// How far it holds more than limits that are hints; nil: it has none.
  var overshoot: LimitOvershoot? { hints?.overshoot(count: store.count, cost: store.used) }

  /// Asks for an entry; the policy hears of it, and what the hit pushes out is added to `evicted`.
  /// - Returns: its slot, until the next entry comes or leaves.
  func lookup(
    _ key: ObjectKey, at instant: Instant, evicted: inout [(entry: TierEntry, size: Bytes)]
  ) -> Slot? {
    let access = Access(key: place(of: key, for: user), time: instant.nanoseconds)
    var left: [Slot] = []
    let slot = store.lookup(access) { _, slot in left.append(slot) }
    if !left.isEmpty { forget(left, &evicted) }
    return slot
  }

  func copy(at slot: Slot) -> ResourceCopy { entries[Int(slot)].copy }

  /// Whether a release of the app can decode an entry.
  func isReadable(at slot: Slot, by schema: UInt16) -> Bool {
    !holdsModels || entries[Int(slot)].schema == schema || entries[Int(slot)].copy.kind != .model
  }

  /// Looks at an entry; the policy does not hear of it.
  /// - Parameter owner: whose it is, where users are kept apart; nil: the present user's.
  func peek(_ key: ObjectKey, of owner: UInt16? = nil) -> (entry: TierEntry, size: Bytes)? {
    store.peek(place(of: key, for: owner ?? user)).map { (entries[Int($0)], sizes[Int($0)]) }
  }

  /// What an entry is a copy of; the policy does not hear of it.
  /// - Parameter owner: whose it is, where users are kept apart; nil: the present user's.
  func copy(of key: ObjectKey, for owner: UInt16? = nil) -> ResourceCopy? {
    store.peek(place(of: key, for: owner ?? user)).map { entries[Int($0)].copy }
  }

  /// The version of an entry of the present user's; nil: there is none.
  func version(of key: ObjectKey) -> UInt32? {
    store.peek(place(of: key, for: user)).map { entries[Int($0)].copy.version }
  }

  func isHollow(_ key: ObjectKey) -> Bool {
    store.peek(place(of: key, for: user)).map { entries[Int($0)].isHollow } ?? false
  }

  func isDirty(_ key: ObjectKey) -> Bool {
    store.peek(place(of: key, for: user)).map { entries[Int($0)].isDirty } ?? false
  }

  /// The keys of the app's entries that are not wanted, in the order of their slots.
  /// - Parameters:
  ///   - owner: whose entries, where users are kept apart; nil: all.
  ///   - records: what these need as parts is wanted as well.
  func keys(of owner: UInt16?, outside wanted: BitSet, andPartsIn records: Tier?) -> [ObjectKey] {
    var keys: [ObjectKey] = []
    let parts = records?.countedParts
    // Borrowed: a copy of each entry would be most of the time of a poll.
    let entries = entries
    let slots = entries.span
    for index in slots.indices where slots[index].isOfApp {
      if let owner, slots[index].copy.user != owner { continue }
      let key = slots[index].key
      if wanted.contains(key) { continue }
      if let records, let parts, parts[records.place(of: key, for: owner ?? user)] > 0 { continue }
      keys.append(key)
    }
    return keys
  }

  func size(of entry: TierEntry) -> Bytes {
    store.peek(entry.place).map { sizes[Int($0)] } ?? .zero
  }

  /// Puts an entry in, in an older one's place; what must leave for it is added to `evicted`.
  /// - Parameters:
  ///   - size: its bytes.
  ///   - cost: what counts against the capacity; nil: its bytes.
  /// - Returns: false when it is larger than the whole tier, or refused.
  func insert(
    _ entry: TierEntry, size: Bytes, cost: Bytes? = nil,
    evicted: inout [(entry: TierEntry, size: Bytes)]
  ) -> Bool {
    _ = remove(at: entry.place)
    let incoming = CacheEntry(key: entry.place, size: cost ?? size)
    var left: [Slot] = []
    if let countLimit {
      while store.count >= countLimit {
        guard let (_, slot) = store.evict(toFit: incoming) else { break }
        left.append(slot)
      }
      if store.count >= countLimit {
        forget(left, &evicted)
        return false
      }
    }
    let slot = store.insert(incoming) { _, slot in left.append(slot) }
    forget(left, &evicted)
    guard let slot else { return false }
    let index = Int(slot)
    if index >= entries.count {
      entries.append(contentsOf: repeatElement(.vacant, count: index + 1 - entries.count))
      sizes.append(contentsOf: repeatElement(.zero, count: index + 1 - sizes.count))
    }
    entries[index] = entry
    sizes[index] = size
    used += size
    noteParts(of: entry.copy, isThere: true)
    if entry.isDirty { dirtyCount += 1 }
    return true
  }

  /// What the entries count against the capacity: their costs.
  var cost: Bytes { store.used }

  /// Evicts what the policy chooses until no more than so many entries of so much cost are left;
  /// they are added to `evicted`. - Complexity: O(entries evicted).
  func trim(
    toCount count: Int, cost: Bytes, evicted: inout [(entry: TierEntry, size: Bytes)]
  ) {
    var left: [Slot] = []
    let nothing = CacheEntry(key: 0, size: .zero)
    while store.count > count || store.used > cost {
      guard let (_, slot) = store.evict(toFit: nothing) else { break }
      left.append(slot)
    }
    forget(left, &evicted)
  }

  func remove(_ key: ObjectKey, of owner: UInt16) -> (entry: TierEntry, size: Bytes)? {
    remove(at: place(of: key, for: owner))
  }

  private func remove(at place: ObjectKey) -> (entry: TierEntry, size: Bytes)? {
    guard let slot = store.remove(place) else { return nil }
    let (entry, size) = (entries[Int(slot)], sizes[Int(slot)])
    forget(slot)
    return (entry, size)
  }

  /// Puts a newer copy in an entry's place without the policy hearing of it as of a new one.
  func replace(_ key: ObjectKey, with copy: ResourceCopy, size: Bytes) {
    guard let slot = store.peek(place(of: key, for: user)) else { return }
    noteParts(of: entries[Int(slot)].copy, isThere: false)
    noteParts(of: copy, isThere: true)
    entries[Int(slot)].copy = copy
    entries[Int(slot)].isHollow = false
    used = used - sizes[Int(slot)] + size
    sizes[Int(slot)] = size
  }

  /// Changes what is known of an entry; its size stays.
  func revise(_ key: ObjectKey, _ change: (inout ResourceCopy) -> Void) -> Bool {
    guard let slot = store.peek(place(of: key, for: user)) else { return false }
    noteParts(of: entries[Int(slot)].copy, isThere: false)
    change(&entries[Int(slot)].copy)
    noteParts(of: entries[Int(slot)].copy, isThere: true)
    return true
  }

  /// The app's entries in the order of their slots.
  var all: [TierEntry] { entries.filter(\.isOfApp) }

  /// The dirty entries in the order of their slots; they are clean from now on.
  func takeDirty() -> [TierEntry] {
    guard dirtyCount > 0 else { return [] }
    var dirty: [TierEntry] = []
    for index in entries.indices where entries[index].isDirty {
      dirty.append(entries[index])
      entries[index].isDirty = false
    }
    dirtyCount = 0
    return dirty
  }

  /// The size of a file that is no entry; zero: there is none, or it is not counted.
  func file(at place: ObjectKey) -> Bytes { files[place] ?? .zero }

  /// Notes the size of a file that is no entry; zero: it is gone.
  func noteFile(_ size: Bytes, at place: ObjectKey) {
    guard countsFiles else { return }
    used = used - (files[place] ?? .zero) + size
    files[place] = size > .zero ? size : nil
  }

  /// Notes what the engine's files have beside the entries.
  func noteFiles() {
    guard flash.countsFiles else { return }
    used = used - beside
    beside = engine.fileBytes - engine.stored
    used += beside
  }

  func removeAll() {
    files = [:]
    store.removeAll()
    entries.removeAll(keepingCapacity: true)
    sizes.removeAll(keepingCapacity: true)
    used = .zero
    beside = .zero
    dirtyCount = 0
    if partUses != nil { partUses = PagedMap(filling: 0) }
  }

  /// Takes an entry of any user out; on flash its deletion is gathered.
  func drop(_ entry: TierEntry) {
    guard remove(at: entry.place) != nil else { return }
    if medium == .flash { write(entry.place, nil, for: .delete) }
  }

  func dropOthers() {
    for entry in entries where entry.isOfOthers { _ = remove(at: entry.place) }
  }

  /// The system takes the contents that are not in use.
  /// - Returns: how many bytes it gets.
  func discard(unless isInUse: (ObjectKey) -> Bool) -> Bytes {
    let before = used
    for index in entries.indices {
      let entry = entries[index]
      guard !entry.isVacant, !entry.isHollow, !isInUse(entry.key) else { continue }
      if purge == .removes {
        _ = remove(at: entry.place)
      } else {
        entries[index].isHollow = true
        used = used - sizes[index]
        sizes[index] = .zero
      }
    }
    return before - used
  }

  /// All entries are gone, and the engine's files with them, at no cost.
  func vanish() {
    removeAll()
    engine = engineType.init(settings: flash)
  }

  func adopt(schema: UInt16) {
    for index in entries.indices { entries[index].schema = schema }
  }

  private func forget(
    _ left: [Slot], _ evicted: inout [(entry: TierEntry, size: Bytes)]
  ) {
    for slot in left {
      evicted.append((entries[Int(slot)], sizes[Int(slot)]))
      forget(slot)
    }
  }

  private func forget(_ slot: Slot) {
    if entries[Int(slot)].isDirty { dirtyCount -= 1 }
    noteParts(of: entries[Int(slot)].copy, isThere: false)
    entries[Int(slot)] = .vacant
    used = used - sizes[Int(slot)]
    sizes[Int(slot)] = .zero
  }
}

// MARK: - Parts

extension Tier {
  /// How many entries need a part, by the part's place. - Complexity: O(entries and parts) once,
  /// O(1) from then on.
  private var countedParts: PagedMap<Int32> {
    if let partUses { return partUses }
    partUses = PagedMap(filling: 0)
    for entry in entries { noteParts(of: entry.copy, isThere: true) }
    return partUses ?? PagedMap(filling: 0)
  }

  /// Takes back the memory for a page of resources that nothing leads to, and no entry needs; where
  /// users or others have places of their own, they do not lie in one page.
  func removePage(from start: ObjectKey) {
    if users == 1, !isShared { partUses?.removePage(of: start) }
  }

  private func noteParts(of copy: ResourceCopy, isThere: Bool) {
    guard partUses != nil, let published = copy.published else { return }
    for part in published.parts {
      partUses?[place(of: part, for: copy.user)] += isThere ? 1 : -1
    }
  }
}
