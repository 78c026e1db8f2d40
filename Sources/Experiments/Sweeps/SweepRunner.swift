package import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import Measurement
internal import Results
internal import SimCore

/// Makes the cells of a sweep that are not there yet, several simulations at once.
package struct SweepRunner {
  /// What a run did.
  package struct Outcome: Sendable {
    package var kept = 0
    package var made = 0
    /// The files that were there and not whole; their cells were made anew.
    package var broken: [String] = []
    /// What the reader of a trace could not use; nil for generators, and when nothing was made.
    package var issues: TraceIssues?
  }

  private enum Event: Sendable {
    case simulated(work: Int, seed: Int, Aggregates, TraceIssues?)
    case kept
  }

  /// A cell that is missing, with the aggregates of its seeds as they come.
  private struct Work {
    var cell: SweepPlan.Cell
    var allAggregates: [Aggregates?]
  }

  private let plan: SweepPlan
  private let folder: SweepFolder
  private let seedCount: Int
  private var works: [Work] = []
  private var outcome = Outcome()
  private var progressSoFar: SweepProgress

  /// Makes the missing cells of a shard; what they say does not depend on how many run at once.
  /// - Parameters:
  ///   - folder: where cells are looked up and written, begun for this plan.
  ///   - jobs: how many simulations run at once.
  ///   - progress: is given at the start and after each step how far the run has come.
  /// - Throws: `WorkloadError` when a trace cannot be read, `ResultFolderError` when a cell cannot
  ///   be written; cells that were finished before stay.
  package static func run(
    _ plan: SweepPlan, shard: SweepShard = .whole, in folder: SweepFolder, jobs: Int,
    progress: @Sendable (SweepProgress) -> Void = { _ in }
  ) async throws -> Outcome {
    var runner = SweepRunner(plan, shard, folder)
    progress(runner.progressSoFar)
    try await runner.make(jobs: max(jobs, 1), progress)
    return runner.outcome
  }

  private init(_ plan: SweepPlan, _ shard: SweepShard, _ folder: SweepFolder) {
    self.plan = plan
    self.folder = folder
    seedCount = plan.outline.seeds.count
    for (index, cell) in plan.cells.enumerated() where shard.contains(index) {
      switch folder.find(cell.key, of: plan.outline) {
      case .whole:
        outcome.kept += 1
        continue
      case .broken(let path): outcome.broken.append(path)
      case .nothing: break
      }
      works.append(Work(cell: cell, allAggregates: Array(repeating: nil, count: seedCount)))
    }
    let cells = outcome.kept + works.count
    progressSoFar = SweepProgress(
      done: outcome.kept * seedCount, all: cells * seedCount, kept: outcome.kept * seedCount,
      finishedCells: outcome.kept, allCells: cells)
  }

  private mutating func make(
    jobs: Int, _ progress: @Sendable (SweepProgress) -> Void
  ) async throws {
    let devices = try await FlashWearTable(
      works.map { plan.scenarios[$0.cell.point].device.wear }, jobs: jobs)
    var finished: [TaskWindow.Work<Event>] = []
    var next = 0
    try await TaskWindow.run(width: jobs) { () -> TaskWindow.Work<Event>? in
      if let writing = finished.popLast() { return writing }
      guard next < works.count * seedCount else { return nil }
      defer { next += 1 }
      return simulation(next, devices)
    } finish: { event in
      if let (cell, allAggregates) = take(event) {
        let (plan, folder) = (plan, folder)
        finished.append {
          try folder.keep(plan.result(of: cell, allAggregates), of: plan.outline)
          return .kept
        }
      }
      progress(progressSoFar)
    }
  }

  /// The simulation of a cell's seed; `index` counts seeds within cells.
  private func simulation(_ index: Int, _ devices: FlashWearTable) -> TaskWindow.Work<Event> {
    let (work, seed) = (index / seedCount, index % seedCount)
    let strategy = works[work].cell.strategy
    let (scenario, wear) = (plan.scenarios[works[work].cell.point], devices[work])
    return {
      guard let start = try scenario.measuringStart() else {
        throw ScenarioError(lines: [
          "warmUp: a sweep takes a time or a share, found steady: its cells are simulated one by "
            + "one, and each would be steady at another time"
        ])
      }
      let (aggregates, issues) = try Runner.simulate(
        [strategy], seed, of: scenario, wear, from: start)
      return .simulated(work: work, seed: seed, aggregates[0], issues)
    }
  }

  /// Notes what was done; a cell with all its aggregates is to be written next.
  private mutating func take(_ event: Event) -> (SweepPlan.Cell, [Aggregates])? {
    switch event {
    case .kept:
      outcome.made += 1
      progressSoFar.finishedCells += 1
      return nil
    case .simulated(let work, let seed, let aggregates, let issues):
      works[work].allAggregates[seed] = aggregates
      outcome.issues = outcome.issues ?? issues
      progressSoFar.done += 1
      let allAggregates = works[work].allAggregates.compactMap(\.self)
      guard allAggregates.count == seedCount else { return nil }
      works[work].allAggregates = []
      return (works[work].cell, allAggregates)
    }
  }
}

extension SweepPlan {
  /// The numbers of a cell whose seeds were all simulated.
  fileprivate func result(of cell: Cell, _ allAggregates: [Aggregates]) -> SweepCell {
    let strategy = scenarios[cell.point].strategies[cell.strategy]
    let runs = zip(outline.seeds, allAggregates).map { SeedResult(seed: $0, aggregates: $1) }
    return SweepCell(
      key: cell.key,
      of: StrategyResult(
        label: strategy.label, name: strategy.name, settings: strategy.settings,
        bound: strategy.product.bound, runs: runs))
  }
}

/// How far the making of a sweep's cells has come.
package struct SweepProgress: Hashable, Sendable {
  /// How many simulations are done, those of cells that were there among them.
  package var done: Int
  /// How many there are: one for each cell and seed.
  package var all: Int
  /// How many were there when the run began.
  package var kept: Int
  package var finishedCells: Int
  package var allCells: Int
}
