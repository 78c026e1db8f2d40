internal import ArgumentParser

/// Another word for `run --explore`.
struct AdviseCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "advise",
    abstract: "Runs a scenario and tries what it does not list: run --explore.",
    discussion: """
      The options, the report and the output are those of 'cachesim run --explore'.

      EXAMPLES
        cachesim advise twitter
        cachesim advise access-log --trace access.log
        cachesim advise menus --networks slow-4g,wifi --format markdown
        cachesim advise images --library kingfisher,sdwebimage
      """)

  @OptionGroup var command: RunCommand

  var verbosity: VerbosityArguments { command.verbosity }

  func run() async throws {
    var command = command
    command.explore = true
    try await command.run()
  }
}
