internal import ArgumentParser
internal import Experiments
internal import SimCore

/// Which scenario a command is about, with what replaces parts of it: the same for every command
/// that reads one.
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

  func validate() throws {
    for name in networks ?? [] where !RecordedNetworks.isKnown(name) {
      let known = RecordedNetworks.names
      throw ValidationError(
        "--networks: unknown network '\(name)'\(Suggestion.hint(for: name, among: known))")
    }
  }

  /// Finds and reads the scenario.
  /// - Parameters:
  ///   - verbosity: whether to report what was read.
  ///   - seeds: seeds in place of the scenario's own; nil: its own.
  /// - Throws: `CommandError` or `ScenarioError`.
  func read(_ verbosity: VerbosityArguments, seeds: [JSON]? = nil) throws -> ScenarioFile {
    let found = try ScenarioLocator.find(scenario)
    let file = try ScenarioFile(bytes: found.bytes, file: found.file, name: found.name) { json in
      let json = trace.map { json.replacingTrace(by: $0) } ?? json
      let varied = networks.map { json.replacingNetworks(by: $0) } ?? json
      return seeds.map { varied.replacingSeeds(by: $0) } ?? varied
    }
    for line in file.notes { FormerNames.note(line) }
    FormerNames.print(unless: verbosity.quiet)
    try InputFile.check(file.scenario.workload.settings["path"]?.string ?? "")
    try file.checkRecordings { try InputFile.check($0) }
    report(verbosity, of: file, from: found.file, hasSeeds: seeds != nil)
    return file
  }

  /// Reports where the scenario's settings come from.
  private func report(
    _ verbosity: VerbosityArguments, of file: ScenarioFile, from source: String, hasSeeds: Bool
  ) {
    verbosity.detail("read", "\(source), digest of all settings \(file.hash)")
    let path = file.scenario.workload.settings["path"]?.string
    if let path { verbosity.detail("read", "\(path)\(trace == nil ? "" : ", by --trace")") }
    if let networks {
      verbosity.detail("set", "networks \(networks.joined(separator: ", ")), by --networks")
    }
    if hasSeeds { verbosity.detail("set", "seeds \(file.scenario.seeds), by --seeds") }
  }

  /// The command that repeats the result, independent of where files are.
  func command(_ verb: String, for file: ScenarioFile) -> String {
    let isBundled = BundledScenarios.bytes(named: file.name) != nil
    let isStory = ScenarioLocator.isStory(scenario)
    let named = isStory ? scenario.split(separator: "/").last.map(String.init) : nil
    let name = isBundled ? file.name : ShellWord.quoted(named ?? "\(file.name).json")
    var command = "cachesim \(verb) \(name)"
    if let name = trace?.split(separator: "/").last {
      command += " --trace \(ShellWord.quoted(String(name)))"
    }
    if let networks {
      command += " --networks \(ShellWord.quoted(networks.joined(separator: ",")))"
    }
    return command
  }
}

extension JSON {
  /// The scenario with other seeds.
  fileprivate func replacingSeeds(by seeds: [JSON]) -> JSON {
    guard let members else { return self }
    let others = members.filter { $0.name != "seeds" }
    return JSON(.object(others + [JSON.Member("seeds", JSON(.array(seeds)))]), offset: offset)
  }

  /// The scenario with other networks to be tried; they replace what it varies itself, and the
  /// expectations for that.
  fileprivate func replacingNetworks(by names: [String]) -> JSON {
    let rest = Variation.removed(from: self)
    guard let others = rest.members else { return self }
    let networks = JSON(.array(names.map { JSON(.string($0)) }))
    return JSON(.object(others + [JSON.Member("networks", networks)]), offset: offset)
  }

  /// The scenario with a trace as its workload; the settings of its own trace are kept.
  fileprivate func replacingTrace(by path: String) -> JSON {
    guard let members else { return self }
    var changed: [JSON.Member] = []
    var isFound = false
    for member in members {
      guard member.name == "workload" else {
        changed.append(member)
        continue
      }
      isFound = true
      changed.append(
        JSON.Member("workload", member.value.tracing(path), nameOffset: member.nameOffset))
    }
    if !isFound { changed.append(JSON.Member("workload", JSON(.object([])).tracing(path))) }
    return JSON(.object(changed), offset: offset)
  }

  private func tracing(_ path: String) -> JSON {
    let isTrace = ["trace", "access-log", "har"].contains(self["name"]?.string ?? "")
    var settings = isTrace ? self["settings"]?.members ?? [] : []
    settings.removeAll { $0.name == "path" }
    settings.append(JSON.Member("path", JSON(.string(path))))
    return JSON(
      .object([
        JSON.Member("name", "trace"),
        JSON.Member("settings", JSON(.object(settings), offset: offset)),
      ]), offset: offset)
  }
}
