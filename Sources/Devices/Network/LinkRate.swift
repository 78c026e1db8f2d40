internal import SimCore

/// What a profile and the loss model make of one direction of a link.
struct LinkRate {
  /// The whole link in bits per second; infinite when unlimited.
  var link: Double
  /// What one connection alone reaches.
  var connection: Double

  init(_ rate: BitRate, limit: Double) {
    link = rate == .unlimited ? .infinity : Double(rate.bitsPerSecond)
    connection = min(link, limit)
  }

  /// How long `bytes` take alone, in nanoseconds.
  func work(_ bytes: Int64) -> Int64 {
    TimeSpan(rounding: Double(bytes) * 8 / connection).nanoseconds
  }

  /// What so many connections reach together, in multiples of one alone.
  func speed(connections: Int) -> Double {
    guard connection < link else { return 1 }
    return min(link, Double(max(1, connections)) * connection) / connection
  }
}
