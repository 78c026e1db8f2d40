internal import ArgumentParser

/// The command: arguments in, tables and files out.
@main
struct CacheSim: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cachesim",
    abstract: "Compares caching strategies of client apps on one virtual clock.",
    discussion: """
      Replays what people do against several strategies and reports what each felt like, what it \
      cost and what it lost. The same scenario and seed give the same bytes, on any machine.

      EXAMPLES
        cachesim run twitter                        a bundled scenario, from anywhere
        cachesim run scenarios/twitter.json         a scenario of yours
        cachesim run access-log --trace access.log  what really happened
        cachesim explain twitter --worst latency 3  why these opens were slow
        cachesim compare twitter on-demand url-cache  where they part
        cachesim sweep twitter --vary devices=1..64*2   the answer over a setting's values
        cachesim list metrics                       what is measured, and how
        cachesim describe on-demand                 a strategy and its settings
        cachesim replay trace.bin --capacity 1%     eviction policies over a trace, fast
        cachesim model fetch --network slow-4g      what one device model answers

      EXIT CODES
        \(ExitStatus.table)
      """,
    version: Version.text,
    subcommands: [
      RunCommand.self, SweepCommand.self, MergeCommand.self, AdviseCommand.self,
      CompareCommand.self, ExplainCommand.self, BaselineCommand.self, ReplayCommand.self,
      MissRatioCommand.self, TraceCommand.self, ListCommand.self, DescribeCommand.self,
      ModelCommand.self, SchemaCommand.self, HTTPCheckCommand.self,
    ])
}
