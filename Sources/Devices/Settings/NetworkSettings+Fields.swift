public import SimCore

extension HTTPVersion: WordSettingValue {}
extension LossModel: WordSettingValue {}
extension TLSHandshake: WordSettingValue {}

extension NetworkSettings: Settings {
  public static let fields: [Field<NetworkSettings>] = [
    Field("version", \.version, "HTTP version; 2: one shared connection to a host; 3: over QUIC."),
    Field(
      "connectionsPerHost", \.connectionsPerHost, in: 1...1_000,
      "Most connections to one host under HTTP/1.1; URLSession's default."),
    Field(
      "keepAlive", \.keepAlive, in: .zero...(.days(365)),
      "How long an unused connection stays open; an assumption."),
    Field(
      "nameTimeToLive", \.nameTimeToLive, in: .zero...(.days(365)),
      "How long a looked-up host name holds; an assumption."),
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
      "windowLifetime", \.windowLifetime,
      "Time without use after which a connection's window falls back; null: never."),
    Field(
      "requestTimeout", \.requestTimeout, in: .milliseconds(1)...(.days(365)),
      "How long a request waits without a byte going either way; URLSession's default."),
    Field(
      "offlineDelay", \.offlineDelay, in: .zero...(.hours(1)),
      "How long it takes to learn that there is no network; an assumption."),
    Field(
      "requestHeader", \.requestHeader, in: .zero...(.megabytes(1)),
      "Bytes of a request's header; HPBN's low end."),
    Field(
      "responseHeader", \.responseHeader, in: .zero...(.megabytes(1)),
      "Bytes of an answer's header; an assumption."),
    Field(
      "jitter", \.jitter, in: 0...0.99,
      "Round trips and think times vary uniformly within 1 ± this; 0, since no source tells it."),
    Field("lossModel", \.lossModel, "What packet loss does to a connection's rate."),
  ]
}
