package import SimCore

/// Which part of a sweep a process is asked for.
package enum ShardChoice: Hashable, Sendable {
  case part(SweepShard)
  /// The one that the variables of an engine name; `count` says how many parts there are where the
  /// engine does not.
  case engine(count: Int?)

  /// Reads `2/8`, `auto` and `auto/8`; nil for anything else.
  package init?(_ text: String) {
    if text == "auto" {
      self = .engine(count: nil)
    } else if text.hasPrefix("auto/") {
      guard let count = Int(text.dropFirst("auto/".count)), count >= 1 else { return nil }
      self = .engine(count: count)
    } else {
      guard let shard = SweepShard(text) else { return nil }
      self = .part(shard)
    }
  }

  /// - Parameter variable: the value of an environment variable.
  /// - Throws: what the variables say, when they name no part or more than one.
  package func part(_ variable: (String) -> String?) throws(InputError) -> SweepShard {
    switch self {
    case .part(let shard): return shard
    case .engine(let count):
      let engines = ShardEngine.allCases.filter { variable($0.rawValue) != nil }
      guard let engine = engines.first, engines.count == 1 else {
        let names = (engines.isEmpty ? ShardEngine.allCases : engines).map(\.rawValue)
        throw InputError(
          .argument,
          engines.isEmpty
            ? "--shard auto: expected one of \(names.joined(separator: ", ")), found none"
            : "--shard auto: \(names.joined(separator: " and ")) are set: say --shard i/n")
      }
      return try engine.part(of: count, variable)
    }
  }
}

/// An engine that runs a command as many tasks, each of which finds its place in a variable.
///
/// Slurm's documentation, "Job Array Support", Kubernetes', "Indexed Job for Parallel Processing
/// with Static Work Assignment", and the manual of GNU parallel name the variables.
private enum ShardEngine: String, CaseIterable, Sendable {
  case slurm = "SLURM_ARRAY_TASK_ID"
  case kubernetes = "JOB_COMPLETION_INDEX"
  case parallel = "PARALLEL_SEQ"

  /// - Parameter asked: how many parts there are, as the command says it.
  func part(
    of asked: Int?, _ variable: (String) -> String?
  ) throws(InputError) -> SweepShard {
    if self == .slurm, let shard = try SweepShard(slurm: variable) {
      guard asked == nil || asked == shard.count else {
        throw InputError(
          .argument, "--shard auto/\(asked ?? 0): the Slurm array has \(shard.count) tasks")
      }
      return shard
    }
    guard let asked else {
      throw InputError(
        .argument, "--shard auto: \(rawValue) does not tell how many parts there are: say auto/n")
    }
    // Kubernetes counts from 0, GNU parallel from 1.
    let first = self == .kubernetes ? 0 : 1
    let found = variable(rawValue) ?? ""
    guard let number = Int(found),
      let shard = SweepShard(number: number - first + 1, count: asked)
    else {
      throw InputError(
        .argument,
        "--shard auto/\(asked): expected \(first) to \(asked - 1 + first) in \(rawValue), "
          + "found '\(found)'")
    }
    return shard
  }
}

extension SweepShard {
  /// The part that a task of a Slurm array is; nil outside of one.
  ///
  /// Arrays may begin anywhere and take steps: what counts is the task's place among the others.
  /// Slurm's documentation, "Job Array Support", names the variables.
  /// - Throws: what the variables say, when they name no part: the array has holes.
  package init?(slurm variable: (String) -> String?) throws(InputError) {
    guard let task = variable("SLURM_ARRAY_TASK_ID"),
      let count = variable("SLURM_ARRAY_TASK_COUNT")
    else { return nil }
    let first = variable("SLURM_ARRAY_TASK_MIN") ?? "1"
    let step = variable("SLURM_ARRAY_TASK_STEP") ?? "1"
    guard let task = Int(task), let first = Int(first), let step = Int(step), step > 0,
      let count = Int(count), task >= first, (task - first) % step == 0,
      let shard = SweepShard(number: (task - first) / step + 1, count: count)
    else {
      throw InputError(
        .argument,
        "task \(task) of \(count) of a Slurm array from \(first) in steps of \(step) is no part "
          + "of a sweep: submit the array without holes, or say --shard")
    }
    self = shard
  }
}
