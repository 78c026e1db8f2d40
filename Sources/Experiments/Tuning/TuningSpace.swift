internal import Results
internal import SimCore

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

  /// The axes that touch a point's strategy.
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
        ? [max(level - distances[axis], 0), min(level + distances[axis], last)]
        : Array(0...last)
      return values.filter { $0 != level }.map { value in
        var neighbour = point
        neighbour.levels[axis] = value
        return neighbour
      }
    }
  }

  /// The points that differ from one in a single axis, spread over it: what tells how much each
  /// setting matters.
  func star(around point: Point, values: Int) -> [Point] {
    axes(of: point).flatMap { axis in
      let levels = axes[axis].isOrdered ? spread(axis, values) : Array(0..<axes[axis].count)
      return levels.filter { $0 != point.levels[axis] }.map { level in
        var other = point
        other.levels[axis] = level
        return other
      }
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
