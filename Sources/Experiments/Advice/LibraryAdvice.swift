internal import ClientStrategies
internal import Measurement
internal import Results
package import SimCore

/// A library as it ships beside itself with settings that its users can change.
package struct LibraryAdvice: Sendable {
  package struct Change: Sendable {
    package var setting: String
    package var name: String
    /// As a scenario writes it.
    package var value: String
    /// In what it is better than the library as it ships, by more than the seeds' chance.
    package var better: [String]
    package var worse: [String]
  }

  /// Its label in the scenario.
  package var library: String
  /// What it does as it ships: a value for each criterion.
  package var shipped: [String]
  /// In the order of the preset.
  package var changes: [Change]

  package var improvements: [Change] { changes.filter { !$0.better.isEmpty && $0.worse.isEmpty } }
}

extension LibraryAdvice {
  /// Compares the rows of a run: the library as it ships first, then its changes in order.
  init(_ library: String, _ trials: [LibraryTrial], among rows: [StrategyResult]) {
    let criteria = Criterion.ofLibraries(among: rows)
    let base = rows[0]
    self.library = library
    shipped = criteria.map { $0.phrase(of: base) }
    changes = zip(trials, rows.dropFirst()).map { trial, row in
      Change(
        setting: trial.change.setting, name: trial.change.name, value: trial.value.compact,
        better: criteria.filter { $0.isShownBetter(row, than: base) }.map {
          Self.difference(at: $0, of: row, from: base)
        },
        worse: criteria.filter { $0.isShownBetter(base, than: row) }.map {
          Self.difference(at: $0, of: row, from: base)
        })
    }
  }

  /// With its interval over seeds and the criterion's title.
  private static func difference(
    at criterion: Criterion, of row: StrategyResult, from base: StrategyResult
  ) -> String {
    guard let differences = PairedDifferences(at: criterion.metric, of: row, from: base) else {
      return "\(criterion.title) (\(criterion.phrase(of: row)))"
    }
    let text = StrategyComparison.signed(
      differences.mean, differences.interval, criterion.metric.unit)
    return "\(criterion.title) (\(text))"
  }
}

struct LibraryTrial: Sendable {
  var change: LibraryChange
  var value: JSON
  var strategy: StrategyChoice
}

extension ScenarioFile {
  /// The libraries that the scenario lists, each with what its users can change and the values to
  /// try, as the scenario has it otherwise.
  var libraryTrials: [(shipped: StrategyChoice, trials: [LibraryTrial])] {
    // What varies may be a setting of a strategy, which each trial would have to repeat.
    if variedSetting?.hasPrefix("strategies") == true { return [] }
    return zip(scenario.strategies, tree["strategies"]?.elements ?? []).compactMap { own, element in
      guard let preset = element["settings"]?["preset"]?.string ?? element["name"]?.string,
        let entry = AnyStrategy.catalog.entry(named: own.name),
        let library = entry.libraries.first(where: { $0.preset == preset })?.library
      else { return nil }
      let trials = library.changes.flatMap { change in
        change.values.compactMap { value in
          Self.changed(element, change.setting, value, label: own.label)
            .map { LibraryTrial(change: change, value: value, strategy: $0) }
        }
      }
      return trials.isEmpty ? nil : (own, trials)
    }
  }

  /// Nil: the setting does not take the value.
  private static func changed(
    _ element: JSON, _ setting: String, _ value: JSON, label: String
  ) -> StrategyChoice? {
    var problems = Problems()
    guard
      let labelled = SettingPath("label")?.set(
        JSON("\(label), \(setting) = \(value.string ?? value.compact)"), in: element),
      let changed = SettingPath("settings.\(setting)")?.set(value, in: labelled),
      let strategy = AnyStrategy.catalog.read(changed, path: "", &problems), problems.isEmpty
    else { return nil }
    return strategy
  }

  /// The same question for these strategies alone, under every value of what is varied.
  func asking(_ strategies: [StrategyChoice]) -> ScenarioFile {
    func restricted(_ scenario: Scenario) -> Scenario {
      var scenario = scenario.withoutExpectations
      scenario.strategies = strategies
      return scenario
    }
    return ScenarioFile(
      name: name, scenario: restricted(scenario),
      variants: variants.map { Variant(value: $0.value, scenario: restricted($0.scenario)) },
      variedSetting: variedSetting)
  }

  /// Libraries stand behind the scenario's own strategies; those that it lists stay as they are.
  package func adding(libraries names: [String]) throws(InputError) -> ScenarioFile {
    let listed = (tree["strategies"]?.elements ?? []).compactMap { $0["name"]?.string }
    var elements = tree["strategies"]?.elements ?? []
    for name in names {
      guard AnyStrategy.catalog.libraryNames.contains(name) else {
        let hint = Suggestion.hint(for: name, among: AnyStrategy.catalog.libraryNames)
        throw InputError(.argument, "--library: unknown library '\(name)'\(hint)")
      }
      if !listed.contains(name) { elements.append(.object([("name", JSON(name))])) }
    }
    var problems = Problems()
    guard let root = SettingPath("strategies")?.set(JSON(.array(elements)), in: tree),
      let read = ScenarioFile(tree: root, name: name, folder: folder, &problems), problems.isEmpty
    else { throw InputError(.argument, lines: problems.lines.map { "--library: \($0)" }) }
    return read
  }
}
