/// The things of one kind that a scenario can name: policies, strategies, generators.
///
/// The list is documentation: one line for each thing, in the order in which listings show them.
public struct Catalog<Product: Sendable>: Sendable {
  /// A thing that can be named.
  package struct Entry: Sendable {
    /// Its canonical name, in kebab case.
    package let name: String
    /// Other spellings that are accepted and resolved to the name.
    package let aliases: [String]
    /// What it is, in one sentence.
    package let summary: String
    /// Its settings: name, default as text, sentence.
    package var settings: [(name: String, defaultText: String, summary: String)] { makeSettings() }
    /// Its settings, groups unfolded, as documentation shows them.
    package var lines: [SettingLine] { makeLines() }
    /// The same with the values that settings have, where a scenario says some.
    package let linesOf: @Sendable (JSON) -> [SettingLine]
    /// Its presets: name and sentence.
    package let presets: [(name: String, summary: String)]
    package let libraries: [(preset: String, library: ShippedLibrary)]
    /// What people call its libraries' presets; several may be called alike.
    package let libraryAliases: [(name: String, preset: String)]
    /// The JSON Schema of its settings.
    package var schema: JSON { makeSchema() }
    /// Its settings without those that are the default anyway.
    package let withoutDefaults: @Sendable (JSON) -> JSON
    /// Makes the thing from its settings and tells them with all defaults filled in, or notes what
    /// is wrong with them.
    package let make:
      @Sendable (JSON, String, inout Problems) -> (product: Product, settings: JSON)?

    // Made when they are asked for: a command that names one thing starts without the rest.
    private let makeSettings: @Sendable () -> [(name: String, defaultText: String, summary: String)]
    private let makeLines: @Sendable () -> [SettingLine]
    private let makeSchema: @Sendable () -> JSON

    fileprivate var spellings: [String] { [name] + aliases + libraries.map(\.preset) }

    /// An entry whose settings are a group of fields.
    package init<Group: Settings>(
      _ name: String, aliases: [String] = [], _ summary: String, settings: Group.Type,
      make: @escaping @Sendable (Group) -> Product
    ) {
      self.name = name
      self.aliases = aliases
      self.summary = summary
      makeSettings = { Group.fields.map { ($0.name, $0.defaultText, $0.description) } }
      makeLines = { Group().lines }
      linesOf = { json in
        var problems = Problems()
        return Group.read(json, path: "", &problems)?.lines ?? []
      }
      presets = Group.presets.map { ($0.name, $0.summary) }
      libraries = Group.presets.compactMap { preset in preset.library.map { (preset.name, $0) } }
      libraryAliases = Group.presets.flatMap { preset in preset.aliases.map { ($0, preset.name) } }
      makeSchema = { Group.schema }
      withoutDefaults = { json in
        var problems = Problems()
        return Group.read(json, path: "", &problems)?.withoutDefaults() ?? json
      }
      self.make = { json, path, problems in
        Group.read(json, path: path, &problems).map { (make($0), $0.json) }
      }
    }
  }

  /// What the things are called: "strategy".
  package let kind: String
  /// The things, in the order of documentation.
  package let entries: [Entry]

  /// Makes a catalogue.
  /// - Precondition: no name or alias stands twice.
  package init(of kind: String, _ entries: [Entry]) {
    let names = entries.flatMap(\.spellings)
    precondition(Set(names).count == names.count, "a \(kind) is named twice")
    self.kind = kind
    self.entries = entries
  }

  /// The canonical names, in order.
  public var names: [String] { entries.map(\.name) }

  /// The entry of a name or an alias. - Complexity: O(entries).
  package func entry(named name: String) -> Entry? {
    entries.first { $0.name == name || $0.aliases.contains(name) }
  }

  /// The names of libraries that stand for an entry with a preset, in order.
  package var libraryNames: [String] { entries.flatMap { $0.libraries.map(\.preset) } }

  /// What people call libraries' presets, in order.
  package var libraryAliases: [(name: String, preset: String)] {
    entries.flatMap(\.libraryAliases)
  }

  /// The presets of libraries that people call so, whatever the case of its letters.
  /// - Complexity: O(presets).
  package func presets(called name: String) -> [String] {
    libraryAliases.filter { $0.name.lowercased() == name.lowercased() }.map(\.preset)
  }

  /// What may be meant by a name that is unknown here.
  package func hint(for name: String, among known: [String]) -> String {
    let presets = presets(called: name)
    if presets.isEmpty { return Suggestion.hint(for: name, among: known) }
    return " (did you mean \(Suggestion.choice(of: presets))?)"
  }

  /// The entry of a name, an alias or a library, and the preset that a library's name stands for.
  /// - Complexity: O(entries).
  package func resolve(_ name: String) -> (entry: Entry, preset: String?)? {
    if let entry = entry(named: name) { return (entry, nil) }
    let entry = entries.first { entry in entry.libraries.contains { $0.preset == name } }
    return entry.map { ($0, name) }
  }

  /// Reads a choice, `{"name": …, "settings": {…}}`, and makes what it names. The name of a library
  /// stands for its entry with the library's preset, and is what reports call it.
  /// - Returns: nil when something is wrong, which is then noted.
  package func read(_ json: JSON, path: String, _ problems: inout Problems) -> Chosen<Product>? {
    guard let choice = Choice.read(json, path: path, &problems) else { return nil }
    let root = path.isEmpty ? "" : "\(path)."
    guard let (entry, preset) = resolve(choice.name) else {
      let hint = hint(for: choice.name, among: names + libraryNames)
      problems.note(
        at: json["name"]?.offset ?? json.offset, path: "\(root)name",
        "unknown \(kind) '\(choice.name)'\(hint)")
      return nil
    }
    var settings = choice.settings
    if let preset, let members = settings.members {
      if let other = members.first(where: { $0.name == PresetMember.name }) {
        problems.note(
          at: other.nameOffset, path: "\(root)settings.\(PresetMember.name)",
          "'\(preset)' is a preset of \(entry.name) itself; name \(entry.name) to choose another")
        return nil
      }
      let start = JSON.Member(PresetMember.name, JSON(preset), nameOffset: json.offset)
      settings = JSON(.object([start] + members), offset: settings.offset)
    }
    guard let made = entry.make(settings, "\(root)settings", &problems) else { return nil }
    var chosen = Chosen(
      name: entry.name, label: choice.label ?? preset ?? entry.name, product: made.product,
      settings: made.settings)
    chosen.isCatalogued = true
    return chosen
  }

  package var schema: JSON {
    let forms = entries.map { entry in
      JSON.object([
        "type": "object", "description": JSON(entry.summary),
        "properties": .object([
          "name": .object(["enum": JSON(entry.spellings)]), "label": .object(["type": "string"]),
          "settings": entry.schema,
        ]), "required": ["name"], "additionalProperties": false,
      ])
    }
    return .object(["oneOf": JSON(forms)])
  }
}

/// Settings that name a thing of a catalogue without settings of its own.
package enum CatalogName {
  /// Reads one of the names, and notes the nearest when it is none of them.
  package static func read(
    _ json: JSON, path: String, _ kind: String, among names: [String], _ problems: inout Problems
  ) -> String? {
    guard let text = json.string else {
      problems.note(
        at: json.offset, path: path, "expected the name of a \(kind), found \(json.found)")
      return nil
    }
    guard names.contains(text) else {
      problems.note(
        at: json.offset, path: path,
        "unknown \(kind) '\(text)'\(Suggestion.hint(for: text, among: names))")
      return nil
    }
    return text
  }

  package static func schema(_ names: [String]) -> JSON { .object(["enum": JSON(names)]) }
}
