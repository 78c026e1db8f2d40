internal import SimCore

/// The scenario of each point of a sweep's grid, read anew with the values in their places.
struct SweepGrid {
  private(set) var scenarios: [Scenario] = []

  /// Puts every value of every axis into the scenario.
  /// - Throws: what does not fit, all of it for the values alone, the first for values together.
  init(_ file: ScenarioFile, _ axes: [SweepAxis]) throws(SweepError) {
    let names = SweepNames(scenario: file.scenario)
    var variations: [Variation] = []
    for axis in axes {
      var variation = Variation()
      variation.path = try names.path(of: axis.name)
      variation.values = axis.values
      if variations.contains(where: { $0.path == variation.path }) {
        throw SweepError("--vary \(axis.name): the setting is varied twice")
      }
      variations.append(variation)
    }
    let root = ScenarioTree.withoutVariation(file.scenario.namingItsWeather(file.tree))
    var count = 1
    for axis in axes {
      count *= axis.values.count
      guard count <= SweepPlan.limit else {
        throw SweepError("expected at most \(SweepPlan.limit) points, found a larger grid")
      }
    }
    try Self.checkAlone(axes, variations, root)
    for point in 0..<count {
      scenarios.append(try Self.scenario(at: point, variations, axes, root))
    }
  }

  /// Tries each value by itself, so that a mistake is told once and with its axis.
  private static func checkAlone(
    _ axes: [SweepAxis], _ variations: [Variation], _ root: JSON
  ) throws(SweepError) {
    var lines: [String] = []
    for (axis, variation) in zip(axes, variations) {
      for value in axis.values {
        let at = "--vary \(axis.name)=\(value.word)"
        guard let tree = variation.apply(value, to: root) else {
          lines.append("\(at): the path '\(variation.path)' leads to no setting")
          break
        }
        let found = Scenario.mistakes(in: tree).map { "\($0.path): \($0.message)" }
        lines += found.map { "\(at): \($0)" }
        // An unknown setting is unknown with all values.
        if found.contains(where: { $0.contains("unknown setting") }) { break }
      }
    }
    if !lines.isEmpty { throw SweepError(lines: lines) }
  }

  private static func scenario(
    at point: Int, _ variations: [Variation], _ axes: [SweepAxis], _ root: JSON
  ) throws(SweepError) -> Scenario {
    var tree = root
    var rest = point
    var words: [String] = []
    var values: [JSON] = []
    for axis in axes.reversed() {
      values.insert(axis.values[rest % axis.values.count], at: 0)
      rest /= axis.values.count
    }
    for (index, value) in values.enumerated() {
      words.append("\(axes[index].name)=\(value.word)")
      tree = variations[index].apply(value, to: tree) ?? tree
    }
    var problems = Problems()
    guard let scenario = Scenario.read(tree, path: "", &problems), problems.isEmpty else {
      let place = "--vary \(words.joined(separator: " --vary "))"
      throw SweepError(lines: problems.all.map { "\(place): \($0.path): \($0.message)" })
    }
    return scenario
  }
}

extension Scenario {
  /// What is wrong with a tree.
  fileprivate static func mistakes(in tree: JSON) -> [Problems.Problem] {
    var problems = Problems()
    read(tree, path: "", &problems)?.noteUnknownNetworks(in: tree, &problems)
    return problems.all
  }
}
