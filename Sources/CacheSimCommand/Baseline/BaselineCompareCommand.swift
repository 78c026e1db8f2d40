internal import ArgumentParser
internal import Experiments
internal import SimCore

/// Holds a run, stored or fresh, against a stored one.
struct BaselineCompareCommand: AsyncParsableCommand, TalkingCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Says which numbers moved, by how much, for better or worse.",
    discussion: """
      OLD is a run.json, or a report's folder. SCENARIO is another one, or a scenario, which is \
      then run. Runs of different scenarios, of other versions of the file's form, and a baseline \
      without numbers are refused. The exit code is 2 when a number moved for the worse or is no \
      longer defined, a strategy or a metric vanished, or other seeds were run; with --exact when \
      anything moved or is new.

      EXAMPLES
        cachesim baseline compare old.json new.json
        cachesim baseline compare Reports/twitter twitter --tolerance 1%
        cachesim baseline compare a.json b.json --tolerance 'first_content_p95_ms=10 ms'
        cachesim baseline compare Reports/twitter twitter --format junit > baseline.xml
      """)

  /// The forms of the answer.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table, csv, markdown, junit, json
  }

  @Argument(
    help: "The stored run, or the folder of its report.", completion: .file(extensions: ["json"]))
  var old: String

  @OptionGroup var input: ScenarioArguments

  @OptionGroup var comparing: ComparisonArguments

  @OptionGroup var simulation: SimulationArguments
  @OptionGroup var talk: TalkArguments

  @Option(
    name: [.customLong("format"), .customLong("output-format")], help: "The form of the answer.")
  var format = Format.table

  @Flag(help: "List all moves, and not the first \(BaselineText.limit) only.")
  var all = false

  @Option(help: "Colours in the table.")
  var color = ColorChoice.auto

  func run() async throws {
    let comparison = try await comparison()
    Terminal.write(text(of: comparison))
    if comparison.isBroken {
      comparing.tellFailure(of: comparison)
      throw ExitStatus.broken.error
    }
  }

  private func comparison() async throws -> BaselineComparison {
    if let new = try ComparisonArguments.run(ifOneIsAt: input.scenario) {
      return try comparing.compare(try ComparisonArguments.read(old), new)
    }
    let file = try input.read(talk)
    let stored = try comparing.read(old, for: file)
    let result = try await simulation.result(
      of: file, command: input.command("run", for: file), talk: talk)
    return try comparing.compare(stored, StoredRun(result))
  }

  /// A row for each move, and for what only one of the runs has: its verdict is the kind.
  private static func moves(in comparison: BaselineComparison) -> Listing {
    let columns = [
      "strategy", "varied", "seed", "metric", "unit", "better", "old", "new", "difference",
      "relative", "verdict", "isFailure",
    ]
    let others = comparison.differences.map { difference in
      let isMetric = difference.kind == .newMetric || difference.kind == .vanishedMetric
      return JSON.object([
        (isMetric ? "metric" : "strategy", JSON(.string(difference.name))),
        ("old", JSON(.string(difference.oldSeeds.joined(separator: " ")))),
        ("new", JSON(.string(difference.newSeeds.joined(separator: " ")))),
        ("verdict", JSON(.string(difference.kind.rawValue))),
        ("isFailure", JSON(.bool(comparison.isFailure(difference)))),
      ])
    }
    let moves = BaselineJSON.json(comparison)["moves"]?.elements ?? []
    return Listing(columns, of: moves + others)
  }

  private func text(of comparison: BaselineComparison) -> TextPieces {
    switch format {
    case .table:
      TextPieces(
        BaselineText.terminal(comparison, isWhole: all, isColored: Terminal.isColored(color)))
    case .markdown: TextPieces(BaselineText.markdown(comparison, isWhole: all))
    case .csv: Self.moves(in: comparison).csv
    case .junit: TextPieces(BaselineJUnit.text(comparison))
    case .json: TextPieces(BaselineJSON.json(comparison).text + "\n")
    }
  }
}
