internal import ArgumentParser
internal import CacheWorkloads
internal import SimCore

/// Writes a trace in another format.
struct TraceConvertCommand: ParsableCommand, TalkingCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Writes a trace in another format.",
    discussion: """
      Times and names stay as they are. oracle-general takes whole seconds, numbers
      objects that have texts for names, and is given next accesses.

      EXAMPLES
        cachesim trace convert access.log --to csv
        cachesim trace convert requests.csv --output requests.oracleGeneral.bin
        zcat p3.lis.gz | cachesim trace convert - --trace-format arc --to ids
      """)

  @OptionGroup var input: TraceArguments
  @OptionGroup var destination: TraceDestination
  @OptionGroup var talk: TalkArguments

  func run() throws {
    let isRow = destination.form == .csv || destination.form == .jsonl
    let reader = try input.open(
      talk, columns: isRow && input.trace != "-" ? .all : .told, keepsNames: true)
    var writer = try destination.open(talk)
    try TracePass.run(reader, talk) { block, reader in
      try writer.write(block, reader.names)
      return true
    }
    try TraceDestination.finish(writer, talk)
  }
}
