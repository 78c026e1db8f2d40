internal import ClientStrategies
internal import Measurement
package import Results
package import SimCore

/// What a search for settings is about: a scenario, the settings that may be chosen, and the goal.
package struct TuningPlan: Sendable {
  /// All but the numbers; it has no lines, as the search decides which there are.
  package let outline: SweepOutline
  package let goal: Goal
  /// The most simulations.
  package let budget: Int
  package var settingCount: Int { space.count }
  package var gridSimulations: Int { space.count * outline.seeds.count }

  let space: TuningSpace
  let grid: SweepGrid
  /// Their labels.
  let strategies: [String]

  /// How much may be simulated, as a command line says it.
  package enum Budget: Hashable, Sendable {
    /// A part of the whole grid's simulations, in millionths.
    case share(millionths: Int)
    case simulations(Int)
  }

  /// Strategies that no axis touches are candidates as they are, but for those that the decision
  /// leaves out. Without a `budget` a quarter of
  /// the grid is simulated. `command` gives the same result.
  /// - Throws: all mistakes of the axes at once.
  package init(
    _ file: ScenarioFile, axes: [SweepAxis], budget: Budget? = nil, command: String
  ) throws(InputError) {
    let grid = try SweepGrid(file, axes.map(Self.sorted))
    let scenario = try grid.scenario(at: 0)
    let space = TuningSpace(
      axes: grid.swept.map {
        TuningSpace.Axis(count: $0.values.count, isOrdered: $0.unit != nil)
      },
      strategies: Self.choices(
        scenario.strategies, grid.variations, between: file.scenario.goal?.labels ?? []))
    guard space.strategies.contains(where: { !$0.axes.isEmpty || axes.isEmpty }) else {
      throw InputError(
        .argument, "--vary: the settings are those of bounds, which are no choice for an app")
    }
    let seeds = file.scenario.seeds.map { UInt64($0) }
    let all = space.count * seeds.count
    switch budget {
    case nil:
      self.budget = TuningSearch.standardBudget(settings: space.count, seeds: seeds.count)
    case .share(let millionths): self.budget = max(all * millionths / 1_000_000, 1)
    case .simulations(let count): self.budget = min(count, all)
    }
    outline = SweepOutline(
      scenario: file.name, title: file.scenario.title ?? file.name,
      question: file.scenario.question, hash: file.hash, programVersion: ProgramVersion.text,
      command: command, seeds: seeds, axes: grid.swept,
      measures: SweepMeasure.metrics(for: file.scenario.goal), rows: [])
    goal = file.scenario.goal ?? Goal.standardOfSearches
    strategies = scenario.strategies.map(\.label)
    self.space = space
    self.grid = grid
  }

  /// An axis with amounts in order, so that neighbours are alike.
  private static func sorted(_ axis: SweepAxis) -> SweepAxis {
    let swept = axis.swept
    guard swept.unit != nil else { return axis }
    var sorted = axis
    let order = axis.values.indices.sorted {
      (swept.values[$0].amount ?? 0, $0) < (swept.values[$1].amount ?? 0, $1)
    }
    sorted.values = order.map { axis.values[$0] }
    return sorted
  }

  /// The strategies, without bounds, each with the axes that touch it: an axis of something else
  /// than a strategy touches all. What is not among the `labels` of a decision is left out where
  /// no axis is its own.
  private static func choices(
    _ strategies: [Chosen<AnyStrategy>], _ variations: [Variation], between labels: [String]
  ) -> [(place: Int, axes: [Int])] {
    let touched = variations.map { variation in
      variation.path.hasPrefix("strategies[")
        ? SettingPath(variation.path)?.strategyPlace : nil
    }
    return strategies.indices.compactMap { place in
      guard strategies[place].product.bound == nil,
        labels.isEmpty || labels.contains(strategies[place].label) || touched.contains(place)
      else { return nil }
      return (place, touched.indices.filter { touched[$0].map { $0 == place } ?? true })
    }
  }

  func outline(seeds count: Int) -> SweepOutline {
    var outline = outline
    outline.seeds = Array(outline.seeds.prefix(count))
    return outline
  }
}

extension Goal {
  /// The goal of a search whose scenario states none, which has to be known before anything is
  /// simulated: the wait for first content that 95 of 100 opens keep, a blank one being infinitely
  /// late.
  static var standardOfSearches: Goal {
    Goal(objectives: [MetricObjective(standardMetric)], constraints: [], isStated: false)
  }
}
