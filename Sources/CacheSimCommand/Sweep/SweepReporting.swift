internal import ArgumentParser
internal import Experiments
internal import Reports

/// How the answer of a sweep is given: the same for a sweep and for the merging of its shards.
struct SweepReporting: ParsableArguments {
  @Flag(inversion: .prefixedNo, help: "Draw charts.")
  var charts = true

  @OptionGroup var talk: TalkArguments
  @OptionGroup var writing: FormatArguments

  /// Refuses a folder that a sweep cannot have.
  static func check(output: String) throws {
    guard WorkingFolder.canMake(aReportAt: output) else {
      throw ValidationError(
        "--output: expected a folder of the sweep's own, found '\(output)', which is the working "
          + "folder or above it")
    }
    guard !SweepFolder.isReportOfRun(output) else {
      throw ValidationError("\(output) holds the report of a run: name another with --output")
    }
  }

  /// Reads the cells, writes the report and prints the table.
  /// - Throws: an exit code, after telling what is wrong or missing.
  func report(_ outline: SweepOutline, in folder: SweepFolder, to output: String) throws {
    let result: SweepResult
    do {
      result = try folder.result(of: outline)
    } catch {
      Self.tell(error, output)
      throw ExitStatus.failed.error
    }
    Interruption.expect {
      "all cells are kept, the report was not written; the same command writes it"
    } undo: {
      ResultFolder.discardUnfinished(at: output)
    }
    talk.detail("write", output)
    let isDrawn: Bool
    do throws(ResultFolderError) {
      try folder.removeUnfinished()
      isDrawn = try write(result, to: output)
    } catch {
      Terminal.note("error: \(error)")
      throw ExitStatus.inputOutput.error
    }
    if !talk.quiet {
      let table = SweepTable(result)
      let listing = Listing(table.columns, table.rows)
      Terminal.write(listing.written(writing.format, text: table.text()))
    }
    if !talk.quiet && writing.format == .table {
      Terminal.write("\nThe report is in \(output): begin with \(output)/report.md\n")
    }
    if !isDrawn { throw ExitStatus.chartsUnavailable.error }
  }

  private static func tell(_ gap: SweepGap, _ output: String) {
    let lacking = gap.missing.count + gap.broken.count
    Terminal.note("error: \(output): \(lacking) of \(gap.cellCount) cells are not there:")
    for line in gap.missing.prefix(10) { Terminal.note("  missing: \(line)") }
    if gap.missing.count > 10 { Terminal.note("  and \(gap.missing.count - 10) more") }
    for path in gap.broken.prefix(10) { Terminal.note("  torn or altered: \(path)") }
    if gap.broken.count > 10 { Terminal.note("  and \(gap.broken.count - 10) more") }
    Terminal.note("Run the shards again, all or those that failed: finished cells are kept.")
  }

  /// Writes the report, whole or not at all; false when it has no charts because they could not be
  /// drawn.
  private func write(
    _ result: SweepResult, to output: String
  ) throws(ResultFolderError) -> Bool {
    let folder = try ReportMaking.begin(at: output)
    let drawn = draw(result, into: folder.path)
    do throws(ResultFolderError) {
      let files = ReportFile.all(
        of: result, charts: drawn?.pictures ?? [],
        others: drawn?.others ?? SweepCharts.recipes(of: result))
      for file in files { try folder.write(file) }
    } catch {
      try folder.discard()
      throw error
    }
    try ReportMaking.commit(folder, at: output)
    return drawn != nil
  }

  private func draw(_ result: SweepResult, into folder: String) -> Charts.Drawn? {
    guard charts && Gnuplot.isBuiltIn else { return Charts.Drawn() }
    return ReportMaking.drawn(talk) { () throws(ChartError) in
      try SweepCharts.draw(result, into: folder)
    }
  }
}
