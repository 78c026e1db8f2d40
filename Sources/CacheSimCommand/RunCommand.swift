internal import ArgumentParser
internal import CacheReports
internal import CacheWorkloads
internal import Experiments
internal import SimCore

/// Runs a scenario, prints the table, writes the report.
struct RunCommand: AsyncParsableCommand, TalkingCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs a scenario, prints a table and writes a report with charts.",
    discussion: """
      EXAMPLES
        cachesim run twitter
        cachesim run scenarios/twitter.json --output /var/www/report
        cachesim run access-log --trace access.log
        cachesim run access-log --trace capture.har
        cachesim run twitter --networks slow-4g,lte-nlc,wifi
        cachesim run twitter --baseline Reports/twitter --tolerance 1%
      """)

  @OptionGroup var input: ScenarioArguments

  @Option(
    help: ArgumentHelp(
      "The report's folder; by default Reports/ and the scenario's name.",
      discussion: ReportFlags.discussion),
    completion: .directory)
  var output: String?

  @OptionGroup var report: ReportFlags

  @OptionGroup var simulation: SimulationArguments

  @Option(
    help: "A stored run, or the folder of its report, to hold the results against.",
    completion: .file(extensions: ["json"]))
  var baseline: String?

  @OptionGroup var comparing: ComparisonArguments

  @Option(help: "Colours in the table.")
  var color = ColorChoice.auto

  @OptionGroup var talk: TalkArguments

  func validate() throws {
    if let output, !WorkingFolder.canMake(aReportAt: output) {
      throw ValidationError(
        "--output: expected a folder of the report's own, found '\(output)', which is the working "
          + "folder or above it")
    }
  }

  func run() async throws {
    let file = try input.read(talk)
    let folder = output ?? "Reports/\(file.name)"
    let making = report.making(at: folder, talk)
    try making.check()
    making.expect()
    let stored = try baseline.map { try comparing.read($0, for: file) }
    var result = try await simulation.result(
      of: file, command: input.command("run", for: file), talk: talk)
    let comparison = try stored.map { try comparing.compare($0, StoredRun(result)) }
    let agreement = CaptureAgreement(of: file.scenario.workload)
    if let agreement { result.sections.append(agreement.section) }
    talk.detail("write", folder)
    let lack = try making.write(content(of: result))
    if !talk.quiet {
      Terminal.write(
        TerminalTable.text(of: result, isColored: Terminal.isColored(color)))
      if let agreement { Terminal.write("\n\(agreement.note)\n") }
      let table = JudgementTable.text(of: result, isColored: Terminal.isColored(color))
      if !table.isEmpty { Terminal.write("\n" + table) }
      if let comparison {
        let isColored = Terminal.isColored(color)
        Terminal.write("\n" + BaselineText.terminal(comparison, isColored: isColored))
      }
      Terminal.write("\nThe report is in \(folder): begin with \(folder)/report.html\n")
    }
    let broken = JudgementTable.errors(of: result)
    for line in broken { Terminal.note("error: \(line)") }
    if let comparison { comparing.tellFailure(of: comparison) }
    if !broken.isEmpty || comparison?.isBroken == true { throw ExitStatus.broken.error }
    if let lack { throw lack.error }
  }

  /// What the report has.
  private func content(of result: RunResult) -> ReportMaking.Content {
    ReportMaking.Content(
      files: { ReportFile.all(of: result, charts: $0.pictures, others: $0.others) },
      recipes: Charts.recipes,
      writeRecipes: { folder throws(ChartError) in
        try Charts.writeRecipes(of: result, into: folder)
      },
      draw: report.wantsCharts
        ? { folder throws(ChartError) in try Charts.draw(result, into: folder) } : nil)
  }
}
