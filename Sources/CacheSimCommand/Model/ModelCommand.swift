internal import ArgumentParser

/// Prints what a single model answers: for teaching, and for checking it against one's own sums.
struct ModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model",
    abstract: "Prints what a single device model answers: a fetch, a transaction, a radio, flash.",
    discussion: """
      EXAMPLES
        cachesim model fetch --network slow-4g --bytes 100000 --cold
        cachesim model sqlite --mode wal --operation update --rows 1 --bytes 1024
        cachesim model flash --op 0.07 --fill 0.8 --pages-per-block 128
        cachesim model radio --network lte --active 0.3s@0s --active 0.3s@5s
        cachesim model device iphone-11 --format json
      """,
    subcommands: [
      FetchModelCommand.self, FlashModelCommand.self, SQLiteModelCommand.self,
      RadioModelCommand.self,
      DeviceModelCommand.self,
    ])
}

/// What all models take.
struct ModelOptions: ParsableArguments {
  @OptionGroup var writing: FormatArguments

  var format: OutputFormat { writing.format }
}
