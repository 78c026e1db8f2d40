internal import ArgumentParser
internal import SimCore
internal import Workloads

/// Prints the first requests of a trace.
struct TraceHeadCommand: ParsableCommand, TalkingCommand {
  static let configuration = CommandConfiguration(
    commandName: "head",
    abstract: "Prints the first requests of a trace, as rows or as objects of JSON.",
    discussion: """
      EXAMPLES
        cachesim trace head 5 trace.oracleGeneral.bin
        cachesim trace head 100 access.log.gz --format jsonl
      """)

  /// How requests are printed.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case csv, jsonl
    var form: TraceForm { self == .csv ? .csv : .jsonl }
  }

  @Argument(help: "How many requests.")
  var count: Int

  @OptionGroup var input: TraceArguments
  @OptionGroup var talk: TalkArguments

  @Option(help: "How to print them.")
  var format = Format.csv

  func validate() throws {
    try expect("the number of requests", count, in: 1...RequestBlock.capacity)
  }

  func run() throws {
    let reader = try input.open(talk, keepsNames: true, limit: count)
    var writer = try TraceWriter(path: "-", form: format.form)
    try TracePass.run(reader, talk) { block, reader in
      try writer.write(block, reader.names)
      return false
    }
    try TraceDestination.finish(writer, talk)
  }
}
