internal import ArgumentParser
internal import SimCore

/// Prints the manual, for whoever installs the program; hidden, as `man cachesim` shows it.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Prints the manual's source, for man.", shouldDisplay: false)

  @Option(help: ArgumentHelp("The day that the manual is dated.", valueName: "yyyy-mm-dd"))
  var date = ""

  func run() throws {
    let tree = try JSON.parse(Array(CacheSim._dumpHelp().utf8))
    Terminal.write(TextPieces(ManualPage(of: tree["command"] ?? tree, date: date).text))
  }
}
