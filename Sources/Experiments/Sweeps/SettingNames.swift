internal import SimCore

/// How scenarios and sweeps name settings: by their path, or shorter, by the strategy or workload
/// that has them.
///
/// `on-demand.staleAfter` is the setting of the strategy that the scenario calls so, and
/// `workload.friends` that of the workload. `strategies.on-demand.staleAfter`,
/// `strategies[0].settings.staleAfter` and `workload.settings.friends` mean the same.
/// `strategies[*]` means all of them.
struct SettingNames {
  let scenario: Scenario

  /// What a choice consists of; any other name behind it is one of its settings.
  private static let choiceMembers = ["name", "label", "settings"]
  private static let choices = ["workload", "networkSchedule"]
  /// What is the same at all points of a grid.
  private static let constant = [
    "schemaVersion", "question", "title", "vary", "networks", "expect", "relations", "decide",
  ]

  /// The path from the scenario's root to a setting, which may still be unknown; messages name
  /// `flag`.
  func path(of name: String, flag: String) throws(InputError) -> String {
    let first = Self.first(of: name)
    if flag.hasPrefix("--vary"), Self.constant.contains(first) {
      throw InputError(.argument, "\(flag): '\(first)' is the same in all cells")
    }
    guard let path = path(of: name) else {
      throw InputError(.argument, "\(flag): \(mistake(in: name))")
    }
    return path
  }

  /// The same; nil: there is no such setting.
  func path(of name: String) -> String? {
    let first = Self.first(of: name)
    if !name.hasPrefix(Self.ofStrategies), Scenario.fields.contains(where: { $0.name == first }) {
      return Self.completed(name, Self.choices.contains(first))
    }
    return path(ofStrategySetting: Self.short(name))
  }

  /// What is wrong with a name that has no path.
  func mistake(in name: String) -> String {
    "there is no such setting\(hint(for: Self.short(name)))"
  }

  private static let ofStrategies = "strategies."

  private static func first(of name: String) -> String {
    String(name.prefix { $0 != "." && $0 != "[" })
  }

  private static func short(_ name: String) -> String {
    name.hasPrefix(ofStrategies) ? String(name.dropFirst(ofStrategies.count)) : name
  }

  /// The path to a setting that is named by the strategy's label; nil: no strategy has that label.
  private func path(ofStrategySetting name: String) -> String? {
    let labels = scenario.strategies.enumerated().filter { name.hasPrefix("\($0.element.label).") }
    // A label may have dots: the longest is meant.
    let owner = labels.max { $0.element.label.count < $1.element.label.count }
    guard let owner else { return nil }
    let rest = name.dropFirst(owner.element.label.count)
    return Self.completed("strategies[\(owner.offset)]\(rest)", true)
  }

  /// The path with `settings` where a choice's member leaves it out.
  private static func completed(_ path: String, _ isOfChoice: Bool) -> String {
    guard let dot = path.firstIndex(of: ".") else { return path }
    let head = path[..<dot]
    let rest = path[path.index(after: dot)...]
    guard isOfChoice || head.hasPrefix("strategies["),
      !choiceMembers.contains(String(rest.prefix { $0 != "." && $0 != "[" }))
    else { return path }
    return "\(head).settings.\(rest)"
  }

  private func hint(for name: String) -> String {
    let known = names
    let alike = known.filter { $0.hasSuffix(".\(name)") }
    if !alike.isEmpty {
      return " (did you mean \(alike.prefix(4).map { "'\($0)'" }.joined(separator: " or "))?)"
    }
    if let nearest = Suggestion.nearest(to: name, among: known) {
      return " (did you mean '\(nearest)'?)"
    }
    let owners = scenario.strategies.map(\.label) + Scenario.fields.map(\.name)
    let varying = owners.filter { !Self.constant.contains($0) }
    return " (known: \(varying.joined(separator: ", ")))"
  }

  /// The short names of all settings of the scenario.
  /// - Complexity: O(settings).
  private var names: [String] {
    var names: [String] = []
    for member in scenario.json.members ?? [] where !Self.constant.contains(member.name) {
      if member.name == "strategies" {
        for strategy in scenario.strategies {
          Self.collect(strategy.settings, at: strategy.label, &names)
        }
      } else {
        let settings = Self.choices.contains(member.name) ? member.value["settings"] : nil
        Self.collect(settings ?? member.value, at: member.name, &names)
      }
    }
    return names
  }

  private static func collect(_ json: JSON, at path: String, _ names: inout [String]) {
    names.append(path)
    for member in json.members ?? [] { collect(member.value, at: "\(path).\(member.name)", &names) }
    for (index, element) in (json.elements ?? []).enumerated() where element.members != nil {
      collect(element, at: "\(path)[\(index)]", &names)
    }
  }
}
