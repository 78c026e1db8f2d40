public import CacheMetrics
public import CachePolicies
internal import CacheWorkloads
public import DeviceModels
public import SimCore

/// A tier that a strategy wants to have.
public struct TierPlan: Sendable {
  package var name: String
  /// Where it keeps its entries.
  package var medium: Medium
  /// The policy that says which entry leaves when the tier is full.
  package var policy: PolicyName
  /// The most that it may hold; never overstepped.
  package var capacity: Bytes
  /// The most entries that it may hold; nil: only bytes count.
  package var countLimit: Int?
  /// Limits that it may overstep for a while; nil: it has none of that kind.
  package var hints: TierHints?
  /// What the system does with the contents of a memory tier under pressure; nil: nothing.
  package var purge: PurgeRule?
  /// How a flash tier lays its entries down.
  package var engine: FlashEngineName
  /// How models are encoded, which another release of the app may do otherwise; nil: bodies are
  /// kept as they came.
  package var codec: Codec?
  /// What becomes of the entries when something around the app changes.
  package var maintenance: StorageMaintenance

  /// How many keys each resource has, one after the other: of a tier that holds several answers of
  /// one, more than one.
  package var keysPerResource: ObjectKey = 1

  /// Whether the resource of each key is told by `nameKey`, and cannot be told from the key.
  package var namesKeys = false

  /// Whether entries of others, of which the app knows nothing, take space in it.
  package var isSharedWithOthers = false

  /// Whether files that are no entries count as what the tier holds: it is a file of a whole cache.
  package var countsFiles = false

  /// Makes a plan; the engine matters on flash only.
  public init(
    _ name: String, on medium: Medium, policy: PolicyName, capacity: Bytes,
    engine: FlashEngineName = "file-per-entry", codec: Codec? = nil,
    maintenance: StorageMaintenance = StorageMaintenance(), countLimit: Int? = nil,
    purge: PurgeRule? = nil
  ) {
    precondition(countLimit.map { $0 > 0 } ?? true, "a tier may hold an entry")
    self.countLimit = countLimit
    self.purge = purge
    self.name = name
    self.medium = medium
    self.policy = policy
    self.capacity = capacity
    self.engine = engine
    self.codec = codec
    self.maintenance = maintenance
  }
}

/// Limits of a tier that are hints: how far it oversteps them is a metric, and breaks no law.
package struct TierHints: Sendable {
  /// The most entries; nil: no limit.
  package var count: Int?
  /// The most that the costs may add up to; nil: no limit.
  package var cost: Bytes?

  /// Makes limits, of which one at least is there.
  package init?(count: Int?, cost: Bytes?) {
    guard count != nil || cost != nil else { return nil }
    self.count = count
    self.cost = cost
  }

  /// How far these are overstepped.
  func overshoot(count held: Int, cost heldCost: Bytes) -> LimitOvershoot {
    var overshoot = LimitOvershoot()
    if let count {
      overshoot.share = Double(max(0, held - count)) / Double(max(count, 1))
    }
    if let cost {
      let above = max(.zero, heldCost - cost)
      overshoot.merge(
        LimitOvershoot(bytes: above, share: Double(above.count) / Double(max(cost.count, 1))))
    }
    return overshoot
  }
}

/// What becomes of an entry whose purgeable content the system takes.
public enum PurgeRule: Sendable {
  /// The entry leaves with its content.
  case removes
  /// The entry stays, hollow, and takes up its place.
  case hollows
}

/// A tier of a device, as the strategy that added it names it.
public struct TierID: Hashable, Sendable {
  let index: Int
}

/// An entry that has left a tier, or is about to.
package struct TierEntry: Sendable {
  /// Its key: a resource.
  package var key: ObjectKey
  /// What it is a copy of.
  package var copy: ResourceCopy
  /// Whether it lies nowhere else.
  package var isDirty: Bool
  /// Whether the system has taken its content.
  var isHollow = false
  var schema: UInt16
  /// Its number in the tier: the key, apart for each user where the tier has entries per user, and
  /// apart from the entries of others where the tier has such.
  var place: ObjectKey
  /// Whether it belongs to another app or another site: it takes space, and is none of the app's.
  var isOfOthers = false
  fileprivate(set) var isVacant = false

  var isOfApp: Bool { !isVacant && !isOfOthers }

  /// What stands in a slot that has no entry.
  static let vacant: TierEntry = {
    let nothing = Content(version: 0, kind: .other, size: .zero, publishedAt: .start)
    var entry = TierEntry(
      key: 0, copy: ResourceCopy(of: nothing, at: .start), isDirty: false, schema: 0, place: 0)
    entry.isVacant = true
    return entry
  }()
}

/// An eviction policy as a scenario chose it: `"lru"`, or `{"name": "clock", "settings": {…}}`.
///
/// A policy with the defaults of its settings is written as its plain name.
public struct PolicyName: SettingValue, ExpressibleByStringLiteral {
  /// The canonical name.
  public var name: String { chosen.name }
  /// The policy with its settings.
  package var product: AnyPolicy { chosen.product }
  private let chosen: Chosen<AnyPolicy>

  /// Names a policy of the catalogue, with the defaults of its settings.
  /// - Precondition: the catalogue knows it.
  public init(_ name: String) { chosen = .standard(name) }
  public init(stringLiteral name: String) { self.init(name) }

  /// A policy of the catalogue, or one's own.
  public init(_ chosen: Chosen<AnyPolicy>) { self.chosen = chosen }

  public static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> PolicyName? {
    let name = json.string ?? json["name"]?.string
    if problems.acceptsOwnNames, let name, !catalog.names.contains(name) {
      return PolicyName(catalog.names[0])
    }
    guard json.members != nil else {
      return CatalogName.read(json, path: path, "policy", among: catalog.names, &problems)
        .map { PolicyName($0) }
    }
    return catalog.read(json, path: path, &problems).map { PolicyName($0) }
  }

  public var json: JSON {
    if chosen.settings == chosen.product.standardSettings { return JSON(name) }
    return .object([("name", JSON(name)), ("settings", chosen.settings)])
  }

  /// A reference: the policies and their settings stand once in a scenario's schema.
  public static var schema: JSON { .reference(to: definition.name) }

  /// What the schema of a scenario defines for all that choose a policy.
  package static var definition: (name: String, schema: JSON) {
    let plain = CatalogName.schema(catalog.names)
    return ("policy", .object([("anyOf", [plain, catalog.schema])]))
  }

  private static let catalog = Catalog(
    of: "policy", PolicyCatalog.all.filter { !$0.needsNextAccess }.map(\.choice))
}

extension PolicyName: WrittenBySettings {
  package var withoutDefaults: JSON {
    let settings = Self.catalog.entry(named: name)?.withoutDefaults(chosen.settings)
    guard let settings, settings != .object([]) else { return json }
    return .object([("name", JSON(name)), ("settings", settings)])
  }
}
