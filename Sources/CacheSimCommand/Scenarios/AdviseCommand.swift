internal import ArgumentParser
internal import CacheReports
internal import CacheWorkloads
internal import Experiments
internal import Results
internal import SimCore

struct AdviseCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "advise",
    abstract: "Runs all strategies and recommends one for each objective.",
    discussion: """
      Strategies that the scenario lists are run as it sets them, all others with their defaults. \
      Dominated strategies are left out. The rule of thumb follows from the scenario, the \
      recommendations from what was measured. A library that the scenario lists, or that --library \
      names, is run as it ships and with each setting that its users can change.

      EXAMPLES
        cachesim advise twitter
        cachesim advise access-log --trace access.log
        cachesim advise menus --networks slow-4g,wifi --format markdown
        cachesim advise images --library kingfisher,sdwebimage
      """)

  @OptionGroup var input: ScenarioArguments

  @Option(
    help: ArgumentHelp(
      "Libraries as they ship to try beside the scenario's strategies, each also with other "
        + "settings; 'cachesim list presets' names them.", valueName: "name,name"),
    transform: { $0.split(separator: ",").map(String.init) })
  var library: [String]?

  @OptionGroup var simulation: SimulationArguments
  @OptionGroup var verbosity: VerbosityArguments

  @OptionGroup var writing: FormatArguments
  @OptionGroup var page: PageArguments

  func validate() throws {
    if input.strategies != nil {
      throw ValidationError("--strategies: advice is about all of them; 'cachesim run' takes some")
    }
  }

  func run() async throws {
    let file = try input.read(verbosity).adding(libraries: library ?? [])
    verbosity.detail("run", "\(file.sizeText(ofAllStrategies: true)), \(simulation.width) at once")
    let libraries = library.map { " --library \(ShellWord.quoted($0.joined(separator: ",")))" }
    let command = input.command("advise", for: file) + (libraries ?? "")
    let outcome = try await simulation.withProgress(verbosity) { store, progress in
      try await Advice.run(
        file, jobs: simulation.width, store: store, command: command, progress: progress)
    }
    if let issues = outcome.issues {
      if !verbosity.quiet { TraceNotes.report(issues) }
      try TraceNotes.refuseEmpty(file, outcome.result)
    }
    let json = AdviceJSON.json(outcome)
    let document = Document(outcome)
    Terminal.write(
      Self.objectives(in: json).written(
        writing.format, document: document, json: json))
    try page.write(title: file.name, verbosity) { _ in document }
  }

  private static func objectives(in json: JSON) -> Listing {
    Listing(
      ["varied", "objective", "strategy", "runnerUp", "metric"],
      of: (json["advice"]?.elements ?? []).flatMap { advice in
        (advice["recommendations"]?.elements ?? []).map { recommendation in
          let varied = [("varied", advice["varied"] ?? JSON(.null))]
          return .object(varied + (recommendation.members ?? []).map { ($0.name, $0.value) })
        }
      })
  }
}
