/// What is said between two ends before a connection carries requests.
///
/// A word names the best that both ends can do. What needs a session ticket is done when the host
/// was connected before and its ticket still holds; the full handshake of that version otherwise.
public enum TLSHandshake: String, Sendable, CaseIterable {
  /// Plain text: no handshake.
  case none
  /// TLS 1.2 in full: 2 round trips (RFC 5246, section 7.3).
  case tls12 = "tls1.2"
  /// TLS 1.2 resumed with a ticket: 1 round trip (RFC 5077, section 3.1).
  case tls12Resumed = "tls1.2-resumed"
  /// TLS 1.3 in full: 1 round trip (RFC 8446, section 2).
  case tls13 = "tls1.3"
  /// TLS 1.3 resumed: 1 round trip as in full; it saves certificates, not time (RFC 8446, 2.2).
  case tls13Resumed = "tls1.3-resumed"
  /// TLS 1.3 with early data: none for a request that may be repeated (RFC 8446, 2.3); one with a
  /// body might do harm when replayed, and waits for the round trip (RFC 8470, section 2).
  case tls13EarlyData = "tls1.3-0rtt"

  /// Round trips until any request may be sent.
  func roundTrips(resuming: Bool) -> Int64 {
    switch self {
    case .none: 0
    case .tls12: 2
    case .tls12Resumed: resuming ? 1 : 2
    case .tls13, .tls13Resumed, .tls13EarlyData: 1
    }
  }

  /// Whether requests that may be repeated go out with the handshake's first flight.
  func sendsEarly(resuming: Bool) -> Bool { self == .tls13EarlyData && resuming }
}
