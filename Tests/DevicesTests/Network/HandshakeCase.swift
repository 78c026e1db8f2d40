internal import Devices
internal import SimCore

/// Round trips before the request: of a first connection, with two for the name, and of one two
/// minutes later, when the name is still known (RFC 9293, 8446, 9001).
struct HandshakeCase: Sendable {
  var tls: TLSHandshake
  var version: HTTPVersion
  var first: Int64
  var later: Int64

  static let all = [
    (TLSHandshake.none, HTTPVersion.http2, Int64(3), Int64(1)),
    (.tls12, .http2, 5, 3),
    (.tls12Resumed, .http2, 5, 2),
    (.tls13, .http2, 4, 2),
    (.tls13Resumed, .http2, 4, 2),
    (.tls13EarlyData, .http2, 4, 1),
    (.tls13EarlyData, .http1, 4, 1),
    (.tls13, .http3, 3, 1),
    (.tls13Resumed, .http3, 3, 1),
    (.tls13EarlyData, .http3, 3, 0),
    (.none, .http3, 3, 1),
  ].map { HandshakeCase(tls: $0, version: $1, first: $2, later: $3) }

  var settings: NetworkSettings {
    var settings = NetworkSettings.bare
    settings.tls = tls
    settings.version = version
    return settings
  }

  /// What both fetches of one segment take, with round trips of 100 ms and 1.46 ms for a segment.
  var times: [TimeSpan?] {
    var rig = Rig(.plain(), settings)
    let size = Bytes(1_460)
    return [rig.fetch(size, at: .start), rig.fetch(size, at: .milliseconds(120_000))]
  }
}
