internal import CacheMetrics
internal import ClientStrategies
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
      axes: grid.swept.map { TuningSpace.Axis(count: $0.values.count, isOrdered: $0.unit != nil) },
      strategies: Self.choices(
        scenario.strategies, grid.variations, between: file.scenario.goal?.labels ?? []))
    guard space.strategies.contains(where: { !$0.axes.isEmpty || axes.isEmpty }) else {
      throw InputError(
        .argument, "--vary: the settings are those of bounds, which are no choice for an app")
    }
    let seeds = file.scenario.seeds.map { UInt64($0) }
    let all = space.count * seeds.count
    switch budget {
    case nil: self.budget = TuningSearch.standardBudget(settings: space.count, seeds: seeds.count)
    case .share(let millionths): self.budget = max(all * millionths / 1_000_000, 1)
    case .simulations(let count): self.budget = min(count, all)
    }
    outline = SweepOutline(
      scenario: file.name, title: file.scenario.title ?? file.name,
      question: file.scenario.question, hash: file.hash, programVersion: ProgramVersion.text,
      command: command, seeds: seeds, axes: grid.swept,
      measures: ResultMeasure.metrics(for: file.scenario.goal), rows: [])
    // It has to be known before anything is simulated: the wait for first content that 95 of 100
    // opens keep, a blank one being infinitely late.
    let standard = MetricObjective(Goal.standardMetric)
    goal =
      file.scenario.goal ?? Goal(objectives: [standard], constraints: [], isStated: false)
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
      variation.path.hasPrefix("strategies[") ? SettingPath(variation.path)?.strategyPlace : nil
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

/// The settings that a search can choose: for each strategy that an axis touches, the product of
/// the axes that touch it.
struct TuningSpace: Sendable {
  struct Axis: Sendable {
    var count: Int
    /// Whether neighbouring values are alike; words have no neighbours.
    var isOrdered: Bool
  }

  /// A setting: a strategy with a value of each axis.
  struct Point: Hashable, Sendable {
    /// The strategy's place in the scenario.
    var strategy: Int
    /// The value of each axis, by its place; 0 where the axis does not touch the strategy.
    var levels: [Int]
  }

  var axes: [Axis]
  var strategies: [(place: Int, axes: [Int])]

  var count: Int { strategies.reduce(0) { $0 + size(of: $1.axes) } }

  func size(of axes: [Int]) -> Int { axes.reduce(1) { $0 * self.axes[$1].count } }

  func axes(of point: Point) -> [Int] {
    strategies.first { $0.place == point.strategy }?.axes ?? []
  }
}

extension TuningSpace {
  /// A lattice over a strategy's settings, the ends of ordered axes among it: at most so many
  /// points where three values of each axis are no more, else points of Halton's sequence.
  /// - Complexity: O(points × axes).
  func lattice(of strategy: (place: Int, axes: [Int]), atMost limit: Int) -> [Point] {
    let axes = strategy.axes
    if size(of: axes) <= limit {
      return product(strategy, axes.map { Array(0..<self.axes[$0].count) })
    }
    var counts = axes.map { axis in
      self.axes[axis].isOrdered ? min(3, self.axes[axis].count) : self.axes[axis].count
    }
    guard counts.reduce(1, *) <= limit else { return halton(strategy, limit) }
    while true {
      // The axis whose lattice is coarsest gets another value, if there is room.
      let coarsest = counts.indices.filter { counts[$0] < self.axes[axes[$0]].count }.max {
        gap(axes[$0], counts[$0]) < gap(axes[$1], counts[$1])
      }
      guard let coarsest else { break }
      counts[coarsest] += 1
      guard counts.reduce(1, *) <= limit else {
        counts[coarsest] -= 1
        break
      }
    }
    return product(strategy, zip(axes, counts).map { spread($0, $1) })
  }

  /// Values of an axis at equal distances, both ends among them.
  func spread(_ axis: Int, _ count: Int) -> [Int] {
    let last = axes[axis].count - 1
    guard count > 1, last > 0 else { return [last / 2] }
    guard count <= last else { return Array(0...last) }
    return (0..<count).map { ($0 * last * 2 + count - 1) / (2 * (count - 1)) }
  }

  private func gap(_ axis: Int, _ count: Int) -> Double {
    Double(axes[axis].count - 1) / Double(max(count - 1, 1))
  }

  private func product(_ strategy: (place: Int, axes: [Int]), _ values: [[Int]]) -> [Point] {
    var points = [Point(strategy: strategy.place, levels: Array(repeating: 0, count: axes.count))]
    for (axis, values) in zip(strategy.axes, values) {
      points = points.flatMap { point in
        values.map { value in
          var point = point
          point.levels[axis] = value
          return point
        }
      }
    }
    return points
  }

  /// The first points of Halton's sequence, each once: the digits of 1, 2, 3 … in a prime base for
  /// each axis, mirrored at the point.
  private func halton(_ strategy: (place: Int, axes: [Int]), _ limit: Int) -> [Point] {
    let bases = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]
    var points: [Point] = []
    var seen: Set<Point> = []
    for index in 1...limit {
      var point = Point(strategy: strategy.place, levels: Array(repeating: 0, count: axes.count))
      for (number, axis) in strategy.axes.enumerated() {
        let base = bases[number % bases.count]
        var (rest, numerator, denominator) = (index, 0, 1)
        while rest > 0 {
          (numerator, denominator) = (numerator * base + rest % base, denominator * base)
          rest /= base
        }
        point.levels[axis] = numerator * axes[axis].count / denominator
      }
      if seen.insert(point).inserted { points.append(point) }
    }
    return points
  }

  /// The neighbours of a point at a distance along each axis; of an axis of words all other values.
  func neighbours(of point: Point, at distances: [Int]) -> [Point] {
    axes(of: point).flatMap { axis -> [Point] in
      let level = point.levels[axis]
      let last = axes[axis].count - 1
      let values =
        axes[axis].isOrdered
        ? [max(level - distances[axis], 0), min(level + distances[axis], last)] : Array(0...last)
      return points(beside: point, along: axis, at: values)
    }
  }

  private func points(beside point: Point, along axis: Int, at levels: [Int]) -> [Point] {
    levels.filter { $0 != point.levels[axis] }.map { level in
      var other = point
      other.levels[axis] = level
      return other
    }
  }

  /// The points that differ from one in a single axis, spread over it: what tells how much each
  /// setting matters.
  func star(around point: Point, values: Int) -> [Point] {
    axes(of: point).flatMap { axis in
      let levels = axes[axis].isOrdered ? spread(axis, values) : Array(0..<axes[axis].count)
      return points(beside: point, along: axis, at: levels)
    }
  }

  /// How far two settings are apart: the sum over the axes of the part of the axis between them,
  /// words being one apart; those of different strategies are farther apart than any of one.
  func distance(of point: Point, from other: Point) -> Double {
    guard point.strategy == other.strategy else { return Double(axes.count + 1) }
    return axes(of: point).reduce(0) { sum, axis in
      let steps = abs(point.levels[axis] - other.levels[axis])
      guard axes[axis].isOrdered else { return sum + (steps == 0 ? 0 : 1) }
      return sum + Double(steps) / Double(max(axes[axis].count - 1, 1))
    }
  }
}
