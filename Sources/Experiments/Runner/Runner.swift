package import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import Measurement
package import Results
internal import SimCore

/// Runs a scenario: a cell for each strategy, seed and varied value, several at once.
package enum Runner {
  /// What a run gives back.
  package struct Outcome: Sendable {
    package var result: RunResult
    /// What the reader of a trace could not use; nil for generators.
    package var issues: TraceIssues?
  }

  /// Simulations that read one workload together: strategies under a seed, with one varied value.
  struct Batch: Sendable, Hashable {
    var variant: Int
    var seed: Int
    /// By their places in the scenario, in order.
    var strategies: [Int]
  }

  /// Runs all cells; the result does not depend on how many run at once.
  /// - Parameters:
  ///   - jobs: how many simulations run at once.
  ///   - command: the command line that gives the same result, for the report.
  ///   - progress: is given after each batch how many simulations are done and how many there are.
  /// - Throws: `WorkloadError` when a trace cannot be read.
  package static func run(
    _ file: ScenarioFile, jobs: Int, command: String,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> Outcome {
    let scenario = file.scenario
    let batches = batches(
      variants: file.variants.count, seeds: scenario.seeds.count,
      strategies: scenario.strategies.count, jobs: jobs)
    let devices = try await FlashWearTable(
      file.variants.map(\.scenario.device.wear), jobs: jobs)
    let fixed = try file.variants.map { try $0.scenario.measuringStart() }
    let each = scenario.seeds.count * scenario.strategies.count
    let count = each * (file.variants.count + fixed.count { $0 == nil })
    var done = 0
    func simulateAll(
      _ batches: [Batch], from starts: [Instant]
    ) async throws -> [([Aggregates], TraceIssues?)] {
      try await TaskWindow.map(count: batches.count, width: jobs) {
        done += batches[$0].strategies.count
        progress(done, count)
      } _: { index in
        let batch = batches[index]
        return try simulate(
          batch.strategies, batch.seed, of: file.variants[batch.variant].scenario,
          devices[batch.variant], from: starts[batch.variant])
      }
    }
    // What is steady only a run without a warm-up tells.
    let rehearsed = batches.filter { fixed[$0.variant] == nil }
    let rehearsal = try await simulateAll(rehearsed, from: fixed.map { _ in .start })
    let starts = fixed.indices.map { variant in
      fixed[variant]
        ?? steadyStart(of: file.variants[variant].scenario, variant, rehearsed, rehearsal.map(\.0))
    }
    let results = try await simulateAll(batches, from: starts)
    var result = result(of: file, batches, results.map(\.0), from: starts, command: command)
    result.inputLimits = results.first?.1?.limits ?? []
    return Outcome(result: result, issues: results.first?.1)
  }

  private static func steadyStart(
    of scenario: Scenario, _ variant: Int, _ batches: [Batch], _ results: [[Aggregates]]
  ) -> Instant {
    let timelines = scenario.strategies.indices.compactMap { index -> Timeline? in
      guard scenario.strategies[index].product.bound == nil else { return nil }
      let seeds = zip(batches, results).filter {
        $0.0.variant == variant && $0.0.strategies.contains(index)
      }.flatMap { batch, aggregates in
        zip(batch.strategies, aggregates).filter { $0.0 == index }.map(\.1.timeline)
      }
      guard var pooled = seeds.first else { return nil }
      for timeline in seeds.dropFirst() { pooled.merge(timeline) }
      return pooled
    }
    return WarmUp.steadyStart(of: timelines)
  }

  /// What reading or generating a workload costs beside a strategy's simulation: 0.2 of it,
  /// measured with the Twitter scenario.
  private static let readingCost = 0.2

  /// The batches of a run: as many strategies together as leave no processor idle. Each strategy is
  /// simulated once for each variant and seed.
  ///
  /// Variants and seeds that can be shared out evenly are batches of their own, so that each
  /// workload is read once; the rest are divided. Strategies are dealt out in turn, as scenarios
  /// have those of a kind, which take alike, beside each other.
  static func batches(variants: Int, seeds: Int, strategies: Int, jobs: Int) -> [Batch] {
    let count = variants * seeds
    let rest = count % max(jobs, 1)
    /// How long the rest takes with so many batches for a variant and seed, in simulations.
    func duration(_ parts: Int) -> Double {
      let rounds = (rest * parts + jobs - 1) / max(jobs, 1)
      return Double(rounds) * (readingCost + Double((strategies + parts - 1) / parts))
    }
    let partsOfRest = (1...max(strategies, 1)).min { duration($0) < duration($1) } ?? 1
    var batches: [Batch] = []
    for variant in 0..<variants {
      for seed in 0..<seeds {
        let parts = variant * seeds + seed < count - rest ? 1 : partsOfRest
        for part in 0..<parts {
          let own = Array(stride(from: part, to: strategies, by: parts))
          batches.append(Batch(variant: variant, seed: seed, strategies: own))
        }
      }
    }
    return batches
  }

  /// Simulates strategies under a seed, all by their place; the workload is opened anew, so that
  /// batches share nothing.
  static func simulate(
    _ strategies: [Int], _ seed: Int, of scenario: Scenario, _ wear: FlashWear,
    from start: Instant = .start
  ) throws(WorkloadError) -> ([Aggregates], TraceIssues?) {
    let seed = UInt64(scenario.seeds[seed])
    let (plan, stream) = try scenario.simulationInput(seed: seed, measuredFrom: start)
    var observers: [any TraceObserver] = strategies.map { _ in
      Aggregates(
        interval: scenario.interval, wear: wear, own: scenario.metrics, hasWarmUp: start > .start)
    }
    let simulations = strategies.map { scenario.strategies[$0].product.begin(plan) }
    try stream.forEachBlock { block in
      for (index, simulation) in simulations.enumerated() { simulation(block, &observers[index]) }
    }
    let aggregates = observers.map { observer in
      guard let aggregates = observer as? Aggregates else {
        preconditionFailure("an observer keeps its type")
      }
      return aggregates
    }
    return (aggregates, stream.issues)
  }

  private static func result(
    of file: ScenarioFile, _ batches: [Batch], _ results: [[Aggregates]], from starts: [Instant],
    command: String
  ) -> RunResult {
    var rows: [StrategyResult] = []
    for (variant, each) in file.variants.enumerated() {
      for (index, strategy) in each.scenario.strategies.enumerated() {
        let runs = zip(batches, results).filter {
          $0.0.variant == variant && $0.0.strategies.contains(index)
        }
        .flatMap { batch, aggregates in
          zip(batch.strategies, aggregates).filter { $0.0 == index }.map {
            SeedResult(seed: UInt64(each.scenario.seeds[batch.seed]), aggregates: $0.1)
          }
        }
        var row = StrategyResult(
          label: strategy.label, name: strategy.name, varied: each.value,
          settings: strategy.settings, bound: strategy.product.bound, runs: runs)
        var problems = Problems()
        row.defaults =
          AnyStrategy.catalog.entry(named: strategy.name)?
          .make(.object([]), "", &problems)?.settings
        row.engine = strategy.product.storage?.engine(sharing: each.scenario.shared)?.name
        rows.append(row)
      }
    }
    let scenario = file.scenario
    var result = RunResult(
      scenario: file.name, title: scenario.title ?? file.name, question: scenario.question,
      hash: file.hash, programVersion: ProgramVersion.text, command: command,
      seeds: scenario.seeds.map { UInt64($0) }, variedSetting: file.variedSetting,
      variedValues: file.variants.compactMap(\.value), rows: rows)
    if let warmUp = scenario.warmUp {
      result.warmUp = RunResult.WarmUp(setting: warmUp.text, spans: starts.map { $0 - .start })
    }
    result.simulated = SimulatedFacts(file, rows, result.warmUp).phrases
    result.addAssumptions(of: scenario)
    result.ownMetrics = scenario.metrics.map { Metric($0) }
    result.goal = scenario.goal
    result.assertions = ExpectationEvaluator(scenario).assertions(of: result)
    result.unevaluated = file.unevaluated
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

  subscript(index: Int) -> FlashWear { wears[places[index]] }
}

/// The program's version, as CHANGELOG.md counts it.
package enum ProgramVersion {
  /// Major, minor and patch by semantic versioning.
  package static let text = "0.1.0"
}

/// Runs tasks, at most so many at once, in the order in which they are given.
enum TaskWindow {
  typealias Work<Result> = @Sendable () async throws -> Result

  /// Runs what `next` gives until it gives nothing and all is finished.
  /// - Parameters:
  ///   - width: how many tasks run at once, at least 1.
  ///   - next: the next piece of work; nil: there is none now. It is asked again after each result.
  ///   - finish: takes each result, in the order in which tasks end.
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

  /// The results of so many pieces of work, in their order.
  /// - Parameters:
  ///   - width: how many run at once, at least 1.
  ///   - progress: is given the index of each piece when it is done.
  /// - Throws: the first error of a task, after all others have ended.
  static func map<Result: Sendable>(
    count: Int, width: Int, progress: (Int) -> Void = { _ in },
    _ work: @escaping @Sendable (Int) async throws -> Result
  ) async throws -> [Result] {
    var results: [Result?] = Array(repeating: nil, count: count)
    var begun = 0
    try await run(width: width) { () -> Work<(Int, Result)>? in
      guard begun < count else { return nil }
      defer { begun += 1 }
      let index = begun
      return { (index, try await work(index)) }
    } finish: { index, result in
      results[index] = result
      progress(index)
    }
    return results.compactMap(\.self)
  }
}
