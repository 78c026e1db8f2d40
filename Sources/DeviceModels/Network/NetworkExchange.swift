package import SimCore

/// One request with its answer.
struct NetworkExchange {
  var phase = ExchangePhase.free
  var failure = NetworkFailure.notConnected
  var effect = RequestEffect.none
  /// Whether it is in the list of timeouts.
  var isTimed = false
  var host = 0
  var connection = 0
  var resource: UInt32 = 0
  var attempt: UInt32 = 0
  var deadline: Int64 = 0
  /// Whether it was placed on a connection that had brought an answer before.
  var isOnKeptConnection = false
  var isResent = false
  /// What went over the link for nothing before it was made again.
  var lost = NetworkTraffic()
  /// What it meets on the link.
  var conditions = NetworkJitter.Conditions()
  var roundTrip: Int64 { conditions.roundTrip }
  /// Bytes of the request and of the answer, with headers.
  var bytesUp: Int64 = 0
  var bytesDown: Int64 = 0
  /// Bytes that have gone over the link when it fails.
  var traffic = NetworkTraffic()
  /// The answer in full segments, as which it goes over the link.
  var segmentBytes: Int64 = 0
}

extension NetworkExchange {
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

/// Where an exchange is on its way.
enum ExchangePhase: UInt8 {
  case free
  /// All connections are taken; it waits for one.
  case waiting
  case opening
  /// The request is on the link, or its sender waits for acknowledgements.
  case uploading
  /// The request's last bit is on its way to the origin.
  case travelling
  case atOrigin
  /// The origin works on the answer, or the answer travels.
  case answering
  /// The answer is on the link, or its sender waits for acknowledgements.
  case downloading
  /// The failure is certain and about to be reported.
  case failing
}

/// The number of an exchange in flight: small and dense, chosen by the caller, free again after
/// the exchange ended.
package typealias ExchangeID = UInt32

/// An event of the network that the simulation handles.
package enum NetworkEvent: Hashable, Sendable {
  /// The whole request is at the origin, which must now `respond`.
  case reached(ExchangeID)
  /// The whole answer is here.
  case completed(ExchangeID, NetworkTraffic)
  /// There will be no answer; the traffic was for nothing.
  case failed(ExchangeID, NetworkFailure, NetworkTraffic)
}

/// Why an exchange failed.
public enum NetworkFailure: UInt8, Hashable, Sendable, CaseIterable {
  /// No interface was up when it began.
  case notConnected
  /// The network changed under it, and it was not made again.
  case connectionLost
  /// Nothing went either way for the request timeout.
  case timedOut
}

/// Bytes of one exchange on the wire: headers and bodies, without handshakes and packet headers.
package struct NetworkTraffic: Hashable, Sendable {
  package var up: Bytes
  package var down: Bytes

  package init(up: Bytes = .zero, down: Bytes = .zero) {
    self.up = up
    self.down = down
  }

  static func + (left: NetworkTraffic, right: NetworkTraffic) -> NetworkTraffic {
    NetworkTraffic(up: left.up + right.up, down: left.down + right.down)
  }
}
