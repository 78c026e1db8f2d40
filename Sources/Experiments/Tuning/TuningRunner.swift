package import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import Measurement
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
  /// What a run did.
  package struct Outcome: Sendable {
    /// The settings that were simulated, each under as many seeds as it got.
    package var lines: [TuningResult.Line] = []
    /// How many simulations the search asked for.
    package var simulations = 0
    package var made = 0
    /// The files that were there and not whole; their cells were made anew.
    package var broken: [String] = []
    /// What the reader of a trace could not use; nil for generators, and when nothing was made.
    package var issues: TraceIssues?
  }

  private typealias Request = TuningSearch.Request

  private enum Event: Sendable {
    case simulated(request: Int, seed: Int, Aggregates, TraceIssues?)
    case kept(request: Int, SweepCell)
  }

  private let plan: TuningPlan
  private let folder: SweepFolder
  private let shard: SweepShard
  private let places: [Int]
  private var search: TuningSearch
  private var outcome = Outcome()
  private var lines: [TuningSpace.Point: TuningResult.Line] = [:]
  private var keys = SweepKeys()
  private var wears: [(settings: FlashWearSettings, wear: FlashWear)] = []
  /// The aggregates of settings that may get more seeds, those of the latest rounds: pooled numbers
  /// need them. What is not there is simulated again when it is needed.
  private var aggregates: [TuningSpace.Point: [Aggregates]] = [:]
  private var order: [TuningSpace.Point] = []

  /// How many settings' aggregates are kept.
  private static let mostKept = 600

  /// Searches.
  /// - Parameters:
  ///   - shard: which of several processes that share the folder this one is.
  ///   - folder: where cells are looked up and written, begun for this plan.
  ///   - jobs: how many simulations run at once.
  ///   - progress: is given how many simulations are done, and the most that there will be.
  /// - Throws: `WorkloadError` when a trace cannot be read, `ResultFolderError` when a cell cannot
  ///   be
  ///   written; cells that were finished before stay.
  package static func run(
    _ plan: TuningPlan, shard: SweepShard = .whole, in folder: SweepFolder, jobs: Int,
    progress: @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> Outcome {
    var runner = TuningRunner(plan, shard, folder)
    while true {
      let round = runner.search.next()
      guard !round.isEmpty else { break }
      try await runner.make(round, jobs: max(jobs, 1), progress)
    }
    runner.outcome.simulations = runner.search.simulations
    runner.outcome.lines = runner.search.points.compactMap { runner.lines[$0] }
    return runner.outcome
  }

  private init(_ plan: TuningPlan, _ shard: SweepShard, _ folder: SweepFolder) {
    self.plan = plan
    self.shard = shard
    self.folder = folder
    let metrics = plan.goal.metrics
    places = metrics.map { metric in
      guard let place = plan.outline.measures.firstIndex(where: { $0.name == metric.name }) else {
        preconditionFailure("a goal's metrics are the catalogue's")
      }
      return place
    }
    search = TuningSearch(
      plan.space, plan.goal, seeds: plan.outline.seeds.count, budget: plan.budget)
  }

  private mutating func make(
    _ round: [Request], jobs: Int, _ progress: @Sendable (Int, Int) -> Void
  ) async throws {
    // Each process begins at another place, and goes on with what the others have not finished.
    let first = round.count * (shard.number - 1) / shard.count
    let requests = Array(round[first...] + round[..<first])
    var parts: [[Aggregates?]] = requests.map { Array(repeating: nil, count: $0.seeds) }
    var work: [TaskWindow.Work<Event>] = []
    var next = 0
    var cells: [SweepCell?] = Array(repeating: nil, count: requests.count)
    try await TaskWindow.run(width: jobs) { () throws -> TaskWindow.Work<Event>? in
      while work.isEmpty, next < requests.count {
        work = try begin(requests[next], next, &parts[next], &cells[next])
        next += 1
      }
      return work.popLast()
    } finish: { event in
      switch event {
      case .simulated(let request, let seed, let own, let issues):
        outcome.made += 1
        outcome.issues = outcome.issues ?? issues
        parts[request][seed] = own
        let all = parts[request].compactMap(\.self)
        guard all.count == requests[request].seeds else { return }
        parts[request] = []
        keep(all, of: requests[request].point)
        work.append(writing(all, requests[request], request))
      case .kept(let request, let cell): cells[request] = cell
      }
      progress(search.simulations, plan.budget)
    }
    for request in round {
      guard let index = requests.firstIndex(of: request), let cell = cells[index] else { continue }
      lines[request.point] = plan.line(request.point, request.seeds, cell)
      search.take(candidate(request.point, cell), for: request)
    }
  }

  /// The simulations that a request still needs; none where its cell is there.
  private mutating func begin(
    _ request: Request, _ index: Int, _ parts: inout [Aggregates?], _ cell: inout SweepCell?
  ) throws -> [TaskWindow.Work<Event>] {
    let scenario = try plan.scenario(request)
    let key = keys.keys(of: scenario)[request.point.strategy]
    switch folder.find(key, of: plan.outline(seeds: request.seeds)) {
    case .whole(let found):
      cell = found
      return []
    case .broken(let path): outcome.broken.append(path)
    case .nothing: break
    }
    guard let start = try scenario.measuringStart() else {
      throw ScenarioError(lines: [
        "warmUp: tuning takes a time or a share, found steady: its settings are simulated one by "
          + "one, and each would be steady at another time"
      ])
    }
    for (seed, known) in (aggregates[request.point] ?? []).enumerated() { parts[seed] = known }
    let wear = wear(of: scenario.device.wear)
    let strategy = request.point.strategy
    return parts.indices.filter { parts[$0] == nil }.reversed().map { seed in
      {
        let (aggregates, issues) = try Runner.simulate(
          [strategy], seed, of: scenario, wear, from: start)
        return .simulated(request: index, seed: seed, aggregates[0], issues)
      }
    }
  }

  private func writing(
    _ all: [Aggregates], _ request: Request, _ index: Int
  ) -> TaskWindow.Work<Event> {
    return { [plan, folder, keys] in
      var keys = keys
      let scenario = try plan.scenario(request)
      let strategy = scenario.strategies[request.point.strategy]
      let outline = plan.outline(seeds: request.seeds)
      let key = keys.keys(of: scenario)[request.point.strategy]
      let runs = zip(outline.seeds, all).map { SeedResult(seed: $0, aggregates: $1) }
      let cell = SweepCell(
        key: key,
        of: StrategyResult(
          label: strategy.label, name: strategy.name, settings: strategy.settings, runs: runs))
      try folder.keep(cell, of: outline)
      return .kept(request: index, cell)
    }
  }

  private mutating func keep(_ all: [Aggregates], of point: TuningSpace.Point) {
    if aggregates.updateValue(all, forKey: point) == nil { order.append(point) }
    if order.count > Self.mostKept { aggregates[order.removeFirst()] = nil }
  }

  /// The flash device of some settings: a simulated one takes time, so equal ones are made once.
  private mutating func wear(of settings: FlashWearSettings) -> FlashWear {
    if let known = wears.first(where: { $0.settings == settings }) { return known.wear }
    let wear = FlashWear(settings)
    wears.append((settings, wear))
    return wear
  }

  private func candidate(_ point: TuningSpace.Point, _ cell: SweepCell) -> GoalCandidate {
    GoalCandidate(
      title: plan.title(of: point), pooled: places.map { cell.pooled[$0] },
      seeds: cell.values.map { values in places.map { values[$0] } })
  }
}

extension TuningPlan {
  /// The scenario of a request: at its point, with its seeds.
  fileprivate func scenario(_ request: TuningSearch.Request) throws(SweepError) -> Scenario {
    var scenario = try grid.scenario(levels: request.point.levels)
    scenario.seeds = Array(scenario.seeds.prefix(request.seeds))
    return scenario
  }

  fileprivate func line(
    _ point: TuningSpace.Point, _ seeds: Int, _ cell: SweepCell
  ) -> TuningResult.Line {
    let axes = space.axes(of: point)
    let (label, name) = strategies[point.strategy]
    return TuningResult.Line(
      label: label, name: name,
      levels: point.levels.indices.map { axes.contains($0) ? point.levels[$0] : nil },
      seeds: seeds, cell: cell)
  }
}
