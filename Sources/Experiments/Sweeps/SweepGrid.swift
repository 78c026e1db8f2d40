internal import SimCore

/// The points of a grid over a scenario's settings: the scenario is read anew with the values in
/// their places, of all points or of the one that is asked for.
struct SweepGrid: Sendable {
  /// The axes, with the names that settings have now.
  private(set) var axes: [SweepAxis] = []
  /// Notes of former names of settings and of their words, each once.
  private(set) var notes: [String] = []
  /// How many points there are.
  private(set) var count = 1
  /// Where each axis is in the scenario.
  private(set) var variations: [Variation] = []
  private let root: JSON

  /// Puts every value of every axis into the scenario.
  /// - Throws: what does not fit, all of it for the values alone, the first for values together.
  init(_ file: ScenarioFile, _ axes: [SweepAxis]) throws(SweepError) {
    root = Variation.removed(from: file.scenario.namingItsSchedule(file.tree))
    let names = SettingNames(scenario: file.scenario)
    for var axis in axes {
      var variation = Variation()
      let found = try names.resolved(axis.name, in: root, flag: "--vary \(axis.name)")
      variation.path = found.path
      if let note = found.note { notes.append(note) }
      axis.name = found.name
      self.axes.append(axis)
      variation.values = axis.values
      if variations.contains(where: { $0.path == variation.path }) {
        throw SweepError("--vary \(axis.name): the setting is varied twice")
      }
      variations.append(variation)
    }
    for axis in axes {
      count *= axis.values.count
      guard count <= SweepPlan.limit else {
        throw SweepError("expected at most \(SweepPlan.limit) points, found a larger grid")
      }
    }
    try checkAlone()
  }

  /// Tries each value by itself, so that a mistake is reported once and with its axis.
  private mutating func checkAlone() throws(SweepError) {
    var lines: [String] = []
    // What the text itself says is noted when it is read.
    let known = Set(Self.problems(in: root).notes.map(\.path))
    for (axis, variation) in zip(axes, variations) {
      for value in axis.values {
        let at = "--vary \(axis.name)=\(value.word)"
        guard let tree = variation.apply(value, to: root) else {
          lines.append("\(at): the path '\(variation.path)' leads to no setting")
          break
        }
        let problems = Self.problems(in: tree)
        let found = problems.all.map { "\($0.path): \($0.message)" }
        lines += found.map { "\(at): \($0)" }
        let new = problems.notes.filter { !known.contains($0.path) }.map { "\(at): \($0.message)" }
        notes += new.prefix(1)
        // An unknown setting is unknown with all values.
        if found.contains(where: { $0.contains("unknown setting") }) { break }
      }
    }
    if !lines.isEmpty { throw SweepError(lines: lines) }
  }

  /// The scenario at a point; the last axis counts fastest.
  /// - Throws: what is wrong with the values together.
  func scenario(at point: Int) throws(SweepError) -> Scenario {
    var rest = point
    var levels: [Int] = []
    for axis in axes.reversed() {
      levels.insert(rest % axis.values.count, at: 0)
      rest /= axis.values.count
    }
    return try scenario(levels: levels)
  }

  /// The scenario with a value of each axis, by their places.
  /// - Throws: what is wrong with the values together.
  func scenario(levels: [Int]) throws(SweepError) -> Scenario {
    var tree = root
    var words: [String] = []
    for (index, level) in levels.enumerated() {
      let value = axes[index].values[level]
      words.append("\(axes[index].name)=\(value.word)")
      tree = variations[index].apply(value, to: tree) ?? tree
    }
    var problems = Problems()
    guard let scenario = Scenario.read(whole: tree, &problems), problems.isEmpty else {
      let place = "--vary \(words.joined(separator: " --vary "))"
      throw SweepError(lines: problems.all.map { "\(place): \($0.path): \($0.message)" })
    }
    return scenario
  }

  /// What is wrong with a tree, and what is noted of it.
  private static func problems(in tree: JSON) -> Problems {
    var problems = Problems()
    _ = Scenario.read(whole: tree, &problems)
    return problems
  }
}
