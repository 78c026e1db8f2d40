internal import ArgumentParser
internal import CacheReports
internal import CacheWorkloads
internal import Experiments

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
    _ file: ScenarioFile, command: String, talk: TalkArguments
  ) async throws -> Runner.Outcome {
    talk.detail("run", "\(file.census()), \(width) at once")
    return try await withProgress(talk) { jobs, progress in
      try await Runner.run(file, jobs: jobs, command: command, progress: progress)
    }
  }

  /// Does work that simulates, with progress on a terminal.
  /// - Throws: an exit code, after telling what is wrong with a trace.
  func withProgress<Outcome: Sendable>(
    _ talk: TalkArguments,
    _ work: (_ jobs: Int, _ progress: @escaping @Sendable (Int, Int) -> Void) async throws ->
      Outcome
  ) async throws -> Outcome {
    let progress = talk.progress
    defer { progress.end() }
    do {
      return try await work(width) { done, all in
        progress.show(Int64(done), of: Int64(all), "simulations")
      }
    } catch let error as WorkloadError {
      throw error.refused()
    }
  }

  /// Runs a scenario and tells what the reader of a trace met.
  /// - Throws: an exit code, after telling what is wrong with a trace.
  func result(
    of file: ScenarioFile, command: String, talk: TalkArguments
  ) async throws -> RunResult {
    let outcome = try await run(file, command: command, talk: talk)
    if let issues = outcome.issues {
      if !talk.quiet { TraceNotes.tell(issues) }
      try TraceNotes.refuseSilence(of: file, outcome.result)
    }
    if !talk.quiet { TraceNotes.tellSilence(of: outcome.result) }
    return outcome.result
  }
}
