internal import ArgumentParser
internal import CacheReports
internal import Experiments
internal import SimCore

struct BaselineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Stores a run's numbers, and reports later which of them changed.",
    discussion: """
      The simulator is deterministic, so a number changes only with the scenario's settings or \
      the program. A change counts when chance does not explain the seeds' differences and when it \
      is larger than the digits that mean something. 'run --baseline FILE' does the same and \
      writes a report; 'baseline power' tells how large a change the seeds can show.

      EXAMPLES
        cachesim baseline save twitter
        cachesim baseline compare Baselines/twitter.json twitter
        cachesim baseline compare old.json new.json \\
          --tolerance first_content_p95_ms=5%
        cachesim baseline compare Reports/twitter twitter --exact
        cachesim baseline power twitter --devices 2
        cachesim baseline compare Reports/twitter twitter --format junit \\
          --output baseline.xml
      """,
    subcommands: [
      BaselineSaveCommand.self, BaselineCompareCommand.self, BaselinePowerCommand.self,
    ])
}

struct BaselineSaveCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: "Runs a scenario and stores its run.json.",
    discussion: """
      EXAMPLES
        cachesim baseline save twitter
        cachesim baseline save scenarios/mine.json --output ci/mine.json
      """)

  @OptionGroup var input: ScenarioArguments

  @Option(
    help: "The file; by default Baselines/ and the scenario's name.",
    completion: .file(extensions: ["json"]))
  var output: String?

  @OptionGroup var simulation: SimulationArguments
  @OptionGroup var verbosity: VerbosityArguments

  func validate() throws {
    if let output, output.isEmpty || output.hasSuffix("/") {
      throw ValidationError("--output: expected a file, found '\(output)'")
    }
  }

  func run() async throws {
    let file = try input.read(verbosity)
    let path = output ?? "Baselines/\(file.name).json"
    let result = try await simulation.result(
      of: file, command: input.command("run", for: file), verbosity: verbosity)
    verbosity.detail("write", path)
    try OutputFile.write(TextPieces(ReportFile.run(of: result).text), to: path, makesFolder: true)
    if !verbosity.quiet { Terminal.write("The baseline of \(file.name) is \(path)\n") }
  }
}
