internal import ArgumentParser
internal import CacheWorkloads
internal import SimCore

/// Which trace of requests, and how it is read: the same for every command that reads one.
struct TraceArguments: ParsableArguments {
  @Argument(
    help: "The trace; - is standard input. gzip and zstd are expanded.", completion: .file())
  var trace: String

  @OptionGroup var reading: TraceReadingArguments

  /// Opens the trace.
  /// - Throws: an exit code, after telling what is wrong with it.
  func open(
    _ talk: TalkArguments, columns: RequestColumns = .told, keepsNames: Bool = false,
    limit: Int? = nil
  ) throws -> RequestReader {
    var options = RequestOptions(columns: columns)
    options.keepsNames = keepsNames
    options.skipsMalformed = reading.skipMalformed
    if let limit { options.limit = Int64(limit) }
    let format = try reading.format()
    talk.detail("read", trace == "-" ? "standard input" : trace)
    do throws(WorkloadError) {
      return try RequestReader(path: trace, format: format, options: options)
    } catch {
      throw error.refused()
    }
  }
}
