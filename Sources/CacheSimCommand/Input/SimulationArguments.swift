internal import ArgumentParser
internal import Experiments
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
    let progress = Progress(isShown: Terminal.isWatched && !isQuiet)
    defer { progress.end() }
    do {
      return try await Runner.run(
        file, jobs: width, command: command,
        progress: { done, all in progress.show(done, of: all) })
    } catch let error as WorkloadError {
      progress.end()
      throw Self.tell(error)
    }
  }

  /// Tells what is wrong with a trace; the exit code that says so.
  static func tell(_ error: WorkloadError) -> ExitCode {
    Terminal.note("error: \(error.place): \(error.message)")
    let status: ExitStatus =
      error.reason == .missingFile
      ? .missingFile : error.reason == .malformed ? .badInput : .inputOutput
    return status.error
  }
}
