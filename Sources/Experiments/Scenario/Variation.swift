internal import CacheWorkloads
internal import Results
package import SimCore

/// A setting that is tried with several values, each in a run of its own.
package struct Variation: Settings {
  package var path = ""
  package var values: [JSON] = []

  package init() {}
  package static let fields: [Field<Variation>] = [
    Field(
      "path", \.path,
      "The setting, by its path or shorter by whose it is: workload.friends, "
        + "on-demand.staleAfter, strategies[*].settings.capacity.", isRequired: true,
      check: { path in
        let root = String(path.prefix { $0 != "." && $0 != "[" })
        return constant.contains(root) ? "'\(root)' is the same in all runs" : nil
      }),
    Field(
      "values", \.values, "The values, as the scenario would write them.", isRequired: true,
      check: wrong(with:)),
  ]

  /// What is the same for all rows of a report.
  private static let constant = [
    "schemaVersion", "question", "title", "seeds", "vary", "expect", "relations", "decide",
  ]

  private static func wrong(with values: [JSON]) -> String? {
    if values.isEmpty { return "expected at least one value" }
    var texts: Set<String> = []
    for value in values where !texts.insert(text(of: value)).inserted {
      return "the value \(value.compact) stands twice"
    }
    return nil
  }

  /// What results call it: a network of one's own by its name, which a catalogue's entry with
  /// settings shares with others.
  package static func text(of value: JSON) -> String {
    let name = value["settings"] == nil ? value["name"]?.string : nil
    return value.string ?? name ?? value.compact
  }

  /// Nil when the path leads nowhere.
  func apply(_ value: JSON, to root: JSON) -> JSON? { SettingPath(path)?.set(value, in: root) }
}

// MARK: - Removing a variation

extension Variation {
  /// The scenario without what it varies, and without what it expects of certain varied values
  /// only: another variation has other values. - Complexity: O(size).
  package static func removed(from root: JSON) -> JSON {
    guard let members = root.members else { return root }
    let kept = members.filter { $0.name != "networks" && $0.name != "vary" }.map { member in
      var (member, value) = (member, member.value)
      switch member.name {
      case "expect": value = mapped(value) { mapped($0, general) }
      case "decide":
        value = mapped(value) { $0 == JSON(Goal.Choice.values.rawValue) ? nil : $0 }
      case "relations":
        if let elements = value.elements { value.value = .array(elements.compactMap(general)) }
      default: break
      }
      member.value = value
      return member
    }
    return JSON(.object(kept), offset: root.offset)
  }

  /// What is expected whatever the varied value; nil: it is not.
  private static func general(_ expectation: JSON) -> JSON? {
    expectation["where"]?.elements == nil ? expectation : nil
  }

  /// An object with some values changed, or left out; anything else as it is.
  private static func mapped(_ json: JSON, _ change: (JSON) -> JSON?) -> JSON {
    guard let members = json.members else { return json }
    let changed = members.compactMap { member in
      change(member.value).map { JSON.Member(member.name, $0, nameOffset: member.nameOffset) }
    }
    return JSON(.object(changed), offset: json.offset)
  }
}

extension Scenario {
  /// What is varied: the setting asked for, or the network of the schedule.
  var variation: Variation? {
    guard let networks else { return vary }
    var variation = Variation()
    variation.path = "networkSchedule.settings.\(networkSchedule.product.mobileNetworkPath)"
    variation.values = networks.map(\.json)
    return variation
  }
}
