internal import ArgumentParser
internal import CacheReports
internal import CacheWorkloads
internal import Experiments
internal import SimCore

/// Holds two strategies against each other, and tells the open at which they part.
struct CompareCommand: AsyncParsableCommand, TalkingCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Puts two strategies side by side, with the first open where they part and why.",
    discussion: """
      Both meet the same people, networks and origin. The table has the mean difference over the \
      scenario's seeds, the second less the first, and how many seeds agree on who is better. The \
      stories are of the first seed, or of --seed. A strategy that the scenario does not list is \
      taken from the catalogue with its defaults.

      EXAMPLES
        cachesim compare twitter on-demand url-cache
        cachesim compare menus memory-tier dictionary --format markdown
      """)

  @OptionGroup var input: ScenarioArguments

  @Argument(
    help: "The first strategy, by its label in the scenario or its name.", completion: .strategy)
  var first: String

  @Argument(help: "The second one.", completion: .strategy)
  var second: String

  @OptionGroup var world: WorldArguments
  @OptionGroup var simulation: SimulationArguments
  @OptionGroup var talk: TalkArguments

  @OptionGroup var writing: FormatArguments

  @Option(help: "Colours in the text.")
  var color = ColorChoice.auto

  func run() async throws {
    let file = try input.read(talk)
    let scenario = try world.scenario(of: file)
    let pair = [
      try scenario.strategy(named: first, flag: "the first strategy"),
      try scenario.strategy(named: second, flag: "the second strategy"),
    ]
    guard pair[0].label != pair[1].label else {
      throw ValidationError("expected two strategies, found '\(pair[0].label)' twice")
    }
    let value = world.varied ?? file.variants[0].value
    let question = file.asked(of: pair, in: scenario, varied: value)
    let outcome = try await simulation.run(
      question, command: input.command("compare", for: file), talk: talk)
    let seed = world.seed(of: scenario)
    let parting: PartingStory
    let progress = talk.progress
    progress.show(0, of: nil, "stories told")
    defer { progress.end() }
    do throws(WorkloadError) {
      parting = try PartingStory(pair, Narrator(of: scenario, seed: seed))
    } catch {
      throw error.refused()
    }
    progress.end()
    let table = StrategyComparison(outcome.result.rows[0], outcome.result.rows[1])
    let title = "\(file.name)\(value.map { ", \($0)" } ?? ""), seed \(seed)"
    let listing = Listing(
      [
        "metric", "unit", "first", "second", "mean_difference", "better", "agreeing_seeds", "seeds",
      ], of: table.json.elements ?? [])
    let isColored = Terminal.isColored(color)
    let json = JSON.object([
      ("scenario", JSON(.string(file.name))),
      ("varied", value.map { JSON(.string($0)) } ?? JSON(.null)),
      ("first", JSON(.string(pair[0].label))), ("second", JSON(.string(pair[1].label))),
      ("metrics", table.json), ("seed", JSON(.integer(Int64(seed)))), ("parting", parting.json),
    ])
    Terminal.write(
      listing.written(
        writing.format,
        text: table.text(isColored: isColored) + "\n" + parting.text(title, isColored: isColored),
        json: json,
        markdown: table.markdown + "\n"
          + MarkdownTable.fenced(parting.text(title, isColored: false), "text")))
  }
}
