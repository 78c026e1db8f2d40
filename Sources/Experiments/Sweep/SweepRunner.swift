package import CacheReports
package import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore

/// Makes the cells of a sweep that are not there yet, several simulations at once.
package struct SweepRunner {
  /// What a run did.
  package struct Outcome: Sendable {
    /// How many cells were there already, whole.
    package var kept = 0
    /// How many were made.
    package var made = 0
    /// The files that were there and not whole; their cells were made anew.
    package var broken: [String] = []
    /// What the reader of a trace met; nil for generators, and when nothing was made.
    package var issues: TraceIssues?
  }

  private enum Event: Sendable {
    case simulated(work: Int, seed: Int, Book, TraceIssues?)
    case kept
  }

  /// A cell that is missing, with the books of its seeds as they come.
  private struct Work {
    var cell: SweepPlan.Cell
    var books: [Book?]
  }

  private let plan: SweepPlan
  private let folder: SweepFolder
  private let seedCount: Int
  private var works: [Work] = []
  private var outcome = Outcome()
  private var advance: SweepAdvance

  /// Makes the missing cells of a shard; what they say does not depend on how many run at once.
  /// - Parameters:
  ///   - folder: where cells are looked for and kept, begun for this plan.
  ///   - jobs: how many simulations run at once.
  ///   - progress: hears at the start and after each step how far the run has come.
  /// - Throws: `WorkloadError` when a trace cannot be read, `ResultFolderError` when a cell cannot
  ///   be written; cells that were finished before stay.
  package static func run(
    _ plan: SweepPlan, shard: SweepShard = .whole, in folder: SweepFolder, jobs: Int,
    progress: @Sendable (SweepAdvance) -> Void = { _ in }
  ) async throws -> Outcome {
    var runner = SweepRunner(plan, shard, folder)
    progress(runner.advance)
    try await runner.make(jobs: max(jobs, 1), progress)
    return runner.outcome
  }

  /// Looks which cells are missing.
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
      works.append(Work(cell: cell, books: Array(repeating: nil, count: seedCount)))
    }
    let cells = outcome.kept + works.count
    advance = SweepAdvance(
      done: outcome.kept * seedCount, all: cells * seedCount, kept: outcome.kept * seedCount,
      finishedCells: outcome.kept, allCells: cells)
  }

  private mutating func make(
    jobs: Int, _ progress: @Sendable (SweepAdvance) -> Void
  ) async throws {
    let wears = await wears(jobs: jobs)
    try await withThrowingTaskGroup(of: Event.self) { group in
      var next = 0
      var active = 0
      while next < works.count * seedCount || active > 0 {
        while next < works.count * seedCount, active < jobs {
          let (work, seed) = (next / seedCount, next % seedCount)
          let strategy = works[work].cell.strategy
          let (scenario, wear) = (plan.scenarios[works[work].cell.point], wears[work])
          group.addTask {
            let (book, issues) = try Runner.simulate(strategy, seed, of: scenario, wear)
            return .simulated(work: work, seed: seed, book, issues)
          }
          next += 1
          active += 1
        }
        guard let event = try await group.next() else { break }
        active -= 1
        if let (cell, books) = take(event) {
          let (plan, folder) = (plan, folder)
          group.addTask {
            try folder.keep(plan.result(of: cell, books), of: plan.outline)
            return .kept
          }
          active += 1
        }
        progress(advance)
      }
    }
  }

  /// Notes what was done; a cell with all its books is to be kept next.
  private mutating func take(_ event: Event) -> (SweepPlan.Cell, [Book])? {
    switch event {
    case .kept:
      outcome.made += 1
      advance.finishedCells += 1
      return nil
    case .simulated(let work, let seed, let book, let issues):
      works[work].books[seed] = book
      outcome.issues = outcome.issues ?? issues
      advance.done += 1
      let books = works[work].books.compactMap(\.self)
      guard books.count == seedCount else { return nil }
      works[work].books = []
      return (works[work].cell, books)
    }
  }

  /// The flash device of each cell to be made; a simulated one takes its time, so equal ones are
  /// made once.
  private func wears(jobs: Int) async -> [FlashWear] {
    var settings: [FlashWearSettings] = []
    let places = works.map { work in
      let wear = plan.scenarios[work.cell.point].device.wear
      if let place = settings.firstIndex(of: wear) { return place }
      settings.append(wear)
      return settings.count - 1
    }
    var wears: [FlashWear?] = Array(repeating: nil, count: settings.count)
    await withTaskGroup(of: (Int, FlashWear).self) { group in
      for (place, each) in settings.enumerated() {
        if place >= jobs, let (done, wear) = await group.next() { wears[done] = wear }
        group.addTask { (place, FlashWear(each)) }
      }
      for await (done, wear) in group { wears[done] = wear }
    }
    let made = wears.compactMap(\.self)
    return places.map { made[$0] }
  }
}

extension SweepPlan {
  /// The numbers of a cell whose seeds were all simulated.
  fileprivate func result(of cell: Cell, _ books: [Book]) -> SweepCell {
    let strategy = scenarios[cell.point].strategies[cell.strategy]
    let runs = zip(outline.seeds, books).map { SeedResult(seed: $0, book: $1) }
    return SweepCell(
      key: cell.key,
      of: StrategyResult(
        label: strategy.label, name: strategy.name, settings: strategy.settings,
        bound: strategy.product.bound, runs: runs))
  }
}
