internal import ArgumentParser
internal import ClientStrategies
internal import Experiments
internal import SimCore

/// Which of a scenario's worlds a command looks into: the same for every command that tells of
/// single opens.
struct WorldArguments: ParsableArguments {
  @Option(help: "The seed of the world; by default the scenario's first one.")
  var seed: Int?

  @Option(
    help: ArgumentHelp(
      "Of a scenario that varies a setting: with which value; by default the first.",
      valueName: "value"))
  var varied: String?

  func validate() throws {
    if let seed, seed < 0 { throw ValidationError("--seed: expected 0 or more, found \(seed)") }
  }

  /// The scenario with the value asked for.
  /// - Throws: a usage error that names the values there are.
  func scenario(of file: ScenarioFile) throws -> Scenario {
    guard let varied else { return file.variants[0].scenario }
    if let variant = file.variants.first(where: { $0.value == varied }) { return variant.scenario }
    let values = file.variants.compactMap(\.value)
    let hint = Suggestion.hint(for: varied, among: values)
    throw ValidationError(
      values.isEmpty
        ? "--varied: the scenario varies nothing"
        : "--varied: '\(varied)' is none of the values\(hint)")
  }

  /// The seed asked for, or the first one of the scenario.
  func seed(of scenario: Scenario) -> UInt64 { UInt64(seed ?? scenario.seeds[0]) }
}

extension Scenario {
  /// The strategy of that label or name: the scenario's own, or any of the catalogue with its
  /// defaults.
  /// - Throws: a usage error with the nearest name.
  func strategy(named name: String, flag: String) throws -> Chosen<AnyStrategy> {
    if let own = strategies.first(where: { $0.label == name }) { return own }
    let entry = AnyStrategy.catalog.entry(named: name)
    if let entry, let own = strategies.first(where: { $0.name == entry.name }) { return own }
    if let entry { return .standard(entry.name) }
    var known = strategies.map(\.label)
    known += AnyStrategy.catalog.names.filter { !known.contains($0) }
    throw ValidationError(
      "\(flag): unknown strategy '\(name)'\(Suggestion.hint(for: name, among: known))")
  }
}
