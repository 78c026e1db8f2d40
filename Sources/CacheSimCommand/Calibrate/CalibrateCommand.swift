internal import ArgumentParser
internal import CacheWorkloads
internal import ClientStrategies
internal import Experiments
internal import Results
internal import SimCore

struct CalibrateCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Fits a scenario to what a shipped app reports, and says how far off it then is.",
    discussion: """
      Reads what 'run --observed' reads but the record of 'serve': captures (HAR), payloads of \
      MetricKit, exports of Firebase Performance, rows of measurements. Links, server times, \
      launches, sessions and, of an app's own screens, sizes and lifetimes are fitted as far as \
      the data tells them; all else stays. Half of the people, or of the days of one person, is \
      held back: the scenario is fitted to the other half, and what it shows is compared with the \
      held-back half, beside how far random halves of the data are from each other. --output \
      writes the scenario fitted to all of the data, with a comment on each fitted value.

      --trials draws worlds instead, hides their settings, simulates what their people would \
      report, and counts how often the fit finds them: what as many people and days can tell.

      EXAMPLES
        cachesim calibrate app.json --observed field --output calibrated.json
        cachesim calibrate app.json --observed rum.csv --within 20%
        cachesim calibrate twitter --trials 4 --people 12 --days 3 \\
          --strategy url-cache

      EXIT CODES
        2    with --within: a quantile of what was held back is further off
      """)

  @OptionGroup var input: ScenarioArguments

  @Option(
    help: ArgumentHelp(
      "What was observed of the app: a file, or a folder of files. Repeatable.",
      valueName: "file"), completion: .file())
  var observed: [String] = []

  @Option(
    help: ArgumentHelp(
      "The strategy that the observed app has, by its label or name; by default the scenario's "
        + "first.", valueName: "name"), completion: .strategies)
  var strategy: String?

  @Option(
    help: "The file of the fitted scenario; by default none is written.",
    completion: .file(extensions: ["json"]))
  var output: String?

  @Flag(help: "Replace a file that is there.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "Write the answer as a page, report.html, into a folder, with a chart of the quantiles of "
        + "each measure.", valueName: "folder"), completion: .directory)
  var report: String?

  @Option(
    help: ArgumentHelp(
      "How far quantiles of the fitted scenario may be from those held back, where halves of the "
        + "data are as near.", valueName: "share"),
    transform: CalibrateCommand.share)
  var within: Double?

  @Option(help: "How many hidden worlds are drawn, in place of --observed.")
  var trials: Int?

  @Option(help: "With --trials: how many people's reports it is fitted to; as many are held back.")
  var people = 24

  @Option(help: "With --trials: for how many days.")
  var days = 7

  @OptionGroup(title: "How it is simulated") var parallel: JobsArguments
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments
  @OptionGroup(title: "What is printed") var writing: FormatArguments

  func validate() throws {
    if observed.isEmpty == (trials == nil) {
      throw ValidationError("expected --observed with field data, or --trials")
    }
    for (name, value, most) in [
      ("trials", trials ?? 1, 10_000), ("people", people, 10_000), ("days", days, 365),
    ] where !(1...most).contains(value) {
      throw ValidationError("--\(name): expected 1 to \(most), found \(value)")
    }
    if trials != nil, output != nil || report != nil || within != nil {
      throw ValidationError("--trials: expected without --output, --report and --within")
    }
    if let report, !WorkingFolder.canMake(aReportAt: report) {
      throw ValidationError("--report: expected a folder that can be replaced, found '\(report)'")
    }
  }

  func run() async throws {
    if let output, !force, FileKind(of: output) != nil {
      throw CommandError(
        .inputOutput, "\(output): there is such a file; --force replaces it")
    }
    let file = try input.read(verbosity).expectingNothing()
    let strategy =
      try strategy.map { try file.scenario.strategy(named: $0, flag: "--strategy") }
      ?? file.scenario.strategies[0]
    guard !file.scenario.isOnOneClock else {
      throw CommandError(
        .badInput,
        "\(file.name): expected devices that have nothing in common, found origin.capacity, "
          + "origin.edge or devicesOfPerson: what is fitted has as many people as it takes")
    }
    if let trials { return try await runTrials(trials, file, strategy) }
    let data = try fieldData()
    verbosity.detail("run", "\(file.name) with \(strategy.label), fitted")
    let outcome: Calibration.Outcome
    do {
      outcome = try await Calibration.run(file, to: data, strategy, jobs: parallel.width)
    } catch let error as InputError where error.reason == .malformed {
      throw CommandError(
        .badInput, "\(observed.joined(separator: ", ")): " + error.lines.joined(separator: "\n  "))
    }
    let result = outcome.result
    if let output {
      verbosity.detail("write", output)
      try OutputFile.write(TextPieces(outcome.text), to: output)
    }
    if let report {
      try PageArguments.write(result.charts, title: file.name, into: report, verbosity) {
        Document(result, charts: $0)
      }
    }
    let listing = Listing(CalibrationResult.settingColumns, result.settingRows)
    Terminal.write(
      listing.written(writing.format, document: Document(result), json: result.json))
    if let output { verbosity.note("The scenario is \(output): cachesim run \(output)") }
    try check(result)
  }

  private func fieldData() throws -> FieldData {
    var parts: [FieldData] = []
    for path in observed {
      try InputFile.check(path)
      for file in try FieldFile.files(of: path) {
        verbosity.detail("read", file)
        parts.append(try FieldFile(contentsOf: file).data)
      }
    }
    return FieldData(joining: parts)
  }

  private func check(_ result: CalibrationResult) throws {
    guard let within else { return }
    let share = Display.share(within)
    guard !result.measures.isEmpty else {
      throw CommandError(.broken, "--within: \(result.verdict)")
    }
    let beyond = result.beyond(within)
    if beyond.isEmpty { return }
    throw CommandError(
      .broken,
      "\(beyond.map(\.quantity.words).joined(separator: ", ")): further than \(share) from what "
        + "was held back, or halves of the data are, in \(beyond.count) of "
        + "\(result.measures.count) measures")
  }

  private func runTrials(
    _ count: Int, _ file: ScenarioFile, _ strategy: Chosen<AnyStrategy>
  ) async throws {
    let trials = try await verbosity.withProgress { line in
      try await CalibrationTrials.run(
        file, strategy, count: count, people: people, days: days, jobs: parallel.width
      ) { line.show(Int64($0), of: Int64(count), "trials") }
    }
    let document = trials.document(of: file.name, people: people, days: days)
    let listing = Listing(CalibrationTrials.columns, trials.rows)
    Terminal.write(listing.written(writing.format, document: document, json: trials.json))
    if let missed = trials.found.first(where: { !$0.isRight }) {
      throw CommandError(
        .broken,
        "\(missed.path): \(missed.covered) of \(missed.told) intervals have the hidden "
          + "value")
    }
  }

  /// Reads `20%` or `0.2`.
  private static func share(_ text: String) throws -> Double {
    let share =
      text.last == "%" ? Double(text.dropLast()).map { $0 / 100 } : Double(text)
    guard let share, share > 0, share <= 10 else {
      throw ValidationError("--within: expected a share such as 20%, found '\(text)'")
    }
    return share
  }
}
