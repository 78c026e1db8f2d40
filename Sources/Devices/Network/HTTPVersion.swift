/// How requests to one host share connections, and what a connection runs over.
public enum HTTPVersion: String, Sendable, CaseIterable {
  /// HTTP/1.1: one request at a time on a connection, several connections, the rest waits.
  case http1 = "1.1"
  /// HTTP/2: all requests to a host share one connection.
  case http2 = "2"
  /// HTTP/3: as HTTP/2, over QUIC; loss and window act as on TCP (RFC 9002). That the host speaks
  /// it is known before.
  case http3 = "3"

  /// Whether requests share a connection.
  var isMultiplexed: Bool { self != .http1 }
}
