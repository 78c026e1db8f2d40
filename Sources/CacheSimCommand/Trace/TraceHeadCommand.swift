internal import ArgumentParser
internal import CachePolicies
internal import CacheReports
internal import CacheWorkloads
internal import SimCore

struct TraceHeadCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "head",
    abstract: "Prints the first requests of a trace, as rows, a table or objects of JSON.",
    discussion: """
      EXAMPLES
        cachesim trace head 5 trace.oracleGeneral.bin
        cachesim trace head 100 access.log.gz --format jsonl
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case csv, jsonl, table, json, markdown
  }

  @Argument(help: "How many requests.")
  var count: Int

  @OptionGroup var input: TraceArguments
  @OptionGroup var verbosity: VerbosityArguments
  @OptionGroup var privacy: PrivacyArguments

  @Option(help: "The output format.")
  var format = Format.csv

  @Flag(help: TraceDestination.guardHelp)
  var forSpreadsheets = false

  func validate() throws {
    try expect("the number of requests", count, in: 1...RequestBlock.capacity)
  }

  func run() throws {
    let reader = try input.open(
      verbosity, keepsNames: true, limit: count, showsSecrets: privacy.showsAll)
    switch format {
    case .csv: try write(reader, .csv)
    case .jsonl: try write(reader, .jsonl)
    case .table: try list(reader, .table)
    case .json: try list(reader, .json)
    case .markdown: try list(reader, .markdown)
    }
  }

  private func write(_ reader: consuming RequestReader, _ form: TraceForm) throws {
    var writer = try TraceWriter(
      path: "-", form: form, guardsFormulas: forSpreadsheets, hiding: privacy.hiding)
    try TracePass.run(reader, verbosity) { block, reader in
      try writer.write(block, reader.names)
      return false
    }
    try TraceDestination.finish(writer, verbosity)
  }

  private func list(_ reader: consuming RequestReader, _ format: OutputFormat) throws {
    var objects: [JSON] = []
    let hiding = privacy.hiding
    try TracePass.run(reader, verbosity) { block, reader in
      objects = TraceWriter.objects(of: block, reader.names, hiding: hiding)
      return false
    }
    let columns = objects.first?.members?.map(\.name) ?? []
    Terminal.write(
      Listing(columns, of: objects).written(format, json: JSON(objects)))
    PrivacyArguments.note(hiding, verbosity)
  }
}

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
  @OptionGroup var privacy: PrivacyArguments

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
    let hiding = privacy.hiding
    try TracePass.run(try input.open(verbosity, showsSecrets: privacy.showsAll), verbosity) {
      block, _ in
      statistics.add(block)
      stack.measure(block.keys.span) { distances.add(Int64($0)) }
      return true
    } atEnd: { reader in
      summary = statistics.summary(
        operations: reader.operationNames, tenants: reader.names.writtenTenants(hiding))
      summary.stackDistances = distances
      name = reader.format.name
    }
    guard summary.requests > 0 else { throw TraceNotes.noRequests(in: input.trace) }
    let table = TraceSummaryTable(summary: summary, format: name)
    Terminal.write(table.listing.written(writing.format, text: table.text, json: table.json))
    PrivacyArguments.note(hiding, verbosity)
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
