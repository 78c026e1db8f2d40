internal import CacheMetrics
package import CacheWorkloads
internal import ClientStrategies
package import Results
package import SimCore

/// What a sweep has to do: a scenario for each point of the grid, and the cells to be made.
///
/// The grid is the product of the axes; the last one counts fastest. A cell is a strategy at a
/// point, under all seeds. Strategies are independent of each other, so a strategy that an axis
/// does not touch is simulated once, and its cell stands at all points.
package struct SweepPlan: Sendable {
  package static let limit = SweepOutline.mostPoints

  /// All but the numbers.
  package private(set) var outline: SweepOutline
  let scenarios: [Scenario]
  var cells: [PlannedCell] { PlannedCell.all(of: outline) }

  /// `axes` are varied beside the scenario's own variation, which is the first axis or gives way to
  /// them. There may be none where `hasSeeds` says that seeds were asked for. `command` gives the
  /// same result; `subject` is the scenario as other commands name it.
  /// - Throws: all mistakes of the axes at once.
  /// - Complexity: O(points × size of the scenario).
  package init(
    _ file: ScenarioFile, axes: [SweepAxis], keepsOwn: Bool, hasSeeds: Bool = false,
    command: String, subject: String? = nil
  ) throws(InputError) {
    var axes = axes
    if keepsOwn, let own = file.scenario.variation {
      axes.insert(SweepAxis(name: own.path, values: own.values), at: 0)
    }
    // One point, which is named by what a run says first of itself.
    if axes.isEmpty, hasSeeds {
      let count = JSON(file.scenario.devices)
      axes = [SweepAxis(name: "devices", values: [count])]
    }
    if axes.isEmpty {
      throw InputError(.argument, "nothing is varied: say --vary KEY=VALUES or --seeds")
    }
    let grid = try SweepGrid(file, axes)
    var keys = SweepKeys()
    scenarios = try (0..<grid.count).map { point throws(InputError) in
      try grid.scenario(at: point)
    }
    let rows = scenarios.enumerated().flatMap { point, scenario in
      zip(scenario.strategies, keys.keys(of: scenario)).map { strategy, key in
        SweepOutline.Row(
          point: point, label: strategy.label, name: strategy.name,
          isBound: strategy.product.bound != nil, cell: key)
      }
    }
    guard rows.count <= Self.limit else {
      throw InputError(.argument, "expected at most \(Self.limit) cells, found \(rows.count)")
    }
    outline = SweepOutline(
      scenario: file.name, title: file.scenario.title ?? file.name,
      question: file.scenario.question, hash: file.hash, programVersion: ProgramVersion.text,
      command: command, seeds: file.scenario.seeds.map { UInt64($0) },
      axes: grid.swept, measures: ResultMeasure.metrics(for: file.scenario.goal), rows: rows)
    outline.subject = subject
    outline.goal = file.scenario.goal
  }
}

/// A cell to be made: the first line that has its numbers, by its place among those of its point.
struct PlannedCell: Sendable {
  var key: String
  var point: Int
  var line: Int

  /// The cells of a sweep in their canonical order.
  static func all(of outline: SweepOutline) -> [PlannedCell] {
    var known: Set<String> = []
    var (point, line) = (0, -1)
    return outline.rows.compactMap { row in
      (point, line) = (row.point, row.point == point ? line + 1 : 0)
      guard known.insert(row.cell).inserted else { return nil }
      return PlannedCell(key: row.cell, point: point, line: line)
    }
  }
}

/// Names the cells of sweeps by all that their numbers depend on: what `CellInputs` says, one
/// strategy, and the versions of the program, its metrics and its numbers.
struct SweepKeys {
  private var inputs = CellInputs()
  private let program: Fingerprint

  init(version: Int = ResultVersion.number) {
    program = Self.program(of: ResultMeasure.metrics, version: version)
  }

  /// The digest of what all cells of a program depend on: its versions and what it measures.
  static func program(
    of measures: [ResultMeasure], version: Int = ResultVersion.number
  ) -> Fingerprint {
    var program = Fingerprint()
    let versions = [SweepSchema.version, ResultSchema.version, MetricCatalog.version, version]
    program.add("\(ProgramVersion.text) \(versions)\n".utf8)
    for measure in measures { program.add("\(measure.name) ".utf8) }
    return program
  }

  mutating func keys(of scenario: Scenario) -> [String] {
    var shared = program
    for member in inputs.members(of: scenario) {
      shared.add("\(member.name): \(member.value.compact)\n".utf8)
    }
    // What a story says of networks stands in none of them.
    for measure in ResultMeasure.metrics(for: scenario.goal).dropFirst(ResultMeasure.metrics.count)
    {
      shared.add("\(measure.name) ".utf8)
    }
    let recordings = (try? inputs.recordings(of: scenario)) ?? []
    if !recordings.isEmpty { shared.add("\(recordings)\n".utf8) }
    return scenario.strategies.map { strategy in
      var key = shared
      key.add("\(strategy.name): \(strategy.settings.compact)\n".utf8)
      return key.text
    }
  }
}

/// A part of a sweep that a process makes: every n-th cell in canonical order.
package struct SweepShard: Hashable, Sendable {
  /// From 1.
  package let number: Int
  package let count: Int

  package static let whole = SweepShard()

  private init() {
    number = 1
    count = 1
  }

  /// Nil unless `number` is from 1 to `count`.
  package init?(number: Int, count: Int) {
    guard count >= 1, (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// Reads `2/8`; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]) else {
      return nil
    }
    self.init(number: number, count: count)
  }

  func contains(_ index: Int) -> Bool { index % count == number - 1 }
}

extension SweepShard: CustomStringConvertible {
  package var description: String { "\(number)/\(count)" }
}

/// Makes the cells of a sweep that are not there yet, several simulations at once.
package enum SweepRunner {
  package struct Outcome: Sendable {
    package var kept = 0
    package var made = 0
    /// The files that were there and not whole; their cells were made anew.
    package var broken: [String] = []
    /// Of the first point's trace; nil for generators.
    package var issues: TraceIssues?

    /// Those cells of a shard that are to be made; the others are counted.
    mutating func missing(
      of outline: SweepOutline, _ shard: SweepShard, in folder: SweepFolder
    ) -> [PlannedCell] {
      let cells = PlannedCell.all(of: outline)
      return cells.indices.filter(shard.contains).map { cells[$0] }.filter { cell in
        switch folder.find(cell.key, of: outline) {
        case .whole:
          kept += 1
          return false
        case .broken(let path): broken.append(path)
        case .nothing: break
        }
        return true
      }
    }
  }

  /// What cells say does not depend on `jobs`. `folder` was begun for this plan; cells that were
  /// finished before an error stay. Progress is told at the start and after each step.
  /// - Throws: `InputError` when a trace cannot be read, `FileError`.
  package static func run(
    _ plan: SweepPlan, shard: SweepShard = .whole, in folder: SweepFolder, jobs: Int,
    store: CellStore? = nil, progress: @Sendable (SweepProgress) -> Void = { _ in }
  ) async throws -> Outcome {
    var outcome = Outcome()
    let cells = outcome.missing(of: plan.outline, shard, in: folder)
    let (seeds, kept) = (plan.outline.seeds.count, outcome.kept)
    var step = SweepProgress(
      done: kept * seeds, all: (kept + cells.count) * seeds, kept: kept * seeds,
      finishedCells: kept, allCells: kept + cells.count)
    progress(step)
    var runner = CellRunner(jobs: jobs, store: store)
    let results: [Bool] = try await runner.run(
      cells.map { CellRunner.Row(world: $0.point, strategy: $0.line, seeds: seeds) },
      in: plan.scenarios.map { CellRunner.World(scenario: $0) },
      progress: { done, finished in
        step.done = kept * seeds + done
        step.finishedCells = kept + finished
        progress(step)
      },
      finish: { place, aggregates in
        let (cell, outline) = (cells[place], plan.outline)
        let row = StrategyResult(
          cell.line, of: plan.scenarios[cell.point], varied: nil, aggregates)
        try folder.keep(SweepCell(key: cell.key, of: row, outline.measures), of: outline)
        return true
      })
    outcome.made = results.count
    outcome.issues = try plan.scenarios.first.flatMap { try runner.issues(ofFirst: $0) }
    return outcome
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
