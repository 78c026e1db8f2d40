internal import SimCore

/// One request with its answer.
struct Exchange {
  var phase = ExchangePhase.free
  var failure = NetworkFailure.notConnected
  /// Whether the request has no body, and may be repeated.
  var isSafe = true
  /// Whether it stands in the list of timeouts.
  var isTimed = false
  var host = 0
  var connection = 0
  var resource: UInt32 = 0
  var attempt: UInt32 = 0
  /// When it times out.
  var deadline: Int64 = 0
  /// Round trip with this exchange's jitter, in nanoseconds.
  var roundTrip: Int64 = 0
  /// Bytes of the request and of the answer, with headers.
  var bytesUp: Int64 = 0
  var bytesDown: Int64 = 0
  /// Bytes that have gone over the link when it fails.
  var traffic = NetworkTraffic()
  /// The answer in full segments, as which it goes over the link.
  var segmentBytes: Int64 = 0
}

extension Exchange {
  /// Whether it has a connection's place.
  var holdsConnection: Bool {
    switch phase {
    case .free, .waiting, .failing: false
    case .opening, .uploading, .travelling, .atOrigin, .answering, .downloading: true
    }
  }

  /// Bytes of the answer that have gone when so much of its segments is left.
  func carried(left: Double) -> Bytes {
    Bytes(rounding: Double(bytesDown) * (1 - left / Double(segmentBytes)))
  }
}
