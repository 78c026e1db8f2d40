internal import SimCore

/// One request with its answer.
struct Exchange {
  var phase = ExchangePhase.free
  var failure = NetworkFailure.notConnected
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
  /// The work on the link, and the link's service clock when it will be done.
  var work: Int64 = 0
  var finish = 0.0
  /// The connection's window after the answer.
  var window: Int64 = 0
}

extension Exchange {
  /// Whether it has a connection's place.
  var holdsConnection: Bool {
    switch phase {
    case .free, .waiting, .failing: false
    case .opening, .uploading, .travelling, .atOrigin, .answering, .downloading: true
    }
  }

  /// How many of `bytes` have gone when so much of the work is left.
  func carried(_ bytes: Int64, left: Double) -> Bytes {
    Bytes(rounding: Double(bytes) * (1 - left / Double(work)))
  }
}
