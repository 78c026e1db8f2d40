internal import ArgumentParser
internal import Experiments
internal import Reports
internal import Workloads

/// How simulations are run: the same for every command that runs some.
struct SimulationArguments: ParsableArguments {
  @Option(help: "How many simulations run at once; by default one for each processor.")
  var jobs: Int?

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs: expected 1 or more, found \(jobs)") }
  }

  /// How many simulations run at once.
  var width: Int { jobs ?? Progress.processorCount }

  /// Runs a scenario's cells, with progress on a terminal.
  /// - Throws: an exit code, after telling what is wrong with a trace.
  func run(
    _ file: ScenarioFile, command: String, isQuiet: Bool
  ) async throws -> Runner.Outcome {
    try await withProgress(isQuiet: isQuiet) { jobs, progress in
      try await Runner.run(file, jobs: jobs, command: command, progress: progress)
    }
  }

  /// Does work that simulates, with progress on a terminal.
  /// - Throws: an exit code, after telling what is wrong with a trace.
  func withProgress<Outcome: Sendable>(
    isQuiet: Bool = false,
    _ work: (_ jobs: Int, _ progress: @escaping @Sendable (Int, Int) -> Void) async throws ->
      Outcome
  ) async throws -> Outcome {
    let progress = Progress(isShown: Terminal.isWatched && !isQuiet)
    defer { progress.end() }
    do {
      return try await work(width) { done, all in progress.show(done, of: all) }
    } catch let error as WorkloadError {
      progress.end()
      throw error.refused()
    }
  }

  /// Runs a scenario and tells what the reader of a trace met.
  /// - Throws: an exit code, after telling what is wrong with a trace.
  func result(
    of file: ScenarioFile, command: String, isQuiet: Bool = false
  ) async throws -> RunResult {
    let outcome = try await run(file, command: command, isQuiet: isQuiet)
    if let issues = outcome.issues {
      if !isQuiet { TraceNotes.tell(issues) }
      try TraceNotes.refuseSilence(of: file, outcome.result)
    }
    return outcome.result
  }
}
