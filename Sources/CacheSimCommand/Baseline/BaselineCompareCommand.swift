internal import ArgumentParser
internal import CacheReports
internal import Experiments
internal import Results
internal import SimCore

struct BaselineCompareCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Reports which numbers changed, by how much, for better or worse.",
    discussion: """
      OLD is a run.json, or a report's folder. SCENARIO is another one, or a scenario, which is \
      then run. Runs of different scenarios, of other versions of the file's format, and a \
      baseline without numbers are refused.

      A change counts when chance does not explain the differences seed by seed, by the exact \
      distribution of their signs (fewer than six seeds cannot exclude chance: there the furthest \
      counts, and what changed by half the number or more); and when it is not below the digits \
      that mean something in its unit, such as 1 ms or 0.1 percentage point. Harm where there was \
      none, such as a lost edit, always counts. What \
      got worse comes first, what the scenario expects something of before the rest, then by \
      importance; the others are only counted. One seed has no noise floor. \
      --exact counts every change of every number, to the last digit, also of single seeds.

      EXIT CODE
        0   nothing that counts got worse; what got better is told
        2   a number that counts got worse or is no longer defined, or
            a strategy, a metric or an expectation is missing, or other seeds
            were run, or an expectation of the later run is broken;
            with --exact: anything changed or is new
        65  the runs cannot be compared

      EXAMPLES
        cachesim baseline compare old.json new.json
        cachesim baseline compare Reports/twitter twitter --exact
        cachesim baseline compare a.json b.json --tolerance apdex=0.02
        cachesim baseline compare a.json b.json --format markdown --output c.md
        cachesim baseline compare a.json news.json --format junit > junit.xml
        cachesim baseline compare old.json news.json --format github
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table, csv, markdown, junit, json, github
  }

  @Argument(
    help: "The stored run, or the folder of its report.", completion: .file(extensions: ["json"]))
  var old: String

  @OptionGroup var input: ScenarioArguments

  @OptionGroup var comparing: ComparisonArguments

  @OptionGroup(title: "How it is simulated") var simulation: SimulationArguments
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  @Option(
    name: [.customLong("format"), .customLong("output-format")],
    help: "The output format; github: the table, then annotations for a workflow.")
  var format = Format.table

  @Flag(help: "List all changes, and not the \(BaselineText.limit) most important only.")
  var all = false

  @OptionGroup var writing: PullRequestArguments

  @Option(help: "Colours in the table.")
  var color = ColorChoice.auto

  func run() async throws {
    let check = try await check()
    let report = FileKind(of: input.scenario) == .folder ? input.scenario : nil
    let chartFailure = try writing.write(
      check, ofReport: report.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 },
      drawsChart: format == .markdown, verbosity
    ) { chart, page in text(of: check, chart, page) }
    let failures = check.failures
    guard failures.isEmpty else {
      throw CommandError(.broken, lines: failures.map { "error: \($0)" })
    }
    if let chartFailure { throw chartFailure }
  }

  private func check() async throws -> RunCheck {
    if let new = try ComparisonArguments.run(ifOneIsAt: input.scenario) {
      return RunCheck(try comparing.compare(try ComparisonArguments.read(old), new))
    }
    let file = try input.read(verbosity)
    let stored = try comparing.read(old, for: file)
    let result = try await simulation.result(
      of: file, command: input.command("run", for: file), verbosity: verbosity)
    let place = input.place()
    return RunCheck(
      of: result, try comparing.compare(stored, StoredRun(result)), file: place?.file,
      text: place?.text)
  }

  private func text(of check: RunCheck, _ chart: String?, _ page: String?) -> TextPieces {
    guard let comparison = check.comparison else { preconditionFailure("two runs are compared") }
    switch format {
    case .table:
      let isColored = writing.output == nil && Terminal.isColored(color)
      return TextPieces(check.text(isWhole: all, isColored: isColored))
    case .markdown:
      var text = PullRequestText(of: check)
      (text.isWhole, text.chart, text.page) = (all, chart, page)
      return TextPieces(text.text)
    case .csv: return Self.moves(in: comparison).csv
    case .junit: return TextPieces(JUnitReport.text(check))
    case .json: return TextPieces(BaselineJSON.json(check).text + "\n")
    case .github: return TextPieces(check.text(isWhole: all) + GitHubAnnotations.text(check))
    }
  }

  /// A row for each change, and for what only one of the runs has: its verdict is the kind.
  private static func moves(in comparison: BaselineComparison) -> Listing {
    let columns = [
      "strategy", "varied", "seed", "metric", "unit", "better", "old", "new", "difference",
      "relative", "noiseFloor", "chance", "smallestChange", "importance", "verdict", "standing",
      "isFailure",
    ]
    let others = comparison.differences.map { difference in
      let isMetric = difference.kind == .newMetric || difference.kind == .vanishedMetric
      return JSON.object([
        (isMetric ? "metric" : "strategy"): JSON(difference.name),
        "old": JSON(difference.oldSeeds.joined(separator: " ")),
        "new": JSON(difference.newSeeds.joined(separator: " ")),
        "verdict": JSON(difference.kind.rawValue),
        "isFailure": JSON(comparison.isFailure(difference)),
      ])
    }
    let json = BaselineJSON.json(comparison)
    let moves = json["moves"]?.elements ?? []
    return Listing(columns, of: moves + (json["seedMoves"]?.elements ?? []) + others)
  }
}

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
    commandName: "save", abstract: "Runs a scenario and stores its run.json.",
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

  @OptionGroup(title: "How it is simulated") var simulation: SimulationArguments
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  func validate() throws {
    try OutputFile.check(output)
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
