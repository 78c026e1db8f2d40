/// The names of settings at one place of a scenario, so that former names are found in texts and in
/// paths before these are put together.
public struct SettingNameScope: Sendable {
  /// The name that a setting has now.
  package let current: @Sendable (String) -> String
  /// The names within the value of a member or an element; nil: there are none.
  package let inner: @Sendable (String, JSON) -> SettingNameScope?

  /// The text with the names that settings have now.
  /// - Complexity: O(size).
  package func renamed(_ json: JSON) -> JSON {
    switch json.value {
    case .object(let members):
      let renamed = members.map { member in
        let name = current(member.name)
        let value = inner(name, member.value)?.renamed(member.value) ?? member.value
        return JSON.Member(name, value, nameOffset: member.nameOffset)
      }
      return JSON(.object(renamed), offset: json.offset)
    case .array(let elements):
      let renamed = elements.map { inner("", $0)?.renamed($0) ?? $0 }
      return JSON(.array(renamed), offset: json.offset)
    default: return json
    }
  }
}
