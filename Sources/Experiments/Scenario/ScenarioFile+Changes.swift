package import ClientStrategies
package import SimCore

/// A setting of a scenario with another value, as a command line says it.
package struct ScenarioChange: Sendable {
  /// How messages name it: `--set workload.friends=10`.
  package var flag: String
  /// The setting, as a sweep names it: by its path from the root, or shorter by its owner.
  package var name: String
  package var value: JSON

  package init(flag: String, name: String, value: JSON) {
    self.flag = flag
    self.name = name
    self.value = value
  }
}

extension ScenarioFile {
  /// Of two values for one setting the last one counts.
  package func changed(by changes: [ScenarioChange]) throws(InputError) -> ScenarioFile {
    if changes.isEmpty { return self }
    let names = SettingNames(scenario: scenario)
    var root = scenario.namingItsSchedule(tree)
    var paths: [String] = []
    for change in changes {
      let path = try names.path(of: change.name, flag: change.flag)
      guard let changed = SettingPath(path)?.set(change.value, in: root) else {
        throw InputError(.argument, "\(change.flag): the path '\(path)' leads to no setting")
      }
      root = changed
      paths.append(Self.general(path))
    }
    return try reading(root) { problem in
      let path = Self.general(problem.path)
      if path == "warmUp", !paths.contains(path), let index = paths.lastIndex(of: "duration") {
        return "\(changes[index].flag): warmUp: \(problem.message)\(Self.shorter(changes[index]))"
      }
      guard let index = paths.lastIndex(where: { path == $0 || path.hasPrefix("\($0).") }) else {
        let flags = changes.map(\.flag).joined(separator: " ")
        return "\(flags): \(problem.path): \(problem.message)"
      }
      let inner = path == paths[index] ? "" : "\(problem.path): "
      return "\(changes[index].flag): \(inner)\(problem.message)"
    }
  }

  /// How to go on where a duration is no longer than the warm-up.
  private static func shorter(_ duration: ScenarioChange) -> String {
    guard let span = TimeSpan(json: duration.value) else { return "" }
    let part = TimeSpan(nanoseconds: span.nanoseconds / 4)
    return "; shorten it too: --set warmUp=\(part.text)"
  }

  /// A path with any element of a list in the place of a certain one.
  private static func general(_ path: String) -> String {
    SettingPath(path)?.general.text ?? path
  }
}

// MARK: - Choosing strategies

extension ScenarioFile {
  /// The scenario with these strategies alone, in this order: the scenario's own by their label or
  /// name, others of the catalogue with their defaults. What is expected of the others is dropped.
  ///
  /// `text` has labels and names between commas, behind a name other values of its settings
  /// (`url-cache:okhttp`); a label may have commas and colons itself.
  package func choosing(strategies text: String) throws(InputError) -> ScenarioFile {
    let own = scenario.strategies
    let elements = tree["strategies"]?.elements ?? []
    var chosen: [(place: Int?, tree: JSON)] = []
    for name in try Self.names(in: text, labels: own.map(\.label)) {
      let known = AnyStrategy.catalog.resolve(name)
      let places =
        own.indices.first { own[$0].label == name }.map { [$0] }
        ?? own.indices.filter { known?.preset == nil && own[$0].name == known?.entry.name }
      for place in places where !chosen.contains(where: { $0.place == place }) {
        chosen.append((place, elements[place]))
      }
      if places.isEmpty {
        let added =
          if let known {
            JSON.object([("name", JSON(known.preset ?? known.entry.name))])
          } else if OwnTables.isReference(JSON(name)), !name.contains(":") {
            JSON.object([("name", JSON(name))])
          } else {
            try changed(name)
          }
        if !chosen.contains(where: { $0.place == nil && $0.tree == added }) {
          chosen.append((nil, added))
        }
      }
    }
    return try keeping(chosen)
  }

  /// A strategy with other values of settings behind its name, as the scenario would write it.
  private func changed(_ text: String) throws(InputError) -> JSON {
    let flag = "--strategies"
    let name = String(text.prefix { $0 != ":" })
    guard let base = scenario.strategy(named: name) else {
      throw InputError(.argument, scenario.unknownStrategy(name, flag: flag))
    }
    guard let json = ChangedChoice.json(base, text) else {
      throw InputError(.argument, "\(flag): expected name:setting=value, found '\(text)'")
    }
    var problems = Problems()
    let read = OwnTables.resolving(json, in: folder, &problems) {
      StrategyChoice.read($0, path: "", &$1)
    }
    guard read != nil else {
      throw InputError(.argument, "\(flag): \(ChangedChoice.words(of: problems, for: name))")
    }
    return json
  }

  private static func names(
    in text: String, labels: [String]
  ) throws(InputError) -> [String] {
    var names: [String] = []
    var rest = Substring(text)
    while true {
      rest = rest.drop { $0 == " " }
      let label = labels.filter { rest == $0 || rest.hasPrefix("\($0),") }
        .max { $0.count < $1.count }
      var name = label.map { Substring($0) } ?? rest.prefix { $0 != "," }
      rest = rest.dropFirst(name.count)
      while name.last == " " { name.removeLast() }
      if name.isEmpty {
        throw InputError(.argument, "--strategies: expected a strategy between commas")
      }
      names.append(String(name))
      if rest.isEmpty { return names }
      rest.removeFirst()
    }
  }

  private func keeping(
    _ chosen: [(place: Int?, tree: JSON)]
  ) throws(InputError) -> ScenarioFile {
    let labels = chosen.compactMap { $0.place.map { scenario.strategies[$0].label } }
    let relations = scenario.relations.map { relation in
      labels.contains(relation.left.label) && labels.contains(relation.right.label)
    }
    var members: [JSON.Member] = []
    for var member in tree.members ?? [] {
      switch member.name {
      case "strategies":
        member.value = JSON(.array(chosen.map(\.tree)), offset: member.value.offset)
      case "expect":
        let kept = member.value.members?.filter { labels.contains($0.name) }
        member.value = JSON(.object(kept ?? []), offset: member.value.offset)
      case "relations":
        let kept = zip(member.value.elements ?? [], relations).filter(\.1).map(\.0)
        member.value = JSON(.array(kept), offset: member.value.offset)
      case "decide": member.value = member.value.deciding(betweenSome: labels)
      case "vary": member.value = try moved(member.value, chosen.map(\.place))
      default: break
      }
      members.append(member)
    }
    return try reading(JSON(.object(members), offset: tree.offset)) { "--strategies: \($0.line)" }
  }

  /// A variation whose path names a strategy by its place, which is another one now.
  private func moved(_ variation: JSON, _ places: [Int?]) throws(InputError) -> JSON {
    guard let path = variation["path"]?.string.flatMap({ SettingPath($0) }),
      let place = path.strategyPlace
    else { return variation }
    guard let now = places.firstIndex(of: place) else {
      throw InputError(
        .argument,
        "--strategies: the scenario varies '\(path.text)', of a strategy that is left out")
    }
    var moved = variation
    moved.set("path", JSON(path.ofStrategy(at: now).text))
    return moved
  }
}

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
  /// By label or name: the scenario's own, or any of the catalogue with its defaults.
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
    let hint = AnyStrategy.catalog.hint(for: name, among: known)
    return "\(flag): unknown strategy '\(name)'\(hint)"
  }
}
