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
    /// What the reader of a trace met; nil for generators.
    package var issues: TraceIssues?
  }

  /// One run of one strategy in one world.
  private struct Cell: Sendable {
    var variant: Int
    var strategy: Int
    var seed: Int
  }

  /// Runs all cells; the result does not depend on how many run at once.
  /// - Parameters:
  ///   - jobs: how many cells run at once.
  ///   - command: how the same result is had again, for the report.
  ///   - progress: hears after each cell how many are done and how many there are.
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
    let wears = wears(of: file)
    var done: [(book: Book, issues: TraceIssues?)?] = Array(repeating: nil, count: cells.count)
    try await withThrowingTaskGroup(of: (Int, Book, TraceIssues?).self) { group in
      var next = 0
      var finished = 0
      while finished < cells.count {
        while next < cells.count, next - finished < max(jobs, 1) {
          let (index, cell) = (next, cells[next])
          let scenario = file.variants[cell.variant].scenario
          let wear = wears[cell.variant]
          group.addTask {
            let (book, issues) = try simulate(cell.strategy, cell.seed, of: scenario, wear)
            return (index, book, issues)
          }
          next += 1
        }
        guard let (index, book, issues) = try await group.next() else { break }
        done[index] = (book, issues)
        finished += 1
        progress(finished, cells.count)
      }
    }
    let books = done.compactMap(\.self)
    return Outcome(
      result: result(of: file, cells, books.map(\.book), command: command),
      issues: books.first?.issues)
  }

  /// The flash device of each variant; a simulated one takes its time, so equal ones are made once.
  private static func wears(of file: ScenarioFile) -> [FlashWear] {
    var wears: [FlashWear] = []
    for variant in file.variants {
      let settings = variant.scenario.device.wear
      wears.append(wears.first { $0.settings == settings } ?? FlashWear(settings))
    }
    return wears
  }

  /// Simulates a strategy under a seed, both by their place; each cell begins its own story, so
  /// that cells share nothing.
  static func simulate(
    _ strategy: Int, _ seed: Int, of scenario: Scenario, _ wear: FlashWear
  ) throws(WorkloadError) -> (Book, TraceIssues?) {
    let seed = UInt64(scenario.seeds[seed])
    let (plan, stream) = try scenario.world(seed: seed)
    var book: any TraceObserver = Book(interval: scenario.interval, wear: wear)
    try scenario.strategies[strategy].product.run(plan, stream, &book)
    guard let book = book as? Book else { preconditionFailure("the book is a book") }
    return (book, stream.issues)
  }

  private static func result(
    of file: ScenarioFile, _ cells: [Cell], _ books: [Book], command: String
  ) -> RunResult {
    var rows: [StrategyResult] = []
    for (variant, each) in file.variants.enumerated() {
      for (index, strategy) in each.scenario.strategies.enumerated() {
        let runs = zip(cells, books).filter { $0.0.variant == variant && $0.0.strategy == index }
          .map { cell, book in
            SeedResult(seed: UInt64(each.scenario.seeds[cell.seed]), book: book)
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
      seeds: scenario.seeds.map { UInt64($0) }, variedSetting: scenario.variation?.path,
      variedValues: file.variants.compactMap(\.value), rows: rows)
    result.judgements = ExpectationJudge(scenario).judgements(of: result)
    return result
  }
}
