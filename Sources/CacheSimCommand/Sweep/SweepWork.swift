internal import CacheReports
internal import Experiments

/// What a sweep is about: a scenario, or a trace of requests.
enum SweepWork {
  case scenario(SweepPlan)
  case trace(TraceSweepPlan)

  /// All but the numbers.
  var outline: SweepOutline {
    switch self {
    case .scenario(let plan): plan.outline
    case .trace(let plan): plan.outline
    }
  }

  /// Makes the cells of a part that are missing.
  func make(
    _ shard: SweepShard, in folder: SweepFolder, jobs: Int,
    progress: @Sendable (SweepAdvance) -> Void
  ) async throws -> SweepRunner.Outcome {
    switch self {
    case .scenario(let plan):
      try await SweepRunner.run(plan, shard: shard, in: folder, jobs: jobs, progress: progress)
    case .trace(let plan):
      try await TraceSweepRunner.run(plan, shard: shard, in: folder, jobs: jobs, progress: progress)
    }
  }
}
