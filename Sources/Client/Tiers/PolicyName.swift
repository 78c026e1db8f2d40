public import Caches
public import SimCore

/// An eviction policy as a scenario chose it: `"lru"`, or `{"name": "clock", "settings": {…}}`.
///
/// A policy with the defaults of its settings is written as its plain name.
public struct PolicyName: SettingValue, ExpressibleByStringLiteral {
  /// The canonical name.
  public var name: String { chosen.name }
  /// The policy with its settings.
  public var product: AnyPolicy { chosen.product }
  private let chosen: Chosen<AnyPolicy>

  /// Names a policy of the catalogue, with the defaults of its settings.
  /// - Precondition: the catalogue knows it.
  public init(_ name: String) { chosen = .standard(name) }
  public init(stringLiteral name: String) { self.init(name) }

  private init(_ chosen: Chosen<AnyPolicy>) { self.chosen = chosen }

  public static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> PolicyName? {
    guard json.members != nil else {
      return CatalogName.read(json, path: path, "policy", among: catalog.names, &problems)
        .map { PolicyName($0) }
    }
    return catalog.read(json, path: path, &problems).map { PolicyName($0) }
  }

  public var json: JSON {
    if chosen.settings == Chosen<AnyPolicy>.standard(name).settings { return JSON(.string(name)) }
    return .object([("name", JSON(.string(name))), ("settings", chosen.settings)])
  }

  /// A reference: the policies and their settings stand once in a scenario's schema.
  public static var schema: JSON {
    .object([("allOf", [.object([("$ref", JSON(.string("#/definitions/\(definition.name)")))])])])
  }

  /// What the schema of a scenario defines for all that choose a policy.
  public static var definition: (name: String, schema: JSON) {
    let plain = CatalogName.schema(catalog.names)
    return ("policy", .object([("anyOf", [plain, catalog.schema])]))
  }

  /// The policies that need not know the future.
  private static let catalog = Catalog(
    of: "policy", PolicyCatalog.all.filter { !$0.needsNextAccess }.map(\.choice))
}
