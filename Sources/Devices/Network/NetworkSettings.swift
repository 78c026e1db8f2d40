public import SimCore

/// How the client and the protocols use a link; the link itself is a `NetworkProfile`.
public struct NetworkSettings: Hashable, Sendable {
  /// Default HTTP/2: what nearly every origin of an app speaks.
  public var version = HTTPVersion.http2
  /// Most connections to one host under HTTP/1.1; 6 (URLSession's and the browsers' default).
  public var connectionsPerHost = 6
  /// How long an unused connection stays open; 60 s (assumption, a knob).
  public var keepAlive = TimeSpan.seconds(60)
  /// How long a looked-up name holds; 300 s (assumption, a knob).
  public var nameTimeToLive = TimeSpan.seconds(300)
  /// Round trips of a name lookup; 2 (Lighthouse's Lantern).
  public var nameRoundTrips: Int64 = 2
  /// The handshake of a new connection; TLS 1.3 in full: 1 round trip (RFC 8446, Lantern).
  public var tls = TLSHandshake.tls13
  /// How long a session ticket holds; 7 days, the most that RFC 8446 (section 4.6.1) allows. What
  /// servers give is shorter: a knob.
  public var ticketLifetime = TimeSpan.days(7)
  /// Segments that a new connection sends before the first acknowledgement; 10 (RFC 6928).
  public var initialWindow: Int64 = 10
  /// A full segment's payload; 1 460 B (Ethernet's 1 500 less IPv4 and TCP headers).
  public var segment = Bytes(1_460)
  /// After how long without use a connection's window falls back to the initial one (RFC 5681,
  /// section 4.1); nil, the default: it keeps what it has grown to.
  public var windowLifetime: TimeSpan?
  /// How long a request waits without a byte going either way; 60 s (URLSession's default).
  public var requestTimeout = TimeSpan.seconds(60)
  /// How long it takes to learn that no interface is up; 1 ms (assumption).
  public var offlineDelay = TimeSpan.milliseconds(1)
  /// Added to each request's body; 500 B (the low end of HPBN's 500 to 800 B, recalled).
  public var requestHeader = Bytes(500)
  /// Added to each answer's body; 300 B (assumption).
  public var responseHeader = Bytes(300)
  /// Round trips and think times are multiplied by a uniform number within 1 ± this; 0, the
  /// default: none, since no source gives a spread. Below 1.
  public var jitter = 0.0
  /// What loss does to a connection's rate; the model with timeouts.
  public var lossModel = LossModel.padhye

  /// The defaults.
  public init() {}
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

  /// The most bits per second that loss lets one connection reach; infinite without loss.
  func connectionLimit(on profile: NetworkProfile) -> Double {
    lossModel.limit(loss: profile.loss, roundTrip: profile.roundTrip, segment: segment)
  }
}
