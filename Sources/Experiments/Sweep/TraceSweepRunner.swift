internal import CachePolicies
package import CacheReports
internal import SimCore

/// Makes the cells of a sweep over a trace that are not there yet.
///
/// One reading of the trace serves a policy's rooms of many sizes, at most `mostTogether`; then
/// their cells are kept. So an interruption costs at most one reading.
package enum TraceSweepRunner {
  /// The cells of one policy that one reading serves.
  private struct Batch {
    var words: String
    var cells: [TraceSweepPlan.Cell]
  }

  /// How many rooms one reading serves at most: an assumption that bounds memory and what an
  /// interruption costs.
  private static let mostTogether = 16

  /// Makes the missing cells of a shard; what they say does not depend on how many run at once.
  /// - Parameters:
  ///   - folder: where cells are looked for and kept, begun for this plan.
  ///   - jobs: how many rooms are served at once.
  ///   - progress: hears at the start and after each reading how far the run has come.
  /// - Throws: `ReplayError` when the trace cannot be read or does not have what is asked for,
  ///   `ResultFolderError` when a cell cannot be written; finished cells stay.
  package static func run(
    _ plan: TraceSweepPlan, shard: SweepShard = .whole, in folder: SweepFolder, jobs: Int,
    progress: @Sendable (SweepAdvance) -> Void = { _ in }
  ) async throws -> SweepRunner.Outcome {
    var outcome = SweepRunner.Outcome()
    var batches: [Batch] = []
    for (index, cell) in plan.cells.enumerated() where shard.contains(index) {
      switch folder.find(cell.key, of: plan.outline) {
      case .whole: outcome.kept += 1
      case .broken(let path):
        outcome.broken.append(path)
        add(cell, of: plan, to: &batches)
      case .nothing: add(cell, of: plan, to: &batches)
      }
    }
    let seeds = plan.outline.seeds.count
    let cells = batches.reduce(outcome.kept) { $0 + $1.cells.count }
    var advance = SweepAdvance(
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

  /// Puts a cell to those that one reading can serve with it.
  private static func add(
    _ cell: TraceSweepPlan.Cell, of plan: TraceSweepPlan, to batches: inout [Batch]
  ) {
    let point = plan.points[cell.point]
    let policy = point.plan.policies[cell.policy]
    let words = "\(point.words)\n\(policy.name) \(policy.settings.compact)"
    let place = batches.lastIndex { $0.words == words }
    if let place, batches[place].cells.count < mostTogether {
      batches[place].cells.append(cell)
    } else {
      batches.append(Batch(words: words, cells: [cell]))
    }
  }
}

extension TraceSweepPlan {
  /// The replay of cells that differ in their capacity alone.
  fileprivate func replay(of cells: [Cell], seed: UInt64) -> ReplayPlan {
    var plan = points[cells[0].point].plan
    plan.policies = [plan.policies[cells[0].policy]]
    plan.capacities = cells.map { points[$0.point].plan.capacities[0] }
    plan.seed = seed
    return plan
  }
}

extension SweepCell {
  /// The cell of a replay under each seed.
  fileprivate init(key: String, replays: [ReplayCount]) {
    self.init(
      key: key, values: replays.map(SweepMeasure.values),
      pooled: SweepMeasure.values(of: replays.reduce(into: ReplayCount()) { $0 += $1 }),
      isExact: true)
  }
}

extension SweepMeasure {
  /// The numbers of a replay, in the order of `replay`.
  fileprivate static func values(of count: ReplayCount) -> [Double?] {
    [
      Double(count.requests), Double(count.bytes), Double(count.misses), Double(count.missBytes),
      count.missRatio, count.byteMissRatio,
    ].map { $0 }
  }
}
