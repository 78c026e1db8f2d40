/// A group of settings with defaults: what a policy, a strategy or a generator lets people choose.
///
/// Each setting is declared once, with its name, its property and a sentence; reading, the
/// published schema and the printed documentation all come from that declaration:
/// ```swift
/// public struct ClockSettings: Settings {
///   public var bits = 1
///   public init() {}
///   public static let fields: [Field<Self>] = [
///     Field("bits", \.bits, in: 1...8, "How many bits count the hits of an entry.")
///   ]
/// }
/// ```
public protocol Settings: SettingValue {
  /// The defaults.
  init()
  /// The settings in the order in which documentation shows them.
  static var fields: [Field<Self>] { get }
  /// Named points to start from; none unless the group says so.
  static var presets: [Preset<Self>] { get }
}

/// Settings of something that has none.
public struct NoSettings: Settings {
  public init() {}
  public static let fields: [Field<NoSettings>] = []
}

extension Settings {
  public static var presets: [Preset<Self>] { [] }

  public static func read(_ json: JSON, path: String, _ problems: inout Problems) -> Self? {
    read(json, over: Self(), path: path, &problems)
  }

  public static func read(
    _ json: JSON, over base: Self, path: String, _ problems: inout Problems
  ) -> Self? {
    readGroup(json, over: base, path: path, &problems)
  }

  /// Reads an object of settings; for groups that can be said in a shorter form as well.
  public static func readGroup(
    _ json: JSON, over base: Self, path: String, _ problems: inout Problems
  ) -> Self? {
    guard let members = json.members else {
      problems.note(at: json.offset, path: path, "expected an object, found \(json.found)")
      return nil
    }
    let start = start(members, over: base, path: path, &problems)
    var settings = start ?? base
    var isRight = start != nil
    var seen: Set<String> = []
    for member in members where !member.name.hasPrefix("$") {
      let memberPath = path.isEmpty ? member.name : "\(path).\(member.name)"
      let field = fields.first { $0.isCalled(member.name) }
      let isPreset = !presets.isEmpty && member.name == Preset<Self>.member
      guard field != nil || isPreset else {
        let known =
          fields.flatMap { [$0.name] + $0.aliases }
          + (presets.isEmpty ? [] : [Preset<Self>.member])
        let hint = Suggestion.hint(for: member.name, among: known)
        problems.note(
          at: member.nameOffset, path: memberPath, "unknown setting '\(member.name)'\(hint)")
        isRight = false
        continue
      }
      if !seen.insert(field?.name ?? member.name).inserted {
        problems.note(at: member.nameOffset, path: memberPath, "said twice")
        isRight = false
      }
      if let field, !field.read(member.value, memberPath, &problems, &settings) {
        isRight = false
      }
    }
    for field in fields where field.isRequired && !seen.contains(field.name) {
      problems.note(at: json.offset, path: path, "the setting '\(field.name)' is missing")
      isRight = false
    }
    return isRight ? settings : nil
  }

  /// What the settings are laid over: the preset's values, if one is named.
  private static func start(
    _ members: [JSON.Member], over base: Self, path: String, _ problems: inout Problems
  ) -> Self? {
    guard !presets.isEmpty, let named = members.first(where: { $0.name == Preset<Self>.member })
    else { return base }
    let place = path.isEmpty ? named.name : "\(path).\(named.name)"
    return CatalogName.read(
      named.value, path: place, "preset", among: presets.map(\.name), &problems
    ).flatMap { name in presets.first { $0.name == name }?.values }
  }

  public var json: JSON { .object(Self.fields.map { ($0.name, $0.write(self)) }) }

  public static var schema: JSON { groupSchema }

  /// The JSON Schema of an object of settings.
  public static var groupSchema: JSON {
    let defaults = Self()
    var properties = fields.flatMap { field in
      [(field.name, field.describedSchema(default: defaults))]
        + field.aliases.map { ($0, field.schema(ofAlias: $0)) }
    }
    if !presets.isEmpty {
      properties.insert((Preset<Self>.member, Preset.schema(of: presets)), at: 0)
    }
    var members: [(String, JSON)] = [
      ("type", "object"), ("properties", .object(properties)),
    ]
    let required = fields.filter(\.isRequired).map { JSON(.string($0.name)) }
    if !required.isEmpty { members.append(("required", JSON(.array(required)))) }
    members.append(("additionalProperties", false))
    return .object(members)
  }
}

/// One setting of a group.
public struct Field<Group: Settings>: Sendable {
  /// Its name in a scenario.
  public let name: String
  /// What it does, with its unit and why the default is what it is.
  public let summary: String
  /// Whether a scenario must say it.
  public let isRequired: Bool
  /// Other libraries' names of exactly this setting; they are read, and never written.
  public private(set) var aliases: [String] = []
  let valueSchema: JSON
  let read: @Sendable (JSON, String, inout Problems, inout Group) -> Bool
  let write: @Sendable (Group) -> JSON
  private let line: @Sendable (Group, String) -> [SettingLine]

  /// A setting that takes any value of its type.
  public init<Value: SettingValue>(
    _ name: String, _ property: any WritableKeyPath<Group, Value> & Sendable, _ summary: String,
    isRequired: Bool = false
  ) {
    self.init(name, property, summary, isRequired: isRequired, check: { _ in nil })
  }

  /// A setting that takes the values of a range.
  public init<Value: SettingValue & Comparable>(
    _ name: String, _ property: any WritableKeyPath<Group, Value> & Sendable,
    in range: ClosedRange<Value>, _ summary: String
  ) {
    let limits = [range.lowerBound, range.upperBound].map { $0.json.string ?? $0.json.compact }
    self.init(
      name, property, summary, isRequired: false,
      unit: "\(Value.unit), \(limits[0]) to \(limits[1])"
    ) { value in
      range.contains(value)
        ? nil
        : "expected \(range.lowerBound.json.compact) to \(range.upperBound.json.compact), "
          + "found \(value.json.compact)"
    }
  }

  /// A setting with a rule of its own; `check` answers what is wrong with a value.
  public init<Value: SettingValue>(
    _ name: String, _ property: any WritableKeyPath<Group, Value> & Sendable, _ summary: String,
    isRequired: Bool = false, unit: String = Value.unit,
    check: @escaping @Sendable (Value) -> String?
  ) {
    self.name = name
    self.summary = summary
    self.isRequired = isRequired
    valueSchema = Value.schema
    read = { json, path, problems, group in
      let base = group[keyPath: property]
      guard let value = Value.read(json, over: base, path: path, &problems) else { return false }
      if let wrong = check(value) {
        problems.note(at: json.offset, path: path, wrong)
        return false
      }
      group[keyPath: property] = value
      return true
    }
    write = { $0[keyPath: property].json }
    line = { $0[keyPath: property].lines(named: name, unit: unit, $1) }
  }

  /// The same setting, called by other libraries' names too.
  public func also(_ aliases: String...) -> Field {
    var field = self
    field.aliases += aliases
    return field
  }

  /// What documentation says of it.
  func lines(_ group: Group) -> [SettingLine] {
    line(group, aliases.isEmpty ? summary : summary + " Also: \(aliases.joined(separator: ", ")).")
  }

  func isCalled(_ name: String) -> Bool { self.name == name || aliases.contains(name) }

  func schema(ofAlias alias: String) -> JSON {
    let members = valueSchema.members?.map { ($0.name, $0.value) } ?? []
    return .object(members + [("description", JSON(.string("The same as \(name).")))])
  }

  /// The value's schema with the sentence and the default.
  func describedSchema(default group: Group) -> JSON {
    var members = valueSchema.members?.map { ($0.name, $0.value) } ?? []
    members.append(("description", JSON(.string(summary))))
    if !isRequired { members.append(("default", write(group))) }
    return .object(members)
  }

  /// The default as a scenario would write it.
  public var defaultText: String { write(Group()).compact }
}
