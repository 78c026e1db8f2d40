internal import ArgumentParser
internal import CacheReports
internal import CacheWorkloads
internal import Experiments
internal import Results
internal import SimCore
internal import Synchronization

/// How the result of a sweep is written: the same for a sweep and for the merging of its shards.
struct SweepReporting: ParsableArguments {
  @OptionGroup(title: "The report") var report: ReportFlags
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments
  @OptionGroup(title: "What is printed") var writing: FormatArguments

  @Option(
    help: ArgumentHelp(
      "Print what strategies cost at equal staleness: for each the point whose stale_share is "
        + "nearest to this one, such as 20%.", valueName: "share"),
    transform: { text in
      let number = Double(text.last == "%" ? text.dropLast() : text[...])
      guard let share = number.map({ text.last == "%" ? $0 / 100 : $0 }), (0...1).contains(share)
      else { throw ValidationError("--stale-share: expected 0% to 100%, found '\(text)'") }
      return share
    })
  var staleShare: Double?

  static func check(output: String) throws {
    try WorkingFolder.check(output, of: "the sweep's")
    guard !ResultFolder.isReportOfRun(output) else {
      throw ValidationError("\(output) holds the report of a run: name another with --output")
    }
  }

  /// Reads the cells, writes the report and prints the table; the report's folder gets the cells of
  /// `parts` as well.
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
    verbosity.detail("write", output)
    folder.removeUnfinished()
    let chartFailure = try report.making(at: output, verbosity).write(
      ReportMaking.Content(
        files: { ReportFile.all(of: result, charts: $0.figures, others: $0.others) },
        charts: Charts(of: result), isDrawn: report.wantsCharts,
        gather: { path throws(FileError) in
          try SweepFolder(of: path).gather(result.outline, from: parts, lackedBy: folder)
        }))
    if !verbosity.quiet || writing.format != .table {
      let atShare = staleShare.map { SweepTable(result, atStaleShare: $0) }
      guard let table = atShare ?? SweepTable(result) else {
        throw ValidationError(
          "--stale-share: is for a sweep of a scenario, and this is of a trace")
      }
      let listing = Listing(table.table)
      Terminal.write(
        listing.written(writing.format, text: table.text(width: Terminal.columns ?? .max)))
    }
    if !verbosity.quiet && writing.format == .table {
      Terminal.write("\n" + TerminalRenderer.text(of: SweepAnswer(result).blocks))
      Terminal.write("\nThe report is in \(output): begin with \(output)/report.html\n")
    }
    if let chartFailure { throw chartFailure }
  }

  private func result(
    of outline: SweepOutline, in folder: SweepFolder, and parts: [SweepFolder], _ output: String
  ) throws -> SweepResult {
    var attempt = 1
    while true {
      let (result, gap) = folder.result(of: outline, alsoIn: parts)
      if let result { return result }
      guard attempt < Self.attempts else { throw Self.error(of: gap, output) }
      // Another process that writes its report to the same place moves the cells with it.
      Interruption.pause(microseconds: Self.pause)
      attempt += 1
    }
  }

  /// How often cells that are missing are looked for, and the microseconds in between: assumption,
  /// a folder is renamed in far less.
  private static let (attempts, pause) = (3, UInt32(50_000))

  private static func error(of gap: SweepGap, _ output: String) -> CommandError {
    let count = gap.missing.count + gap.broken.count
    let cells = NumberText.counted(gap.cellCount, "cell")
    var lines = ["error: \(output): \(count) of \(cells) \(count == 1 ? "is" : "are") not there:"]
    for (words, cells) in [("missing", gap.missing), ("incomplete or altered", gap.broken)] {
      lines += cells.prefix(10).map { "  \(words): \($0)" }
      if cells.count > 10 { lines.append("  and \(cells.count - 10) more") }
    }
    lines.append("Run the shards again, all or those that failed: finished cells are kept.")
    return CommandError(.failed, lines: lines)
  }
}

extension SweepCommand {
  /// Runs the cells of a part that are missing, with progress on a terminal; Ctrl-C reports what is
  /// kept.
  func make(
    _ work: SweepWork, _ shard: SweepShard, in folder: SweepFolder
  ) async throws -> SweepRunner.Outcome {
    let latest = Latest()
    Interruption.expect { latest.words }
    let outcome = try await simulation.withProgress(verbosity) { store, line in
      try await work.make(shard, in: folder, jobs: simulation.width, store: store) { advance in
        latest.advance.withLock { $0 = advance }
        line.show(
          Int64(advance.done), of: Int64(advance.all), "simulations", kept: Int64(advance.kept))
      }
    }
    verbosity.note(
      made: outcome.made, of: outcome.kept + outcome.made, "cell", broken: outcome.broken)
    return outcome
  }
}

/// The progress of a sweep, for the message of an interruption.
private final class Latest: Sendable {
  let advance = Mutex<SweepProgress?>(nil)

  var words: String {
    guard let advance = advance.withLock({ $0 }) else { return "nothing was made yet" }
    let cells = NumberText.counted(advance.allCells, "cell")
    return "\(advance.finishedCells) of \(cells) are finished and kept; "
      + "the same command continues with the others"
  }
}

enum SweepWork {
  case scenario(SweepPlan)
  case trace(TraceSweepPlan)

  var outline: SweepOutline {
    switch self {
    case .scenario(let plan): plan.outline
    case .trace(let plan): plan.outline
    }
  }

  func make(
    _ shard: SweepShard, in folder: SweepFolder, jobs: Int, store: CellStore?,
    progress: @Sendable (SweepProgress) -> Void
  ) async throws -> SweepRunner.Outcome {
    switch self {
    case .scenario(let plan):
      try await SweepRunner.run(
        plan, shard: shard, in: folder, jobs: jobs, store: store, progress: progress)
    case .trace(let plan):
      try await TraceSweepRunner.run(plan, shard: shard, in: folder, jobs: jobs, progress: progress)
    }
  }
}
