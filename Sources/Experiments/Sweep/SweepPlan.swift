package import CacheReports
internal import ClientStrategies
internal import SimCore

/// What a sweep has to do: a scenario for each point of the grid, and the cells to be made.
///
/// The grid is the product of the axes; the last one counts fastest. A cell is a strategy at a
/// point, under all seeds. Strategies do not disturb each other, so a strategy that an axis does
/// not touch is simulated once, and its cell stands at all points.
package struct SweepPlan: Sendable {
  /// The most lines that a sweep's answer can have.
  package static let limit = SweepOutline.mostPoints

  /// All but the numbers.
  package let outline: SweepOutline
  /// The scenario at each point.
  let scenarios: [Scenario]
  /// The cells in their canonical order: a point and a strategy that each can be made from.
  let cells: [Cell]

  /// What a cell is made from.
  struct Cell: Sendable {
    var key: String
    var point: Int
    var strategy: Int
  }

  /// Plans a sweep.
  /// - Parameters:
  ///   - axes: what is varied beside the scenario's own variation.
  ///   - keepsOwn: whether the scenario's own variation is the first axis; it gives way otherwise.
  ///   - command: how the same result is had again.
  /// - Throws: all mistakes of the axes at once.
  /// - Complexity: O(points × size of the scenario).
  package init(
    _ file: ScenarioFile, axes: [SweepAxis], keepsOwn: Bool, command: String
  ) throws(SweepError) {
    var axes = axes
    if keepsOwn, let own = file.scenario.variation {
      axes.insert(SweepAxis(name: own.path, values: own.values), at: 0)
    }
    if axes.isEmpty { throw SweepError("nothing is varied: say --vary KEY=VALUES") }
    let grid = try SweepGrid(file, axes)
    var rows: [SweepOutline.Row] = []
    var cells: [Cell] = []
    var known: Set<String> = []
    var keys = SweepKeys()
    for (point, scenario) in grid.scenarios.enumerated() {
      for (index, key) in keys.keys(of: scenario).enumerated() {
        let strategy = scenario.strategies[index]
        rows.append(
          SweepOutline.Row(
            point: point, label: strategy.label, name: strategy.name,
            isBound: strategy.product.bound != nil, cell: key))
        if known.insert(key).inserted {
          cells.append(Cell(key: key, point: point, strategy: index))
        }
      }
    }
    guard rows.count <= Self.limit else {
      throw SweepError("expected at most \(Self.limit) cells, found \(rows.count)")
    }
    outline = SweepOutline(
      scenario: file.name, title: file.scenario.title ?? file.name,
      question: file.scenario.question, hash: file.hash, programVersion: ProgramVersion.text,
      command: command, seeds: file.scenario.seeds.map { UInt64($0) },
      axes: axes.map(\.swept), measures: SweepMeasure.metrics, rows: rows)
    scenarios = grid.scenarios
    self.cells = cells
  }
}
