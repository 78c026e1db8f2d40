internal import ClientStrategies
internal import SimCore

extension ScenarioFile {
  /// The scenario with all strategies: those that it lists, as it sets them, and those that it does
  /// not, with their defaults. Nothing is expected of the results.
  func withAllStrategies() -> ScenarioFile {
    let additions = additions
    func extended(_ scenario: Scenario) -> Scenario {
      var scenario = scenario.withoutExpectations
      scenario.strategies += additions
      return scenario
    }
    return ScenarioFile(
      name: name, scenario: extended(scenario), tree: extended(scenario).json,
      variants: variants.map { Variant(value: $0.value, scenario: extended($0.scenario)) })
  }

  /// The strategies that the scenario does not list, with their defaults.
  var additions: [Chosen<AnyStrategy>] {
    let listed = scenario.strategies.map(\.name)
    let labels = scenario.strategies.map(\.label)
    return AnyStrategy.catalog.names.filter { !listed.contains($0) }.map { name in
      var chosen = Chosen<AnyStrategy>.standard(name)
      // Somebody may have called another strategy so.
      while labels.contains(chosen.label) { chosen.label += " with its defaults" }
      return chosen
    }
  }
}
