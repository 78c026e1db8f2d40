internal import CacheMetrics
package import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
package import Results
internal import SimCore

/// Runs a scenario: a cell for each strategy, seed and varied value, several at once.
package enum Runner {
  package struct Outcome: Sendable {
    package var result: RunResult
    /// The scenario with all seeds that were run.
    package var file: ScenarioFile
    /// Nil for generators.
    package var issues: TraceIssues?
    /// How many simulations were made; all others were stored.
    package var simulated = 0
    /// Why no more seeds were added, as the head of the result has it; nil: none were to be.
    package var end: String?
  }

  /// Seeds that are added to a scenario's own, and the command that gives the result with them.
  package struct AddedSeeds {
    package var rule: SeedRule
    /// The scenario with so many seeds, the first of them those that it had.
    package var file: (_ count: Int) throws -> ScenarioFile
    package var command: (ScenarioFile) -> String

    package init(
      rule: SeedRule, file: @escaping (_ count: Int) throws -> ScenarioFile,
      command: @escaping (ScenarioFile) -> String
    ) {
      (self.rule, self.file, self.command) = (rule, file, command)
    }
  }

  /// The result does not depend on `jobs`; `command` gives the same one, for the report. Progress
  /// counts simulations, after each batch; `underWay` is told meanwhile how many are done, parts of
  /// one included, by the time that is simulated.
  ///
  /// Where seeds are added, the result is that of a run with all of them from the beginning, and no
  /// cell is simulated twice, as long as measuring begins at the same instant.
  package static func run(
    _ file: ScenarioFile, jobs: Int, store: CellStore? = nil, command: String,
    adding added: AddedSeeds? = nil,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in },
    underWay: @escaping @Sendable (Double, Int) -> Void = { _, _ in }
  ) async throws -> Outcome {
    var cells = CellRunner(jobs: jobs, store: store)
    var known: [[Aggregates]]? = added.map { _ in [] }
    var file = file
    var result = try await result(
      of: file, &cells, &known, command: command, progress: progress, underWay: underWay)
    var end: String?
    if let added {
      result.command = added.command(file)
      end = added.rule.phrase(on: result)
      while end == nil {
        file = try added.file(added.rule.next(after: file.scenario.seeds.count))
        result = try await self.result(
          of: file, &cells, &known, command: added.command(file), progress: progress,
          underWay: underWay)
        end = added.rule.phrase(on: result)
      }
    }
    if let end { result.simulated.insert(end, at: min(1, result.simulated.count)) }
    let issues = try file.variants.first.flatMap { try cells.issues(ofFirst: $0.scenario) }
    result.inputLimits = issues?.limits ?? []
    if let mistake = result.unknownScreen { throw InputError(.settings, lines: [mistake]) }
    return Outcome(
      result: result, file: file, issues: issues, simulated: cells.simulated, end: end)
  }

  /// Runs what is not known yet of a scenario's cells; `known` has those of its first seeds by row,
  /// and then those of all, which nil does not keep.
  private static func result(
    of file: ScenarioFile, _ cells: inout CellRunner, _ known: inout [[Aggregates]]?,
    command: String, progress: @escaping @Sendable (Int, Int) -> Void,
    underWay: @escaping @Sendable (Double, Int) -> Void
  ) async throws -> RunResult {
    let scenarios = file.variants.map(\.scenario)
    var rows = scenarios.enumerated().flatMap { world, scenario in
      scenario.strategies.indices.map {
        CellRunner.Row(world: world, strategy: $0, seeds: scenario.seeds.count)
      }
    }
    for (row, aggregates) in (known ?? []).enumerated() { rows[row].known = aggregates }
    var count = rows.reduce(0) { $0 + $1.seeds }
    var before = 0
    let starts = try await cells.starts(of: scenarios) { done, all in
      before = all
      if done > 0 { progress(done, all + count) }
    }
    count += before
    before += rows.reduce(0) { $0 + $1.known.count }
    let worlds = zip(scenarios, starts).map { CellRunner.World(scenario: $0, start: $1) }
    let isKept = known != nil
    let results = try await cells.run(
      rows, in: worlds, progress: { done, _ in progress(before + done, count) },
      underWay: { [before, count] in underWay(Double(before) + $0, count) },
      finish: { [rows] row, all in
        let whole = isKept && all.contains(where: \.hasViewWaits) ? all : nil
        var all = all
        let waits = all.indices.map { all[$0].takeViewWaits() }
        let result = StrategyResult(
          rows[row].strategy, of: scenarios[rows[row].world],
          varied: file.variants[rows[row].world].value, all)
        // The result has the same numbers, and takes no memory besides.
        let kept = isKept ? whole ?? result.runs.map(\.aggregates) : []
        return (result: result, waits: waits, kept: kept)
      })
    if isKept { known = results.map(\.kept) }
    var result = self.result(of: file, results.map(\.result), from: starts, command: command)
    result.holdRowsToBounds(by: results.map(\.waits))
    return result
  }

  private static func result(
    of file: ScenarioFile, _ rows: [StrategyResult], from starts: [Instant], command: String
  ) -> RunResult {
    let scenario = file.scenario
    var result = RunResult(
      scenario: file.name, title: scenario.title ?? file.name, question: scenario.question,
      hash: file.hash, programVersion: ProgramVersion.text, command: command,
      seeds: scenario.seeds.map { UInt64($0) }, variedSetting: file.variedSetting,
      variedValues: file.variants.compactMap(\.value), rows: rows)
    if let warmUp = scenario.warmUp {
      result.warmUp = RunResult.WarmUp(setting: warmUp.text, spans: starts.map { $0 - .start })
    }
    result.simulated = SimulatedFacts(file: file, rows: rows, warmUp: result.warmUp).phrases
    result.addAssumptions(of: scenario)
    result.ownMetrics = scenario.metrics.map { Metric($0) }
    result.goal = scenario.goal
    result.assertions = ExpectationEvaluator(scenario: scenario).assertions(of: result)
    result.unevaluated = file.unevaluated
    return result
  }
}

extension StrategyResult {
  init(_ place: Int, of scenario: Scenario, varied: String?, _ aggregates: [Aggregates]) {
    let strategy = scenario.strategies[place]
    self.init(
      label: strategy.label, name: strategy.name, varied: varied, settings: strategy.settings,
      bound: strategy.product.bound,
      runs: zip(scenario.seeds, aggregates).map { SeedResult(seed: UInt64($0), aggregates: $1) })
    var problems = Problems()
    defaults =
      AnyStrategy.catalog.entry(named: strategy.name)?.make(.object([]), "", &problems)?.settings
    engine = strategy.product.storage?.engine(sharing: scenario.shared)?.name
    codec = engine.map { _ in strategy.ownCodec ?? scenario.shared.codec.name }
  }
}

/// The program's version, as CHANGELOG.md counts it.
package enum ProgramVersion {
  /// Major, minor and patch by semantic versioning.
  package static let text = "0.1.0"
}

/// Runs tasks, at most so many at once, in the order in which they are given.
enum TaskWindow {
  typealias Work<Result> = @Sendable () async throws -> Result

  /// Runs what `next` gives until it gives nothing and all is finished. Where it gives nil it is
  /// asked again after each result; `finish` takes results in the order in which tasks end.
  /// - Throws: the first error of a task, after all others have ended.
  static func run<Result: Sendable>(
    width: Int, next: () throws -> Work<Result>?, finish: (Result) -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Result.self) { group in
      var running = 0
      while true {
        while running < max(width, 1), let work = try next() {
          group.addTask { try await work() }
          running += 1
        }
        guard running > 0, let result = try await group.next() else { return }
        running -= 1
        finish(result)
      }
    }
  }

  /// The results of so many pieces of work, in their order; `progress` is told how many are done.
  /// - Throws: the first error of a task, after all others have ended.
  static func map<Result: Sendable>(
    count: Int, width: Int, progress: (Int) -> Void = { _ in },
    _ work: @escaping @Sendable (Int) async throws -> Result
  ) async throws -> [Result] {
    var results: [Result?] = Array(repeating: nil, count: count)
    var (begun, done) = (0, 0)
    try await run(width: width) { () -> Work<(Int, Result)>? in
      guard begun < count else { return nil }
      defer { begun += 1 }
      let index = begun
      return { (index, try await work(index)) }
    } finish: { index, result in
      results[index] = result
      done += 1
      progress(done)
    }
    return results.compactMap(\.self)
  }
}
