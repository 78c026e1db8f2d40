package import CacheReports
package import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import Measurement
internal import SimCore

/// Runs a scenario: a cell for each strategy, seed and varied value, several at once.
package enum Runner {
  /// What a run gives back.
  package struct Outcome: Sendable {
    /// The result, ready for reports.
    package var result: RunResult
    /// What the reader of a trace could not use; nil for generators.
    package var issues: TraceIssues?
  }

  /// One simulation: a strategy under a seed, with one varied value.
  private struct Cell: Sendable {
    var variant: Int
    var strategy: Int
    var seed: Int
  }

  /// Runs all cells; the result does not depend on how many run at once.
  /// - Parameters:
  ///   - jobs: how many cells run at once.
  ///   - command: the command line that gives the same result, for the report.
  ///   - progress: is given after each cell how many are done and how many there are.
  /// - Throws: `WorkloadError` when a trace cannot be read.
  package static func run(
    _ file: ScenarioFile, jobs: Int, command: String,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> Outcome {
    var cells: [Cell] = []
    for (variant, each) in file.variants.enumerated() {
      for strategy in each.scenario.strategies.indices {
        for seed in each.scenario.seeds.indices {
          cells.append(Cell(variant: variant, strategy: strategy, seed: seed))
        }
      }
    }
    let devices = try await FlashWearTable(
      file.variants.map(\.scenario.device.wear), jobs: jobs)
    let all = cells
    let done = try await TaskWindow.map(count: all.count, width: jobs) {
      progress($0, all.count)
    } _: { index in
      let cell = all[index]
      return try simulate(
        cell.strategy, cell.seed, of: file.variants[cell.variant].scenario, devices[cell.variant])
    }
    return Outcome(
      result: result(of: file, all, done.map(\.0), command: command), issues: done.first?.1)
  }

  /// Simulates a strategy under a seed, both by their place; each cell opens the workload anew, so
  /// that cells share nothing.
  static func simulate(
    _ strategy: Int, _ seed: Int, of scenario: Scenario, _ wear: FlashWear
  ) throws(WorkloadError) -> (Aggregates, TraceIssues?) {
    let seed = UInt64(scenario.seeds[seed])
    let (plan, stream) = try scenario.simulationInput(seed: seed)
    var aggregates: any TraceObserver = Aggregates(
      interval: scenario.interval, wear: wear, own: scenario.metrics)
    try scenario.strategies[strategy].product.run(plan, stream, &aggregates)
    guard let aggregates = aggregates as? Aggregates else {
      preconditionFailure("an observer keeps its type")
    }
    return (aggregates, stream.issues)
  }

  private static func result(
    of file: ScenarioFile, _ cells: [Cell], _ allAggregates: [Aggregates], command: String
  ) -> RunResult {
    var rows: [StrategyResult] = []
    for (variant, each) in file.variants.enumerated() {
      for (index, strategy) in each.scenario.strategies.enumerated() {
        let runs = zip(cells, allAggregates).filter {
          $0.0.variant == variant && $0.0.strategy == index
        }
        .map { cell, aggregates in
          SeedResult(seed: UInt64(each.scenario.seeds[cell.seed]), aggregates: aggregates)
        }
        rows.append(
          StrategyResult(
            label: strategy.label, name: strategy.name, varied: each.value,
            settings: strategy.settings, bound: strategy.product.bound, runs: runs))
      }
    }
    let scenario = file.scenario
    var result = RunResult(
      scenario: file.name, title: scenario.title ?? file.name, question: scenario.question,
      hash: file.hash, programVersion: ProgramVersion.text, command: command,
      seeds: scenario.seeds.map { UInt64($0) }, variedSetting: file.variedSetting,
      variedValues: file.variants.compactMap(\.value), rows: rows)
    result.ownMetrics = scenario.metrics.map { Metric($0) }
    result.assertions = ExpectationEvaluator(scenario).assertions(of: result)
    return result
  }
}

/// The flash devices of scenarios: a simulated one takes time, so equal ones are made once.
struct FlashWearTable: Sendable {
  private let places: [Int]
  private let wears: [FlashWear]

  /// Makes the devices of scenarios, several at once.
  init(_ settings: [FlashWearSettings], jobs: Int) async throws {
    var distinct: [FlashWearSettings] = []
    places = settings.map { each in
      if let place = distinct.firstIndex(of: each) { return place }
      distinct.append(each)
      return distinct.count - 1
    }
    let all = distinct
    wears = try await TaskWindow.map(count: all.count, width: jobs) { FlashWear(all[$0]) }
  }

  /// The device of a scenario, by its place.
  subscript(index: Int) -> FlashWear { wears[places[index]] }
}

/// The program's version, as CHANGELOG.md counts it.
package enum ProgramVersion {
  /// Major, minor and patch by semantic versioning.
  package static let text = "0.1.0"
}
