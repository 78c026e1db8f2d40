internal import ArgumentParser
internal import CacheReports
internal import Experiments

/// Runs a scenario and stores its numbers.
struct BaselineSaveCommand: AsyncParsableCommand, TalkingCommand {
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
  @OptionGroup var talk: TalkArguments

  func validate() throws {
    if let output, output.isEmpty || output.hasSuffix("/") {
      throw ValidationError("--output: expected a file, found '\(output)'")
    }
  }

  func run() async throws {
    let file = try input.read(talk)
    let path = output ?? "Baselines/\(file.name).json"
    let result = try await simulation.result(
      of: file, command: input.command("run", for: file), talk: talk)
    talk.detail("write", path)
    try OutputFile.write(TextPieces(ReportFile.run(of: result).text), to: path, makesFolder: true)
    if !talk.quiet { Terminal.write("The baseline of \(file.name) is \(path)\n") }
  }
}
