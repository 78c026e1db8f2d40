public import SimCore
public import Workloads

/// What requests for one kind of resource want instead of the rest.
public struct RequestOverride: Settings {
  /// Of which kind the resources are.
  public var kind = KindName(.image)
  /// What requests for them want.
  public var policy = RequestPolicy.useProtocolCachePolicy

  public init() {}
  public static let fields: [Field<RequestOverride>] = [
    Field("kind", \.kind, "Of which kind the resources are.", isRequired: true),
    Field("policy", \.policy, "What requests for them want.", isRequired: true),
  ]
}

/// A kind of resource, as a scenario says it.
public struct KindName: SettingValue {
  /// The kind.
  public let kind: ResourceKind

  /// Names a kind.
  public init(_ kind: ResourceKind) { self.kind = kind }

  private static let names = ResourceKind.allCases.map { "\($0)" }

  public static func read(_ json: JSON, path: String, _ problems: inout Problems) -> KindName? {
    CatalogName.read(json, path: path, "kind of resource", among: names, &problems)
      .flatMap { names.firstIndex(of: $0) }.map { KindName(ResourceKind.allCases[$0]) }
  }
  public var json: JSON { JSON(.string("\(kind)")) }
  public static var schema: JSON { CatalogName.schema(names) }
}
