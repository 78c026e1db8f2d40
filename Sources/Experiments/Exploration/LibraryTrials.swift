internal import CacheMetrics
internal import ClientStrategies
internal import Results
package import SimCore

/// A library as it ships beside itself with settings that its users can change.
package struct LibraryTrials: Sendable {
  package struct Change: Sendable {
    package let setting: String
    package let name: String
    /// As a scenario writes it.
    package let value: String
    /// In what it is better than the library as it ships, by as much as matters and the seeds show.
    package let better: [String]
    package let worse: [String]
  }

  /// Its label in the scenario.
  package let library: String
  /// In the order of the preset.
  package let changes: [Change]
}

extension LibraryTrials {
  /// By what a library is compared with itself.
  private static let metrics = [
    "object_hit_ratio", "stale_share", "stale_parts_share", "flash_write_bytes",
    "flash_peak_bytes", "memory_peak_bytes", "network_down_bytes",
  ].map(MetricCatalog.known)

  /// Compares the rows of a run: the library as it ships first, then its changes in order.
  init(_ library: String, _ trials: [LibraryTrial], among rows: [StrategyResult]) {
    let base = Alternative(rows[0])
    func differences(of row: StrategyResult, isBetter: Bool) -> [String] {
      Self.metrics.compactMap { metric in
        let objective = MetricObjective(metric)
        let own = Alternative(row)
        let (value, other) = (own.pooled(metric), base.pooled(metric))
        let numbers = PairedNumbers(at: metric, of: own, from: base)
        guard objective.isBetter(isBetter ? value : other, than: isBetter ? other : value),
          metric.unit.matters(value, from: other), numbers.isShown
        else { return nil }
        let paired = PairedDifferences(numbers)
        let text = StrategyComparison.signed(
          paired?.difference ?? 0, paired?.differenceInterval, metric.unit)
        return "\(MarkdownTable.code(metric.name)) (\(text))"
      }
    }
    self.library = library
    changes = zip(trials, rows.dropFirst()).map { trial, row in
      Change(
        setting: trial.change.setting, name: trial.change.name, value: trial.value.compact,
        better: differences(of: row, isBetter: true), worse: differences(of: row, isBetter: false))
    }
  }

  var blocks: [Block] {
    let isNothingShown = changes.allSatisfy { $0.better.isEmpty && $0.worse.isEmpty }
    let improvements = changes.filter { !$0.better.isEmpty && $0.worse.isEmpty }.map {
      MarkdownTable.code("\($0.setting) = \($0.value)")
    }
    let table = ResultTable(
      "\(library) with other settings",
      columns: ["setting", "what it is", "better in", "worse in"],
      rows: changes.map { change in
        ["\(code: "\(change.setting) = \(change.value)")", InlineText(change.name)]
          + [change.better, change.worse].map { texts in
            InlineText(markdown: texts.isEmpty ? "–" : texts.joined(separator: ", "))
          }
      })
    let verdict =
      isNothingShown
      ? "No difference that matters and these seeds can show."
      : improvements.isEmpty
        ? "None of them is better in something and worse in nothing."
        : "Better in something and worse in nothing: \(NameList.text(improvements))."
    return [.table(table), .sentence(verdict)]
  }

  var json: JSON {
    .object([
      "library": JSON(library),
      "changes": JSON(
        changes.map { change in
          .object([
            "setting": JSON(change.setting), "name": JSON(change.name), "value": JSON(change.value),
            "better": JSON(change.better), "worse": JSON(change.worse),
          ])
        }),
    ])
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

  /// The same question for these strategies alone, under every value of what is varied, which each
  /// has the start of its measurements; nil: the scenario says it.
  func asking(
    _ strategies: [StrategyChoice], measuredFrom starts: [TimeSpan]? = nil
  ) -> ScenarioFile {
    func restricted(_ scenario: Scenario, _ start: TimeSpan?) -> Scenario {
      var scenario = scenario.withoutExpectations
      scenario.strategies = strategies
      // What is steady depends on the strategies.
      if scenario.warmUp == .steady { scenario.warmUp = start.map { .span($0) } ?? .steady }
      return scenario
    }
    return ScenarioFile(
      name: name, scenario: restricted(scenario, starts?.first),
      variants: variants.enumerated().map { index, variant in
        Variant(value: variant.value, scenario: restricted(variant.scenario, starts?[index]))
      }, variedSetting: variedSetting)
  }

  /// The strategies of the catalogue that the scenario does not list, with their defaults.
  var additions: [StrategyChoice] {
    let listed = scenario.strategies.map(\.name)
    let labels = scenario.strategies.map(\.label)
    return AnyStrategy.catalog.names.filter { !listed.contains($0) }.map { name in
      var chosen = StrategyChoice.standard(name)
      // The label may belong to another strategy of the scenario.
      while labels.contains(chosen.label) { chosen.label += " with its defaults" }
      return chosen
    }
  }

  /// Libraries stand behind the scenario's own strategies; those that it lists stay as they are.
  package func adding(libraries names: [String]) throws(InputError) -> ScenarioFile {
    let listed = (tree["strategies"]?.elements ?? []).compactMap { $0["name"]?.string }
    var elements = tree["strategies"]?.elements ?? []
    for name in names {
      guard AnyStrategy.catalog.libraryNames.contains(name) else {
        let catalog = AnyStrategy.catalog
        let hint = catalog.hint(for: name, among: catalog.libraryNames)
        throw InputError(.argument, "--library: unknown library '\(name)'\(hint)")
      }
      if !listed.contains(name) { elements.append(.object(["name": JSON(name)])) }
    }
    var root = tree
    root.set("strategies", JSON(elements))
    return try reading(root) { "--library: \($0.line)" }
  }
}
