package import SimCore

/// How the client and the protocols use a link; the link itself is a `NetworkProfile`.
package struct NetworkSettings: Hashable, Sendable {
  /// Default HTTP/2: what nearly every origin of an app speaks.
  package var version = HTTPVersion.http2
  /// Most connections to one host under HTTP/1.1; 6, as browsers have it and as Apple documents
  /// `httpMaximumConnectionsPerHost` of URLSession for all its systems (read in 2026). Its earlier
  /// documentation said 6 on macOS and 4 on iOS, which people had measured there.
  package var connectionsPerHost = 6
  /// How long an unused connection stays open; 60 s (assumption).
  package var keepAlive = TimeSpan.seconds(60)
  /// How long a looked-up name holds; 300 s (assumption).
  package var nameTimeToLive = TimeSpan.seconds(300)
  /// Round trips of a name lookup; 2 (Lighthouse's Lantern).
  package var nameRoundTrips: Int64 = 2
  /// The handshake of a new connection; TLS 1.3 in full: 1 round trip (RFC 8446, Lantern).
  package var tls = TLSHandshake.tls13
  /// How long a session ticket holds; 7 days, the most that RFC 8446 (section 4.6.1) allows. What
  /// servers give is often shorter.
  package var ticketLifetime = TimeSpan.days(7)
  /// Segments that a new connection sends before the first acknowledgement; 10 (RFC 6928).
  package var initialWindow: Int64 = 10
  /// A full segment's payload; 1 460 B (Ethernet's 1 500 less IPv4 and TCP headers).
  package var segment = Bytes(1_460)
  /// After how long without use a connection's window falls back to the initial one (RFC 5681,
  /// section 4.1); nil, the default: it keeps what it has grown to.
  package var windowLifetime: TimeSpan?
  /// How long a request waits without a byte going either way; 60 s (URLSession's default).
  package var requestTimeout = TimeSpan.seconds(60)
  /// Which requests are made again when the network changes under them; `always`, as OkHttp 3.13.1,
  /// curl 7.88.1 and URLSession of Swift 6.3.1 on Linux did when they were run.
  package var resends = ResendRule.always
  /// How long it takes to learn that no interface is up; 1 ms (assumption).
  package var offlineDelay = TimeSpan.milliseconds(1)
  /// Added to each request's body; 500 B (the low end of HPBN's 500 to 800 B, recalled).
  package var requestHeader = Bytes(500)
  /// Added to each answer's body; 300 B (assumption).
  package var responseHeader = Bytes(300)
  /// Round trips and think times are multiplied by a uniform number within 1 ± this; 0, the
  /// default: none, since no source gives a spread. Below 1.
  package var jitter = 0.0
  /// What loss does to a connection's rate; the model with timeouts.
  package var lossModel = LossModel.padhye

  /// The defaults.
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
      "Bytes of a request's header; HPBN's low end."),
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
