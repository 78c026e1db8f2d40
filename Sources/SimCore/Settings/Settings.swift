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
  init()
  /// The settings in the order in which documentation shows them.
  static var fields: [Field<Self>] { get }
  /// Named points to start from; none unless the group says so.
  static var presets: [Preset<Self>] { get }
  /// Whether the name of a preset may stand where the group stands.
  static var isWrittenByName: Bool { get }
}

extension Settings {
  public static var isWrittenByName: Bool { false }

  /// The defaults with changes, for things that are made in Swift.
  /// - Precondition: the values are such as a scenario may write.
  package static func checked(_ change: (inout Self) -> Void) -> Self {
    var settings = Self()
    change(&settings)
    var problems = Problems()
    problems.acceptsOwnNames = true
    _ = read(settings.json, path: "", &problems)
    precondition(problems.isEmpty, problems.lines.joined(separator: "; "))
    return settings
  }
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
    guard isWrittenByName, json.string != nil else {
      return readGroup(json, over: base, path: path, &problems)
    }
    return preset(json, among: presets, path: path, &problems)
  }

  /// Reads an object of settings; for groups that can be said in a shorter form as well.
  package static func readGroup(
    _ json: JSON, over base: Self, path: String, _ problems: inout Problems
  ) -> Self? { readGroup(json, over: base, among: presets, path: path, &problems) }

  /// Reads an object of settings that may start from one of these presets: those of a table that is
  /// being read are not all known yet.
  package static func readGroup(
    _ json: JSON, over base: Self = Self(), among presets: [Preset<Self>], path: String,
    _ problems: inout Problems
  ) -> Self? {
    guard let members = json.members else {
      let form = isWrittenByName ? "an object or the name of a preset" : "an object"
      problems.note(at: json.offset, path: path, "expected \(form), found \(json.found)")
      return nil
    }
    let start = start(members, over: base, among: presets, path: path, &problems)
    var settings = start ?? base
    var isRight = start != nil
    var seen: Set<String> = []
    for member in members where !member.name.hasPrefix("$") {
      let field = field(called: member.name)
      let memberPath = path.isEmpty ? member.name : "\(path).\(member.name)"
      let isPreset = !presets.isEmpty && member.name == PresetMember.name
      guard field != nil || isPreset else {
        let known =
          fields.flatMap { [$0.name] + $0.aliases } + (presets.isEmpty ? [] : [PresetMember.name])
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
      if let field, !field.read(member.value, memberPath, &problems, &settings) { isRight = false }
    }
    for field in fields where field.isRequired && !seen.contains(field.name) {
      problems.note(at: json.offset, path: path, "the setting '\(field.name)' is missing")
      isRight = false
    }
    return isRight ? settings : nil
  }

  /// The field of a name. A copy of each field on the way would retain all that it holds.
  private static func field(called name: String) -> Field<Self>? {
    let fields = fields
    for place in fields.indices where fields[place].isCalled(name) { return fields[place] }
    return nil
  }

  /// What the settings are laid over: the preset's values, if one is named.
  private static func start(
    _ members: [JSON.Member], over base: Self, among presets: [Preset<Self>], path: String,
    _ problems: inout Problems
  ) -> Self? {
    guard !presets.isEmpty, let named = members.first(where: { $0.name == PresetMember.name })
    else { return base }
    let place = path.isEmpty ? named.name : "\(path).\(named.name)"
    return preset(named.value, among: presets, path: place, &problems)
  }

  private static func preset(
    _ json: JSON, among presets: [Preset<Self>], path: String, _ problems: inout Problems
  ) -> Self? {
    CatalogName.read(json, path: path, "preset", among: presets.map(\.name), &problems)
      .flatMap { name in presets.first { $0.name == name }?.values }
  }

  public var json: JSON { .object(Self.fields.map { ($0.name, $0.write(self)) }) }

  public static var schema: JSON {
    guard isWrittenByName else { return groupSchema }
    let names = CatalogName.schema(presets.map(\.name))
    return .object(["anyOf": JSON([groupSchema, names])])
  }

  package static var groupSchema: JSON {
    let defaults = Self()
    var properties = fields.flatMap { field in
      [(field.name, field.describedSchema(default: defaults))]
        + field.aliases.map { ($0, field.schema(ofAlias: $0)) }
    }
    if !presets.isEmpty {
      properties.insert((PresetMember.name, Preset.schema(of: presets)), at: 0)
    }
    var members: [(String, JSON)] = [
      ("type", "object"), ("properties", .object(properties)),
    ]
    let required = fields.filter(\.isRequired).map { JSON($0.name) }
    if !required.isEmpty { members.append(("required", JSON(.array(required)))) }
    members.append(("additionalProperties", false))
    return .object(members)
  }
}

/// A value that says by itself what it is without defaults: one with settings within it that is no
/// group of settings, such as a policy, or a group that may be a name, such as a population.
package protocol WrittenBySettings {
  /// The value as the shortest scenario would write it.
  var withoutDefaults: JSON { get }
}

extension JSON {
  /// A value as the shortest scenario would write it: what is the default anyway is left out.
  ///
  /// That is what a scenario is told apart by, so that a setting that did not exist before, whose
  /// default changes nothing, makes no other scenario of those that do not say it.
  /// - Parameter base: what stands where the scenario says nothing.
  /// - Returns: nil when the value is that.
  package static func withoutDefaults(
    _ value: any SettingValue, over base: any SettingValue
  ) -> JSON? {
    value.json == base.json ? nil : withoutDefaults(value, base)
  }

  private static func withoutDefaults(
    _ value: any SettingValue, _ base: (any SettingValue)?
  ) -> JSON {
    if let written = value as? any WrittenBySettings { return written.withoutDefaults }
    if let group = value as? any Settings { return group.withoutDefaults(over: base) }
    // Elements of a list are read over their own defaults, whatever the list has elsewhere.
    if let list = value as? [any SettingValue] {
      return JSON(.array(list.map { withoutDefaults($0, nil) }))
    }
    return value.json
  }
}

extension Settings {
  /// The group as the shortest scenario would write it over another one; nil: over the defaults.
  package func withoutDefaults(over base: (any SettingValue)? = nil) -> JSON {
    let base = base as? Self ?? Self()
    return .object(
      Self.fields.compactMap { field in
        field.withoutDefaults(self, base).map { (field.name, $0) }
      })
  }
}

extension Chosen: WrittenBySettings where Product: Choosable {
  package var withoutDefaults: JSON {
    let entry = Product.catalog.entry(named: name)
    return .object([
      "name": JSON(name), "label": JSON(label),
      "settings": entry?.withoutDefaults(settings) ?? settings,
    ])
  }
}
