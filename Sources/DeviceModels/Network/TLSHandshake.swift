/// The handshake of TLS, or none, before a connection carries requests.
///
/// A case names the best that both ends can do. What needs a session ticket is done when the host
/// was connected before and its ticket still holds; the full handshake of that version otherwise.
package enum TLSHandshake: String, Sendable, CaseIterable {
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

/// What lets a device resume its session with a host; unlike connections and names, it is kept when
/// the network changes.
struct SessionTicket {
  /// From when the device has it, in nanoseconds: the end of a handshake.
  var since = Int64.max
  /// Until when it holds.
  var expires = Int64.min

  func holds(at now: Int64) -> Bool { since <= now && now <= expires }

  mutating func renew(at instant: Int64, now: Int64, lifetime: Int64) {
    if !holds(at: now) { since = min(instant, since > now ? since : .max) }
    let (end, overflow) = instant.addingReportingOverflow(lifetime)
    expires = overflow ? .max : end
  }

  /// Forgets what a handshake that was broken off would have brought.
  mutating func breakOff(at now: Int64, lifetime: Int64) {
    if since > now { self = SessionTicket() }
    let (end, overflow) = now.addingReportingOverflow(lifetime)
    if !overflow { expires = min(expires, end) }
  }
}

extension NetworkSettings {
  /// Round trips from the known address of a host to the first request, over a new connection.
  ///
  /// TCP takes one (RFC 9293), and TLS follows. QUIC has TLS 1.3's in its own (RFC 9001, section
  /// 4), whatever `tls` says, and none with early data.
  /// - Parameters:
  ///   - resuming: whether there is a session ticket.
  ///   - isSafe: whether the request may be sent as early data.
  func connectionRoundTrips(resuming: Bool, isSafe: Bool) -> Int64 {
    let isEarly = isSafe && tls.sendsEarly(resuming: resuming)
    switch version {
    case .http1, .http2: return 1 + (isEarly ? 0 : tls.roundTrips(resuming: resuming))
    case .http3: return isEarly ? 0 : 1
    }
  }
}
