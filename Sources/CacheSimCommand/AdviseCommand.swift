internal import ArgumentParser
internal import CacheWorkloads
internal import Experiments
internal import SimCore

/// Says which strategy to take for which wish.
struct AdviseCommand: AsyncParsableCommand, TalkingCommand {
  static let configuration = CommandConfiguration(
    commandName: "advise",
    abstract: "Runs all strategies and says which to take for which wish.",
    discussion: """
      Strategies that the scenario lists are run as it sets them, all others with their defaults. \
      Who is worse than another one in something and better in nothing is left out. The rule of \
      thumb is answered from the scenario, and the wishes from what was measured.

      EXAMPLES
        cachesim advise twitter
        cachesim advise access-log --trace access.log
        cachesim advise menus --networks slow-4g,wifi --format markdown
      """)

  @OptionGroup var input: ScenarioArguments

  @OptionGroup var simulation: SimulationArguments
  @OptionGroup var talk: TalkArguments

  @OptionGroup var writing: FormatArguments

  func run() async throws {
    let file = try input.read(talk)
    talk.detail("run", "\(file.census(ofAllStrategies: true)), \(simulation.width) at once")
    let outcome = try await simulation.withProgress(talk) { jobs, progress in
      try await Adviser.advise(
        file, jobs: jobs, command: input.command("advise", for: file), progress: progress)
    }
    if let issues = outcome.issues {
      if !talk.quiet { TraceNotes.tell(issues) }
      try TraceNotes.refuseSilence(of: file, outcome.result)
    }
    let json = AdviceJSON.json(outcome)
    Terminal.write(
      Self.wishes(in: json).written(
        writing.format, text: AdviceText.terminal(outcome), json: json,
        markdown: AdviceText.markdown(outcome)))
  }

  /// A row for each wish.
  private static func wishes(in json: JSON) -> Listing {
    Listing(
      ["varied", "wish", "strategy", "runnerUp", "metric"],
      of: (json["advice"]?.elements ?? []).flatMap { advice in
        (advice["wishes"]?.elements ?? []).map { wish in
          let varied = [("varied", advice["varied"] ?? JSON(.null))]
          return .object(varied + (wish.members ?? []).map { ($0.name, $0.value) })
        }
      })
  }
}
