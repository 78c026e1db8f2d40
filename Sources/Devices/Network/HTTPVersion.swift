/// How requests to one host share connections.
public enum HTTPVersion: String, Sendable, CaseIterable {
  /// HTTP/1.1: one request at a time on a connection, several connections, the rest waits.
  case http1 = "1.1"
  /// HTTP/2: all requests to a host share one connection.
  case http2 = "2"
}
