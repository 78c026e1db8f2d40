/// A named thing with its settings, as written: the one form in which a scenario asks for anything
/// pluggable.
package struct Choice: Settings {
  package var name = ""
  package var label: String?
  package var settings = JSON(.object([]))

  package init() {}
  package static let fields: [Field<Choice>] = [
    Field("name", \.name, "Which one.", isRequired: true),
    Field("label", \.label, "What reports call it; without one, its name."),
    Field("settings", \.settings, "Its settings; those left out keep their defaults."),
  ]
}

extension JSON: SettingValue {
  public static func read(_ json: JSON, path: String, _ problems: inout Problems) -> JSON? { json }
  public var json: JSON { self }
  public static var schema: JSON { .object([]) }
}

/// A thing that a scenario can choose from a catalogue.
public protocol Choosable: Sendable {
  static var catalog: Catalog<Self> { get }
}

/// What a scenario chose: the thing itself, and how it was asked for.
public struct Chosen<Product: Sendable>: Sendable {
  /// The canonical name.
  public var name: String
  /// What reports call it.
  public var label: String
  package var product: Product { didSet { isCatalogued = false } }
  /// Its settings with all defaults filled in.
  public var settings: JSON { didSet { isCatalogued = false } }
  /// Whether a catalogue made it, so that name and settings say all of what it does.
  package internal(set) var isCatalogued = false

  package init(name: String, label: String, product: Product, settings: JSON) {
    self.name = name
    self.label = label
    self.product = product
    self.settings = settings
  }
}

extension Chosen: HoldingValue {
  package static var held: Any.Type { Choice.self }
}

extension Chosen: SettingValue where Product: Choosable {
  public static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> Chosen<Product>? {
    Product.catalog.read(json, path: path, &problems)
  }
  public var json: JSON {
    .object(["name": JSON(name), "label": JSON(label), "settings": settings])
  }
  public static var schema: JSON { Product.catalog.schema }

  /// The thing of that name, with settings as a scenario writes them.
  /// - Parameters:
  ///   - label: what reports call it; nil: its name.
  ///   - settings: those that differ from the defaults, by name, such as `"staleAfter": "5m"`.
  /// - Throws: all that is wrong with the name and the settings.
  public init(
    named name: String, label: String? = nil, settings: KeyValuePairs<String, JSON> = [:]
  ) throws(InputError) {
    try self.init(named: name, label: label, written: settings.map { ($0.key, $0.value) })
  }

  init(
    named name: String, label: String?, written settings: [(String, JSON)]
  ) throws(InputError) {
    var members: [(String, JSON)] = [("name", JSON(name)), ("settings", .object(settings))]
    if let label { members.append(("label", JSON(label))) }
    var problems = Problems()
    let chosen = Product.catalog.read(.object(members), path: "", &problems)
    guard let chosen else { throw InputError(problems) }
    self = chosen
  }

  /// The thing of that name with its defaults.
  /// - Precondition: the catalogue knows the name.
  public static func standard(_ name: String) -> Chosen<Product> {
    var problems = Problems()
    let json = JSON.object(["name": JSON(name)])
    guard let chosen = Product.catalog.read(json, path: "", &problems) else {
      preconditionFailure("no \(Product.catalog.kind) is called \(name)")
    }
    return chosen
  }
}

/// A named point to start from: the settings of a library, or of a certain device.
///
/// A scenario says `"preset": "iphone-11"` among the settings of the group; what else it says is
/// laid over the preset's values. Some groups may be written as the name alone.
public struct Preset<Group: Settings>: Sendable {
  package let name: String
  /// What it is and where it comes from.
  package let summary: String
  /// The library that ships with these values; nil: it is a point of ours.
  package let library: ShippedLibrary?
  /// What people call the library, and perhaps others too.
  package let aliases: [String]
  package let values: Group

  /// Makes a preset that differs from the defaults by `change`.
  public init(_ name: String, _ summary: String, _ change: (inout Group) -> Void) {
    self.init(name, summary, of: nil, change)
  }

  package init(
    _ name: String, _ summary: String, of library: ShippedLibrary?, aliases: [String] = [],
    _ change: (inout Group) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.library = library
    self.aliases = aliases
    var values = Group()
    change(&values)
    self.values = values
  }

  /// Makes a preset that a table says as a scenario would write it.
  /// - Precondition: the settings are right, and start from no other preset.
  package init(_ name: String, _ summary: String, reading settings: JSON) {
    var problems = Problems()
    let values = Group.readGroup(settings, among: [], path: name, &problems)
    precondition(problems.isEmpty, problems.lines.joined(separator: "\n"))
    self.init(name, summary) { if let values { $0 = values } }
  }

  static func schema(of presets: [Preset<Group>]) -> JSON {
    let lines = presets.map { "\($0.name): \($0.summary)" }
    return .object([
      "enum": JSON(presets.map { JSON($0.name) }),
      "description": JSON("Where to start from. " + lines.joined(separator: " ")),
    ])
  }
}

/// The member of a group's object that chooses a preset; no setting has this name.
enum PresetMember {
  static let name = "preset"
}
