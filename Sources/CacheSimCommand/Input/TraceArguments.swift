internal import ArgumentParser
internal import SimCore
internal import Workloads

/// Which trace of requests, and how it is read: the same for every command that reads one.
struct TraceArguments: ParsableArguments {
  @Argument(
    help: "The trace; - is standard input. gzip and zstd are expanded.", completion: .file())
  var trace: String

  @Option(
    name: .customLong("trace-format"),
    help: "Its format, as 'cachesim list formats' shows it; by default told by the content.")
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

  /// Opens the trace.
  /// - Throws: an exit code, after telling what is wrong with it.
  func open(
    _ talk: TalkArguments, columns: RequestColumns = .told, keepsNames: Bool = false,
    limit: Int? = nil
  ) throws -> RequestReader {
    var options = RequestOptions(columns: columns)
    options.keepsNames = keepsNames
    options.skipsMalformed = skipMalformed
    if let limit { options.limit = Int64(limit) }
    let format = try format()
    talk.detail("read", trace == "-" ? "standard input" : trace)
    do throws(WorkloadError) {
      return try RequestReader(path: trace, format: format, options: options)
    } catch {
      throw error.refused()
    }
  }
}
