internal import ArgumentParser
internal import CacheReports
internal import Experiments
internal import SimCore

/// Stores a scenario's numbers, and compares later runs with them.
struct BaselineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Stores a run's numbers, and reports later which of them changed.",
    discussion: """
      The simulator is deterministic, so a number changes only with the scenario's settings or \
      the program. 'run --baseline FILE' does the same and writes a report.

      EXAMPLES
        cachesim baseline save twitter
        cachesim baseline compare Baselines/twitter.json twitter
        cachesim baseline compare old.json new.json --tolerance first_content_p95_ms=5%
        cachesim baseline compare Reports/twitter twitter --format markdown
        cachesim baseline compare Reports/twitter twitter --format junit > baseline.xml
      """,
    subcommands: [BaselineSaveCommand.self, BaselineCompareCommand.self])
}

/// Compares a run, stored or new, with a stored one.
struct BaselineCompareCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Reports which numbers changed, by how much, for better or worse.",
    discussion: """
      OLD is a run.json, or a report's folder. SCENARIO is another one, or a scenario, which is \
      then run. Runs of different scenarios, of other versions of the file's format, and a \
      baseline without numbers are refused. The exit code is 2 when a number changed for the worse \
      or is no longer defined, a strategy or a metric is missing, or other seeds were run; with \
      --exact when anything changed or is new.

      EXAMPLES
        cachesim baseline compare old.json new.json
        cachesim baseline compare Reports/twitter twitter --tolerance 1%
        cachesim baseline compare a.json b.json --tolerance 'first_content_p95_ms=10 ms'
        cachesim baseline compare Reports/twitter twitter --format junit > baseline.xml
      """)

  /// The output formats.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table, csv, markdown, junit, json
  }

  @Argument(
    help: "The stored run, or the folder of its report.", completion: .file(extensions: ["json"]))
  var old: String

  @OptionGroup var input: ScenarioArguments

  @OptionGroup var comparing: ComparisonArguments

  @OptionGroup var simulation: SimulationArguments
  @OptionGroup var verbosity: VerbosityArguments

  @Option(
    name: [.customLong("format"), .customLong("output-format")], help: "The output format.")
  var format = Format.table

  @Flag(help: "List all changes, and not the first \(BaselineText.limit) only.")
  var all = false

  @Option(help: "Colours in the table.")
  var color = ColorChoice.auto

  func run() async throws {
    let comparison = try await comparison()
    Terminal.write(text(of: comparison))
    if let failure = comparing.failure(of: comparison) { throw CommandError(.broken, failure) }
  }

  private func comparison() async throws -> BaselineComparison {
    if let new = try ComparisonArguments.run(ifOneIsAt: input.scenario) {
      return try comparing.compare(try ComparisonArguments.read(old), new)
    }
    let file = try input.read(verbosity)
    let stored = try comparing.read(old, for: file)
    let result = try await simulation.result(
      of: file, command: input.command("run", for: file), verbosity: verbosity)
    return try comparing.compare(stored, StoredRun(result))
  }

  /// A row for each change, and for what only one of the runs has: its verdict is the kind.
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

/// Runs a scenario and stores its numbers.
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
