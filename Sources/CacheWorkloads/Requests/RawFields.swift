/// The fields of one request, as far as the trace has them.
struct RawFields {
  var has: RequestColumns = []
  var size: Int64 = 1
  /// Nanoseconds in the trace's own count.
  var time: Int64 = 0
  var next: Int64 = .max
  var timeToLive: Int64 = 0
  var cost = 1.0
  var operation: UInt8 = 0
  var tenant: UInt32 = 0
}
