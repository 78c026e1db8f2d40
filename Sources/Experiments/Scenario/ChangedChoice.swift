package import ClientStrategies
package import SimCore

/// A choice with other values of some settings, as a command line names it: `url-cache:okhttp`,
/// `kingfisher:disk.limit=100MB`.
package enum ChangedChoice {
  /// The choice as a scenario writes it, under the text as its label; a preset takes the place of
  /// all that the choice says. Nil when something else than settings stands behind a colon.
  package static func json<Product: Choosable>(_ base: Chosen<Product>, _ text: String) -> JSON? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let namesPreset = parts.contains { $0.hasPrefix("preset=") }
    var settings = namesPreset ? .object([]) : base.settings
    for part in parts.dropFirst() {
      var pair = part.split(separator: "=", maxSplits: 1)
      // A word alone names the rules by which an HTTP cache goes: url-cache:okhttp.
      if pair.count == 1, base.settings["profile"] != nil { pair = ["profile", part] }
      guard pair.count == 2,
        let changed = SettingPath(String(pair[0]))?.set(value(String(pair[1])), in: settings)
      else { return nil }
      settings = changed
    }
    return .object([
      ("name", JSON(base.name)), ("label", JSON(text)), ("settings", settings),
    ])
  }

  /// A number, `true` or a list in JSON; anything else is a text.
  package static func value(_ text: String) -> JSON {
    (try? JSON.parse(Array(text.utf8))) ?? JSON(text)
  }

  /// What is wrong with a choice, each with the setting and its owner.
  package static func words(of problems: Problems, for name: some StringProtocol) -> String {
    let group = "settings."
    return problems.all.map { problem in
      guard problem.path.hasPrefix(group) else { return problem.message }
      return "\(name): \(problem.path.dropFirst(group.count)): \(problem.message)"
    }.joined(separator: "; ")
  }
}

extension Scenario {
  /// The strategy of that label or name: the scenario's own, or any of the catalogue with its
  /// defaults; nil: there is none.
  package func strategy(named name: String) -> StrategyChoice? {
    if let own = strategies.first(where: { $0.label == name }) { return own }
    guard let (entry, preset) = AnyStrategy.catalog.resolve(name) else { return nil }
    if let preset { return .standard(preset) }
    return strategies.first { $0.name == entry.name } ?? .standard(entry.name)
  }

  package func unknownStrategy(_ name: String, flag: String) -> String {
    var known = strategies.map(\.label)
    known += AnyStrategy.catalog.names.filter { !known.contains($0) }
    known += AnyStrategy.catalog.libraryNames
    return "\(flag): unknown strategy '\(name)'\(Suggestion.hint(for: name, among: known))"
  }
}
