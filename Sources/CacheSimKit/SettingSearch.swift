internal import CacheReports
internal import Experiments
internal import Results
internal import SimCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension CacheSim {
  /// Runs a scenario with every combination of values of its settings, as `cachesim sweep` does.
  ///
  /// What is varied is said as text: all things of the scenario are of the catalogues.
  /// - Parameters:
  ///   - varying: settings and their values, such as `on-demand.staleAfter=15s..1h*2`.
  ///   - name: what reports call the scenario.
  ///   - jobs: how many simulations are made at once; nil: one for each processor.
  ///   - progress: called with how many are done and how many there are.
  /// - Throws: `InputError` with all that is wrong with the scenario and with what varies.
  public static func sweep(
    _ scenario: Scenario, varying: [String], name: String = "scenario", jobs: Int? = nil,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> SettingSearch {
    let file = try ScenarioFile(name: name, scenario)
    let axes = try varying.map { text throws(InputError) in try SweepAxis(text) }
    let plan = try SweepPlan(file, axes: axes, keepsOwn: true, command: "")
    let parent = try temporaryFolder("cachesim-search")
    let folder = SweepFolder(of: parent.path)
    try folder.begin(plan.outline)
    _ = try await SweepRunner.run(plan, in: folder, jobs: width(jobs)) { progress($0.done, $0.all) }
    guard let result = folder.result(of: plan.outline).0 else {
      throw ToolError("\(parent.path): cells of the sweep are gone", .failed)
    }
    let answer = SweepAnswer(result)
    let lines = result.rows.map { row in
      SettingSearch.Line(
        row.label,
        levels: SweepOutline.levels(at: row.point, of: plan.outline.axes.map(\.values.count)),
        seeds: plan.outline.seeds.count, row.cell, plan.outline)
    }
    let front = GoalRanking.Place.Kind.front.rawValue
    return SettingSearch(
      lines: lines, best: zip(lines, answer.places).filter { $1 == front }.map(\.0),
      answer: answer.sentences, simulations: lines.count * plan.outline.seeds.count,
      reportFiles: ReportFile.all(of: result))
  }

  /// Looks for good values of settings with far fewer simulations than a sweep of them all, as
  /// `cachesim tune` does; what is good the scenario's `decide` says.
  /// - Parameters:
  ///   - varying: settings and the values that may be chosen, such as `hybrid.prefetch=0..40`.
  ///   - budget: the most simulations; nil: a quarter of the whole grid's.
  ///   - name: what reports call the scenario.
  ///   - jobs: how many simulations are made at once; nil: one for each processor.
  ///   - progress: called with how many are done and how many there will be at most.
  /// - Throws: as `sweep` does.
  public static func tune(
    _ scenario: Scenario, varying: [String], budget: Int? = nil, name: String = "scenario",
    jobs: Int? = nil, progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> SettingSearch {
    let file = try ScenarioFile(name: name, scenario)
    let axes = try varying.map { text throws(InputError) in
      try SweepAxis(text, fillsRanges: true)
    }
    let plan = try TuningPlan(
      file, axes: axes, budget: budget.map { .simulations(max($0, 1)) }, command: "")
    let parent = try temporaryFolder("cachesim-search")
    let folder = SweepFolder(of: parent.path)
    try folder.begin(plan.outline)
    let outcome = try await TuningRunner.run(
      plan, in: folder, jobs: width(jobs), progress: progress)
    let result = TuningResult(
      plan.outline, subject: "", plan.goal, lines: outcome.lines,
      simulations: outcome.simulations, gridSimulations: plan.gridSimulations,
      settingCount: plan.settingCount)
    let lines = result.lines.map { line in
      SettingSearch.Line(
        line.label, levels: line.levels, seeds: line.seeds, line.cell, plan.outline)
    }
    return SettingSearch(
      lines: lines, best: result.front.map { lines[$0] }, answer: result.sentences,
      simulations: result.simulations, reportFiles: ReportFile.all(of: result))
  }

  static func width(_ jobs: Int?) -> Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  static func temporaryFolder(_ name: String) throws(FileError) -> UnfinishedEntry {
    try UnfinishedEntry(folderFor: "\(FileManager.default.temporaryDirectory.path)/\(name)")
  }
}

/// What a sweep, or a search for good settings, found out.
public struct SettingSearch: Sendable {
  /// A strategy with certain values of what is varied.
  public struct Line: Sendable {
    /// What reports call the strategy.
    public let strategy: String
    /// The values of what is varied, by the names that were given; without those that do not
    /// concern the strategy.
    public let settings: [String: String]
    /// Under how many seeds it was simulated; a search tries more where that decides.
    public let seeds: Int
    private let cell: SweepCell
    private let outline: SweepOutline

    init(
      _ strategy: String, levels: [Int?], seeds: Int, _ cell: SweepCell, _ outline: SweepOutline
    ) {
      self.strategy = strategy
      self.seeds = seeds
      self.cell = cell
      self.outline = outline
      let values = zip(outline.axes, levels).compactMap { axis, level in
        level.map { (axis.name, axis.values[$0].text) }
      }
      settings = Dictionary(values) { first, _ in first }
    }

    /// A metric by its name, all its seeds together; nil: it is unknown, or not defined.
    public func value(of metric: String) -> Double? {
      place(of: metric).flatMap { cell.pooled[$0] }
    }

    /// The interval of 95 % of a metric; nil: there is none, as for a single seed.
    public func interval(of metric: String) -> ClosedRange<Double>? {
      place(of: metric).flatMap { outline.interval(of: cell, at: $0)?.range }
    }

    private func place(of metric: String) -> Int? {
      outline.measures.firstIndex { $0.name == metric }
    }
  }

  /// All that was simulated.
  public let lines: [Line]
  /// What is best by the scenario's decision, the best by its first objective first; empty: nothing
  /// keeps its constraints.
  public let best: [Line]
  /// The answer, in the sentences of the report.
  public let answer: [String]
  /// How many simulations were asked for.
  public let simulations: Int
  let reportFiles: [ReportFile]

  /// Writes the report, without charts, into a folder, as `Results.write(to:)` does.
  public func write(to folder: String) throws {
    try ResultFolder.write(reportFiles, replacing: folder)
  }
}

extension ConfidenceInterval {
  /// Nil: an end is not a number.
  var range: ClosedRange<Double>? { low <= high ? low...high : nil }
}
