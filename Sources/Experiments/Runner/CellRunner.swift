internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore

/// Runs cells, each a strategy under a seed: the one loop of all commands that simulate.
///
/// Strategies of one scenario and seed read its workload together. What a store has is taken from
/// there, what it lacks is simulated and kept in it.
struct CellRunner {
  struct World: Sendable {
    var scenario: Scenario
    /// When measuring begins; nil: as the scenario says.
    var start: Instant?
  }

  /// A strategy of a scenario under its first seeds.
  struct Row: Sendable {
    var world = 0
    /// By its place in the scenario.
    var strategy: Int
    var seeds: Int
    /// Of the first seeds, as far as they are known.
    var known: [Aggregates] = []
  }

  /// Cells that read one workload together, by their rows.
  struct Batch: Sendable, Hashable {
    var world: Int
    /// By its place in the scenario.
    var seed: Int
    var rows: [Int]
  }

  private struct Prepared: Sendable {
    var scenario: Scenario
    var start: Instant
    var wear: FlashWear
    /// What the names of its cells have in common; nil: they are not stored.
    var name: WideFingerprint?

    /// Nil: it is not stored.
    func key(_ strategy: Int, _ seed: Int) -> String? {
      name.flatMap {
        CellKeys.key(scenario.strategies[strategy], seed: scenario.seeds[seed], in: $0)
      }
    }
  }

  private enum Event<Result: Sendable>: Sendable {
    case made(Batch, number: Int, [Aggregates], simulated: Int, TraceIssues?)
    case finished(row: Int, Result)
  }

  let jobs: Int
  let store: CellStore?
  /// How many cells were simulated, all others being in the store.
  private(set) var simulated = 0
  /// Whether cells of the first world were.
  private var hasSimulatedFirst = false
  /// What the reader of a trace could not use, of the first world that was simulated; nil for
  /// generators, and when nothing was.
  private(set) var issues: (world: Int, found: TraceIssues)?
  /// Simulated flash devices take time, so that equal ones are made once.
  private var wears: [FlashWearSettings: FlashWear] = [:]

  init(jobs: Int, store: CellStore?) {
    self.jobs = max(jobs, 1)
    self.store = store
  }

  /// Runs rows of cells; what they say does not depend on how many run at once. `find` is asked
  /// when a row is about to begin, which is not run when there is a result; `finish` is given
  /// aggregates in the order of seeds, for several rows at once; `underWay` is told, while batches
  /// run, how many cells are done, parts of one included.
  /// - Throws: `InputError` when a trace cannot be read, or what `find` and `finish` throw.
  mutating func run<Result: Sendable>(
    _ rows: [Row], in worlds: [World], find: (Int) throws -> Result? = { _ in nil },
    progress: (_ cells: Int, _ rows: Int) -> Void,
    underWay: @escaping @Sendable (_ cells: Double) -> Void = { _ in },
    finish: @escaping @Sendable (Int, [Aggregates]) throws -> Result
  ) async throws -> [Result] {
    let worlds = try await prepare(worlds, for: rows)
    let batches = batches(of: rows, in: worlds)
    var cells = rows.map { row in (0..<row.seeds).map { $0 < row.known.count ? row.known[$0] : nil }
    }
    var results: [Result?] = Array(repeating: nil, count: rows.count)
    var hasBegun = Array(repeating: false, count: rows.count)
    var whole = rows.indices.filter { rows[$0].known.count >= rows[$0].seeds }
    var (next, done, finished) = (0, 0, 0)
    let ahead = SimulationsUnderWay(underWay)
    try await TaskWindow.run(width: jobs) { () throws -> TaskWindow.Work<Event<Result>>? in
      if let row = whole.popLast() {
        let all = cells[row].compactMap(\.self)
        cells[row] = []
        return { .finished(row: row, try finish(row, all)) }
      }
      while next < batches.count {
        var batch = batches[next]
        next += 1
        for row in batch.rows where !hasBegun[row] {
          hasBegun[row] = true
          results[row] = try find(row)
        }
        batch.rows.removeAll { results[$0] != nil }
        if !batch.rows.isEmpty { return work(batch, next, rows, worlds[batch.world], ahead) }
      }
      return nil
    } finish: { event in
      switch event {
      case .made(let batch, let number, let all, let count, let read):
        simulated += count
        if count > 0, batch.world == 0 { hasSimulatedFirst = true }
        if let read, batch.world <= issues?.world ?? .max { issues = (batch.world, read) }
        for (row, aggregates) in zip(batch.rows, all) {
          cells[row][batch.seed] = aggregates
          if cells[row].allSatisfy({ $0 != nil }) { whole.append(row) }
        }
        done += batch.rows.count
        ahead.end(number, done: done)
      case .finished(let row, let result):
        results[row] = result
        finished += 1
      }
      progress(done, finished)
    }
    return results.compactMap(\.self)
  }

  /// Finds what the worlds of rows need, several at once; nil: no row is of that world.
  private mutating func prepare(_ worlds: [World], for rows: [Row]) async throws -> [Prepared?] {
    let used = Set(rows.map(\.world))
    let missing = used.sorted().map { worlds[$0].scenario.device.wear }.uniqued
      .filter { self.wears[$0] == nil }
    let made = try await TaskWindow.map(count: missing.count, width: jobs) {
      FlashWear(missing[$0])
    }
    for (settings, wear) in zip(missing, made) { wears[settings] = wear }
    let (store, wears) = (store, wears)
    return try await TaskWindow.map(count: worlds.count, width: jobs) { index in
      guard used.contains(index) else { return nil }
      let scenario = worlds[index].scenario
      guard let start = try worlds[index].start ?? scenario.measuringStart(),
        let wear = wears[scenario.device.wear]
      else {
        throw InputError(
          .settings,
          lines: [
            "warmUp: expected a time or a share, found steady: where cells are run one by one, "
              + "each would be steady at another time"
          ])
      }
      return Prepared(
        scenario: scenario, start: start, wear: wear, name: store?.world(of: scenario, from: start))
    }
  }

  private func work<Result: Sendable>(
    _ batch: Batch, _ number: Int, _ rows: [Row], _ world: Prepared?,
    _ ahead: SimulationsUnderWay
  ) -> TaskWindow.Work<Event<Result>> {
    guard let world else { preconditionFailure("the worlds of all rows are prepared") }
    let strategies = batch.rows.map { rows[$0].strategy }
    return { [store] in
      let keys = strategies.map { world.key($0, batch.seed) }
      var all = keys.map { key in
        key.flatMap { store?.find($0, wear: world.wear, withViewWaits: world.scenario.boundsViews) }
      }
      let missing = all.indices.filter { all[$0] == nil }
      var issues: TraceIssues?
      if !missing.isEmpty {
        let made = try Self.simulate(
          missing.map { strategies[$0] }, batch.seed, of: world.scenario, world.wear,
          from: world.start
        ) { ahead.advance(number, to: $0 * Double(missing.count)) }
        issues = made.issues
        for (place, aggregates) in zip(missing, made.aggregates) {
          all[place] = aggregates
          if let key = keys[place] { store?.keep(aggregates, at: key) }
        }
      }
      return .made(
        batch, number: number, all.compactMap(\.self), simulated: missing.count, issues)
    }
  }

  /// Simulates strategies under a seed, all by their place; the workload is opened anew, so that
  /// batches share nothing. `progress` is told which part of its time is over, where that is known.
  static func simulate(
    _ strategies: [Int], _ seed: Int, of scenario: Scenario, _ wear: FlashWear,
    from start: Instant = .start, progress: (Double) -> Void = { _ in }
  ) throws(InputError) -> (aggregates: [Aggregates], issues: TraceIssues?) {
    let seed = UInt64(scenario.seeds[seed])
    let (plan, stream) = try scenario.simulationInput(seed: seed, measuredFrom: start)
    var observers: [any TraceObserver] = strategies.map { _ in
      Aggregates(
        interval: scenario.interval, wear: wear, prices: scenario.origin.prices,
        own: scenario.metrics, devicesOfPerson: plan.devicesOfPerson, hasWarmUp: start > .start,
        hasViewWaits: scenario.boundsViews)
    }
    let simulations = strategies.map { scenario.strategies[$0].product.begin(plan) }
    try stream.forEachBlock(isPacked: plan.isOnOneClock) { block in
      for (index, simulation) in simulations.enumerated() { simulation(block, &observers[index]) }
      if let last = block.events.last,
        let part = scenario.partDone(at: last, isOnOneClock: plan.isOnOneClock)
      {
        progress(part)
      }
    }
    let aggregates = observers.map { observer in
      guard var aggregates = observer as? Aggregates else {
        preconditionFailure("an observer keeps its type")
      }
      aggregates.finish(screens: plan.screens.all)
      return aggregates
    }
    return (aggregates, stream.issues)
  }
}

extension Scenario {
  /// Whether its strategies are held to a bound view by view.
  fileprivate var boundsViews: Bool {
    strategies.contains { $0.product.bound?.quantity.holdsForAll == true }
  }
}

// MARK: - Batches

extension CellRunner {
  /// What reading or generating a workload costs beside a strategy's simulation: 0.2 of it,
  /// measured with the Twitter scenario.
  private static let readingCost = 0.2

  /// The batches of rows, in the order of their worlds: what is stored is read cell by cell. All
  /// devices of a row are there at once where they run on one clock: such rows take turns.
  private func batches(of rows: [Row], in worlds: [Prepared?]) -> [Batch] {
    var groups: [Batch] = []
    var places: [Batch: Int] = [:]
    var stored: [Batch] = []
    for (index, row) in rows.enumerated() {
      for seed in row.known.count..<max(row.seeds, row.known.count) {
        if let store, let key = worlds[row.world]?.key(row.strategy, seed), store.has(key) {
          stored.append(Batch(world: row.world, seed: seed, rows: [index]))
          continue
        }
        if worlds[row.world]?.scenario.isOnOneClock == true {
          groups.append(Batch(world: row.world, seed: seed, rows: [index]))
          continue
        }
        let group = Batch(world: row.world, seed: seed, rows: [])
        let place = places[group] ?? groups.count
        if place == groups.count {
          groups.append(group)
          places[group] = place
        }
        groups[place].rows.append(index)
      }
    }
    return (Self.divided(groups, jobs: jobs) + stored).sorted { $0.world < $1.world }
  }

  /// Divides batches, so that as many strategies are together as leave no processor idle.
  ///
  /// Those that can be shared out evenly stay whole, so that each workload is read once; the rest
  /// are divided. Strategies are dealt out in turn, as scenarios have those of a kind, which take
  /// alike, beside each other.
  static func divided(_ batches: [Batch], jobs: Int) -> [Batch] {
    let rest = batches.count % max(jobs, 1)
    let most = batches.suffix(rest).map(\.rows.count).max() ?? 1
    /// How long the rest takes with so many parts of each, in simulations.
    func duration(_ parts: Int) -> Double {
      let rounds = (rest * parts + jobs - 1) / max(jobs, 1)
      return Double(rounds) * (readingCost + Double((most + parts - 1) / parts))
    }
    let partsOfRest = (1...max(most, 1)).min { duration($0) < duration($1) } ?? 1
    return batches.enumerated().flatMap { index, batch -> [Batch] in
      let parts = index < batches.count - rest ? 1 : min(partsOfRest, batch.rows.count)
      return (0..<parts).map { part in
        let rows = stride(from: part, to: batch.rows.count, by: parts).map { batch.rows[$0] }
        return Batch(world: batch.world, seed: batch.seed, rows: rows)
      }
    }
  }
}

// MARK: - When measuring begins

extension CellRunner {
  /// When measuring begins in some scenarios; what is steady only a run without a warm-up tells,
  /// whose cells `progress` counts.
  mutating func starts(
    of scenarios: [Scenario], progress: (_ done: Int, _ all: Int) -> Void
  ) async throws -> [Instant] {
    let fixed = try scenarios.map { try $0.measuringStart() }
    let rows = scenarios.indices.filter { fixed[$0] == nil }.flatMap { world in
      let (strategies, seeds) = (scenarios[world].strategies, scenarios[world].seeds.count)
      return strategies.indices.filter { strategies[$0].product.bound == nil }
        .map { Row(world: world, strategy: $0, seeds: seeds) }
    }
    let all = rows.reduce(0) { $0 + $1.seeds }
    progress(0, all)
    let timelines = try await run(
      rows, in: scenarios.map { World(scenario: $0, start: .start) },
      progress: { done, _ in progress(done, all) },
      finish: { _, seeds in
        var pooled = seeds.first?.timeline
        for other in seeds.dropFirst() { pooled?.merge(other.timeline) }
        return pooled
      })
    return fixed.enumerated().map { world, start in
      let own = zip(rows, timelines).filter { $0.0.world == world }
      return start ?? WarmUp.steadyStart(of: own.compactMap(\.1))
    }
  }

  /// What the reader of the first scenario's trace could not use; nil for generators. Where none of
  /// its cells was simulated, the trace is read once more.
  func issues(ofFirst scenario: Scenario) throws -> TraceIssues? {
    if let issues, issues.world == 0 { return issues.found }
    guard !hasSimulatedFirst, scenario.workload.product.hasOwnLength else { return nil }
    let (_, stream) = try scenario.events(seed: UInt64(scenario.seeds[0]))
    try stream.forEachBlock { _ in }
    return stream.issues
  }
}
