package import ClientStrategies
package import SimCore

extension ScenarioFile {
  /// The same question, asked of these strategies alone, with one value of what is varied.
  package func asked(
    of strategies: [Chosen<AnyStrategy>], in scenario: Scenario, varied: String?
  ) -> ScenarioFile {
    var scenario = scenario
    scenario.strategies = strategies
    scenario.vary = nil
    scenario.networks = nil
    return ScenarioFile(
      name: name, scenario: scenario, tree: scenario.json,
      variants: [Variant(value: varied, scenario: scenario)])
  }
}
