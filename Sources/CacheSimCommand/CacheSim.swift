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
        cachesim --version --verbose                what the program was built from

      EXIT CODES
        \(ExitStatus.table)
      """,
    version: Version.text,
    subcommands: [
      RunCommand.self, SweepCommand.self, MergeCommand.self, AdviseCommand.self,
      CompareCommand.self, ExplainCommand.self, BaselineCommand.self, ReplayCommand.self,
      MissRatioCommand.self, TraceCommand.self, ListCommand.self, DescribeCommand.self,
      ModelCommand.self, SchemaCommand.self, HTTPCheckCommand.self, ManualCommand.self,
    ])
  /// Runs the command that was typed.
  static func main() async {
    Terminal.openMissingStreams()
    Interruption.listen()
    do {
      try await runTyped()
    } catch {
      end(with: error)
    }
    Interruption.wait()
    Interruption.finish()
  }

  private static func runTyped() async throws {
    if let record = Version.record(askedBy: CommandLine.arguments.dropFirst()) {
      return Terminal.write(record)
    }
    let start = ContinuousClock.now
    let command = try parseAsRoot()
    let isVerbose = (command as? any TalkingCommand)?.talk.verbose ?? false
    if isVerbose { TalkArguments.tellVersion() }
    defer { if isVerbose { TalkArguments.tellTime(since: start) } }
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      var command = command
      try command.run()
    }
  }

  /// Says what is wrong, or the help that was asked for, and ends the program.
  private static func end(with error: any Error) -> Never {
    let message = fullMessage(for: error)
    let status = exitCode(for: error)
    if !message.isEmpty {
      if status == .success { Terminal.write(message + "\n") } else { Terminal.note(message) }
    }
    Interruption.wait()
    Interruption.finish()
    exit(withError: status)
  }
}
