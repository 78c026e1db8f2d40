internal import CacheMetrics
package import CacheWorkloads
package import Results
internal import SimCore

/// Runs a search for settings: makes the cells of each round that are not there yet, several
/// simulations at once.
///
/// A cell is that of a sweep: a strategy at a point under the first so many seeds, in a file whose
/// name is the digest of everything that its numbers depend on. A search that was interrupted takes
/// the same way again over the cells that are there, and several processes can share its work: each
/// begins its rounds at another place, takes what others have finished, and ends with the whole
/// result.
package struct TuningRunner {
  package struct Outcome: Sendable {
    /// The settings that were simulated, each under as many seeds as it got.
    package var lines: [TuningResult.Line] = []
    /// How many simulations the search asked for.
    package var simulations = 0
    package var made = 0
    /// The files that were there and not whole; their cells were made anew.
    package var broken: [String] = []
    /// Of the first setting's trace; nil for generators.
    package var issues: TraceIssues?
  }

  private typealias Request = TuningSearch.Request

  private let plan: TuningPlan
  private let folder: SweepFolder
  private let shard: SweepShard
  private var search: TuningSearch
  private var outcome = Outcome()
  private var lines: [TuningSpace.Point: TuningResult.Line] = [:]
  /// The scenario whose trace is told of.
  private var first: Scenario?
  private var keys = SweepKeys()
  private var cells: CellRunner
  /// The aggregates of settings that may get more seeds, those of the latest rounds: pooled numbers
  /// need them. What is not there is simulated again when it is needed.
  private var aggregates: [TuningSpace.Point: [Aggregates]] = [:]
  private var order: [TuningSpace.Point] = []

  private static let mostKept = 600

  /// `shard` is which of several processes that share the folder this one is. `folder` was begun
  /// for this plan; cells that were finished before an error stay. Progress tells the most
  /// simulations that there will be.
  /// - Throws: `InputError` when a trace cannot be read, `FileError`.
  package static func run(
    _ plan: TuningPlan, shard: SweepShard = .whole, in folder: SweepFolder, jobs: Int,
    store: CellStore? = nil, progress: @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> Outcome {
    var runner = TuningRunner(
      plan: plan, folder: folder, shard: shard,
      search: TuningSearch(
        plan.space, plan.goal, seeds: plan.outline.seeds.count, budget: plan.budget),
      cells: CellRunner(jobs: jobs, store: store))
    while true {
      let round = runner.search.next()
      guard !round.isEmpty else { break }
      try await runner.make(round, progress)
    }
    runner.outcome.made = runner.cells.simulated
    runner.outcome.issues = try runner.first.flatMap { try runner.cells.issues(ofFirst: $0) }
    runner.outcome.lines = runner.search.points.compactMap { runner.lines[$0] }
    return runner.outcome
  }

  private mutating func make(
    _ round: [Request], _ progress: @Sendable (Int, Int) -> Void
  ) async throws {
    let (plan, folder, before) = (plan, folder, outcome.simulations)
    outcome.simulations = search.simulations
    // Each process begins at another place, and goes on with what the others have not finished.
    let first = round.count * (shard.number - 1) / shard.count
    let requests = Array(round[first...] + round[..<first])
    let scenarios = try requests.map { request in
      var scenario = try plan.grid.scenario(levels: request.point.levels)
      scenario.seeds = Array(scenario.seeds.prefix(request.seeds))
      return scenario
    }
    self.first = self.first ?? scenarios.first
    let names = zip(requests, scenarios).map { keys.keys(of: $1)[$0.point.strategy] }
    let rows = requests.enumerated().map { index, request in
      CellRunner.Row(
        world: index, strategy: request.point.strategy, seeds: request.seeds,
        known: Array((aggregates[request.point] ?? []).prefix(request.seeds)))
    }
    var (broken, runner) = ([String](), cells)
    let made = try await runner.run(
      rows, in: scenarios.map { CellRunner.World(scenario: $0) },
      find: { index -> (cell: SweepCell, aggregates: [Aggregates])? in
        switch folder.find(names[index], of: plan.outline(seeds: rows[index].seeds)) {
        case .whole(let cell): return (cell, [])
        case .broken(let path): broken.append(path)
        case .nothing: break
        }
        return nil
      },
      progress: { done, _ in progress(before + done, plan.budget) },
      finish: { index, all in
        let outline = plan.outline(seeds: rows[index].seeds)
        let cell = SweepCell(
          key: names[index],
          of: StrategyResult(rows[index].strategy, of: scenarios[index], varied: nil, all),
          outline.measures)
        try folder.keep(cell, of: outline)
        return (cell, index + Self.mostKept < rows.count ? [] : all)
      })
    cells = runner
    outcome.broken += broken
    for (request, result) in zip(requests, made) where !result.aggregates.isEmpty {
      keep(result.aggregates, of: request.point)
    }
    for request in round {
      guard let index = requests.firstIndex(of: request) else { continue }
      let cell = made[index].cell
      let line = plan.line(request.point, request.seeds, cell)
      lines[request.point] = line
      search.take(
        TuningResult.candidate(line, plan.goal, plan.outline, seeds: request.seeds), for: request)
    }
  }

  private mutating func keep(_ all: [Aggregates], of point: TuningSpace.Point) {
    if aggregates.updateValue(all, forKey: point) == nil { order.append(point) }
    if order.count > Self.mostKept { aggregates[order.removeFirst()] = nil }
  }
}

extension TuningPlan {
  fileprivate func line(
    _ point: TuningSpace.Point, _ seeds: Int, _ cell: SweepCell
  ) -> TuningResult.Line {
    let axes = space.axes(of: point)
    return TuningResult.Line(
      label: strategies[point.strategy],
      levels: point.levels.indices.map { axes.contains($0) ? point.levels[$0] : nil },
      seeds: seeds, cell: cell)
  }
}
