/// One setting of a group.
public struct Field<Group: Settings>: Sendable {
  package let name: String
  /// What it does, with its unit and why the default is what it is.
  package let summary: String
  /// Whether a scenario must say it.
  package let isRequired: Bool
  /// Other libraries' names of exactly this setting; they are read, and never written.
  package private(set) var aliases: [String] = []
  /// Whether the default is assumed: `cachesim sensitivity` tells how much it matters.
  package private(set) var isAssumed = false
  /// Nil: half to double its value, where the default is assumed.
  package private(set) var plausible: PlausibleValues?
  private let valueSchema: @Sendable () -> JSON
  let bounds: SettingBounds?
  let read: @Sendable (JSON, String, inout Problems, inout Group) -> Bool
  let write: @Sendable (Group) -> JSON
  /// The value of a group as the shortest scenario writes it over another group's; nil: the same.
  let withoutDefaults: @Sendable (Group, Group) -> JSON?
  private let line: @Sendable (Group, String) -> [SettingLine]

  /// A setting that takes any value of its type, which is none that has a size.
  public init<Value: SettingValue>(
    _ name: String, _ property: any WritableKeyPath<Group, Value> & Sendable, _ summary: String,
    isRequired: Bool = false
  ) {
    self.init(name, property, summary, isRequired: isRequired, check: { _ in nil })
  }

  /// A setting that takes the values of a range.
  /// - Parameter orUnlimited: whether it takes the value beyond all others too.
  public init<Value: BoundedSettingValue>(
    _ name: String, _ property: any WritableKeyPath<Group, Value> & Sendable,
    in range: ClosedRange<Value>, orUnlimited: Bool = false, _ summary: String
  ) {
    let values = BoundedReader(range, orUnlimited: orUnlimited)
    self.init(
      name, property, summary, unit: values.unit, schema: values.schema, bounds: values.bounds
    ) { json, path, problems, _ in values.read(json, path: path, &problems) }
  }

  /// A setting that takes the values of a range, or null.
  public init<Value: BoundedSettingValue>(
    _ name: String, _ property: any WritableKeyPath<Group, Value?> & Sendable,
    in range: ClosedRange<Value>, orUnlimited: Bool = false, _ summary: String
  ) {
    let values = BoundedReader(range, orUnlimited: orUnlimited, orNull: true)
    self.init(
      name, property, summary, unit: values.unit, schema: .orNull(values.schema),
      bounds: values.bounds
    ) { json, path, problems, _ in
      if case .null = json.value { return .some(nil) }
      return values.read(json, path: path, &problems).map { .some($0) }
    }
  }

  /// A setting that takes lists of the values of a range; `check` answers what else is wrong.
  public init<Value: BoundedSettingValue>(
    _ name: String, _ property: any WritableKeyPath<Group, [Value]> & Sendable,
    each range: ClosedRange<Value>, count: ClosedRange<Int>, _ summary: String,
    check: @escaping @Sendable ([Value]) -> String? = { _ in nil }
  ) {
    let values = BoundedReader(range, orUnlimited: false)
    var bounds = values.bounds
    bounds.isList = true
    self.init(
      name, property, summary,
      unit: "list of \(count.lowerBound) to \(count.upperBound): \(values.unit)",
      schema: .object([
        "type": "array", "items": values.schema, "minItems": count.lowerBound.json,
        "maxItems": count.upperBound.json,
      ]), bounds: bounds
    ) { json, path, problems, _ in
      let found = json.elements?.count ?? count.lowerBound
      guard let elements = json.elements, count.contains(found) else {
        problems.note(
          at: json.offset, path: path,
          "expected a list of \(count.lowerBound) to \(count.upperBound), found \(json.found)")
        return nil
      }
      let read = elements.enumerated().map {
        values.read($0.element, path: "\(path)[\($0.offset)]", &problems)
      }
      let list = read.compactMap(\.self)
      guard list.count == read.count else { return nil }
      guard let wrong = check(list) else { return list }
      problems.note(at: json.offset, path: path, wrong)
      return nil
    }
  }

  /// A setting with a rule of its own; `check` answers what is wrong with a value.
  public init<Value: SettingValue>(
    _ name: String, _ property: any WritableKeyPath<Group, Value> & Sendable, _ summary: String,
    isRequired: Bool = false, unit: @autoclosure @escaping @Sendable () -> String? = nil,
    check: @escaping @Sendable (Value) -> String?
  ) {
    self.init(
      name, property, summary, isRequired: isRequired, unit: unit() ?? Value.unitName,
      schema: Value.schema,
      bounds: nil
    ) { json, path, problems, base in
      guard let value = Value.read(json, over: base, path: path, &problems) else { return nil }
      guard let wrong = check(value) else { return value }
      problems.note(at: json.offset, path: path, wrong)
      return nil
    }
  }

  private init<Value: SettingValue>(
    _ name: String, _ property: any WritableKeyPath<Group, Value> & Sendable, _ summary: String,
    isRequired: Bool = false, unit: @autoclosure @escaping @Sendable () -> String,
    schema: @autoclosure @escaping @Sendable () -> JSON, bounds: SettingBounds?,
    value: @escaping @Sendable (JSON, String, inout Problems, Value) -> Value?
  ) {
    self.name = name
    self.summary = summary
    self.isRequired = isRequired
    self.bounds = bounds
    // Of a choice from a catalogue it takes as long as all of its schemas.
    valueSchema = schema
    read = { json, path, problems, group in
      guard let value = value(json, path, &problems, group[keyPath: property]) else { return false }
      group[keyPath: property] = value
      return true
    }
    write = { $0[keyPath: property].json }
    withoutDefaults = {
      let value = $0[keyPath: property]
      // What a scenario must say is said, whatever it is.
      return JSON.withoutDefaults(value, over: $1[keyPath: property])
        ?? (isRequired ? value.json : nil)
    }
    line = { group, summary in
      var lines = group[keyPath: property].lines(named: name, unit: unit(), summary)
      if let bounds { lines[0].bounds = bounds }
      return lines
    }
  }

  /// The same setting, called by other libraries' names too.
  package func also(_ aliases: String...) -> Field {
    var field = self
    field.aliases += aliases
    return field
  }

  /// The same setting, whose default is assumed: documentation and reports say so, and
  /// `cachesim sensitivity` varies it.
  package func assumed() -> Field {
    var field = self
    field.isAssumed = true
    return field
  }

  func with(_ values: PlausibleValues) -> Field {
    var field = self
    field.plausible = values
    return field
  }

  /// What it does, whether its default is assumed, and which other values are plausible.
  package var description: String {
    let assumed = isAssumed ? " An assumption." : ""
    return summary + assumed + (plausible.map { " Plausible: \($0.text); \($0.source)." } ?? "")
  }

  func lines(_ group: Group) -> [SettingLine] {
    let names = aliases.isEmpty ? "" : " Also: \(aliases.joined(separator: ", "))."
    var lines = line(group, description + names)
    lines[0].isAssumed = isAssumed
    lines[0].plausible = plausible
    return lines
  }

  func isCalled(_ name: String) -> Bool { self.name == name || aliases.contains(name) }

  func schema(ofAlias alias: String) -> JSON {
    let members = valueSchema().members?.map { ($0.name, $0.value) } ?? []
    return .object(members + [("description", JSON("The same as \(name)."))])
  }

  /// The value's schema with the sentence, the range and the default.
  func describedSchema(default group: Group) -> JSON {
    var members = valueSchema().members?.map { ($0.name, $0.value) } ?? []
    let range = bounds.map { " \($0.words { $0.string ?? $0.compact })." } ?? ""
    members.append(("description", JSON(description + range)))
    if !isRequired { members.append(("default", write(group))) }
    return .object(members)
  }

  package func value(in group: Group) -> JSON { write(group) }

  /// The default as a scenario would write it.
  package var defaultText: String { write(Group()).compact }
}

/// The values that a setting may as well have: what a result hangs on is found by trying them.
package struct PlausibleValues: Equatable, Sendable {
  package enum Form: Equatable, Sendable {
    /// From the least to the largest.
    case range(JSON, JSON)
    /// One by one.
    case words([JSON])
  }

  /// As a scenario writes them.
  package var form: Form
  /// Who says so.
  package var source: String

  package var text: String {
    func text(_ value: JSON) -> String { value.string ?? value.compact }
    switch form {
    case .range(let least, let most): return "\(text(least)) to \(text(most))"
    case .words(let words): return words.map(text).joined(separator: ", ")
    }
  }
}

extension Field {
  /// The same setting, of which a source says what values are plausible.
  package func plausible(_ least: JSON, to most: JSON, _ source: String) -> Field {
    with(PlausibleValues(form: .range(least, most), source: source))
  }

  /// The same setting, whose values are tried one by one.
  package func plausible(among words: [JSON], _ source: String) -> Field {
    with(PlausibleValues(form: .words(words), source: source))
  }
}
