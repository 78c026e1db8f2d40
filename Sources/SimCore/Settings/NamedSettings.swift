/// Settings by the names that a scenario's file has for them: one form for all strategies, groups
/// and workloads, whatever their settings are.
///
/// A value has its type in Swift, a group is a point further, and a preset is named as in a file:
/// ```swift
/// try StrategyChoice(named: "url-cache") {
///   $0.preset = "okhttp"
///   $0.diskCapacity = Bytes.megabytes(50)
///   $0.requests.retries.count = 2
/// }
/// ```
/// Names and values are checked where they are read, as those of a file are: what is wrong is told
/// with the nearest known name.
@dynamicMemberLookup
public struct NamedSettings: Sendable {
  package private(set) var json = JSON(.object([]))

  package init() {}

  /// A setting; nil, when read: it was not set, or to another type; when set: null.
  public subscript<Value: SettingValue>(dynamicMember name: String) -> Value? {
    get {
      var problems = Problems()
      return json[name].flatMap { Value.read($0, path: name, &problems) }
    }
    set { set(name, newValue.json) }
  }

  /// A group of settings; what is set in it is laid over what was.
  public subscript(dynamicMember name: String) -> NamedSettings {
    get {
      var group = NamedSettings()
      if let known = json[name], known.members != nil { group.json = known }
      return group
    }
    set { set(name, newValue.json) }
  }

  private mutating func set(_ name: String, _ value: JSON) {
    var members = json.members ?? []
    if let index = members.firstIndex(where: { $0.name == name }) {
      members[index].value = value
    } else {
      members.append(JSON.Member(name, value))
    }
    json = JSON(.object(members))
  }
}

extension Chosen where Product: Choosable {
  /// The thing of that name, with settings by their names.
  /// - Parameters:
  ///   - label: what reports call it; nil: its name.
  ///   - change: sets those that differ from the defaults, or from a preset.
  /// - Throws: all that is wrong with the name and the settings.
  public init(
    named name: String, label: String? = nil, settings change: (inout NamedSettings) -> Void
  ) throws(InputError) {
    var settings = NamedSettings()
    change(&settings)
    let pairs = (settings.json.members ?? []).map { ($0.name, $0.value) }
    try self.init(named: name, label: label, written: pairs)
  }
}

extension Settings {
  /// Lays settings over these; a group that names a preset begins there, and not with what was.
  /// - Throws: all that is wrong with them.
  package mutating func lay(_ settings: NamedSettings) throws(InputError) {
    var problems = Problems()
    var changed = self
    for member in settings.json.members ?? [] {
      guard let field = Self.fields.first(where: { $0.isCalled(member.name) }) else {
        let known = Self.fields.flatMap { [$0.name] + $0.aliases }
        let hint = Suggestion.hint(for: member.name, among: known)
        problems.note(at: 0, path: member.name, "unknown setting '\(member.name)'\(hint)")
        continue
      }
      let value = member.value.laid(over: field.value(in: self))
      _ = field.read(value, member.name, &problems, &changed)
    }
    guard problems.isEmpty else { throw InputError(problems) }
    self = changed
  }
}

extension JSON {
  /// Objects member by member; anything else takes the place of what was.
  fileprivate func laid(over base: JSON) -> JSON {
    guard let own = members, var members = base.members, self[PresetMember.name] == nil else {
      return self
    }
    for member in own {
      if let index = members.firstIndex(where: { $0.name == member.name }) {
        members[index].value = member.value.laid(over: members[index].value)
      } else {
        members.append(member)
      }
    }
    return JSON(.object(members))
  }
}
