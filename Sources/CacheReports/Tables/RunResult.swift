/// All that a run found out: what every table, file, page and chart is made from.
///
/// Nothing in it tells when, where or how fast the run was made, so equal runs give equal files.
package struct RunResult: Sendable {
  /// The scenario's name, which is its file's.
  package var scenario: String
  /// Its title.
  package var title: String
  /// The question that it asks.
  package var question: String
  /// A digest of the scenario's text.
  package var hash: String
  /// The version of the program.
  package var programVersion: String
  /// How to make the same result again.
  package var command: String
  /// The seeds, in order.
  package var seeds: [UInt64]
  /// The setting that was varied; nil: none.
  package var variedSetting: String?
  /// Its values in order; empty: none.
  package var variedValues: [String]
  /// The strategies, once for each varied value.
  package var rows: [StrategyResult]
  /// What else the report says, behind the settings.
  package var sections: [ReportSection] = []
  /// What became of what the scenario expects of its results, in its order; empty: nothing.
  package var judgements: [Judgement] = []

  /// Makes a result.
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

  /// The rows that are compared with each other: those of one varied value, in order.
  package var groups: [(varied: String?, rows: [StrategyResult])] {
    guard !variedValues.isEmpty else { return [(nil, rows)] }
    return variedValues.map { value in (value, rows.filter { $0.varied == value }) }
  }

  /// Broken conservation laws in words, with strategy, varied value, seed and device.
  package var violations: [String] {
    rows.flatMap { row in
      row.runs.flatMap { run in
        run.book.devices.violations.map { "\(row.title), seed \(run.seed), \($0)" }
      }
    }
  }
}
