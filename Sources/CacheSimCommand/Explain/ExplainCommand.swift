internal import ArgumentParser
internal import CacheWorkloads
internal import ClientStrategies
internal import Experiments
internal import Measurement
internal import SimCore

/// Tells the story of single opens.
struct ExplainCommand: ParsableCommand, TalkingCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Tells the story of single opens: what happened, when and why.",
    discussion: """
      Each line has the time of day, the time since the open, what happened, and why. Days are \
      counted from 1; the first begins at midnight, with the scenario. Without a strategy the same \
      opens, found by the scenario's first one, are told under each.

      EXAMPLES
        cachesim explain twitter --strategy on-demand
        cachesim explain twitter --strategy url-cache --worst latency 5
        cachesim explain twitter --at '2d 09:14'
        cachesim explain menus --strategy memory-tier --view 3 --parts
      """)

  @OptionGroup var input: ScenarioArguments

  @Option(
    help: ArgumentHelp(
      "The strategy, by its label in the scenario or its name; by default all of the scenario.",
      valueName: "name"), completion: .strategy)
  var strategy: String?

  @OptionGroup var opens: OpenArguments
  @OptionGroup var world: WorldArguments
  @OptionGroup var talk: TalkArguments

  @Flag(help: "Tell of each part of a screen by itself.")
  var parts = false

  @OptionGroup var writing: FormatArguments

  @Option(help: "Colours in the text.")
  var color = ColorChoice.auto

  func run() throws {
    let file = try input.read(talk)
    let scenario = try world.scenario(of: file)
    let seed = world.seed(of: scenario)
    let chosen =
      try strategy.map { [try scenario.strategy(named: $0, flag: "--strategy")] }
      ?? scenario.strategies
    talk.detail("run", "\(chosen.map(\.label).joined(separator: ", ")), seed \(seed)")
    let stories: [TelledStrategy]
    do throws(WorkloadError) {
      stories = try tell(of: chosen, Narrator(of: scenario, seed: seed))
    } catch {
      throw error.refused()
    }
    guard stories.contains(where: { !$0.tellings.isEmpty }) else {
      throw ExitStatus.badInput.error
    }
    let story = ExplainedScenario(
      name: file.name, seed: seed, varied: world.varied ?? file.variants[0].value,
      strategies: stories)
    Terminal.write(
      story.listing.written(
        writing.format, text: story.text(isColored: Terminal.isColored(color)), json: story.json,
        markdown: story.markdown))
  }

  /// Finds the opens with the first strategy, and has them told under each.
  private func tell(
    of strategies: [Chosen<AnyStrategy>], _ narrator: Narrator
  ) throws(WorkloadError) -> [TelledStrategy] {
    guard let first = strategies.first, let choice = try? opens.choice else { return [] }
    let progress = talk.progress
    defer { progress.end() }
    let runs = Int64(strategies.count + 1)
    progress.show(0, of: runs, "runs")
    let found = try narrator.find(choice, device: opens.device, of: first.product)
    guard !found.opens.isEmpty else {
      Terminal.note("error: \(found.absence(of: choice, device: opens.device))")
      return []
    }
    var stories: [TelledStrategy] = []
    for (done, strategy) in strategies.enumerated() {
      progress.show(Int64(done + 1), of: runs, "runs")
      let tellings = try narrator.tell(
        found.opens.map(\.id), of: strategy.product, partByPart: parts)
      stories.append(TelledStrategy(label: strategy.label, tellings: tellings))
    }
    return stories
  }
}

extension Narrator.Found {
  /// Why there is nothing to tell, in a sentence.
  fileprivate func absence(of choice: OpenChoice, device: UInt32?) -> String {
    let whose = device.map { "device \($0)" } ?? "nobody"
    if count == 0 { return device == nil ? "nobody opens anything" : "\(whose) opens nothing" }
    switch choice {
    case .view(let resource, _):
      return "screen \(resource) is never opened" + (device.map { " by device \($0)" } ?? "")
    case .at(let time):
      let near = nearest.map { open in
        "; the nearest is on screen from \(open.visit.openedAt.clockText) to "
          + "\(open.visit.closedAt.clockText), on device \(open.id.device)"
      }
      return "no screen is open at \(time.start.clockText)\(near ?? "")"
    case .worst(let measure, _): return "no open is bad by \(measure.rawValue)"
    }
  }
}
