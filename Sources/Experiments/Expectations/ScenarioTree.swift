package import SimCore

/// Changes of a scenario's tree before it is read.
package enum ScenarioTree {
  /// The scenario without what it varies, and without what it expects of certain varied values
  /// only: another variation has other values. - Complexity: O(size).
  package static func withoutVariation(_ root: JSON) -> JSON {
    guard let members = root.members else { return root }
    let kept = members.filter { $0.name != "networks" && $0.name != "vary" }.map { member in
      switch member.name {
      case "expect": with(member, mapped(member.value) { mapped($0, general) ?? $0 })
      case "relations":
        with(member, member.value.elements.map { JSON.Value.array($0.compactMap(general)) })
      default: member
      }
    }
    return JSON(.object(kept), offset: root.offset)
  }

  /// What is expected whatever the varied value; nil: it is not.
  private static func general(_ expectation: JSON) -> JSON? {
    expectation["where"]?.elements == nil ? expectation : nil
  }

  /// An object with some values changed, or left out; nil when it is none.
  private static func mapped(_ json: JSON, _ change: (JSON) -> JSON?) -> JSON? {
    guard let members = json.members else { return nil }
    let changed = members.compactMap { member in
      change(member.value).map { JSON.Member(member.name, $0, nameOffset: member.nameOffset) }
    }
    return JSON(.object(changed), offset: json.offset)
  }

  private static func with(_ member: JSON.Member, _ value: JSON?) -> JSON.Member {
    JSON.Member(member.name, value ?? member.value, nameOffset: member.nameOffset)
  }

  private static func with(_ member: JSON.Member, _ value: JSON.Value?) -> JSON.Member {
    with(member, value.map { JSON($0, offset: member.value.offset) })
  }
}
