package import CacheWorkloads

/// A trace that a replay reads: which file, in which format, and what its reader is told.
package struct TraceInput: Sendable {
  /// A file, or `-` for standard input.
  package var path: String
  /// Its format; nil: told by the content, else by the ending of the name.
  package var format: TraceFormat?
  /// What the reader is told besides the columns, which a replay chooses itself.
  package var options = RequestOptions()

  /// Names a trace.
  package init(path: String, format: TraceFormat? = nil) {
    self.path = path
    self.format = format
  }

  /// Refuses a trace that would have to be read twice and cannot be.
  func checkRepeatable(_ reason: String) throws(ReplayError) {
    guard path == "-" else { return }
    throw .plan("standard input can be read only once, and \(reason): use a file")
  }

  /// Opens the trace for some columns.
  func open(_ columns: RequestColumns) throws(WorkloadError) -> RequestReader {
    var options = options
    options.columns = columns
    return try RequestReader(path: path, format: format, options: options)
  }
}
