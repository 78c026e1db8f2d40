/// A value that a scenario can set.
public protocol SettingValue: Sendable {
  /// Reads the value; notes what is wrong and answers nil when it cannot.
  static func read(_ json: JSON, path: String, _ problems: inout Problems) -> Self?
  /// Reads the value where `base` stands so far: a group of settings keeps of it what the scenario
  /// does not say.
  static func read(_ json: JSON, over base: Self, path: String, _ problems: inout Problems) -> Self?
  var json: JSON { get }
  static var schema: JSON { get }
}

/// A value that documentation calls otherwise than by the words of its schema.
package protocol NamedUnit: SettingValue {
  /// What documentation calls its values: a unit, or what they are.
  static var unit: String { get }
}

extension SettingValue {
  public static func read(
    _ json: JSON, over base: Self, path: String, _ problems: inout Problems
  ) -> Self? {
    read(json, path: path, &problems)
  }
}

/// A value that is written as one JSON scalar, such as `"15m"` or `true`.
package protocol ScalarSettingValue: SettingValue {
  /// The value; nil when the JSON says something else.
  init?(json: JSON)
  static var form: String { get }
}

extension ScalarSettingValue {
  public static func read(_ json: JSON, path: String, _ problems: inout Problems) -> Self? {
    if let value = Self(json: json) { return value }
    problems.note(at: json.offset, path: path, "expected \(form), found \(json.found)")
    return nil
  }
}

extension Bool: ScalarSettingValue {
  package init?(json: JSON) {
    guard case .bool(let flag) = json.value else { return nil }
    self = flag
  }
  public var json: JSON { JSON(self) }
  package static var form: String { "true or false" }
  public static var schema: JSON { .object(["type": "boolean"]) }
}

extension Int: ScalarSettingValue {
  package init?(json: JSON) {
    guard let number = json.integer else { return nil }
    self.init(number)
  }
  public var json: JSON { JSON(self) }
  package static var form: String { "a whole number" }
  public static var schema: JSON { .object(["type": "integer"]) }
}

extension Int64: ScalarSettingValue {
  package init?(json: JSON) {
    guard let number = json.integer else { return nil }
    self = number
  }
  public var json: JSON { JSON(self) }
  package static var form: String { "a whole number" }
  public static var schema: JSON { .object(["type": "integer"]) }
}

extension Double: ScalarSettingValue {
  package init?(json: JSON) {
    guard let number = json.real else { return nil }
    self = number
  }
  public var json: JSON { JSON(self) }
  package static var form: String { "a number" }
  public static var schema: JSON { .object(["type": "number"]) }
}

extension String: ScalarSettingValue {
  package init?(json: JSON) {
    guard let text = json.string else { return nil }
    self = text
  }
  public var json: JSON { JSON(self) }
  package static var form: String { "a text" }
  public static var schema: JSON { .object(["type": "string"]) }
}

extension Optional: SettingValue where Wrapped: SettingValue {
  public static func read(_ json: JSON, path: String, _ problems: inout Problems) -> Self? {
    if case .null = json.value { return .some(nil) }
    guard let value = Wrapped.read(json, path: path, &problems) else { return nil }
    return .some(value)
  }
  public var json: JSON { self?.json ?? JSON(.null) }
  public static var schema: JSON { .orNull(Wrapped.schema) }
}

extension Array: SettingValue where Element: SettingValue {
  public static func read(_ json: JSON, path: String, _ problems: inout Problems) -> Self? {
    guard let elements = json.elements else {
      problems.note(at: json.offset, path: path, "expected a list, found \(json.found)")
      return nil
    }
    let values = elements.enumerated().map {
      Element.read($0.element, path: "\(path)[\($0.offset)]", &problems)
    }
    return values.contains { $0 == nil } ? nil : values.compactMap(\.self)
  }
  public var json: JSON { JSON(.array(map(\.json))) }
  public static var schema: JSON { .object(["type": "array", "items": Element.schema]) }
}

extension JSON {
  /// The schema of what the schema of a scenario defines under a name; other members may stand
  /// beside it.
  package static func reference(to name: String) -> JSON {
    .object(["allOf": [.object(["$ref": JSON("#/definitions/\(name)")])]])
  }

  /// The schema of what another describes, or null.
  static func orNull(_ schema: JSON) -> JSON {
    .object(["anyOf": JSON([schema, .object(["type": "null"])])])
  }
}

/// A choice among a few words: an enumeration whose cases are spelled as scenarios spell them.
public protocol WordSettingValue: SettingValue, RawRepresentable, CaseIterable
where RawValue == String {}

extension WordSettingValue {
  public static func read(_ json: JSON, path: String, _ problems: inout Problems) -> Self? {
    let words = allCases.map(\.rawValue)
    guard let text = json.string else {
      let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
      problems.note(at: json.offset, path: path, "expected one of \(list), found \(json.found)")
      return nil
    }
    if let value = Self(rawValue: text) { return value }
    problems.note(
      at: json.offset, path: path,
      "unknown word '\(text)'\(Suggestion.hint(for: text, among: words))")
    return nil
  }
  public var json: JSON { JSON(rawValue) }
  public static var schema: JSON { .object(["enum": JSON(allCases.map { JSON($0.rawValue) })]) }
}

/// A setting as documentation shows it: a line of a table, groups unfolded into their members.
package struct SettingLine: Equatable, Sendable {
  /// The path to it, as in `archiveStore.codec`.
  package var name: String
  /// What its values are: a unit, or the words to choose from.
  package var unit: String
  /// The default as a scenario writes it.
  package var defaultText: String
  /// What it does, and why the default is what it is.
  package var summary: String
  /// Which values it takes; nil for one whose values have no size, such as a name.
  package var bounds: SettingBounds?
  /// Whether its values have a size.
  package var hasSize = false
  /// Whether the default is assumed.
  package var isAssumed = false
  /// Which other values are plausible, as far as a source says it.
  package var plausible: PlausibleValues?
  /// What each group of a list, or one that may be null, has, with its defaults, by paths from this
  /// setting on, such as `[].bytes` and `.points`.
  package fileprivate(set) var members: [SettingLine] = []

  /// The line, then those of its members with their whole paths.
  package var unfolded: [SettingLine] {
    [self] + members.flatMap(\.unfolded).map { $0.below(name) }
  }

  fileprivate func below(_ path: String) -> SettingLine {
    var line = self
    line.name = path + name
    return line
  }
}

/// A kind of value that holds others: a list, what may be null, or what is written as another.
package protocol HoldingValue {
  static var held: Any.Type { get }
  /// What stands for any of it in a path.
  static var place: String { get }
}

extension HoldingValue {
  package static var place: String { "" }
}

extension Array: HoldingValue {
  package static var held: Any.Type { Element.self }
  package static var place: String { "[]" }
}

extension Optional: HoldingValue {
  package static var held: Any.Type { Wrapped.self }
}

extension SettingLine {
  /// Whether values have a size, or what they hold has one.
  fileprivate static func hasSize(_ kind: Any.Type) -> Bool {
    kind is any BoundedSettingValue.Type
      || (kind as? any HoldingValue.Type).map { hasSize($0.held) } ?? false
  }

  /// The members of the groups that a kind of list holds, or of one that may be null; none of
  /// another kind.
  fileprivate static func members(of list: Any.Type) -> [SettingLine] {
    var (kind, path, isNullable) = (list, "", false)
    while let holding = kind as? any HoldingValue.Type {
      path += holding.place
      isNullable = isNullable || kind is any ExpressibleByNilLiteral.Type
      kind = holding.held
    }
    guard !path.isEmpty || isNullable, let group = kind as? any Settings.Type else { return [] }
    return group.init().lines.map { $0.below("\(path).") }
  }
}

extension SettingValue {
  /// What documentation calls its values: a unit, or the words to choose from.
  package static var unitName: String {
    if let named = Self.self as? any NamedUnit.Type { return named.unit }
    if Self.self is any Settings.Type { return "group" }
    let words = schema["enum"]?.elements?.compactMap(\.string) ?? []
    return words.isEmpty || words.count > 8 ? "name" : words.joined(separator: ", ")
  }

  /// What documentation says of a setting with this default: a line, and of a group then those of
  /// its members with the values that they have here.
  /// - Parameter unit: what its values are.
  func lines(named name: String, unit: String, _ summary: String) -> [SettingLine] {
    // What may be null is no group, though a cast would find the one in it.
    if Self.self is any Settings.Type, let group = self as? any Settings {
      return [SettingLine(name: name, unit: unit, defaultText: "", summary: summary)]
        + group.lines.map { $0.below("\(name).") }
    }
    var line = SettingLine(
      name: name, unit: unit, defaultText: json.compact, summary: summary,
      hasSize: SettingLine.hasSize(Self.self))
    line.members = SettingLine.members(of: Self.self)
    return [line]
  }
}

extension Settings {
  /// The members, groups among them unfolded, with the values that they have here.
  package var lines: [SettingLine] { Self.fields.flatMap { $0.lines(self) } }
}

extension Bool: NamedUnit { package static var unit: String { "true or false" } }
extension Int: NamedUnit { package static var unit: String { "count" } }
extension Int64: NamedUnit { package static var unit: String { "count" } }
extension Double: NamedUnit { package static var unit: String { "number" } }
extension String: NamedUnit { package static var unit: String { "text" } }
extension TimeSpan: NamedUnit { package static var unit: String { "time" } }
extension Bytes: NamedUnit { package static var unit: String { "bytes" } }
extension BitRate: NamedUnit { package static var unit: String { "bits per second" } }
extension JSON: NamedUnit { package static var unit: String { "JSON" } }
extension Optional: NamedUnit where Wrapped: SettingValue {
  package static var unit: String { "\(Wrapped.unitName), or null" }
}
extension Array: NamedUnit where Element: SettingValue {
  package static var unit: String { "list: \(Element.unitName)" }
}
