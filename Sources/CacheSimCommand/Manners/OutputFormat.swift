internal import ArgumentParser

/// How a listing is written; the same for every command that prints one.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  /// For people at a terminal: aligned columns, or prose where the answer is a text.
  case table
  /// Rows of the answer with a header, RFC 4180 with line feeds.
  case csv
  case json
  case markdown

  /// What is a text and no table is asked for by either word.
  init?(argument: String) {
    guard let format = Self(rawValue: argument == "text" ? "table" : argument) else { return nil }
    self = format
  }
}

/// The flag for it.
struct FormatArguments: ParsableArguments {
  @Option(
    name: [.customLong("format"), .customLong("output-format")],
    help: "How to write the answer.")
  var format = OutputFormat.table
}
