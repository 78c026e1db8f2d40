package import CachePolicies
package import DeviceModels
package import Measurement
package import SimCore

/// A tier that a strategy wants to have.
package struct TierPlan: Sendable {
  /// What reports call it.
  package var name: String
  /// Where it keeps its entries.
  package var medium: Medium
  /// The policy that says which entry leaves when the tier is full.
  package var policy: PolicyName
  /// The most that it may hold; never overstepped.
  package var capacity: Bytes
  /// The most entries that it may hold; nil: only bytes count.
  package var countLimit: Int?
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

  /// Makes a plan; the engine matters on flash only.
  package init(
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

/// What becomes of an entry whose purgeable content the system takes.
package enum PurgeRule: Sendable {
  /// The entry leaves with its content.
  case removes
  /// The entry stays, hollow, and takes up its place.
  case hollows
}

/// A tier of a device, as the strategy that added it names it.
package struct TierID: Hashable, Sendable {
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
  /// The schema of the release that wrote it.
  var schema: UInt16
  /// Its number in the tier: the key, apart for each user where the tier has entries per user.
  var place: ObjectKey
}

/// An eviction policy as a scenario chose it: `"lru"`, or `{"name": "clock", "settings": {…}}`.
///
/// A policy with the defaults of its settings is written as its plain name.
package struct PolicyName: SettingValue, ExpressibleByStringLiteral {
  /// The canonical name.
  package var name: String { chosen.name }
  /// The policy with its settings.
  package var product: AnyPolicy { chosen.product }
  private let chosen: Chosen<AnyPolicy>

  /// Names a policy of the catalogue, with the defaults of its settings.
  /// - Precondition: the catalogue knows it.
  package init(_ name: String) { chosen = .standard(name) }
  package init(stringLiteral name: String) { self.init(name) }

  private init(_ chosen: Chosen<AnyPolicy>) { self.chosen = chosen }

  package static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> PolicyName? {
    guard json.members != nil else {
      return CatalogName.read(json, path: path, "policy", among: catalog.names, &problems)
        .map { PolicyName($0) }
    }
    return catalog.read(json, path: path, &problems).map { PolicyName($0) }
  }

  package var json: JSON {
    if chosen.settings == Chosen<AnyPolicy>.standard(name).settings { return JSON(.string(name)) }
    return .object([("name", JSON(.string(name))), ("settings", chosen.settings)])
  }

  /// A reference: the policies and their settings stand once in a scenario's schema.
  package static var schema: JSON {
    .object([("allOf", [.object([("$ref", JSON(.string("#/definitions/\(definition.name)")))])])])
  }

  /// What the schema of a scenario defines for all that choose a policy.
  package static var definition: (name: String, schema: JSON) {
    let plain = CatalogName.schema(catalog.names)
    return ("policy", .object([("anyOf", [plain, catalog.schema])]))
  }

  /// The policies that need not know the future.
  private static let catalog = Catalog(
    of: "policy", PolicyCatalog.all.filter { !$0.needsNextAccess }.map(\.choice))
}
