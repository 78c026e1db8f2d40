/// A request of a log, waiting for its turn: ordered by time, then by line.
struct LoggedRequest: Comparable {
  /// Seconds since 1970.
  var seconds: Int64
  var line: Int
  var client: UInt32
  var url: UInt32
  /// The body's size where the answer tells it.
  var size: Int64?

  static func < (left: LoggedRequest, right: LoggedRequest) -> Bool {
    (left.seconds, left.line) < (right.seconds, right.line)
  }
}
