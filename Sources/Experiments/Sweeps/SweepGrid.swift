internal import Results
internal import SimCore

/// The points of a grid over a scenario's settings: the scenario is read anew with the values in
/// their places, of all points or of the one that is asked for.
struct SweepGrid: Sendable {
  let axes: [SweepAxis]
  private(set) var count = 1
  /// Where each axis is in the scenario.
  private(set) var variations: [Variation] = []
  private let root: JSON
  private let folder: String

  /// Puts every value of every axis into the scenario.
  /// - Throws: what does not fit, all of it for the values alone, the first for values together.
  init(_ file: ScenarioFile, _ axes: [SweepAxis]) throws(InputError) {
    root = Variation.removed(from: file.scenario.namingItsSchedule(file.tree))
    folder = file.folder
    let names = SettingNames(scenario: file.scenario)
    self.axes = axes
    for axis in axes {
      var variation = Variation()
      variation.path = try names.path(of: axis.name, flag: "--vary \(axis.name)")
      variation.values = axis.values
      if variations.contains(where: { $0.path == variation.path }) {
        throw InputError(.argument, "--vary \(axis.name): the setting is varied twice")
      }
      variations.append(variation)
    }
    for axis in axes {
      count *= axis.values.count
      guard count <= SweepPlan.limit else {
        throw InputError(
          .argument, "expected at most \(SweepPlan.limit) points, found a larger grid")
      }
    }
    try checkAlone()
  }

  /// The axes without what a scenario writes.
  var swept: [SweptSetting] {
    axes.swept { variations[$0].path.hasPrefix("strategies[") }
  }

  /// Tries each value by itself, so that a mistake is reported once and with its axis.
  private func checkAlone() throws(InputError) {
    var lines: [String] = []
    for (axis, variation) in zip(axes, variations) {
      for value in axis.values {
        let at = "--vary \(axis.name)=\(value.word)"
        guard let tree = variation.apply(value, to: root) else {
          lines.append("\(at): the path '\(variation.path)' leads to no setting")
          break
        }
        var problems = Problems()
        _ = read(tree, &problems)
        let found = problems.all.map { "\($0.path): \($0.message)" }
        lines += found.map { "\(at): \($0)" }
        // An unknown setting is unknown with all values.
        if found.contains(where: { $0.contains("unknown setting") }) { break }
      }
    }
    if !lines.isEmpty { throw InputError(.argument, lines: lines) }
  }

  private func read(_ tree: JSON, _ problems: inout Problems) -> Scenario? {
    OwnTables.resolving(tree, in: folder, &problems) { Scenario.read(whole: $0, &$1) }
  }

  /// The last axis counts fastest.
  func scenario(at point: Int) throws(InputError) -> Scenario {
    var rest = point
    var levels: [Int] = []
    for axis in axes.reversed() {
      levels.insert(rest % axis.values.count, at: 0)
      rest /= axis.values.count
    }
    return try scenario(levels: levels)
  }

  /// The scenario with a value of each axis, by their places.
  func scenario(levels: [Int]) throws(InputError) -> Scenario {
    var tree = root
    var words: [String] = []
    for (index, level) in levels.enumerated() {
      let value = axes[index].values[level]
      words.append("\(axes[index].name)=\(value.word)")
      tree = variations[index].apply(value, to: tree) ?? tree
    }
    var problems = Problems()
    guard let scenario = read(tree, &problems), problems.isEmpty else {
      let place = "--vary \(words.joined(separator: " --vary "))"
      throw InputError(.argument, lines: problems.all.map { "\(place): \($0.path): \($0.message)" })
    }
    return scenario
  }
}
