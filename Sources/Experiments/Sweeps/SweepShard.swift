/// A part of a sweep that a process makes: every n-th cell in canonical order.
package struct SweepShard: Hashable, Sendable {
  /// Which part, from 1.
  package let number: Int
  /// How many parts there are.
  package let count: Int

  /// The whole sweep.
  package static let whole = SweepShard()

  private init() {
    number = 1
    count = 1
  }

  /// A part; nil unless `number` is from 1 to `count`.
  package init?(number: Int, count: Int) {
    guard count >= 1, (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// Reads `2/8`; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]) else {
      return nil
    }
    self.init(number: number, count: count)
  }

  /// The part that a task of a Slurm array is; nil outside of one.
  ///
  /// Arrays may begin anywhere and take steps: what counts is the task's place among the others.
  /// Slurm's documentation, "Job Array Support", names the variables.
  /// - Throws: what the variables say, when they name no part: the array has holes.
  package init?(slurm variable: (String) -> String?) throws(SweepError) {
    guard let task = variable("SLURM_ARRAY_TASK_ID"),
      let count = variable("SLURM_ARRAY_TASK_COUNT")
    else { return nil }
    let first = variable("SLURM_ARRAY_TASK_MIN") ?? "1"
    let step = variable("SLURM_ARRAY_TASK_STEP") ?? "1"
    guard let task = Int(task), let first = Int(first), let step = Int(step), step > 0,
      let count = Int(count), task >= first, (task - first) % step == 0,
      let shard = SweepShard(number: (task - first) / step + 1, count: count)
    else {
      throw SweepError(
        "task \(task) of \(count) of a Slurm array from \(first) in steps of \(step) is no part "
          + "of a sweep: submit the array without holes, or say --shard")
    }
    self = shard
  }

  /// Whether it makes the cell of that place.
  func contains(_ index: Int) -> Bool { index % count == number - 1 }
}

extension SweepShard: CustomStringConvertible {
  package var description: String { "\(number)/\(count)" }
}
