internal import ArgumentParser
internal import CacheWorkloads
internal import SimCore

/// Prints the first requests of a trace.
struct TraceHeadCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "head",
    abstract: "Prints the first requests of a trace, as rows, a table or objects of JSON.",
    discussion: """
      EXAMPLES
        cachesim trace head 5 trace.oracleGeneral.bin
        cachesim trace head 100 access.log.gz --format jsonl
      """)

  /// How requests are printed.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case csv, jsonl, table, json, markdown
  }

  @Argument(help: "How many requests.")
  var count: Int

  @OptionGroup var input: TraceArguments
  @OptionGroup var verbosity: VerbosityArguments

  @Option(help: "The output format.")
  var format = Format.csv

  @Flag(help: TraceDestination.guardHelp)
  var forSpreadsheets = false

  func validate() throws {
    try expect("the number of requests", count, in: 1...RequestBlock.capacity)
  }

  func run() throws {
    let reader = try input.open(verbosity, keepsNames: true, limit: count)
    switch format {
    case .csv: try write(reader, .csv)
    case .jsonl: try write(reader, .jsonl)
    case .table: try list(reader, .table)
    case .json: try list(reader, .json)
    case .markdown: try list(reader, .markdown)
    }
  }

  private func write(_ reader: consuming RequestReader, _ form: TraceForm) throws {
    var writer = try TraceWriter(path: "-", form: form, guardsFormulas: forSpreadsheets)
    try TracePass.run(reader, verbosity) { block, reader in
      try writer.write(block, reader.names)
      return false
    }
    try TraceDestination.finish(writer, verbosity)
  }

  private func list(_ reader: consuming RequestReader, _ format: OutputFormat) throws {
    var objects: [JSON] = []
    try TracePass.run(reader, verbosity) { block, reader in
      objects = TraceWriter.objects(of: block, reader.names)
      return false
    }
    let columns = objects.first?.members?.map(\.name) ?? []
    Terminal.write(
      Listing(columns, of: objects).written(format, json: JSON(.array(objects))))
  }
}
