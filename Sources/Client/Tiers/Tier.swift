internal import Caches
internal import Devices
internal import SimCore

/// A room of the house: a store with its keeper, and what each entry is a copy of.
struct Tier {
  let name: String
  let medium: Medium
  let capacity: Bytes
  private let store: AnyCacheStore
  /// By slot.
  private var entries: [TierEntry?] = []
  private var sizes: [Bytes] = []
  private var engine: any FlashEngine
  private(set) var dirtyCount = 0

  init(_ plan: TierPlan, flash: FlashSettings, seed: UInt64) {
    name = plan.name
    medium = plan.medium
    capacity = plan.capacity
    guard
      let store = PolicyCatalog.makeStore(
        named: plan.policy.name, capacity: plan.capacity, seed: seed)
    else { preconditionFailure("a policy's name is checked when it is made") }
    self.store = store
    engine = plan.engine.type.init(settings: flash)
  }

  var used: Bytes { store.used }

  /// Asks for an entry; the policy hears of it.
  mutating func lookup(_ key: ObjectKey) -> ResourceCopy? {
    guard let slot = store.lookup(key) else { return nil }
    return entries[Int(slot)]?.copy
  }

  /// Looks at an entry; the policy does not hear of it.
  func peek(_ key: ObjectKey) -> (entry: TierEntry, size: Bytes)? {
    guard let slot = store.peek(key), let entry = entries[Int(slot)] else { return nil }
    return (entry, sizes[Int(slot)])
  }

  /// Puts an entry in, in an older one's place; what must leave for it is added to `evicted`.
  /// - Returns: false when it is larger than the whole tier, or refused.
  mutating func insert(
    _ entry: TierEntry, size: Bytes, evicted: inout [(entry: TierEntry, size: Bytes)]
  ) -> Bool {
    _ = remove(entry.key)
    var left: [Slot] = []
    let slot = store.insert(Entry(key: entry.key, size: size)) { _, slot in left.append(slot) }
    for slot in left {
      guard let leaving = entries[Int(slot)] else { continue }
      evicted.append((leaving, sizes[Int(slot)]))
      forget(slot)
    }
    guard let slot else { return false }
    let index = Int(slot)
    if index >= entries.count {
      entries.append(contentsOf: repeatElement(nil, count: index + 1 - entries.count))
      sizes.append(contentsOf: repeatElement(.zero, count: index + 1 - sizes.count))
    }
    entries[index] = entry
    sizes[index] = size
    if entry.isDirty { dirtyCount += 1 }
    return true
  }

  mutating func remove(_ key: ObjectKey) -> (entry: TierEntry, size: Bytes)? {
    guard let slot = store.remove(key), let entry = entries[Int(slot)] else { return nil }
    let size = sizes[Int(slot)]
    forget(slot)
    return (entry, size)
  }

  /// Changes what is known of an entry; its size stays.
  mutating func revise(_ key: ObjectKey, _ change: (inout ResourceCopy) -> Void) -> Bool {
    guard let slot = store.peek(key), entries[Int(slot)] != nil else { return false }
    change(&entries[Int(slot)]!.copy)
    return true
  }

  /// The entries in the order of their slots.
  var all: [TierEntry] { entries.compactMap(\.self) }

  /// The dirty entries in the order of their slots; they are clean from now on.
  mutating func takeDirty() -> [TierEntry] {
    guard dirtyCount > 0 else { return [] }
    var dirty: [TierEntry] = []
    for index in entries.indices where entries[index]?.isDirty == true {
      if let entry = entries[index] { dirty.append(entry) }
      entries[index]?.isDirty = false
    }
    dirtyCount = 0
    return dirty
  }

  mutating func removeAll() {
    store.removeAll()
    entries.removeAll(keepingCapacity: true)
    sizes.removeAll(keepingCapacity: true)
    dirtyCount = 0
  }

  private mutating func forget(_ slot: Slot) {
    if entries[Int(slot)]?.isDirty == true { dirtyCount -= 1 }
    entries[Int(slot)] = nil
    sizes[Int(slot)] = .zero
  }
}

// MARK: - Flash

extension Tier {
  /// An engine's entries are numbered densely: an entry, the row beside it, the next entry.
  private static func row(of key: ObjectKey) -> ObjectKey { key * 2 }

  func read(_ key: ObjectKey) -> FlashRead? { engine.read(Self.row(of: key)) }

  /// Gathers the writing of an entry, or, without a size, its removal.
  mutating func write(_ key: ObjectKey, _ size: Bytes?, for cause: FlashCause) {
    if let size {
      engine.put(Self.row(of: key), bytes: size, for: cause)
    } else {
      engine.delete(Self.row(of: key))
    }
  }

  /// Gathers the writing or the removal of the row beside an entry.
  mutating func writeRow(_ size: Bytes?, beside key: ObjectKey, for cause: FlashCause) {
    if let size {
      engine.put(Self.row(of: key) + 1, bytes: size, for: cause)
    } else {
      engine.delete(Self.row(of: key) + 1)
    }
  }

  /// Writes what was gathered.
  mutating func commit() -> FlashWrite { engine.commit() }
}
