internal import ArgumentParser
internal import Experiments
internal import Reports
internal import SimCore
internal import Workloads

/// Runs a scenario, prints the table, writes the report.
struct RunCommand: AsyncParsableCommand {
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
      """)

  @OptionGroup var input: ScenarioArguments

  @Option(
    help: "The report's folder; by default Reports/ and the scenario's name.",
    completion: .directory)
  var output: String?

  @OptionGroup var simulation: SimulationArguments

  @Flag(inversion: .prefixedNo, help: "Draw charts.")
  var charts = true

  @Option(help: "Colours in the table.")
  var color = ColorChoice.auto

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  func validate() throws {
    if let output, !WorkingFolder.canMake(aReportAt: output) {
      throw ValidationError(
        "--output: expected a folder of the report's own, found '\(output)', which is the working "
          + "folder or above it")
    }
  }

  func run() async throws {
    let file = try input.read()
    let folder = output ?? "Reports/\(file.name)"
    var outcome = try await simulation.run(
      file, command: input.command("run", for: file), isQuiet: quiet)
    if let issues = outcome.issues {
      if !quiet { TraceNotes.tell(issues) }
      try refuseSilence(of: file, outcome.result)
    }
    let agreement = CaptureAgreement(of: file.scenario.workload)
    if let agreement { outcome.result.sections.append(agreement.section) }
    let isDrawn = try write(outcome.result, to: folder)
    if !quiet {
      Terminal.write(
        TerminalTable.text(of: outcome.result, isColored: Terminal.isColored(color)))
      if let agreement { Terminal.write("\n\(agreement.note)\n") }
      Terminal.write("\nThe report is in \(folder): begin with \(folder)/report.md\n")
    }
    if !isDrawn { throw ExitStatus.chartsUnavailable.error }
  }

  /// Refuses a trace in which nobody opens anything: its report would be empty.
  private func refuseSilence(of file: ScenarioFile, _ result: RunResult) throws {
    guard result.rows.allSatisfy({ $0.pooled.visits.opens == 0 }) else { return }
    let path = file.scenario.workload.settings["path"]?.string ?? "the trace"
    Terminal.note("error: \(path): nobody opens anything in it")
    throw ExitStatus.badInput.error
  }

  /// Writes the report, whole or not at all.
  /// - Returns: false when it has no charts because they could not be drawn.
  private func write(_ result: RunResult, to path: String) throws -> Bool {
    do throws(ResultFolderError) {
      let folder = try ResultFolder(replacing: path)
      let drawn = draw(result, into: folder.path)
      let pictures = drawn?.pictures ?? []
      let others = drawn?.others ?? Charts.recipes
      do throws(ResultFolderError) {
        for file in ReportFile.all(of: result, charts: pictures, others: others) {
          try folder.write(file)
        }
      } catch {
        try folder.discard()
        throw error
      }
      try folder.commit()
      return drawn != nil
    } catch {
      Terminal.note("error: \(error)")
      throw ExitStatus.inputOutput.error
    }
  }

  /// Draws the charts, if they are wanted; nil when they could not be drawn.
  private func draw(_ result: RunResult, into folder: String) -> Charts.Drawn? {
    guard charts && Gnuplot.isBuiltIn else { return Charts.Drawn() }
    do throws(ChartError) {
      let drawn = try Charts.draw(result, into: folder)
      for warning in drawn.warnings where !quiet { Terminal.note("warning: \(warning)") }
      return drawn
    } catch {
      Terminal.note("error: the results are there, the charts are not: \(error.message)")
      return nil
    }
  }
}
