internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Handshakes of first and of later connections; the round trip is 100 ms, a segment 1.46 ms.
struct TLSHandshakeTests {
  private let full = Bytes(1_460)
  private let segment = TimeSpan.microseconds(1_460)
  private let roundTrip = TimeSpan.milliseconds(100)

  private func settings(
    _ tls: TLSHandshake, _ version: HTTPVersion = .http2
  ) -> NetworkSettings {
    HandshakeCase(tls: tls, version: version, first: 0, later: 0).settings
  }

  @Test(arguments: HandshakeCase.all)
  func eachHandshakeTakesItsRoundTrips(row: HandshakeCase) {
    expect(
      row.times, is: [row.first, row.later].map { roundTrip * ($0 + 1) + segment })
  }

  @Test func whatIsNotSafeToRepeatIsNotSentEarly() {
    var rig = Rig(.plain(), settings(.tls13EarlyData))
    _ = rig.fetch(full, at: .start)
    let upload = TimeSpan.microseconds(1_000)
    let post = rig.fetch(full, request: Bytes(1_000), at: .milliseconds(120_000))
    expect(post, is: roundTrip * 3 + upload + segment)
  }

  @Test func aTicketHoldsForItsLifetime() {
    var settings = settings(.tls12Resumed)
    settings.nameTimeToLive = .days(1)
    settings.ticketLifetime = .hours(2)
    // The first handshake ends after 500 ms.
    for (later, rounds) in [(TimeSpan.zero, Int64(3)), (TimeSpan(nanoseconds: 1), 4)] {
      var rig = Rig(.plain(), settings)
      _ = rig.fetch(full, at: .start)
      let instant = Instant.milliseconds(500) + .hours(2) + later
      expect(rig.fetch(full, at: instant), is: roundTrip * rounds + segment)
    }
  }

  @Test func connectionsOfTheSameMomentAreMadeInFull() {
    var rig = Rig(.plain(), settings(.tls12Resumed, .http1))
    rig.begin(0, full)
    rig.begin(1, full, at: .milliseconds(499))
    rig.begin(2, full, at: .milliseconds(500))
    rig.run()
    expect(rig.completion(of: 0), is: Instant.milliseconds(600) + segment)
    expect(rig.completion(of: 1), is: Instant.milliseconds(899) + segment)
    expect(rig.completion(of: 2), is: Instant.milliseconds(800) + segment)
  }

  @Test func aTicketOutlivesItsNetworkAndABrokenHandshakeBringsNone() {
    for (breakOff, rounds) in [(Int64(499), Int64(6)), (500, 5)] {
      var rig = Rig(.plain(), settings(.tls12Resumed))
      rig.begin(0, full)
      rig.run(until: .milliseconds(breakOff))
      rig.network.change(to: .plain(down: 9_000_000), at: .milliseconds(breakOff))
      rig.network.change(to: .plain(), at: .milliseconds(breakOff))
      expect(rig.fetch(full, at: .milliseconds(1_000)), is: roundTrip * rounds + segment)
    }
  }
}

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
