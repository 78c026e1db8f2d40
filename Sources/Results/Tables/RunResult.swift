package import CacheMetrics
package import SimCore

/// The results of a run: the source of every table, file, page and chart.
///
/// It has no wall time, place or speed of the run, so that equal runs write equal files.
package struct RunResult: Sendable {
  package var scenario: String
  package var title: String
  package var question: String
  package var hash: String
  package var programVersion: String
  /// The command line that gives it again; empty: none does.
  package var command: String
  package var seeds: [UInt64]
  package var variedSetting: String?
  /// In order; empty: none.
  package var variedValues: [String]
  /// What was left out of all metrics; nil: nothing.
  package var warmUp: WarmUp?
  /// What was simulated, in short phrases for the head of tables and pages.
  package var simulated: [String] = []
  /// What the recorded workload cannot tell, in sentences for the head of pages; empty: nothing.
  package var inputLimits: [String] = []
  /// Once for each varied value.
  package var rows: [StrategyResult]
  package var ownMetrics: [Metric] = []
  /// Further sections of the report, after the settings.
  package var sections: [Document.Section] = []
  /// What was explored beyond the scenario, as `run.json` has it; empty: nothing was.
  package var explored: [JSON] = []
  /// Nil: the scenario states none.
  package var goal: Goal?
  /// What would turn an answer, as clauses of its sentence, by what its candidates have in common:
  /// a varied value, or a strategy; empty where there is one answer.
  package var hangsOn: [String: [String]] = [:]
  /// What was tried for that, of each answer; empty: nothing.
  package var robustness: [Robustness] = []
  /// In the scenario's order.
  package var assertions: [Assertion] = []

  /// What is expected of strategies or varied values that the command line left out, in words.
  package var unevaluated: [String] = []

  /// How another command names what was run: the scenario, and the options that change it.
  package var commandWords: String {
    let words = ShellWord.all(in: command).dropFirst(2)
    guard let name = words.first else { return ShellWord.quoted(scenario) }
    var kept = [name]
    for (option, value) in zip(words.dropFirst(), words.dropFirst(2))
    where Self.changes.contains(String(option)) {
      kept += [option, value]
    }
    return kept.joined(separator: " ")
  }

  /// The options by which every command that reads a scenario changes it.
  private static let changes = [
    "--trace", "--networks", "--set", "--seeds", "--devices", "--duration", "--decide",
  ]

  package init(
    scenario: String, title: String, question: String, hash: String, programVersion: String,
    command: String, seeds: [UInt64], variedSetting: String? = nil, variedValues: [String] = [],
    rows: [StrategyResult]
  ) {
    self.scenario = scenario
    self.title = title
    self.question = question
    self.hash = hash
    self.programVersion = programVersion
    self.command = command
    self.seeds = seeds
    self.variedSetting = variedSetting
    self.variedValues = variedValues
    self.rows = rows
  }

  /// The beginning of each device's run, which is left out of all metrics.
  package struct WarmUp: Sendable {
    /// As the scenario says it.
    package var setting: String
    /// How much that is, for each varied value.
    package var spans: [TimeSpan]

    package init(setting: String, spans: [TimeSpan]) {
      self.setting = setting
      self.spans = spans
    }

    package var sentence: String {
      let texts = spans.map(Display.length).uniqued
      return "the first \(texts.joined(separator: ", ")) left out of all metrics"
        + (setting == "steady" ? ", until all strategies' hits are steady" : "")
        + " (charts over time show it)"
    }

    package var json: JSON {
      .object(["setting": JSON(setting), "leftOutSeconds": JSON(spans.map { JSON($0.seconds) })])
    }
  }

  package var metrics: [Metric] { MetricCatalog.all + ownMetrics + taggedMetrics }

  /// One of those, or of any part; nil: there is none.
  package func metric(named name: String) -> Metric? {
    metrics.first { $0.name == name } ?? MetricCatalog.metric(named: name)
  }

  /// Those of parts that its goal or its assertions name, each once.
  package var taggedMetrics: [Metric] {
    let named = (goal?.metrics ?? []) + assertions.map(\.metric)
    return named.filter { !$0.tags.isEmpty }.uniqued(by: \.name)
  }

  /// What is wrong with a metric that names a screen of which there is no view; nil: none does.
  package var unknownScreen: String? {
    let known = rows.flatMap { $0.pooled.screenNames + $0.pooled.tags(of: .screen).map(\.value) }
    for metric in taggedMetrics {
      for tag in metric.tags where tag.key == .screen && !known.contains(tag.value) {
        let seen = rows.first?.pooled.tags(of: .screen).map(\.value) ?? []
        return "\(metric.name): no view of a screen '\(tag.value)'"
          + Suggestion.hint(for: tag.value, among: seen)
      }
    }
    return nil
  }

  /// The rows that are compared with each other: those of one varied value, in order.
  package var groups: [(varied: String?, rows: [StrategyResult])] {
    guard !variedValues.isEmpty else { return [(nil, rows)] }
    return variedValues.map { value in (value, rows.filter { $0.varied == value }) }
  }

  /// The groups of tables: where only settings of strategies are varied, those that keep theirs,
  /// and so all numbers, stand once beside the others with each value.
  package var tableGroups: [(varied: String?, rows: [StrategyResult])] {
    guard variedValues.count > 1, variedSetting?.hasPrefix("strategies[") == true else {
      return groups
    }
    let labels = groups[0].rows.map(\.label)
    let unchanged = labels.filter { label in isUnchanged(rows.filter { $0.label == label }) }
    guard !unchanged.isEmpty, unchanged.count < labels.count else { return groups }
    let merged = labels.flatMap { label in
      let own = rows.filter { $0.label == label }
      guard unchanged.contains(label), var row = own.first else { return own }
      row.varied = nil
      return [row]
    }
    return [(nil, merged)]
  }

  /// Whether a strategy's rows, one for each varied value, have the same settings and numbers.
  func isUnchanged(_ own: [StrategyResult]) -> Bool {
    own.allSatisfy { row in
      row.settings == own[0].settings
        && metrics.allSatisfy { $0.value(row.pooled) == $0.value(own[0].pooled) }
    }
  }

  /// The heading of what is said of a varied value, or of a strategy whose values compete; none
  /// where nothing is varied.
  package func heading(of varied: String?) -> [Block] {
    guard let varied else { return [] }
    guard let variedSetting, variedValues.contains(varied) else {
      return [.heading("\(code: varied)")]
    }
    return [.heading("\(code: variedSetting) = \(code: varied)")]
  }

  /// Broken conservation laws as texts, with strategy, varied value, seed and device.
  package var violations: [String] {
    rows.flatMap { row in
      row.runs.flatMap { run in
        run.aggregates.devices.violations.map { "\(row.title), seed \(run.seed), \($0)" }
      }
    }
  }

  /// Whether more seeds would give the same numbers as these, as far as two or more show.
  var isSameUnderAllSeeds: Bool {
    seeds.count > 1
      && rows.allSatisfy { row in
        metrics.allSatisfy { metric in
          let first = row.runs.first.flatMap { metric.value($0.aggregates) }
          return row.runs.allSatisfy { metric.value($0.aggregates) == first }
        }
      }
  }

  package mutating func add(_ found: [Robustness]) {
    robustness = found
    for robustness in found { hangsOn[robustness.title ?? ""] = robustness.clauses }
  }
}

/// The results of a strategy, under one varied value and all seeds.
package struct StrategyResult: Sendable {
  /// In the scenario; distinct within a run.
  package var label: String
  package var name: String
  /// The varied value, as the scenario writes it; nil: nothing is varied.
  package var varied: String?
  package var settings: JSON
  /// Of its settings; nil: they are not known.
  package var defaults: JSON?
  /// The quantity that it bounds as an oracle; nil: it is a choice for an app.
  package var bound: OracleBound?
  /// The storage engine that models lie in; nil: none lie on flash, or it is not known.
  package var engine: String?
  /// How models are encoded there; nil: none are, or it is not known.
  package var codec: String?
  package private(set) var runs: [SeedResult]
  package private(set) var pooled: Aggregates

  /// - Precondition: there is a run. - Complexity: O(n log n) in the samples of all seeds.
  package init(
    label: String, name: String, varied: String? = nil, settings: JSON, bound: OracleBound? = nil,
    runs: [SeedResult]
  ) {
    guard let pooled = Aggregates.pooled(runs.map(\.aggregates)) else {
      preconditionFailure("a strategy without a run has no result")
    }
    self.label = label
    self.name = name
    self.varied = varied
    self.settings = settings
    self.bound = bound
    self.runs = runs
    self.pooled = pooled
  }

  package var isBound: Bool { bound != nil }

  /// Whether it is what an origin observed of a real client: only some metrics are known, and of
  /// another stretch of time, so that it is compared with no other.
  package var isObserved: Bool { pooled.isObserved }

  /// Whether it is compared with the others as a choice for an app.
  package var isCompared: Bool { !isBound && !isObserved }

  /// Of 95 %, over the seeds; nil for a single seed, and where a seed has no finite value.
  package func interval(of metric: Metric) -> ConfidenceInterval? {
    metric.interval(of: metric.value(pooled), seeds: runs.map { metric.value($0.aggregates) }) {
      MetricCatalog.metric(named: $0)?.value(pooled)
    }
  }

  /// What several metrics of one part are asked of: the part is made once.
  package func restricted(to tag: MetricTag) -> StrategyResult {
    var part = self
    part.pooled = pooled.restricted(to: [tag])
    for place in runs.indices {
      part.runs[place].aggregates = runs[place].aggregates.restricted(to: [tag])
    }
    return part
  }

  /// The screens and the kinds of resources that its file has numbers of: all, where there are
  /// several and not too many.
  package var storedTags: [MetricTag] {
    [MetricTag.Key.screen, .resource].map(pooled.tags).filter {
      (2...Self.mostStoredTags).contains($0.count)
    }.flatMap(\.self)
  }

  private static let mostStoredTags = 24

  /// What it is called beside others: the label, with the varied value where the label stands there
  /// more than once.
  package func label(in group: [StrategyResult]) -> String {
    group.count { $0.label == label } > 1 ? title : label
  }

  package var title: String { varied.map { "\(label), \($0)" } ?? label }

  /// The label of its series in charts, by which a page finds it.
  package var series: String { VisibleText.line(title) + (isBound ? " (bound)" : "") }
}

package struct SeedResult: Sendable {
  package var seed: UInt64
  /// Sorted.
  package var aggregates: Aggregates

  package init(seed: UInt64, aggregates: Aggregates) {
    self.seed = seed
    self.aggregates = aggregates
    self.aggregates.sort()
  }
}

package enum ResultSchema {
  /// Incremented when a column or a member changes its meaning or is removed; additions do not
  /// count.
  package static let version = 2
}

/// The version of the numbers: what the same scenario gave before may be another number now.
///
/// Cells of sweeps are reused, and stored runs compared, across builds; both go by this number, and
/// not by the program's version, which stays while numbers move between releases.
package enum ResultVersion {
  /// Incremented when a number of any run moves, by a changed default too; `ResultVersionTests`
  /// tells when.
  package static let number = 7
}
