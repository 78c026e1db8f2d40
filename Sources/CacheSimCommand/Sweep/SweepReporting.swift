internal import ArgumentParser
internal import CacheReports
internal import Experiments

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// How the answer of a sweep is given: the same for a sweep and for the merging of its shards.
struct SweepReporting: ParsableArguments {
  @OptionGroup var report: ReportFlags
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
  /// - Parameter parts: further folders with cells, which the report's folder gets as well.
  /// - Throws: an exit code, after telling what is wrong or missing.
  func report(
    _ outline: SweepOutline, in folder: SweepFolder, and parts: [SweepFolder] = [],
    to output: String
  ) throws {
    let result = try result(of: outline, in: folder, and: parts, output)
    Interruption.expect {
      parts.isEmpty
        ? "all cells are kept, the report was not written; the same command writes it"
        : "the parts are as they were, the report was not written"
    }
    talk.detail("write", output)
    folder.removeUnfinished()
    let lack = try report.making(at: output, talk).write(
      content(of: result, folder, parts))
    if !talk.quiet {
      let table = SweepTable(result)
      let listing = Listing(table.columns, table.rows)
      Terminal.write(listing.written(writing.format, text: table.text()))
    }
    if !talk.quiet && writing.format == .table {
      Terminal.write("\nThe report is in \(output): begin with \(output)/report.md\n")
    }
    if let lack { throw lack.error }
  }

  /// What the cells come to.
  private func result(
    of outline: SweepOutline, in folder: SweepFolder, and parts: [SweepFolder], _ output: String
  ) throws -> SweepResult {
    var gap: SweepGap?
    for attempt in 1...Self.attempts {
      do {
        return try folder.result(of: outline, alsoIn: parts)
      } catch {
        gap = error
      }
      // Another process that puts its report into the same place takes the cells along.
      if attempt < Self.attempts { usleep(Self.pause) }
    }
    if let gap { Self.tell(gap, output) }
    throw ExitStatus.failed.error
  }

  /// How often cells that are missing are looked for, and the microseconds in between: assumption,
  /// a folder is renamed in far less.
  private static let (attempts, pause) = (3, UInt32(50_000))

  private static func tell(_ gap: SweepGap, _ output: String) {
    let lacking = gap.missing.count + gap.broken.count
    Terminal.note("error: \(output): \(lacking) of \(gap.cellCount) cells are not there:")
    for line in gap.missing.prefix(10) { Terminal.note("  missing: \(line)") }
    if gap.missing.count > 10 { Terminal.note("  and \(gap.missing.count - 10) more") }
    for path in gap.broken.prefix(10) { Terminal.note("  torn or altered: \(path)") }
    if gap.broken.count > 10 { Terminal.note("  and \(gap.broken.count - 10) more") }
    Terminal.note("Run the shards again, all or those that failed: finished cells are kept.")
  }

  /// What the report has.
  private func content(
    of result: SweepResult, _ folder: SweepFolder, _ parts: [SweepFolder]
  ) -> ReportMaking.Content {
    ReportMaking.Content(
      files: { ReportFile.all(of: result, charts: $0.pictures, others: $0.others) },
      recipes: SweepCharts.recipes(of: result),
      writeRecipes: { folder throws(ChartError) in
        try SweepCharts.writeRecipes(of: result, into: folder)
      },
      draw: report.wantsCharts
        ? { folder throws(ChartError) in try SweepCharts.draw(result, into: folder) } : nil,
      gather: { path throws(ResultFolderError) in
        try SweepFolder(of: path).gather(result.outline, from: parts, lackedBy: folder)
      })
  }
}
