internal import ArgumentParser
internal import SimCore

/// The formats of a command; `text` is another word for `table`, for results that are texts.
protocol FormatName: CaseIterable, ExpressibleByArgument, RawRepresentable<String> {}

extension FormatName {
  init?(argument: String) { self.init(rawValue: argument == "text" ? "table" : argument) }

  /// The same among those that most commands have; where it is none of them, `table`.
  var usual: OutputFormat { OutputFormat(rawValue: rawValue) ?? .table }
}

enum OutputFormat: String, FormatName {
  /// For a terminal: aligned columns, or prose where the result is a text.
  case table
  /// Rows of the result with a header, RFC 4180 with line feeds.
  case csv
  case json
  case markdown
}

struct FormatArguments: ParsableArguments {
  @Option(
    name: [.customLong("format"), .customLong("output-format")],
    help: "The output format.")
  var format = OutputFormat.table
}

struct VerbosityArguments: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help: "No progress, notes or warnings; where a report is written, nothing but errors.")
  var quiet = false

  @Flag(
    name: .shortAndLong,
    help: "Report on standard error what is read, run and written, and how long it takes.")
  var verbose = false

  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose: expected one of them") }
  }

  func note(_ text: String) {
    if !quiet { Terminal.note(text) }
  }

  /// Tells what of a sweep or a search was there already, and which files could not be used.
  func note(made: Int, of all: Int, _ noun: String, broken: [String]) {
    for path in broken {
      Terminal.note("warning: \(path) was incomplete or altered, and was made anew")
    }
    let kept = all - made
    guard kept > 0 else { return }
    let were = kept == 1 ? "was" : "were"
    note("note: \(kept) of \(NumberText.counted(all, noun)) \(were) there already")
  }

  /// With --verbose only; `topic` is a word.
  func detail(_ topic: String, _ text: @autoclosure () -> String) {
    if verbose { Self.show(topic, text()) }
  }

  var progress: Progress { Progress(isShown: Terminal.isWatched && !quiet) }

  /// Does something with a line of progress, which is gone afterwards.
  func withProgress<Outcome>(
    _ work: (Progress) async throws -> Outcome
  ) async rethrows -> Outcome {
    let line = progress
    defer { line.end() }
    return try await work(line)
  }

  static func showVersion() { show("version", "cachesim \(Version.text)") }

  static func showTime(since start: ContinuousClock.Instant) {
    let tenths = Int64((start.duration(to: .now) / .milliseconds(100)).rounded())
    show("took", "\(tenths / 10).\(tenths % 10) s")
  }

  private static func show(_ topic: String, _ text: String) {
    let padding = String(repeating: " ", count: max(8 - topic.count, 1))
    Terminal.note("\(topic)\(padding)\(text)")
  }
}

/// A command that can take long, and reports what it does with --verbose.
protocol VerboseCommand {
  var verbosity: VerbosityArguments { get }
}
