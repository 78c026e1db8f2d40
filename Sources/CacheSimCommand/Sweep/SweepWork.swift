internal import ArgumentParser
internal import CacheReports
internal import CacheWorkloads
internal import Experiments
internal import Synchronization

extension SweepCommand {
  /// Runs the cells of a part that are missing, with progress on a terminal; Ctrl-C reports what is
  /// kept.
  func make(
    _ work: SweepWork, _ shard: SweepShard, in folder: SweepFolder
  ) async throws -> SweepRunner.Outcome {
    let progress = reporting.verbosity.progress
    let latest = Latest()
    Interruption.expect { latest.words }
    defer { progress.end() }
    let outcome = try await work.make(
      shard, in: folder, jobs: simulation.width,
      progress: { advance in
        latest.advance.withLock { $0 = advance }
        progress.show(
          Int64(advance.done), of: Int64(advance.all), "simulations", kept: Int64(advance.kept))
      })
    progress.end()
    for path in outcome.broken {
      Terminal.note("warning: \(path) was incomplete or altered, and was made anew")
    }
    if outcome.kept > 0 {
      reporting.verbosity.note(
        "note: \(outcome.kept) of \(outcome.kept + outcome.made) cells were there already")
    }
    return outcome
  }
}

/// The progress of a sweep, for the message of an interruption.
private final class Latest: Sendable {
  let advance = Mutex<SweepProgress?>(nil)

  var words: String {
    guard let advance = advance.withLock({ $0 }) else { return "nothing was made yet" }
    return "\(advance.finishedCells) of \(advance.allCells) cells are finished and kept; "
      + "the same command continues with the others"
  }
}

/// The subject of a sweep: a scenario, or a trace of requests.
enum SweepWork {
  case scenario(SweepPlan)
  case trace(TraceSweepPlan)

  /// The sweep without its results.
  var outline: SweepOutline {
    switch self {
    case .scenario(let plan): plan.outline
    case .trace(let plan): plan.outline
    }
  }

  /// Runs the cells of a part that are missing.
  func make(
    _ shard: SweepShard, in folder: SweepFolder, jobs: Int,
    progress: @Sendable (SweepProgress) -> Void
  ) async throws -> SweepRunner.Outcome {
    switch self {
    case .scenario(let plan):
      try await SweepRunner.run(plan, shard: shard, in: folder, jobs: jobs, progress: progress)
    case .trace(let plan):
      try await TraceSweepRunner.run(plan, shard: shard, in: folder, jobs: jobs, progress: progress)
    }
  }
}
