/// The formats in which traces of requests are written.
package enum TraceForm: String, CaseIterable, Sendable {
  /// Rows of columns with a header.
  case csv
  /// An object of JSON a line.
  case jsonl
  /// libCacheSim's records, with next accesses.
  case oracleGeneral = "oracle-general"
  /// One object a line.
  case ids
}
