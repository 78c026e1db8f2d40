internal import ArgumentParser
internal import BuildRecord
internal import CacheMetrics
internal import Experiments
internal import SimCore

@main
struct CacheSim: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cachesim",
    abstract: "Compares caching strategies of client apps on one virtual clock.",
    discussion: """
      Replays a workload against several strategies and reports waits, staleness, cost and losses \
      of each. The same scenario and seed give the same bytes, on any machine.

      EXAMPLES
        cachesim ask how big a disk cache           the command for a question
        cachesim init --har app.har                 a scenario of your own app
        cachesim run twitter                        a bundled scenario, from anywhere
        cachesim run scenarios/twitter.json         a scenario of yours
        cachesim run access-log --trace access.log  a recorded workload
        cachesim run day.jsonl                      a story: events, one a line
        cachesim explain twitter --worst latency 3  why these opens were slow
        cachesim compare twitter on-demand url-cache  the first view that differs
        cachesim revisit app.har --after 1h,1d      what the second visit takes
        cachesim history stored                     where numbers moved over runs
        cachesim sweep twitter --vary devices=1..64*2  results over values
        cachesim calibrate app.json --observed field  a scenario fitted to field data
        cachesim list metrics                       what is measured, and how
        cachesim describe on-demand                 a strategy and its settings
        cachesim serve news                         a scenario's origin over HTTP
        cachesim fleet --seeds 1..200               sync engines under faults
        cachesim replay trace.bin --capacity 1%     eviction policies over a trace
        cachesim model fetch --network slow-4g      one device model by itself
        cachesim --version --verbose                what the program was built from

      EXIT CODES
        \(ExitStatus.table)
      """,
    version: Version.text,
    subcommands: [
      AskCommand.self, InitCommand.self, RunCommand.self, SweepCommand.self, TuneCommand.self,
      AdviseCommand.self, RevisitCommand.self, GradeCommand.self, CompareCommand.self,
      ExplainCommand.self, SensitivityCommand.self,
      PlanCommand.self, BaselineCommand.self, HistoryCommand.self, CalibrateCommand.self,
      LiveCommand.self, FleetCommand.self, ServeCommand.self, StoryCommand.self, ListCommand.self,
      DescribeCommand.self, ManualCommand.self,
    ],
    groupedSubcommands: [
      // Traces alone, parts of other commands, and checks of the models themselves.
      CommandGroup(
        name: "Advanced",
        subcommands: [
          ReplayCommand.self, MissRatioCommand.self, TraceCommand.self, HTTPCheckCommand.self,
          ModelCommand.self, MergeCommand.self, DriveCommand.self, SchemaCommand.self,
        ])
    ])
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
    try UnknownCommand.check(CommandLine.arguments.dropFirst())
    let start = ContinuousClock.now
    let command = try parseAsRoot()
    let isVerbose = (command as? any VerboseCommand)?.verbosity.verbose ?? false
    if isVerbose { VerbosityArguments.showVersion() }
    defer { if isVerbose { VerbosityArguments.showTime(since: start) } }
    do {
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        var command = command
        try command.run()
      }
    } catch let error as ValidationError {
      throw CommandError(error, of: type(of: command))
    } catch {
      throw CommandError.report(error)
    }
  }

  /// Writes a usage error or the requested help, and ends the program.
  private static func end(with error: any Error) -> Never {
    if let error = error as? CommandError {
      for line in error.lines { Terminal.note(line) }
      Interruption.wait()
      Interruption.finish()
      exit(withError: ExitCode(error.status.rawValue))
    }
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

extension CommandError {
  /// A mistake of the command line that is seen when the command runs, in the form of those that
  /// the parser of arguments sees: with the usage of the command that was typed.
  fileprivate init(_ error: ValidationError, of command: any ParsableCommand.Type) {
    let usage = CacheSim.usageString(for: command)
    let name = usage.prefix { $0 != "<" && $0 != "[" }.trimmingSpaces
    self.init(
      .usage,
      lines: [
        "Error: \(error.message)\nUsage: \(usage)\n  See '\(name) --help' for more information."
      ])
  }
}

/// A word in a command's place that is none: the parser of arguments would not know what it was
/// meant to be.
enum UnknownCommand {
  /// The command that arguments name; a usage error names the nearest one.
  @discardableResult
  static func check(
    _ arguments: some Sequence<String>
  ) throws(CommandError) -> any ParsableCommand.Type {
    var command: any ParsableCommand.Type = CacheSim.self
    for (place, word) in arguments.enumerated() where place > 0 || word != "help" {
      let known = command.configuration.subcommands
      guard !known.isEmpty, command.configuration.defaultSubcommand == nil, word.first != "-" else {
        return command
      }
      guard let next = known.first(where: { $0.configuration.commandName == word }) else {
        let names = known.compactMap { $0.configuration.commandName }
        throw CommandError(
          ValidationError(unknown: "command", word, among: names), of: command)
      }
      command = next
    }
    return command
  }
}

/// The program's version, and the commit it was built from, where that was recorded.
///
/// What it was built from is printed on request only; it stays out of every result file, so that
/// two builds give the same bytes.
enum Version {
  /// Empty: it was not recorded. It ends in `-dirty` where files were changed since.
  static var commit: String { String(cString: build_record_commit()) }

  static var text: String {
    commit.isEmpty ? ProgramVersion.text : "\(ProgramVersion.text) (\(commit))"
  }

  /// The version with the packages that are built in; nil for other arguments.
  static func record(askedBy arguments: some Sequence<String>) -> String? {
    let flags = Set(arguments)
    guard flags == ["--version", "--verbose"] || flags == ["--version", "-v"] else { return nil }
    return record(of: String(cString: build_record_dependencies()))
  }

  /// `dependencies` are `name@version` between commas; empty: not recorded.
  static func record(of dependencies: String) -> String {
    let lines = dependencies.split(separator: ",").map { dependency in
      "  " + dependency.replacing("@", with: " ")
    }
    let packages =
      lines.isEmpty
      ? "The versions of the packages built in were not recorded: 'make build' records them."
      : "with the packages\n" + lines.joined(separator: "\n")
    return "\(text)\n\(packages)\n"
  }
}
