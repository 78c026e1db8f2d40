internal import CachePolicies
package import Results
package import SimCore

/// What a sweep over a trace of requests has to do: a cache with a policy for each line and seed.
///
/// The lines of a point are the policies, as a scenario's are its strategies; capacities and all
/// else that is varied are axes.
package struct TraceSweepPlan: Sendable {
  /// A point of the grid: all but the seed.
  package struct Point: Sendable {
    package var plan: ReplayPlan
    /// All of it but policies, capacity and seed, in words that mean the same in any process:
    /// points that have the same can be replayed together.
    package var words: String

    /// - Precondition: the plan has one capacity, and no intervals.
    package init(plan: ReplayPlan, words: String) {
      precondition(plan.capacities.count == 1 && plan.interval == nil, "a point has one capacity")
      self.plan = plan
      self.words = words
    }
  }

  /// All but the numbers.
  package let outline: SweepOutline
  let input: TraceInput
  let points: [Point]

  /// `points` are those of the grid, in which the last axis counts fastest; `reading` says how the
  /// trace is read, in words that mean the same in any process; `seeds` are for policies and
  /// filters that draw random numbers. `command` gives the same result.
  /// - Throws: that the trace cannot be read twice, or that there are too many lines.
  /// - Complexity: O(bytes of the trace + points): the trace's digest belongs to the keys.
  package init(
    _ input: TraceInput, axes: [SweepAxis], points: [Point], reading: String, seeds: [UInt64],
    command: String
  ) throws(InputError) {
    let name = Disk.name(of: input.path)
    guard let digest = SweepFolder.fingerprint(ofFile: input.path) else {
      throw InputError(.argument, lines: ["\(input.path): expected a file that can be read"])
    }
    var trace = SweepKeys.program(of: ResultMeasure.replay)
    trace.add("\(digest.text) \(reading)\n".utf8)
    let rows = points.enumerated().flatMap { number, point in
      point.plan.policies.map { policy in
        var key = trace
        key.add("\(point.words)\n\(point.plan.capacities[0].text)\n".utf8)
        key.add("\(policy.name): \(policy.settings.compact)\n".utf8)
        return SweepOutline.Row(
          point: number, label: policy.label, name: policy.name,
          isBound: policy.product.needsNextAccess, cell: key.text)
      }
    }
    guard rows.count <= SweepPlan.limit else {
      throw InputError(.argument, "expected at most \(SweepPlan.limit) lines, found \(rows.count)")
    }
    outline = SweepOutline(
      scenario: name, title: name,
      question: "How often does each policy miss, at which capacity?", hash: trace.text,
      programVersion: ProgramVersion.text, command: command, seeds: seeds,
      axes: axes.swept { axis in rows.contains { axes[axis].name.hasPrefix("\($0.label).") } },
      measures: ResultMeasure.replay, rows: rows)
    self.input = input
    self.points = points
  }
}

/// Makes the cells of a sweep over a trace that are not there yet.
///
/// One reading of the trace serves a policy's caches of several capacities, at most
/// `maximumTogether`; then their cells are written. So an interruption costs at most one reading.
package enum TraceSweepRunner {
  /// The cells of one policy that one reading serves.
  private struct Batch {
    var words: String
    var cells: [PlannedCell]
  }

  /// How many caches one reading serves at most: an assumption that bounds memory and what an
  /// interruption costs.
  private static let maximumTogether = 16

  /// What cells say does not depend on `jobs`. `folder` was begun for this plan; cells that were
  /// finished before an error stay. Progress is told at the start and after each reading.
  /// - Throws: `InputError` when the trace does not have what is asked for, `FileError`.
  package static func run(
    _ plan: TraceSweepPlan, shard: SweepShard = .whole, in folder: SweepFolder, jobs: Int,
    progress: @Sendable (SweepProgress) -> Void = { _ in }
  ) async throws -> SweepRunner.Outcome {
    var outcome = SweepRunner.Outcome()
    var batches: [Batch] = []
    let missing = outcome.missing(of: plan.outline, shard, in: folder)
    for cell in missing { add(cell, of: plan, to: &batches) }
    let seeds = plan.outline.seeds.count
    let cells = outcome.kept + missing.count
    var advance = SweepProgress(
      done: outcome.kept * seeds, all: cells * seeds, kept: outcome.kept * seeds,
      finishedCells: outcome.kept, allCells: cells)
    progress(advance)
    for batch in batches {
      var counts: [[ReplayCount]] = []
      for seed in plan.outline.seeds {
        let replay = plan.replay(of: batch.cells, seed: seed)
        counts.append(
          try await ReplayRunner.run(replay, over: plan.input, jobs: jobs).rows.map(\.count))
        advance.done += batch.cells.count
        progress(advance)
      }
      for (index, cell) in batch.cells.enumerated() {
        try folder.keep(
          SweepCell(key: cell.key, replays: counts.map { $0[index] }), of: plan.outline)
        outcome.made += 1
        advance.finishedCells += 1
      }
      progress(advance)
    }
    return outcome
  }

  private static func add(
    _ cell: PlannedCell, of plan: TraceSweepPlan, to batches: inout [Batch]
  ) {
    let point = plan.points[cell.point]
    let policy = point.plan.policies[cell.line]
    let words = "\(point.words)\n\(policy.name) \(policy.settings.compact)"
    let place = batches.lastIndex { $0.words == words }
    if let place, batches[place].cells.count < maximumTogether {
      batches[place].cells.append(cell)
    } else {
      batches.append(Batch(words: words, cells: [cell]))
    }
  }
}

extension TraceSweepPlan {
  /// The replay of cells that differ in their capacity alone.
  fileprivate func replay(of cells: [PlannedCell], seed: UInt64) -> ReplayPlan {
    var plan = points[cells[0].point].plan
    plan.policies = [plan.policies[cells[0].line]]
    plan.capacities = cells.map { points[$0.point].plan.capacities[0] }
    plan.seed = seed
    return plan
  }
}

extension SweepCell {
  fileprivate init(key: String, replays: [ReplayCount]) {
    self.init(
      key: key, values: replays.map(ResultMeasure.values),
      pooled: ResultMeasure.values(of: replays.reduce(into: ReplayCount()) { $0 += $1 }),
      isExact: true)
  }
}

extension ResultMeasure {
  /// The numbers of a replay, in the order of `replay`.
  fileprivate static func values(of count: ReplayCount) -> [Double?] {
    [
      Double(count.requests), Double(count.bytes), Double(count.misses), Double(count.missBytes),
      count.missRatio, count.byteMissRatio,
    ].map { $0 }
  }
}
