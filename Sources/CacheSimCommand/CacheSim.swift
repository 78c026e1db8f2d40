internal import ArgumentParser

@main
struct CacheSim: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "cachesim")
}
