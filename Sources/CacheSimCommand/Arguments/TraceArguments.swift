internal import ArgumentParser
internal import CacheWorkloads
internal import SimCore

struct TraceArguments: ParsableArguments {
  @Argument(
    help: "The trace; - is standard input. gzip and zstd are expanded.", completion: .file())
  var trace: String

  @OptionGroup(title: "How the trace is read") var reading: TraceReadingArguments

  /// With `showsSecrets` items that cannot be read are shown as wholes.
  func open(
    _ verbosity: VerbosityArguments, columns: RequestColumns = .onePass, keepsNames: Bool = false,
    limit: Int? = nil, showsSecrets: Bool = false
  ) throws -> RequestReader {
    var options = RequestOptions(columns: columns)
    options.keepsNames = keepsNames
    options.showsSecrets = showsSecrets
    options.skipsMalformed = reading.skipMalformed
    if let limit { options.limit = Int64(limit) }
    let format = try reading.format()
    verbosity.detail("read", trace == "-" ? "standard input" : trace)
    return try RequestReader(path: trace, format: format, options: options)
  }
}

struct TraceReadingArguments: ParsableArguments {
  @Option(
    name: .customLong("trace-format"),
    help: "Its format, as 'cachesim list formats' shows it; by default detected.",
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

  func validate() throws { _ = try format() }

  /// With its settings; nil when none was named.
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

  /// How the trace is read, as text that is the same in any process.
  var words: String {
    let skips = skipMalformed.map { "\($0)" } ?? "auto"
    return ([traceFormat ?? "auto", skips] + traceSettings).joined(separator: " ")
  }

  var isGiven: Bool { traceFormat != nil || skipMalformed != nil || !traceSettings.isEmpty }

  /// The options that repeat the same reading.
  var command: String {
    ShellWord.options([("trace-format", traceFormat)] + traceSettings.map { ("trace-setting", $0) })
      + (skipMalformed.map { $0 ? " --skip-malformed" : " --no-skip-malformed" } ?? "")
  }
}

struct PrivacyArguments: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Hide what may be a secret or a person: all of an address that is no known word.")
  var redact = true

  @Flag(help: "Replace hosts, paths and clients by names that only tell them apart.")
  var anonymise = false

  var showsAll: Bool { !redact && !anonymise }

  /// What becomes of names; numbers begin anew.
  var hiding: NameHiding { NameHiding(anonymise ? .names : redact ? .secrets : .nothing) }

  static func note(_ hiding: NameHiding, _ verbosity: VerbosityArguments) {
    guard hiding.count > 0 else { return }
    let names = hiding.count == 1 ? "1 name or value is" : "\(hiding.count) names and values are"
    verbosity.note("note: \(names) hidden; --no-redact shows everything")
  }
}
