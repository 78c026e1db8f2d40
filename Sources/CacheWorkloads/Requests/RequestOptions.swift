/// What a caller wants of a trace of requests, whatever its format.
package struct RequestOptions: Hashable, Sendable {
  /// The columns to be filled where the trace has them; keys always are.
  package var columns = RequestColumns.told
  /// Whether malformed items are counted and left out; nil: as is usual for the format, which is
  /// yes for access logs and captures and no for all others. Where they are not left out, the
  /// first one is an error.
  package var skipsMalformed: Bool?
  /// Whether the names of objects are kept, 8 bytes for each, or the text.
  package var keepsNames = false
  /// How many objects there may be; more only cost time.
  package var expectedObjects = 0

  /// How many requests are read at most; further ones are as if they were not there.
  package var limit = Int64.max

  /// The defaults.
  package init() {}

  /// The defaults with other columns.
  package init(columns: RequestColumns) { self.columns = columns }
}
