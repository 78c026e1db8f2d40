internal import ArgumentParser
internal import CacheReports
internal import SimCore

/// Prints the result of a single device model: for teaching, and for checking it by hand.
struct ModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model",
    abstract: "Prints the result of a single device model: a fetch, a transaction, a radio, flash.",
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

/// The options of all models.
struct ModelOptions: ParsableArguments {
  @OptionGroup var writing: FormatArguments

  var format: OutputFormat { writing.format }
}

/// The result of a model: numbers under plain keys that end in their unit.
struct ModelResult {
  private var lines: [(key: String, value: JSON, text: String, words: String)] = []

  /// Adds a number with a fraction.
  mutating func add(_ key: String, _ value: Double, places: Int = 3, _ words: String) {
    lines.append(
      (key, JSON(.real(value)), NumberText.decimal(value, places: places), words))
  }

  /// Adds a whole number.
  mutating func add(_ key: String, _ value: Int64, _ words: String) {
    lines.append((key, JSON(.integer(value)), "\(value)", words))
  }

  /// Adds a name.
  mutating func add(_ key: String, _ value: String, _ words: String) {
    lines.append((key, JSON(.string(value)), value, words))
  }

  /// Writes the result to standard output.
  func write(_ format: OutputFormat) {
    let listing = Listing(["key", "value", "words"], lines.map { [$0.key, $0.text, $0.words] })
    Terminal.write(
      listing.written(
        format, text: text, json: JSON.object(lines.map { ($0.key, $0.value) })))
  }

  private var text: String {
    AlignedText.table(lines.map { [$0.key, $0.text, $0.words] }, .left, .right, .left)
  }
}
