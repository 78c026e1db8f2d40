package import SimCore

/// How the client and the protocols use a link; the link itself is a `NetworkProfile`.
package struct NetworkSettings: Hashable, Sendable {
  /// HTTP/2 is what nearly every origin of an app speaks.
  package var version = HTTPVersion.http2
  /// As Apple documents `httpMaximumConnectionsPerHost` of URLSession for all its systems (read in
  /// 2026), and as browsers have it. Its earlier documentation said 6 on macOS and 4 on iOS, which
  /// people had measured there.
  package var connectionsPerHost = 6
  package var keepAlive = TimeSpan.seconds(60)
  package var nameTimeToLive = TimeSpan.seconds(300)
  package var nameRoundTrips: Int64 = 2
  /// TLS 1.3 in full takes 1 round trip (RFC 8446, Lantern).
  package var tls = TLSHandshake.tls13
  /// RFC 8446, section 4.6.1. What servers give is often shorter.
  package var ticketLifetime = TimeSpan.days(7)
  package var initialWindow: Int64 = 10
  /// Ethernet's 1 500 B less IPv4 and TCP headers.
  package var segment = Bytes(1_460)
  /// RFC 5681, section 4.1.
  package var windowLifetime: TimeSpan?
  package var requestTimeout = TimeSpan.seconds(60)
  /// As OkHttp 3.13.1, curl 7.88.1 and URLSession of Swift 6.3.1 on Linux did when they were run.
  package var resends = ResendRule.always
  package var offlineDelay = TimeSpan.milliseconds(1)
  /// The low end of HPBN's 500 to 800 B, recalled.
  package var requestHeader = Bytes(500)
  package var responseHeader = Bytes(300)
  package var jitter = 0.0
  package var lossModel = LossModel.padhye

  package init() {}
}

/// How requests to one host share connections, and what a connection runs over.
package enum HTTPVersion: String, Sendable, CaseIterable {
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

extension HTTPVersion: WordSettingValue {}
extension LossModel: WordSettingValue {}
extension ResendRule: WordSettingValue {}
extension TLSHandshake: WordSettingValue {}

extension NetworkSettings: Settings {
  package static let fields: [Field<NetworkSettings>] = [
    Field("version", \.version, "HTTP version; 2: one shared connection to a host; 3: over QUIC."),
    Field(
      "connectionsPerHost", \.connectionsPerHost, in: 1...1_000,
      "Most connections to one host under HTTP/1.1; 6 as URLSession's documentation says today; it "
        + "said 4 for iOS before."),
    Field(
      "keepAlive", \.keepAlive, in: .zero...(.days(365)),
      "How long an unused connection stays open."
    ).assumed(),
    Field(
      "nameTimeToLive", \.nameTimeToLive, in: .zero...(.days(365)),
      "How long a looked-up host name holds."
    ).assumed(),
    Field(
      "nameRoundTrips", \.nameRoundTrips, in: 0...100,
      "Round trips of a name lookup; 2 as in Lantern."),
    Field("tls", \.tls, "The best handshake that both ends can do at a new connection."),
    Field(
      "ticketLifetime", \.ticketLifetime, in: .zero...(.days(7)),
      "How long a session can be resumed; at most 7 days by RFC 8446."),
    Field(
      "initialWindow", \.initialWindow, in: 1...1_000,
      "Segments that a new connection sends at once; 10 by RFC 6928."),
    Field("segment", \.segment, in: Bytes(1)...Bytes(65_535), "A full segment's payload."),
    Field(
      "windowLifetime", \.windowLifetime, in: .zero...(.days(365)),
      "Time without use after which a connection's window falls back; null: never."),
    Field(
      "requestTimeout", \.requestTimeout, in: .milliseconds(1)...(.days(365)),
      "How long a request waits without a byte going either way; URLSession's default."),
    Field(
      "resends", \.resends,
      "Which requests without a byte of an answer are made again, once, when the network changes; "
        + "always, as measured with OkHttp, curl and URLSession on Linux."),
    Field(
      "offlineDelay", \.offlineDelay, in: .zero...(.hours(1)),
      "How long it takes to learn that there is no network."
    ).assumed(),
    Field(
      "requestHeader", \.requestHeader, in: .zero...(.megabytes(1)),
      "Bytes of a request's header; HPBN's low end."
    ).plausible("100 B", to: "800 B", "HPBN's 500 to 800 B as text; HTTP/2 sends fewer"),
    Field(
      "responseHeader", \.responseHeader, in: .zero...(.megabytes(1)),
      "Bytes of an answer's header."
    ).assumed(),
    Field(
      "jitter", \.jitter, in: 0...0.99,
      "Round trips and think times vary uniformly within 1 ± this; 0, since no source tells it."),
    Field("lossModel", \.lossModel, "What packet loss does to a connection's rate."),
  ]
}
