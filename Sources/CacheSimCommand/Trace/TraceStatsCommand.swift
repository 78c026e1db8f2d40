internal import ArgumentParser
internal import CachePolicies
internal import CacheReports
internal import CacheWorkloads
internal import SimCore

/// Prints the statistics of a trace.
struct TraceStatsCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Prints the statistics of a trace: popularity, sizes, reuse, rate, working set.",
    discussion: """
      EXAMPLES
        cachesim trace stats requests.csv
        cachesim trace stats trace.oracleGeneral.zst --format json
        cachesim trace stats access.log.gz --charts charts
      """)

  @OptionGroup var input: TraceArguments
  @OptionGroup var verbosity: VerbosityArguments

  @OptionGroup var writing: FormatArguments

  @Option(
    help: ArgumentHelp("Draw charts into this folder, as SVG and PNG.", valueName: "folder"),
    completion: .directory)
  var charts: String?

  func run() throws {
    var statistics = TraceStatistics()
    var stack = StackDistances()
    var distances = PowerHistogram()
    var summary = TraceSummary()
    var name = ""
    try TracePass.run(try input.open(verbosity), verbosity) { block, _ in
      statistics.add(block)
      stack.measure(block.keys.span) { distances.add(Int64($0)) }
      return true
    } atEnd: { reader in
      summary = statistics.summary(
        operations: reader.operationNames, tenants: reader.tenantNames)
      summary.stackDistances = distances
      name = reader.format.name
    }
    guard summary.requests > 0 else { throw TraceNotes.noRequests(in: input.trace) }
    let table = TraceSummaryTable(summary, format: name)
    Terminal.write(table.listing.written(writing.format, text: table.text, json: table.json))
    if let charts { try draw(summary, into: charts) }
  }

  private func draw(_ summary: TraceSummary, into folder: String) throws {
    guard Gnuplot.isBuiltIn else {
      throw CommandError(.chartsUnavailable, "this build cannot draw charts")
    }
    let drawn = try ChartDrawing.draw(
      TraceCharts.all(of: summary), title: input.trace, into: folder,
      failing: "the statistics are there", verbosity)
    for chart in drawn { verbosity.note("\(folder)/\(chart.files[0])") }
  }
}
