internal import ClientStrategies
internal import SimCore

extension BaselinePower.Change {
  /// Settings of the compared strategies, each at half and at double, so many of them: what the
  /// baseline of an app's cache settings meets.
  ///
  /// A strategy's own settings come before those of its parts, such as how often a request is made
  /// again; of more than are wanted some are taken evenly, in the scenario's order. What does not
  /// fit the other settings is left out.
  package static func ofStrategies(
    in file: ScenarioFile, count: Int
  ) -> [BaselinePower.Change] {
    let scenario = file.scenario
    var all: [(path: String, value: JSON, strategy: Int, depth: Int)] = []
    for (place, strategy) in scenario.strategies.enumerated() {
      guard strategy.product.bound == nil,
        let entry = AnyStrategy.catalog.entry(named: strategy.name)
      else { continue }
      for line in entry.linesOf(strategy.settings) {
        let path = "strategies[\(place)].settings.\(line.name)"
        guard let setting = Assumption(line, path: path, isAssumed: false) else { continue }
        let depth = line.name.count { $0 == "." }
        all += setting.others.map { (path, $0, place, depth) }
      }
    }
    let own = all.filter { $0.depth == 0 }
    let rest = all.filter { $0.depth > 0 }
    let candidates = own.count >= count ? own : own + rest.prefix(count - own.count)
    let taken = min(count, candidates.count)
    return (0..<taken).compactMap { index in
      let (path, value, place, _) = candidates[index * candidates.count / taken]
      let title = "\(path)=\(Variation.text(of: value))"
      guard
        let changed = try? file.changed(
          by: [ScenarioChange(flag: title, name: path, value: value)])
      else { return nil }
      return BaselinePower.Change(title: title, file: changed, strategies: [place])
    }
  }

  /// A change that was asked for; it may touch every strategy.
  package init(_ change: ScenarioChange, of file: ScenarioFile) throws(SweepError) {
    title = "\(change.name)=\(Variation.text(of: change.value))"
    self.file = try file.changed(by: [change])
    strategies = Array(file.scenario.strategies.indices)
  }
}

extension ScenarioFile {
  /// The scenario as one in which nothing varies and of which nothing is expected.
  var alone: ScenarioFile {
    let scenario = variants[0].scenario.alone
    return ScenarioFile(
      name: name, scenario: scenario, variants: [Variant(value: nil, scenario: scenario)])
  }

  func keeping(_ places: [Int]) -> ScenarioFile {
    restricted(to: places.map { scenario.strategies[$0] }, in: scenario, varied: nil)
  }
}
