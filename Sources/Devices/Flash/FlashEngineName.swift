public import SimCore

/// The name of a storage engine, as a scenario says it.
public struct FlashEngineName: Hashable, SettingValue, ExpressibleByStringLiteral {
  /// The name in the catalogue.
  public let name: String

  /// Names an engine of the catalogue.
  /// - Precondition: the catalogue knows it.
  public init(_ name: String) {
    precondition(FlashEngines.named(name) != nil, "no storage engine is called \(name)")
    self.name = name
  }

  /// Names an engine of the catalogue.
  public init(stringLiteral name: String) { self.init(name) }

  /// The engine.
  public var type: any FlashEngine.Type {
    guard let type = FlashEngines.named(name) else {
      preconditionFailure("a name is checked when it is made")
    }
    return type
  }

  /// Reads a name; notes an unknown one with the nearest known.
  public static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> FlashEngineName? {
    json.name(of: "storage engine", among: FlashEngines.names, path: path, &problems)
      .map { FlashEngineName($0) }
  }

  /// The name.
  public var json: JSON { JSON(.string(name)) }

  /// One of the names.
  public static var schema: JSON { .words(FlashEngines.names) }
}
