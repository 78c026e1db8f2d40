internal import ArgumentParser
internal import CacheReports
internal import CacheWorkloads
internal import ClientStrategies
internal import Experiments
internal import Results
internal import SimCore

struct CompareCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares two strategies, and explains the first screen view that differs.",
    discussion: """
      Both have the same workload, network schedule and origin. The table has the difference, the \
      second minus the first, with its interval over the scenario's seeds, and for how many seeds \
      the same one is better. The explained view is of the first seed, or of --seed. The last line \
      says which one the scenario's decision takes, and by how much. A strategy that is not in \
      the scenario is taken from the catalogue with its defaults; behind its name, other values of \
      its settings may stand.

      EXAMPLES
        cachesim compare twitter on-demand url-cache
        cachesim compare menus memory-tier dictionary --format markdown
        cachesim compare twitter on-demand dictionary \\
          --set on-demand.staleAfter=1h --seeds 1..8
        cachesim compare images kingfisher kingfisher:disk.limit=100MB
      """)

  @OptionGroup var input: ScenarioArguments

  @Argument(
    help: "The first strategy, by its label in the scenario or its name.", completion: .strategy)
  var first: String

  @Argument(help: "The second one.", completion: .strategy)
  var second: String

  @OptionGroup var cell: CellArguments
  @OptionGroup(title: "How it is simulated") var simulation: SimulationArguments
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  @OptionGroup(title: "What is printed") var writing: FormatArguments
  @OptionGroup(title: "The page") var page: PageArguments

  @Option(help: "Colours in the text.")
  var color = ColorChoice.auto

  func validate() throws {
    if input.strategies != nil {
      throw ValidationError("--strategies: the two strategies stand behind the scenario")
    }
  }

  func run() async throws {
    let file = try input.read(verbosity)
    let scenario = try cell.scenario(of: file)
    let pair = try pair(in: scenario)
    let value = cell.varied ?? file.variants[0].value
    let question = file.restricted(to: pair, in: scenario, varied: value)
    let outcome = try await simulation.run(
      question, command: input.command("compare", for: file), verbosity: verbosity)
    let seed = cell.seed(of: scenario)
    let progress = verbosity.progress
    progress.show(0, of: nil, "views explained")
    defer { progress.end() }
    let difference = try FirstDifference(pair, Explainer(of: scenario, seed: seed))
    progress.end()
    let table = StrategyComparison(
      outcome.result.rows[0], outcome.result.rows[1], for: outcome.result.goal)
    let title = "\(file.name)\(value.map { ", \($0)" } ?? ""), seed \(seed)"
    let listing = Listing(
      [
        "metric", "unit", "first", "second", "difference", "better", "agreeing_seeds", "seeds",
      ], of: table.json.elements ?? [])
    let json = JSON.object([
      "scenario": JSON(file.name), "varied": JSON(value), "first": JSON(pair[0].label),
      "second": JSON(pair[1].label), "answer": JSON(outcome.result.closingSentences.first),
      "metrics": table.json, "seed": JSON(seed), "first_difference": difference.json,
    ])
    func document(_ figures: [Figure]) -> Document {
      var document = Document(
        title: "\(pair[0].label) and \(pair[1].label): \(outcome.result.title)",
        question: "What changes with \(pair[1].label) in place of \(pair[0].label)?")
      document.lead = [
        .note(.facts, "Simulated", outcome.result.simulated.map { InlineText($0) })
      ]
      document.add("Answer", [.sentences(outcome.result.closingSentences)])
      document.add("Numbers", figures.prefix(1).map { .figure($0) } + table.blocks)
      let view = "The first view that differs"
      let look = figures.count > 1 ? WaterfallLook.none : .document
      document.add(
        view,
        figures.dropFirst().map { .figure($0) } + [.code(difference.text(title, look), name: view)])
      document.add("How to reproduce", [.command(outcome.result.command)])
      return document
    }
    let isColored = Terminal.isColored(color)
    Terminal.write(
      listing.written(
        writing.format,
        text: TerminalRenderer.text(of: drawnTable(table), isColored: isColored) + "\n"
          + difference.text(title, .terminal(color)) + "\n"
          + GoalAnswer.closing(of: outcome.result),
        json: json, markdown: MarkdownRenderer.text(of: document([]))))
    let charts: [(any Chart)?] = [ForestChart(of: table), difference.chart(title)]
    try page.write(charts.compactMap { $0 }, title: outcome.result.title, verbosity, document)
  }

  private func pair(in scenario: Scenario) throws -> [Chosen<AnyStrategy>] {
    let pair = [
      try scenario.strategy(named: first, flag: "the first strategy"),
      try scenario.strategy(named: second, flag: "the second strategy"),
    ]
    guard pair[0].label != pair[1].label else {
      throw ValidationError("expected two strategies, found '\(pair[0].label)' twice")
    }
    return pair
  }

  /// The table with bars where they have room: a terminal that is narrower has the numbers.
  private func drawnTable(_ comparison: StrategyComparison) -> ResultTable {
    let drawn = comparison.table(isDrawn: true)
    let width = TerminalRenderer.width(of: drawn)
    return width <= Terminal.columns ?? .max ? drawn : comparison.table
  }
}

/// The first screen view that differs between two strategies, explained for both.
struct FirstDifference {
  private let labels: [String]
  private let divergence: Divergence?
  private let opens: Int
  private let explanations: [Explanation]

  init(_ pair: [Chosen<AnyStrategy>], _ explainer: Explainer) throws(InputError) {
    labels = pair.map(\.label)
    (divergence, opens) = try explainer.divergence(of: pair[0].product, and: pair[1].product)
    var explanations: [Explanation] = []
    if let divergence {
      for strategy in pair {
        explanations += try explainer.explain([divergence.first.id], of: strategy.product)
      }
    }
    self.explanations = explanations
  }

  func text(_ title: String, _ look: WaterfallLook) -> String {
    guard let divergence else {
      let views = NumberText.counted(opens, "view is", plural: "views are")
      return "\(TextWidth.printable(title)): all \(views) equal.\n"
    }
    var text =
      "\(TextWidth.printable(title)): the first difference is view \(divergence.alike + 1) of "
      + "\(opens): " + divergence.differences.joined(separator: ", ") + ".\n" + look.text(views)
    for (label, explanation) in zip(labels, explanations) {
      text +=
        "\n"
        + ExplanationText(explanation).text(
          title: "\(TextWidth.printable(label)): \(explanation.place)",
          WaterfallLook(isColored: look.isColored))
    }
    return text
  }

  private var views: [(label: String, waterfall: ViewWaterfall)] {
    zip(labels, explanations).map { ($0, $1.waterfall) }
  }

  /// Both side by side; nil: all views are equal.
  func chart(_ subtitle: String) -> WaterfallChart? {
    guard let divergence, let first = explanations.first else { return nil }
    return WaterfallChart(
      name: "waterfalls", title: "The first view that differs",
      subtitle: "\(divergence.differences.joined(separator: ", ")): \(subtitle), \(first.place)",
      views)
  }

  /// Null where all views are equal.
  var json: JSON {
    guard let divergence else { return JSON(.null) }
    return .object([
      "open": JSON(divergence.alike + 1), "opens": JSON(opens),
      "differences": JSON(divergence.differences), "first": explanations[0].json,
      "second": explanations[1].json,
    ])
  }
}
