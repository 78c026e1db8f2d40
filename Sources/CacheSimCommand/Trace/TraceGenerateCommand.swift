internal import ArgumentParser
internal import CacheWorkloads
internal import SimCore

/// Generates a trace.
struct TraceGenerateCommand: ParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Generates a trace: popularity by Zipf's law, loops, one-hit objects, sizes, times.",
    discussion: """
      The same settings and seed give the same bytes on any machine.

      SETTINGS
        \(settings)

      EXAMPLES
        cachesim trace generate --set requests=1000000 --set objects=50000
        cachesim trace generate --set zipf=0.8 --set sizes=lognormal --set rate=100
        cachesim trace generate --set loopShare=1 --set loopObjects=1000 --to ids
      """)

  private static var settings: String {
    SyntheticSettings.fields.map { "\($0.name)=\($0.defaultText)  \($0.summary)" }
      .joined(separator: "\n  ")
  }

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("A setting; may be repeated.", valueName: "name=value"))
  var settings: [String] = []

  @Option(help: "Another seed gives another trace.")
  var seed: UInt64 = 1

  @OptionGroup var destination: TraceDestination
  @OptionGroup var verbosity: VerbosityArguments

  func validate() throws { _ = try chosen() }

  private func chosen() throws -> SyntheticSettings {
    let chosen: SyntheticSettings = try FlagSettings.read(settings, flag: "--set")
    if let mistake = chosen.mistake { throw ValidationError("--set: \(mistake)") }
    return chosen
  }

  func run() throws {
    var requests = SyntheticRequests(try chosen(), seed: seed)
    var writer = try destination.open(verbosity)
    var block = RequestBlock()
    while requests.fill(&block) { try writer.write(block, requests.names) }
    try TraceDestination.finish(writer, verbosity)
  }
}
