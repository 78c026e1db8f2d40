internal import SimCore

extension ScenarioFile {
  /// How much there is to run, in words.
  /// - Parameter isWhole: whether all strategies of the catalogue are run, as advice does.
  package func census(ofAllStrategies isWhole: Bool = false) -> String {
    let file = isWhole ? withAllStrategies() : self
    let strategies = file.variants.first?.scenario.strategies.count ?? 0
    let simulations = file.variants.reduce(0) {
      $0 + $1.scenario.seeds.count * $1.scenario.strategies.count
    }
    var words = "\(scenario.seeds.count) seeds × \(strategies) strategies"
    if let path = scenario.variation?.path { words += " × \(variants.count) values of \(path)" }
    return "\(words) = \(simulations) simulations of \(scenario.devices) devices for "
      + scenario.duration.text
  }
}
