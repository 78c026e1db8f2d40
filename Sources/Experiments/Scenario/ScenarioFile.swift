internal import CacheWorkloads
package import ClientStrategies
internal import DeviceModels
package import HTTPCaching
internal import Results
package import SimCore

/// A scenario with its name, once for each value that is varied: what a run takes.
///
/// It is read from a file, made from a `Scenario` in Swift, or derived from another one.
package struct ScenarioFile: Sendable {
  /// What reports and folders are called: of a file, its name without the ending.
  package let name: String
  /// The scenario as written, without a variation.
  package private(set) var scenario: Scenario
  /// The text as a tree, from which the same scenario is read with other values.
  let tree: JSON
  /// Where files that it names are looked for before the current folder, with a slash at its end;
  /// empty: nowhere else.
  package let folder: String
  /// What is expected of what a command line leaves out: it is not evaluated.
  package private(set) var unevaluated: [String] = []
  /// The scenario with each value of its variation in turn; one without a value if none varies.
  package private(set) var variants: [Variant]
  /// What varies, as reports name it; nil: nothing does.
  package let variedSetting: String?

  package struct Variant: Sendable {
    /// As reports name it; nil: nothing varies.
    package var value: String?
    package var scenario: Scenario
  }

  init(name: String, scenario: Scenario, variants: [Variant], variedSetting: String? = nil) {
    self.name = name
    self.scenario = scenario
    tree = scenario.json
    folder = ""
    self.variants = variants
    self.variedSetting = variedSetting
  }
}

// MARK: - Reading

extension ScenarioFile {
  /// Reads JSON, in which comments are accepted; `override` changes it first, such as a trace's
  /// path. Error lines name `file`, reports `name`.
  /// - Throws: all mistakes at once.
  package init(
    bytes: [UInt8], file: String, name: String, override: (JSON) -> JSON = { $0 }
  ) throws(InputError) {
    let folder = OwnTables.folder(of: file)
    var problems = Problems()
    let root: JSON
    do {
      root = override(try JSON.parse(bytes))
    } catch {
      let (line, column) = Problems.place(of: error.offset, in: bytes)
      throw InputError(.settings, lines: ["\(file):\(line):\(column): \(error.message)"])
    }
    let read = ScenarioFile(tree: root, name: name, folder: folder, &problems) { tree in
      tree.locatingStories(in: folder).locatingRecordings(in: folder)
    }
    guard let read, problems.isEmpty else {
      let lines = problems.lines(file: file, bytes: bytes)
      throw InputError(.settings, lines: lines.isEmpty ? ["\(file): expected a scenario"] : lines)
    }
    self = read
  }

  /// Reads a scenario from a tree, with the entries of files that it names; `locate` finds the
  /// other files that it names. Nil when something is wrong, which is then noted.
  init?(
    tree: JSON, name: String, folder: String, _ problems: inout Problems,
    locate: (JSON) -> JSON = { $0 }
  ) {
    let read = OwnTables.resolving(tree, in: folder, &problems) { tree, problems in
      ScenarioFile(resolved: locate(tree), name: name, folder: folder, &problems)
    }
    guard let read, problems.isEmpty else { return nil }
    self = read
  }

  private init?(
    resolved tree: JSON, name: String, folder: String, _ problems: inout Problems
  ) {
    guard let written = Scenario.read(whole: tree, &problems), problems.isEmpty,
      let (scenario, tree) = written.withWholePath(in: tree, &problems)
    else { return nil }
    if scenario.networks != nil, scenario.vary != nil {
      problems.note(
        at: tree["networks"]?.offset ?? 0, path: "networks",
        "expected 'vary' or 'networks', found both: a run varies one setting")
    }
    scenario.noteUnknownChoice(in: tree, &problems)
    guard problems.isEmpty else { return nil }
    scenario.noteUnknownExpectations(&problems)
    guard problems.isEmpty else { return nil }
    let variants = Self.variants(of: scenario, in: tree, &problems)
    guard problems.isEmpty else { return nil }
    self.name = name
    self.scenario = scenario
    self.tree = tree
    self.folder = folder
    self.variants = variants
    variedSetting = scenario.variation?.path
  }

  private static func variants(
    of scenario: Scenario, in root: JSON, _ problems: inout Problems
  ) -> [Variant] {
    guard let variation = scenario.variation else {
      return [Variant(value: nil, scenario: scenario)]
    }
    let named = scenario.namingItsSchedule(root)
    var variants: [Variant] = []
    for value in variation.values {
      guard let tree = variation.apply(value, to: named) else {
        problems.note(
          at: root["vary"]?["path"]?.offset ?? 0, path: "vary.path",
          "the path '\(variation.path)' leads to no setting")
        break
      }
      if let varied = Scenario.read(whole: tree, &problems) {
        variants.append(Variant(value: Variation.text(of: value), scenario: varied))
      }
    }
    return variants
  }
}

extension Scenario {
  /// Reads a tree, and checks the networks that its schedule names. Nil when a setting is wrong,
  /// which is then noted.
  static func read(whole tree: JSON, _ problems: inout Problems) -> Scenario? {
    guard let scenario = read(tree, path: "", &problems) else { return nil }
    let mistakes = scenario.networkMistakes
    if !mistakes.isEmpty, let settings = tree["networkSchedule"]?["settings"] {
      note(mistakes, in: settings, path: "networkSchedule.settings", &problems)
    }
    for (index, group) in (tree["people"]?["groups"]?.elements ?? []).enumerated() {
      guard let schedule = group["networkSchedule"], !mistakes.isEmpty else { continue }
      note(mistakes, in: schedule, path: "people.groups[\(index)].networkSchedule", &problems)
    }
    if let mistake = scenario.peopleMistake {
      problems.note(at: tree["people"]?.offset ?? 0, path: "people", mistake)
    }
    if let mistake = scenario.warmUpMistake {
      problems.note(at: tree["warmUp"]?.offset ?? 0, path: "warmUp", mistake)
    }
    return scenario
  }

  /// What is wrong with the networks of the schedule: by the name, what to say of it.
  var networkMistakes: [String: String] {
    var mistakes: [String: String] = [:]
    let others = people.groups.flatMap { $0.networkSchedule?.values ?? [] }
    for network in ([networkSchedule] + others).flatMap(\.product.networks) {
      if let mistake = RecordedNetworks.mistake(in: network) {
        mistakes[mistake.name] = mistake.words
      }
    }
    return mistakes
  }

  private static func note(
    _ mistakes: [String: String], in json: JSON, path: String, _ problems: inout Problems
  ) {
    for member in json.members ?? [] where member.name != "recorded" {
      note(mistakes, in: member.value, path: "\(path).\(member.name)", &problems)
    }
    guard let name = json.string, let words = mistakes[name] else { return }
    problems.note(at: json.offset, path: path, words)
  }

  /// The scenario and its tree with the path of what varies from the root on; nil when there is no
  /// such setting, which is then noted.
  fileprivate func withWholePath(
    in tree: JSON, _ problems: inout Problems
  ) -> (Scenario, JSON)? {
    guard let name = vary?.path else { return (self, tree) }
    let names = SettingNames(scenario: self)
    let offset = tree["vary"]?["path"]?.offset ?? 0
    guard let path = names.path(of: name),
      let changed = SettingPath("vary.path")?.set(JSON(.string(path), offset: offset), in: tree)
    else {
      problems.note(at: offset, path: "vary.path", names.mistake(in: name))
      return nil
    }
    var scenario = self
    scenario.vary?.path = path
    return (scenario, changed)
  }

  /// The tree with a network schedule that has a name: one that is not written is the standard one.
  func namingItsSchedule(_ root: JSON) -> JSON {
    guard root["networkSchedule"] == nil, let members = root.members else { return root }
    let named = JSON.object([("name", JSON(networkSchedule.name))])
    return JSON(.object(members + [JSON.Member("networkSchedule", named)]), offset: root.offset)
  }
}

// MARK: - Deriving

extension ScenarioFile {
  /// The scenario that a changed tree says; `line` is what a mistake in it is told by.
  func reading(
    _ root: JSON, _ reason: InputError.Reason = .argument,
    _ line: (Problems.Problem) -> String
  ) throws(InputError) -> ScenarioFile {
    var problems = Problems()
    if let read = ScenarioFile(tree: root, name: name, folder: folder, &problems) { return read }
    throw InputError(reason, lines: problems.all.map(line))
  }

  /// The same file as a part of another one: what only that one expects is not evaluated.
  package func leftOver(of whole: ScenarioFile) -> ScenarioFile {
    var file = self
    let kept = Set(scenario.claims)
    file.unevaluated = whole.scenario.claims.filter { !kept.contains($0) }
    return file
  }

  package func expectingNothing() -> ScenarioFile {
    var file = self
    file.scenario = scenario.withoutExpectations
    for index in variants.indices {
      file.variants[index].scenario = variants[index].scenario.withoutExpectations
    }
    return file
  }

  /// The same question for these strategies alone, with one value of what is varied.
  package func restricted(
    to strategies: [Chosen<AnyStrategy>], in scenario: Scenario, varied: String?
  ) -> ScenarioFile {
    var scenario = scenario
    scenario.strategies = strategies
    scenario.vary = nil
    scenario.networks = nil
    scenario.decide?.between = StatedChoice()
    return ScenarioFile(
      name: name, scenario: scenario, variants: [Variant(value: varied, scenario: scenario)])
  }

  /// Reads each recorded network once, so that what is wrong with one is known before a run;
  /// `check` refuses a file that must not be opened.
  package func checkRecordings(_ check: (String) throws -> Void) throws {
    var networks: [NetworkChoice] = []
    for variant in variants { networks += try variant.scenario.indexedNetworks() }
    for network in networks.uniqued {
      if let path = network.recording?.recorded { try check(path) }
      _ = try RecordedNetworks.profile(of: network)
    }
  }

  /// In words.
  package var sizeText: String {
    let strategies = variants.first?.scenario.strategies.count ?? 0
    let simulations = variants.reduce(0) {
      $0 + $1.scenario.seeds.count * $1.scenario.strategies.count
    }
    var words = NumberText.counted(scenario.seeds.count, "seed") + " × "
    words += NumberText.counted(strategies, "strategy", plural: "strategies")
    if let variedSetting {
      words += " × \(NumberText.counted(variants.count, "value")) of \(variedSetting)"
    }
    words += " = \(NumberText.counted(simulations, "simulation"))"
    if scenario.workload.product.hasOwnLength { return "\(words) of \(scenario.workload.label)" }
    return "\(words) of \(scenario.devicesText(scenario.devices)) for "
      + Display.length(scenario.duration)
  }

  /// A digest of what the scenario says beyond the defaults: two scenarios that mean the same have
  /// the same one, and a setting that did not exist before does not change it. Of a trace only the
  /// file's name counts, and of a recorded network the name and what the file says, not where they
  /// lie. What is expected of the results does not count, as it changes none of them. Defaults that
  /// change are told by `ResultVersion`.
  package var hash: String {
    let expectations = ["expect", "relations", "decide"]
    let said = scenario.withoutDefaults().members?.filter { !expectations.contains($0.name) } ?? []
    let members = said.map { member in
      member.name == "workload"
        ? JSON.Member(member.name, withoutPlace(member.value)) : member
    }
    let identified = JSON(.object(members)).identifyingRecordings {
      RecordedNetworks.digest(of: $0)
    }
    return Fingerprint(of: "\(Scenario.schemaVersion) \(identified.compact)").text
  }

  /// A workload with the name of its trace in place of the path, and a story's digest beside it.
  private func withoutPlace(_ workload: JSON) -> JSON {
    let path = scenario.workload.settings["path"]?.string ?? ""
    guard let name = path.split(separator: "/").last else { return workload }
    var settings = workload["settings"]?.members?.filter { $0.name != "path" } ?? []
    settings.append(JSON.Member("path", JSON(String(name))))
    if scenario.workload.product.story != nil {
      settings.append(JSON.Member("digest", JSON(RecordedNetworks.digest(of: path))))
    }
    return .object(
      workload.members?.map {
        ($0.name, $0.name == "settings" ? JSON(.object(settings)) : $0.value)
      }
        ?? [])
  }
}

extension HTTPProfile {
  /// Whose rules the client of a capture has, as far as the capture names it.
  /// - Parameter log: the object named `log`.
  package static func ofCapture(_ log: JSON) -> HTTPProfile? {
    let client = HARClient(log)
    return ofCapture(browser: client.browser, agents: client.agents)
  }
}

extension ScenarioFile {
  /// The scenario with its URL caches by the rules of the client whose capture its workload is,
  /// where no profile and no preset is written, and a sentence on what was chosen; nil: nothing
  /// was.
  package func byCapturedClient() throws(InputError) -> (file: ScenarioFile, sentence: String)? {
    guard scenario.workload.name == "trace",
      let path = scenario.workload.settings["path"]?.string,
      let format = try? TraceSource.format(of: path), format == .har,
      let log = try? HARFile(path: path).log, let profile = HTTPProfile.ofCapture(log)
    else { return nil }
    let written = tree["strategies"]?.elements ?? []
    let places = scenario.strategies.indices.filter { place in
      guard scenario.strategies[place].name == URLCache.name, place < written.count,
        AnyStrategy.catalog.resolve(written[place]["name"]?.string ?? URLCache.name)?.preset == nil
      else { return false }
      let settings = written[place]["settings"]
      return settings?["profile"] == nil && settings?["preset"] == nil
    }
    guard !places.isEmpty else { return nil }
    let changes = places.map { place in
      ScenarioChange(
        flag: "the client of \(path)", name: "strategies[\(place)].settings.profile",
        value: JSON(.string(profile.name)))
    }
    let labels = places.map { scenario.strategies[$0].label }.joined(separator: ", ")
    return (
      try changed(by: changes),
      "by the rules of \(profile.name), as the capture's client calls itself: \(labels); a "
        + "'profile' among its settings names another"
    )
  }
}
