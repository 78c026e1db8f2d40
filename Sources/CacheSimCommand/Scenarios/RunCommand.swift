internal import ArgumentParser
internal import CacheMetrics
internal import CacheReports
internal import CacheWorkloads
internal import Experiments
internal import Results
internal import SimCore

struct RunCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs a scenario, prints a table and writes a report with charts.",
    discussion: """
      Simulations are kept, and found again by this and every other command that makes some.

      With --explore the report also has what the scenario does not say: rules of thumb that \
      follow from its workload, the other strategies of the catalogue with their defaults, and \
      each library that it lists with the settings that its users can change.

      EXAMPLES
        cachesim run twitter
        cachesim run scenarios/twitter.json --output /var/www/report
        cachesim run access-log --trace access.log
        cachesim run access-log --trace capture.har
        cachesim run twitter --networks slow-4g,lte-nlc,wifi
        cachesim run twitter --set on-demand.staleAfter=1h --seeds 1..8
        cachesim run images --until 5% --at-most-seeds 60
        cachesim run news --strategies on-demand,url-cache --devices 2 --duration 3d
        cachesim run menus --format json > menus.json
        cachesim run twitter --baseline Reports/twitter --tolerance 1%
        cachesim run news --by screen
        cachesim run twitter --quiet --format junit > expectations.xml
        cachesim run news --observed app.jsonl
        cachesim run twitter --cells /shared/cells
        cachesim run twitter --robustness full
        cachesim run twitter --explore
        cachesim run images --library kingfisher,sdwebimage
        cachesim run twitter --trace-events day.json
      """)

  @OptionGroup var input: ScenarioArguments

  @Option(
    help: ArgumentHelp(
      "The report's folder; by default Reports/ and the scenario's name.",
      discussion: ReportFlags.discussion),
    completion: .directory)
  var output: String?

  @OptionGroup(title: "The report") var report: ReportFlags

  @OptionGroup(title: "How it is simulated") var adding: SeedArguments
  @OptionGroup(title: "How it is simulated") var simulation: SimulationArguments

  @Option(
    help: ArgumentHelp(
      "Whether to try what turns the answer.",
      discussion: """
        Assumptions have other plausible values, one at a time: quick, on few devices, with at \
        most half as many simulated device-days as the run has, of a small run ten times as many, \
        up to 400; full, all assumptions on all devices; or off. No number of the run depends on it.
        """))
  var robustness = RobustnessTest.Effort.quick

  @Option(
    help: "A stored run, or the folder of its report, to compare the results with.",
    completion: .file(extensions: ["json"]))
  var baseline: String?

  @Flag(help: "Try also what the scenario does not list, and tell rules of thumb.")
  var explore = false

  @Option(
    help: ArgumentHelp(
      "Libraries as they ship to run beside the scenario's strategies, each explored with other "
        + "settings; 'cachesim list presets' names them.", valueName: "name,name"),
    transform: { $0.split(separator: ",").map(String.init) })
  var library: [String]?

  @Option(
    help: ArgumentHelp(
      "A file for the day of the longest wait as Trace Event JSON, a process for each strategy; "
        + "'cachesim explain --format perfetto' takes other days.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var traceEvents: String?

  @OptionGroup var comparing: ComparisonArguments
  @OptionGroup var observing: ObservedArguments

  enum Format: String, FormatName {
    case table, csv, json, markdown, junit, github
  }

  @Option(
    name: [.customLong("format"), .customLong("output-format")],
    help: ArgumentHelp(
      "The output format; junit and github tell of expectations and of --baseline alone."))
  var format = Format.table

  @Option(
    help: ArgumentHelp(
      "A table by part besides: by screen, by kind of screens, or by kind of resource; with "
        + "--format csv that alone.",
      valueName: "screen|kind|resource"))
  var by: MetricTag.Key?

  @Option(help: "Colours in the table.")
  var color = ColorChoice.auto

  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments

  func validate() throws {
    if let output { try WorkingFolder.check(output) }
    if baseline != nil, adding.until != nil {
      throw ValidationError(
        "--until and --baseline: expected one of them, as a baseline has seeds of its own")
    }
    if traceEvents == "-" {
      throw ValidationError(
        "--trace-events: expected a file, found '-'; explain --format perfetto writes to standard "
          + "output")
    }
    if let traceEvents, traceEvents.isEmpty || traceEvents.hasSuffix("/") {
      throw ValidationError("--trace-events: expected a file, found '\(traceEvents)'")
    }
  }

  func run() async throws {
    let found = try ScenarioLocator.find(input.scenario)
    var file = try read(found, verbosity)
    let rule = try adding.rule(for: file)
    let folder = output ?? "Reports/\(file.name)"
    let making = report.making(at: folder, verbosity)
    try making.check()
    making.expect()
    let stored = try baseline.map { try comparing.read($0, for: file) }
    let observed = try observing.read(for: file)
    let outcome = try await simulation.outcome(
      of: file, command: input.command("run", for: file) + ownOptions,
      adding: rule.map { addedSeeds($0, of: file, found) }, verbosity: verbosity)
    file = outcome.file
    var result = outcome.result
    result.add(try await simulation.robustness(of: file, result, robustness, verbosity))
    let explored = isExploring ? try await explore(file, beyond: &result) : []
    let comparison = try stored.map { try comparing.compare($0, StoredRun(result)) }
    let agreement = CaptureAgreement(of: file.scenario.workload)
    if let agreement { result.sections.append(agreement.section) }
    result.add(observed, of: file)
    try writeTraceEvents(of: file.variants[0].scenario)
    verbosity.detail("write", folder)
    let chartFailure = try making.write(result, isDrawn: report.wantsCharts)
    let place = input.place()
    let check = RunCheck(of: result, comparison, file: place?.file, text: place?.text)
    if let text = text(of: result, check) {
      Terminal.write(text)
      if let end = outcome.end { verbosity.note("note: \(end)") }
      verbosity.note("note: the report is in \(folder): begin with \(folder)/report.html")
    } else if !verbosity.quiet {
      let (width, isColored) = (Terminal.columns ?? .max, Terminal.isColored(color))
      Terminal.write(TerminalTable.text(of: result, width: width, isColored: isColored))
      if let by {
        let table = TagTables(of: result, by: [by]).text(width: width, isColored: isColored)
        Terminal.write("\n" + table)
      }
      let texts = [
        GoalAnswer.reasons(of: result),
        explored.isEmpty ? "" : TerminalRenderer.text(of: explored),
        agreement.map { $0.note + "\n" } ?? "",
        AssertionTable.text(of: result, isColored: isColored),
        comparison.map { BaselineText.terminal($0, isColored: isColored) } ?? "",
        "The report is in \(folder): begin with \(folder)/report.html\n",
        GoalAnswer.closing(of: result),
      ]
      for text in texts where !text.isEmpty { Terminal.write("\n" + text) }
    }
    let failures = check.failures
    guard failures.isEmpty else {
      throw CommandError(.broken, lines: failures.map { "error: \($0)" })
    }
    if let chartFailure { throw chartFailure }
  }

  /// The scenario, with these seeds in place of its own.
  private func read(
    _ found: ScenarioLocator.Found, _ verbosity: VerbosityArguments, seeds: [Int]? = nil
  ) throws -> ScenarioFile {
    let file = try input.read(found, verbosity, seeds: seeds?.map { JSON($0) })
    return try library.map { try file.adding(libraries: $0) } ?? file
  }

  private func addedSeeds(
    _ rule: SeedRule, of file: ScenarioFile, _ found: ScenarioLocator.Found
  ) -> Runner.AddedSeeds {
    let first = file.scenario.seeds
    // What is noted of a scenario was noted when it was read first.
    var silent = verbosity
    (silent.quiet, silent.verbose) = (true, false)
    return Runner.AddedSeeds(rule: rule) { [silent] count in
      let seeds = SeedList.continued(first, to: count)
      verbosity.detail("seeds", "\(SeedList.text(seeds)), by --until")
      return try read(found, silent, seeds: seeds)
    } command: { file in
      input.command("run", for: file, seeds: SeedList.text(file.scenario.seeds)) + ownOptions
    }
  }

  private var isExploring: Bool { explore || library != nil }

  /// Adds what is found beyond the scenario to the result, and gives it back for a terminal.
  private func explore(
    _ file: ScenarioFile, beyond result: inout RunResult
  ) async throws -> [Block] {
    let (run, count) = (result, result.sections.count)
    result.add(
      try await simulation.withProgress(verbosity) { store, line in
        try await Exploration.run(
          file, beyond: run, jobs: simulation.width, store: store
        ) { line.show(Int64($0), of: Int64($1), "simulations") }
      })
    return result.sections.dropFirst(count).flatMap { [.heading(InlineText($0.title))] + $0.blocks }
  }

  /// Simulates the first seed once more, with all detail of one device.
  private func writeTraceEvents(of scenario: Scenario) throws {
    guard let traceEvents, let first = scenario.strategies.first else { return }
    let explainer = Explainer(of: scenario, seed: UInt64(scenario.seeds[0]))
    guard let view = try explainer.find(.worst(.latency, 1), of: first.product).views.first else {
      throw CommandError(.badInput, "--trace-events: no screen is opened")
    }
    verbosity.detail("write", traceEvents)
    let recordings = try explainer.recordings(around: view, .day, of: scenario.strategies) { _ in }
    try OutputFile.write(RecordedFile.traceEvents(of: recordings), to: traceEvents)
  }

  /// The options that no other command knows; what is tried where it is not the usual.
  private var ownOptions: String {
    adding.command + (isExploring ? " --explore" : "")
      + (library.map { " --library \(ShellWord.quoted($0.joined(separator: ",")))" } ?? "")
      + (robustness == .quick ? "" : " --robustness \(robustness.rawValue)")
      + observing.command
  }

  /// The result in the format that was asked for, alone; nil: the table, with what follows it.
  private func text(of result: RunResult, _ check: RunCheck) -> TextPieces? {
    switch format {
    case .csv where by != nil: TextPieces(ReportFile.tags(of: result).text)
    case .junit: TextPieces(JUnitReport.text(check))
    case .github: TextPieces(check.text() + GitHubAnnotations.text(check))
    default: format.usual.text(of: result)
    }
  }
}

extension MetricTag.Key: ExpressibleByArgument {}

/// Another word for `run --explore`.
struct AdviseCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "advise",
    abstract: "Runs a scenario and tries what it does not list: run --explore.",
    discussion: """
      The options, the report and the output are those of 'cachesim run --explore'.

      EXAMPLES
        cachesim advise twitter
        cachesim advise access-log --trace access.log
        cachesim advise menus --networks slow-4g,wifi --format markdown
        cachesim advise images --library kingfisher,sdwebimage
      """)

  @OptionGroup var command: RunCommand

  var verbosity: VerbosityArguments { command.verbosity }

  func run() async throws {
    var command = command
    command.explore = true
    try await command.run()
  }
}
