internal import Synchronization

/// What an interruption leaves at each moment, and the steps that it does not cut in two.
///
/// Nothing waits while it holds the lock: a step is a renaming or two, and what comes too late is
/// told so and stands still without the lock. So the end never waits longer than for one step.
final class InterruptionPlan: Sendable {
  private struct State {
    var kept: @Sendable () -> String = { "nothing was written" }
    var isEnding = false
  }

  private let state = Mutex(State())

  /// Says what would be kept.
  /// - Returns: false when the program is ending, and nothing may follow.
  func expect(kept: @escaping @Sendable () -> String) -> Bool {
    state.withLock { state in
      if state.isEnding { return false }
      state.kept = kept
      return true
    }
  }

  /// Does a short step, such as giving a result its name, before the end or not at all.
  /// - Parameter kept: what would be kept afterwards; nil: what was said before.
  /// - Returns: nil when the program is ending, and the step was not done.
  func step<Result: Sendable & ~Copyable, Failure: Error>(
    kept: String? = nil, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try state.withLock { state throws(Failure) -> Result? in
      if state.isEnding { return nil }
      let result = try body()
      if let kept { state.kept = { kept } }
      return result
    }
  }

  /// Begins the end: from now on no step is done.
  /// - Returns: what is kept; nil when somebody else ends the program already.
  func end() -> (@Sendable () -> String)? {
    state.withLock { state in
      if state.isEnding { return nil }
      state.isEnding = true
      return state.kept
    }
  }
}
