/// The things of one kind that a scenario can name: policies, strategies, generators.
///
/// The list is documentation: one line for each thing, in the order in which listings show them.
public struct Catalog<Product: Sendable>: Sendable {
  /// A thing that can be named.
  public struct Entry: Sendable {
    /// Its canonical name, in kebab case.
    public let name: String
    /// Other spellings that are accepted and resolved to the name.
    public let aliases: [String]
    /// What it is, in one sentence.
    public let summary: String
    /// Its settings: name, default as text, sentence.
    public let settings: [(name: String, defaultText: String, summary: String)]
    /// The JSON Schema of its settings.
    public let schema: JSON
    /// Makes the thing from its settings, or notes what is wrong with them.
    public let make: @Sendable (JSON, String, inout Problems) -> Product?

    /// An entry whose settings are a group of fields.
    public init<Group: Settings>(
      _ name: String, aliases: [String] = [], _ summary: String, settings: Group.Type,
      make: @escaping @Sendable (Group) -> Product
    ) {
      self.name = name
      self.aliases = aliases
      self.summary = summary
      self.settings = Group.fields.map { ($0.name, $0.defaultText, $0.summary) }
      schema = Group.schema
      self.make = { json, path, problems in
        Group.read(json, path: path, &problems).map(make)
      }
    }
  }

  /// What the things are called: "strategy".
  public let kind: String
  /// The things, in the order of documentation.
  public let entries: [Entry]

  /// Makes a catalogue.
  /// - Precondition: no name or alias stands twice.
  public init(of kind: String, _ entries: [Entry]) {
    let names = entries.flatMap { [$0.name] + $0.aliases }
    precondition(Set(names).count == names.count, "a \(kind) is named twice")
    self.kind = kind
    self.entries = entries
  }

  /// The canonical names, in order.
  public var names: [String] { entries.map(\.name) }

  /// The entry of a name or an alias. - Complexity: O(entries).
  public func entry(named name: String) -> Entry? {
    entries.first { $0.name == name || $0.aliases.contains(name) }
  }

  /// Reads a choice, `{"name": …, "settings": {…}}`, and makes what it names.
  /// - Returns: nil when something is wrong, which is then noted.
  public func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> (entry: Entry, choice: Choice, product: Product)? {
    guard let choice = Choice.read(json, path: path, &problems) else { return nil }
    guard let entry = entry(named: choice.name) else {
      let place = json["name"]?.offset ?? json.offset
      problems.note(
        at: place, path: path.isEmpty ? "name" : "\(path).name",
        "unknown \(kind) '\(choice.name)'\(Suggestion.hint(for: choice.name, among: names))")
      return nil
    }
    let settings = choice.settings
    guard let product = entry.make(settings, "\(path).settings", &problems) else { return nil }
    return (entry, choice, product)
  }

  /// The JSON Schema of a choice among the entries.
  public var schema: JSON {
    let forms = entries.map { entry in
      JSON.object([
        ("type", "object"),
        ("description", JSON(.string(entry.summary))),
        (
          "properties",
          .object([
            (
              "name",
              .object([
                ("enum", JSON(.array(([entry.name] + entry.aliases).map { JSON(.string($0)) })))
              ])
            ),
            ("label", .object([("type", "string")])),
            ("settings", entry.schema),
          ])
        ),
        ("required", ["name"]),
        ("additionalProperties", false),
      ])
    }
    return .object([("oneOf", JSON(.array(forms)))])
  }
}

/// A named thing with its settings: the one form in which a scenario asks for anything pluggable.
public struct Choice: Settings {
  /// Which thing.
  public var name = ""
  /// What reports call it; nil: its name.
  public var label: String?
  /// Its settings, still unread.
  public var settings = JSON(.object([]))

  public init() {}
  public static let fields: [Field<Choice>] = [
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
