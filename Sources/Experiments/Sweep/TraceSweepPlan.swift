internal import CachePolicies
package import CacheReports
internal import SimCore

/// What a sweep over a trace of requests has to do: a policy in a room for each line and seed.
///
/// The lines of a point are the policies, as a scenario's are its strategies; capacities and all
/// else that is varied are axes.
package struct TraceSweepPlan: Sendable {
  /// A point of the grid: all but the seed.
  package struct Point: Sendable {
    /// The policies and the one capacity, and what else a replay is told.
    package var plan: ReplayPlan
    /// All of it but policies, capacity and seed, in words that mean the same in any process:
    /// points that have the same can be replayed together.
    package var words: String

    /// Makes a point.
    /// - Precondition: the plan has one capacity, and no intervals.
    package init(plan: ReplayPlan, words: String) {
      precondition(plan.capacities.count == 1 && plan.interval == nil, "a point is one room")
      self.plan = plan
      self.words = words
    }
  }

  /// What a cell is made from.
  struct Cell: Sendable {
    var key: String
    var point: Int
    var policy: Int
  }

  /// All but the numbers.
  package let outline: SweepOutline
  /// The trace.
  let input: TraceInput
  /// The points of the grid.
  let points: [Point]
  /// The cells in their canonical order.
  let cells: [Cell]

  /// Plans a sweep.
  /// - Parameters:
  ///   - axes: what is varied; the last one counts fastest.
  ///   - points: the grid's points in that order.
  ///   - reading: how the trace is read, in words that mean the same in any process.
  ///   - seeds: for policies and filters that toss coins.
  ///   - command: how the same result is had again.
  /// - Throws: that the trace cannot be read twice, or that there are too many lines.
  /// - Complexity: O(bytes of the trace + points): the trace's digest belongs to the keys.
  package init(
    _ input: TraceInput, axes: [SweepAxis], points: [Point], reading: String, seeds: [UInt64],
    command: String
  ) throws(SweepError) {
    let name = input.path.split(separator: "/").last.map(String.init) ?? input.path
    guard let digest = SweepFolder.fingerprint(ofFile: input.path) else {
      throw SweepError(lines: ["\(input.path): expected a file that can be read"])
    }
    var trace = SweepKeys.program(of: SweepMeasure.replay)
    trace.add("\(digest.text) \(reading)\n".utf8)
    var rows: [SweepOutline.Row] = []
    var cells: [Cell] = []
    var known: Set<String> = []
    for (number, point) in points.enumerated() {
      for (index, policy) in point.plan.policies.enumerated() {
        var key = trace
        let capacity = point.plan.capacities[0].text
        key.add("\(point.words)\n\(capacity)\n".utf8)
        key.add("\(policy.name): \(policy.settings.compact)\n".utf8)
        rows.append(
          SweepOutline.Row(
            point: number, label: policy.label, name: policy.name,
            isBound: policy.product.needsNextAccess, cell: key.text))
        if known.insert(key.text).inserted {
          cells.append(Cell(key: key.text, point: number, policy: index))
        }
      }
    }
    guard rows.count <= SweepPlan.limit else {
      throw SweepError("expected at most \(SweepPlan.limit) lines, found \(rows.count)")
    }
    outline = SweepOutline(
      scenario: name, title: name,
      question: "How often does each policy miss, in rooms of which size?", hash: trace.text,
      programVersion: ProgramVersion.text, command: command, seeds: seeds,
      axes: axes.map(\.swept), measures: SweepMeasure.replay, rows: rows)
    self.input = input
    self.points = points
    self.cells = cells
  }
}
