internal import ArgumentParser
internal import CacheWorkloads
internal import SimCore

/// How a trace of requests is read: the same for every command that reads one.
struct TraceReadingArguments: ParsableArguments {
  @Option(
    name: .customLong("trace-format"),
    help: "Its format, as 'cachesim list formats' shows it; by default told by the content.",
    completion: .traceFormat)
  var traceFormat: String?

  @Option(
    name: .customLong("trace-setting"),
    help: ArgumentHelp(
      "A setting of the format, as 'cachesim describe FORMAT' shows it; may be repeated.",
      valueName: "name=value"))
  var traceSettings: [String] = []

  @Flag(
    name: .customLong("skip-malformed"), inversion: .prefixedNo,
    help: "Leave malformed items out, with a warning; by default the format decides.")
  var skipMalformed: Bool?

  func validate() throws {
    _ = try format()
  }

  /// The format that was named, with its settings; nil when none was.
  func format() throws -> TraceFormat? {
    guard let traceFormat else {
      guard traceSettings.isEmpty else {
        throw ValidationError("--trace-setting: name the format too, with --trace-format")
      }
      return nil
    }
    return try FlagSettings.read(
      traceFormat, traceSettings, from: TraceFormat.catalog, flag: "--trace-format")
  }

  /// How the trace is read, in words that mean the same in any process.
  var words: String {
    let skips = skipMalformed.map { "\($0)" } ?? "auto"
    return ([traceFormat ?? "auto", skips] + traceSettings).joined(separator: " ")
  }

  /// Whether anything was said.
  var isSaid: Bool { traceFormat != nil || skipMalformed != nil || !traceSettings.isEmpty }

  /// The flags that ask for the same again.
  var command: String {
    var words = traceFormat.map { [" --trace-format \(ShellWord.quoted($0))"] } ?? []
    words += traceSettings.map { " --trace-setting \(ShellWord.quoted($0))" }
    if let skipMalformed {
      words.append(skipMalformed ? " --skip-malformed" : " --no-skip-malformed")
    }
    return words.joined()
  }
}
