package import CacheWorkloads
internal import ClientStrategies
internal import Measurement
internal import Results
internal import SimCore

/// Makes the cells of a sweep that are not there yet, several simulations at once.
package enum SweepRunner {
  package struct Outcome: Sendable {
    package var kept = 0
    package var made = 0
    /// The files that were there and not whole; their cells were made anew.
    package var broken: [String] = []
    /// Of the first point's trace; nil for generators.
    package var issues: TraceIssues?
  }

  /// What cells say does not depend on `jobs`. `folder` was begun for this plan; cells that were
  /// finished before an error stay. Progress is told at the start and after each step.
  /// - Throws: `InputError` when a trace cannot be read, `FileError`.
  package static func run(
    _ plan: SweepPlan, shard: SweepShard = .whole, in folder: SweepFolder, jobs: Int,
    store: CellStore? = nil, progress: @Sendable (SweepProgress) -> Void = { _ in }
  ) async throws -> Outcome {
    var outcome = Outcome()
    var missing: [SweepPlan.Cell] = []
    for (index, cell) in plan.cells.enumerated() where shard.contains(index) {
      switch folder.find(cell.key, of: plan.outline) {
      case .whole:
        outcome.kept += 1
        continue
      case .broken(let path): outcome.broken.append(path)
      case .nothing: break
      }
      missing.append(cell)
    }
    let cells = missing
    let (seeds, kept) = (plan.outline.seeds.count, outcome.kept)
    var step = SweepProgress(
      done: kept * seeds, all: (kept + cells.count) * seeds, kept: kept * seeds,
      finishedCells: kept, allCells: kept + cells.count)
    progress(step)
    var runner = CellRunner(jobs: jobs, store: store)
    let results: [Bool] = try await runner.run(
      cells.map { CellRunner.Row(world: $0.point, strategy: $0.strategy, seeds: seeds) },
      in: plan.scenarios.map { CellRunner.World(scenario: $0) },
      progress: { done, finished in
        step.done = kept * seeds + done
        step.finishedCells = kept + finished
        progress(step)
      },
      finish: { place, aggregates in
        try folder.keep(plan.result(of: cells[place], aggregates), of: plan.outline)
        return true
      })
    outcome.made = results.count
    outcome.issues = try plan.scenarios.first.flatMap { try runner.issues(ofFirst: $0) }
    return outcome
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
        bound: strategy.product.bound, runs: runs),
      outline.measures)
  }
}

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
