internal import ArgumentParser
internal import Experiments
internal import FoundationEssentials
internal import Reports

/// Runs a scenario and stores its numbers.
struct BaselineSaveCommand: AsyncParsableCommand {
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

  func validate() throws {
    if let output, output.isEmpty || output.hasSuffix("/") {
      throw ValidationError("--output: expected a file, found '\(output)'")
    }
  }

  func run() async throws {
    let file = try input.read()
    let path = output ?? "Baselines/\(file.name).json"
    let result = try await simulation.result(
      of: file, command: input.command("run", for: file))
    let target = URL(filePath: path)
    do {
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(ReportFile.run(of: result).text.utf8).write(to: target, options: .atomic)
    } catch {
      Terminal.note("error: cannot write \(path)")
      throw ExitStatus.inputOutput.error
    }
    Terminal.write("The baseline of \(file.name) is \(path)\n")
  }
}
