/// A table of facts, such as the networks: a file of JSON under `Data`, embedded, whose entries say
/// what a scenario would write for them and where that is from.
package enum DataTable {
  /// The entries of an embedded table, as `read` makes them.
  /// - Parameter kind: the table's name, and of the list in it.
  /// - Precondition: the table is there and right; tests read every one.
  /// - Complexity: O(bytes).
  package static func bundled<Product>(
    _ kind: String, _ read: (DataEntry, String, inout Problems) -> Product?
  ) -> [Product] {
    let bytes = EmbeddedFile.bytes(of: "Data/\(kind).json") ?? []
    return parsed(bytes, of: kind) { root, problems in entries(kind, in: root, &problems, read) }
  }

  /// An embedded file that is a group of settings.
  /// - Precondition: it is right.
  static func read<Group: Settings>(_: Group.Type, _ bytes: [UInt8], of name: String) -> Group {
    parsed(bytes, of: name) { root, problems in Group.read(root, path: "", &problems) ?? Group() }
  }

  private static func parsed<Product>(
    _ bytes: [UInt8], of name: String, _ read: (JSON, inout Problems) -> Product
  ) -> Product {
    var problems = Problems()
    guard let root = try? JSON.parse(bytes) else { preconditionFailure("\(name) is no JSON") }
    let product = read(root, &problems)
    precondition(problems.isEmpty, problems.lines(file: name, bytes: bytes).joined(separator: "\n"))
    return product
  }

  /// The entries of a table that are right; what is wrong with the others is noted.
  /// - Parameters:
  ///   - kind: the name of the list.
  ///   - read: makes an entry what it says.
  package static func entries<Product>(
    _ kind: String, in root: JSON, _ problems: inout Problems,
    _ read: (DataEntry, String, inout Problems) -> Product?
  ) -> [Product] {
    for member in root.members ?? [] where member.name != kind && !member.name.hasPrefix("$") {
      problems.note(
        at: member.nameOffset, path: member.name,
        "unknown member '\(member.name)'\(Suggestion.hint(for: member.name, among: [kind]))")
    }
    guard let elements = root[kind]?.elements else {
      problems.note(at: root.offset, path: kind, "expected an object with a list '\(kind)'")
      return []
    }
    return elements.enumerated().compactMap { index, element in
      let path = "\(kind)[\(index)]"
      return DataEntry.read(element, path: path, &problems).flatMap { read($0, path, &problems) }
    }
  }
}

/// An entry of a table: a named thing with its settings, and where these are from.
package struct DataEntry: Settings {
  package var name = ""
  package var aliases: [String] = []
  package var summary: LinedText = ""
  package var settings = JSON(.object([]))
  package var source: LinedText = ""
  package var certainty = Certainty.assumption
  package var confidence = Confidence.assumed
  package var parts: [DataPart] = []
  package var runs: [DataRun] = []
  package var cells: String?
  package var note: LinedText = ""

  package init() {}
  package static let fields: [Field<DataEntry>] = [
    Field("name", \.name, "The name by which a scenario asks for it.", isRequired: true),
    Field("aliases", \.aliases, "Other names it is found by."),
    Field("summary", \.summary, "What a list says of it."),
    Field("settings", \.settings, "What a scenario would write for it.", isRequired: true),
    Field("source", \.source, "Where that is from."),
    Field("certainty", \.certainty, "How sure it is."),
    Field("confidence", \.confidence, "Of a client, how it is known what it does."),
    Field("parts", \.parts, "What of it is from elsewhere, or not as sure."),
    Field("runs", \.runs, "Of a client, when it was run, and what shows it."),
    Field("cells", \.cells, "Of storage, its kind of flash cells; an assumption."),
    Field("note", \.note, "How it was worked out, and what was left out."),
  ]

  /// What is said of a part; nil: nothing.
  package func part(_ name: String) -> DataPart? { parts.first { $0.of == name } }
}

/// A part of an entry with a source or a certainty of its own.
package struct DataPart: Settings {
  package var of = ""
  package var source: LinedText?
  package var certainty: Certainty?

  package init() {}
  package static let fields: [Field<DataPart>] = [
    Field("of", \.of, "Which part: the path of a setting.", isRequired: true),
    Field("source", \.source, "Where it is from; null: as the entry."),
    Field("certainty", \.certainty, "How sure it is; null: as the entry."),
  ]
}

/// A run of a client.
package struct DataRun: Settings, Hashable {
  package var date = ""
  package var capture: String?
  package var rules: [String] = []

  package init() {}
  package static let fields: [Field<DataRun>] = [
    Field("date", \.date, "The day.", isRequired: true),
    Field("capture", \.capture, "The file here that shows it; null: it is not kept."),
    Field(
      "rules", \.rules,
      "The rules that it tells of, as list client-caches calls them; none: all with switches."),
  ]
}

/// How sure a constant is.
package enum Certainty: String, WordSettingValue {
  /// Two sources agree, or it was measured.
  case high
  /// One good source.
  case medium
  /// A convention, or recalled from a named source without reading it again.
  case low
  /// No good source exists: a setting of the scenario.
  case assumption
}

/// How it is known what a client or a library does.
package enum Confidence: String, WordSettingValue {
  /// It was run, and does so.
  case measured
  /// Its source or its specification was read.
  case read
  /// Other people's words are all there is.
  case assumed
}

/// A text that may be written as a list of lines, which are joined by spaces.
package struct LinedText: NamedUnit, Hashable, ExpressibleByStringLiteral {
  package let text: String

  package init(stringLiteral text: String) { self.text = text }
  private init(_ lines: [String]) { text = lines.joined(separator: " ") }

  package static func read(_ json: JSON, path: String, _ problems: inout Problems) -> LinedText? {
    guard json.elements != nil else {
      return String.read(json, path: path, &problems).map { LinedText([$0]) }
    }
    return [String].read(json, path: path, &problems).map { LinedText($0) }
  }
  package var json: JSON { text.json }
  package static var schema: JSON { .object(["anyOf": JSON([String.schema, [String].schema])]) }
  package static var unit: String { "text, or its lines" }
}
