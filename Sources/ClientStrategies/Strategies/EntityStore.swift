internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
package import SimCore

/// The entities of a normalised cache: what stands on lists, stored once under its key, whichever
/// answers brought it. A list's result refers to them, and so shows what any later answer told of
/// them; a record that stands on a list shares that entity with its own result.
///
/// All answers are taken to bring the same fields of an entity, and of a record all others beside.
package struct EntityStore {
  /// What a scenario can set.
  package struct Options: Settings {
    package var normalizes = false
    package var capacity = Bytes.unlimited
    package var collects = false
    package var partial = PartialResult.fetch
    package var referenceBytes = Bytes(30)

    package init() {}
    package static let fields: [Field<Options>] = [
      Field(
        "normalizes", \.normalizes,
        "Whether items of lists are stored once by key, and lists refer to them, as normalised "
          + "caches of GraphQL do; otherwise each result holds its own, as document caches do."),
      Field(
        "capacity", \.capacity, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
        "The most bytes of entities, beside the results' own; store.policy says which one leaves. "
          + "No library has a limit."),
      Field(
        "collects", \.collects,
        "Whether entities go that no stored result refers to any more."),
      Field(
        "partial", \.partial,
        "What is done with a result of which an entity is missing: fetch it, as Apollo does unless "
          + "told returnPartialData; or show what is there and fetch it behind."),
      Field(
        "referenceBytes", \.referenceBytes, in: .zero...(.kilobytes(1)),
        "What a result holds for each entity that it refers to, such as {\"__ref\": \"Post:1234\"}."
      ).assumed(),
    ]
  }

  private let options: Options
  let tier: TierID
  private let results: TierID
  /// By entity: its key in the tier; and back.
  private var keys: [UInt32: ObjectKey] = [:]
  private var ids: [UInt32] = []
  /// Results that were released, and stay as long as a list that was not refers to their record.
  private var released: [ResourceIndex] = []

  /// - Parameter results: the tier of the results.
  init(
    _ options: Options, of results: TierID, policy: PolicyName, maintenance: StorageMaintenance,
    in simulation: inout DeviceSimulation
  ) {
    self.options = options
    self.results = results
    var plan = TierPlan(
      "entities", on: .memory, policy: policy, capacity: options.capacity,
      maintenance: maintenance)
    plan.namesKeys = true
    tier = simulation.addTier(plan)
  }

  private func find(_ id: UInt32, in simulation: borrowing DeviceSimulation) -> ListItem? {
    keys[id].flatMap { simulation.peek($0, in: tier) }.map {
      ListItem(id: id, version: $0.version, size: $0.size)
    }
  }

  /// The result without its entities, as large as what it holds itself.
  func frame(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> ResourceCopy {
    var frame = copy
    let shared = copy.items.isEmpty ? find(resource, in: simulation).map { [$0] } ?? [] : copy.items
    for item in shared { frame.size = frame.size - Bytes(Int64(item.size)) }
    let references = options.referenceBytes.count * Int64(copy.items.count)
    frame.size = max(frame.size, .zero) + Bytes(references)
    return frame
  }

  /// Notes the entities of a result that was stored: those that are new or of another version.
  mutating func put(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    released.removeAll { $0 == resource }
    for item in copy.items { put(item, from: copy, of: resource, in: &simulation) }
    if copy.items.isEmpty, var known = find(resource, in: simulation) {
      known.version = copy.version
      put(known, from: copy, of: resource, in: &simulation)
    }
    collect(in: &simulation)
  }

  private mutating func put(
    _ item: ListItem, from copy: ResourceCopy, of resource: ResourceIndex,
    in simulation: inout DeviceSimulation
  ) {
    if let key = keys[item.id], simulation.version(of: key, in: tier) == item.version {
      _ = simulation.lookup(key, in: tier)
      return
    }
    let key = keys[item.id] ?? ObjectKey(ids.count)
    if keys.updateValue(key, forKey: item.id) == nil {
      ids.append(item.id)
      let isRecord = item.id < ListItem.firstWithoutRecord
      simulation.nameKey(key, of: isRecord ? item.id : resource, in: tier)
    }
    var entity = copy
    entity.version = item.version
    entity.size = Bytes(Int64(item.size))
    simulation.store(entity, of: key, size: entity.size, in: tier, resource: resource)
  }

  /// Whether all entities are there that a result refers to.
  func isWhole(_ copy: ResourceCopy, in simulation: borrowing DeviceSimulation) -> Bool {
    copy.items.allSatisfy { find($0.id, in: simulation) != nil }
  }

  /// The result with its entities as they are now; nil: some are missing, and it is not shown
  /// without them.
  mutating func assemble(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> ResourceCopy? {
    released.removeAll { $0 == resource }
    guard options.partial == .show || isWhole(copy, in: simulation) else { return nil }
    for item in copy.items {
      if let key = keys[item.id] { _ = simulation.lookup(key, in: tier) }
    }
    let items =
      copy.items.isEmpty
      ? find(resource, in: simulation).map { [$0] } ?? []
      : copy.items.map { find($0.id, in: simulation) ?? $0 }
    if items.isEmpty { return copy }
    let whole = simulation.revised(copy, of: resource, having: items)
    if whole.version != copy.version { simulation.revise(resource, in: results) { $0 = whole } }
    return whole
  }

  /// No screen needs a result any more: it goes, unless a list that is still needed refers to its
  /// record.
  mutating func release(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    released.append(resource)
    let needed = needed(in: simulation)
    for resource in released where !needed.contains(resource) {
      simulation.remove(resource, from: results)
    }
    released.removeAll { !needed.contains($0) }
    collect(in: &simulation)
  }

  /// What results refer to that were not released.
  private func needed(in simulation: borrowing DeviceSimulation) -> Set<UInt32> {
    let keys = simulation.keys(in: results).filter { !released.contains($0) }
    return references(of: keys, in: simulation)
  }

  private func references(
    of stored: [ResourceIndex], in simulation: borrowing DeviceSimulation
  ) -> Set<UInt32> {
    var found: Set<UInt32> = []
    for key in stored {
      for item in simulation.peek(key, in: results)?.items ?? [] { found.insert(item.id) }
    }
    return found
  }

  /// Removes what no stored result refers to. - Complexity: O(results, their items, and entities).
  func collect(in simulation: inout DeviceSimulation) {
    guard options.collects else { return }
    let found = references(of: simulation.keys(in: results), in: simulation)
    for key in simulation.keys(in: tier) where !found.contains(ids[Int(key)]) {
      simulation.remove(key, from: tier)
    }
  }
}

/// What is done with a stored result of which a part is missing.
package enum PartialResult: String, WordSettingValue {
  case fetch
  case show
}

/// Which stored results the origin's answer to an edit makes unusable.
package enum InvalidationRule: String, WordSettingValue {
  case nothing
  /// The record's own, and lists that it stands on.
  case record
  case all
}
