internal import ArgumentParser
internal import Experiments
internal import SimCore

struct ScenarioArguments: ParsableArguments {
  @Argument(
    help: "A scenario's file, in any case, or the name of a bundled one.",
    completion: .scenario)
  var scenario: String

  @Option(
    help: "An access log or a HAR capture to replay as the workload.",
    completion: .file())
  var trace: String?

  @Option(
    help: ArgumentHelp(
      "Networks to try in turn in place of the network schedule's mobile one, or of its only one.",
      valueName: "name,name"), completion: .networks,
    transform: { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) })
  var networks: [String]?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Another value of a setting, named as a sweep names it: on-demand.staleAfter=1h, "
        + "workload.friends=10, device=iphone-11, strategies[*].capacity=5MB. Repeatable.",
      valueName: "path=value"))
  var settings: [String] = []

  @Option(
    help: ArgumentHelp(
      "The seeds, in place of the scenario's: 1,2,3 or 1..8.", valueName: "a..b"))
  var seeds: String?

  @Option(help: "How many devices there are, in place of the scenario's.")
  var devices: Int?

  @Option(help: "How long is simulated, in place of the scenario's time.")
  var duration: String?

  @Option(
    help: ArgumentHelp(
      "The strategies to run, in this order, by their labels in the scenario or their names; "
        + "others of the catalogue are taken with their defaults. Behind a name, values of its "
        + "settings may stand: url-cache:okhttp.", valueName: "name,name"),
    completion: .strategies)
  var strategies: String?

  @Option(
    help: ArgumentHelp(
      "What the answer decides by: an objective in place of the scenario's ('minimise "
        + "first_content_p95_ms'; several make a Pareto set), or a constraint beside its own "
        + "('blank_ratio <= 1 %'). Repeatable.", valueName: "text"))
  var decide: [String] = []

  func validate() throws {
    for text in decide {
      do throws(InputError) {
        try DecisionText.check(text)
      } catch {
        throw ValidationError("--decide '\(text)': \(error.message)")
      }
    }
    for name in networks ?? [] where !name.contains(".json#") && !RecordedNetworks.isKnown(name) {
      throw ValidationError("--networks", unknown: "network", name, among: RecordedNetworks.names)
    }
  }

  var flagsOfScenarios: [String] {
    [
      ("--trace", trace != nil), ("--networks", networks != nil), ("--set", !settings.isEmpty),
      ("--devices", devices != nil), ("--duration", duration != nil),
      ("--strategies", strategies != nil), ("--decide", !decide.isEmpty),
    ].filter(\.1).map(\.0)
  }

  /// `seeds` take the place of those of `--seeds` and of the scenario's own.
  func read(_ verbosity: VerbosityArguments, seeds: [JSON]? = nil) throws -> ScenarioFile {
    try read(try ScenarioLocator.find(scenario), verbosity, seeds: seeds)
  }

  /// From what was found before, as a pipe can be read once.
  func read(
    _ found: ScenarioLocator.Found, _ verbosity: VerbosityArguments, seeds: [JSON]? = nil
  ) throws -> ScenarioFile {
    var file = try ScenarioFile(bytes: found.bytes, file: found.file, name: found.name) { json in
      let json = trace.map { json.replacingTrace(by: $0) } ?? json
      return networks.map { json.replacingNetworks(by: $0) } ?? json
    }
    file = try file.changed(by: try changes(seeds: seeds))
    if let strategies { file = try file.choosing(strategies: strategies) }
    try InputFile.check(file.scenario.workload.settings["path"]?.string ?? "")
    if let captured = try file.byCapturedClient() {
      file = captured.file
      verbosity.note("note: \(captured.sentence)")
    }
    file = try file.deciding(by: decide)
    let isPart = isPart(file, isBundled: BundledScenarios.bytes(named: found.name) == found.bytes)
    if isPart { file = file.expectingNothing() }
    if networks != nil || strategies != nil || isPart {
      // What only the whole scenario expects is told; where it cannot be read, nothing is known.
      let whole = try? ScenarioFile(bytes: found.bytes, file: found.file, name: found.name)
      file = whole.map { file.leftOver(of: $0) } ?? file
    }
    try file.checkRecordings { try InputFile.check($0) }
    report(verbosity, of: file, from: found.file)
    return file
  }

  /// Whether it is less than a bundled scenario, whose expectations are of the whole: with other
  /// devices, another length of time, or fewer seeds.
  private func isPart(_ file: ScenarioFile, isBundled: Bool) -> Bool {
    isBundled
      && (devices != nil || duration != nil || (seeds != nil && file.scenario.seeds.count < 3))
  }

  private func changes(seeds given: [JSON]?) throws -> [ScenarioChange] {
    let seeds = try given ?? seeds.map(SeedList.read)
    let options = [
      ("seeds", seeds.map { JSON($0) }), ("devices", devices.map { JSON($0) }),
      ("duration", duration.map { JSON($0) }),
    ]
    return options.compactMap { name, value in
      value.map { ScenarioChange(flag: "--\(name)", name: name, value: $0) }
    } + (try settings.map { try ScenarioChange($0, of: "--set") })
  }

  private func report(
    _ verbosity: VerbosityArguments, of file: ScenarioFile, from source: String
  ) {
    verbosity.detail("read", "\(source), digest of all settings \(file.hash)")
    let path = file.scenario.workload.settings["path"]?.string
    if let path { verbosity.detail("read", "\(path)\(trace == nil ? "" : ", by --trace")") }
    if let networks {
      verbosity.detail("set", "networks \(networks.joined(separator: ", ")), by --networks")
    }
    if seeds != nil { verbosity.detail("set", "seeds \(file.scenario.seeds), by --seeds") }
    for setting in settings { verbosity.detail("set", "\(setting), by --set") }
  }

  /// The command that repeats the result in the folder where it was made, with files as they were
  /// named.
  func command(_ verb: String, for file: ScenarioFile) -> String {
    command(verb, for: file, seeds: seeds)
  }

  /// The same with other seeds; nil: they are said elsewhere.
  func command(_ verb: String, for file: ScenarioFile, seeds: String?) -> String {
    // A file goes before a bundled scenario of its name.
    let isFile = ScenarioLocator.existingPath(scenario) != nil
    let options = [
      ("trace", trace), ("networks", networks?.joined(separator: ",")), ("seeds", seeds),
      ("devices", devices.map(String.init)), ("duration", duration), ("strategies", strategies),
    ]
    let repeated = settings.map { ("set", $0) } + decide.map { ("decide", $0) }
    return "cachesim \(verb) \(isFile ? ShellWord.quoted(scenario) : file.name)"
      + ShellWord.options(options + repeated)
  }
}

extension JSON {
  /// The scenario with other networks to be tried; they replace what it varies itself, and the
  /// expectations for that.
  fileprivate func replacingNetworks(by names: [String]) -> JSON {
    let rest = Variation.removed(from: self)
    guard let others = rest.members else { return self }
    let networks = JSON(names)
    return JSON(.object(others + [JSON.Member("networks", networks)]), offset: offset)
  }

  /// The scenario with a trace as its workload; the settings of its own trace are kept.
  fileprivate func replacingTrace(by path: String) -> JSON {
    guard let members else { return self }
    let none = JSON.Member("workload", JSON(.object([])))
    let isThere = members.contains { $0.name == none.name }
    let changed = (isThere ? members : members + [none]).map { member in
      member.name == none.name
        ? JSON.Member(none.name, member.value.tracing(path), nameOffset: member.nameOffset) : member
    }
    return JSON(.object(changed), offset: offset)
  }

  private func tracing(_ path: String) -> JSON {
    let isTrace = ["trace", "access-log", "har"].contains(self["name"]?.string ?? "")
    var settings = isTrace ? self["settings"]?.members ?? [] : []
    settings.removeAll { $0.name == "path" }
    settings.append(JSON.Member("path", JSON(path)))
    return JSON(
      .object([
        JSON.Member("name", "trace"),
        JSON.Member("settings", JSON(.object(settings), offset: offset)),
      ]), offset: offset)
  }
}
