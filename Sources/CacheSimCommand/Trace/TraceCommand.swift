internal import ArgumentParser

/// What can be done with a trace of requests.
struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Looks at traces of requests, changes them, and makes new ones.",
    discussion: """
      Sixteen formats are read, packed with gzip or zstd or not; see 'cachesim list
      formats'. The trace - is standard input.

      EXAMPLES
        cachesim trace stats requests.csv
        cachesim trace head 5 trace.oracleGeneral.zst
        cachesim trace convert access.log --to csv --output requests.csv
        cachesim trace generate --set zipf=0.9 --output made.csv
      """,
    subcommands: [
      TraceStatsCommand.self, TraceHeadCommand.self, TraceConvertCommand.self,
      TraceFilterCommand.self, TraceSampleCommand.self, TraceGenerateCommand.self,
      TraceCheckCommand.self,
    ])
}
