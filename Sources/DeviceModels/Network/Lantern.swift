package import SimCore

/// Lighthouse's model of a connection, exactly: the compatibility mode, and an oracle for tests.
///
/// Time goes in whole round trips: the first window is there with the first byte, each round trip
/// brings another one of twice the size, and no window is larger than what the link carries in a
/// round trip. `Network` differs: it lets the link's rate take its time. Lighthouse states how far
/// this is from throttled loads of 300 pages: first contentful paint with a rank correlation of
/// 0.81 and a mean error of 23 % (docs/lantern.md).
///
/// Source: Lighthouse 8c5f8a2a, `lantern/simulator/tcp-connection.js`, today `TCPConnection.ts` in
/// Chrome DevTools. Left out: downloads cut into slices of time, by which Lantern's page simulation
/// divides the link.
package struct Lantern: Hashable, Sendable {
  /// Segments of a new connection's window; 10 (RFC 6928).
  package static let initialWindow = 10.0
  /// A segment's payload; 1 460 B.
  package static let segment = Bytes(1_460)
  /// What the origin takes where nothing is known; 30 ms.
  package static let serverLatency = TimeSpan.milliseconds(30)

  package let roundTrip: TimeSpan
  /// The connection's part of the link, in bits per second; may be infinite.
  package let rate: Double
  package let serverLatency: TimeSpan
  /// Whether a new connection shakes hands for TLS, in one round trip.
  package let isSecure: Bool
  package let isHTTP2: Bool

  package var isWarm = false
  package var window = Self.initialWindow
  /// Bytes of the last window beyond its answer, credited to the next one under HTTP/2.
  package var overflow = 0.0

  package struct Download: Hashable, Sendable {
    /// From the request, or the first handshake, to the last byte.
    package var duration: TimeSpan
    package var roundTrips: Int
  }

  package init(
    roundTrip: TimeSpan, rate: Double, serverLatency: TimeSpan = Self.serverLatency,
    isSecure: Bool = true, isHTTP2: Bool = false
  ) {
    precondition(roundTrip > .zero && rate > 0, "a link has a round trip and a rate")
    self.roundTrip = roundTrip
    self.rate = rate
    self.serverLatency = serverLatency
    self.isSecure = isSecure
    self.isHTTP2 = isHTTP2
  }

  /// The most segments of a window: those that the link carries in a round trip.
  package var largestWindow: Double {
    (rate / 8 * roundTrip.seconds / Double(Self.segment.count)).rounded(.down)
  }

  /// Downloads over the connection, which is warm afterwards.
  ///
  /// A warm connection of HTTP/2 pays neither the round trip of the request nor the origin's
  /// time: Lantern's own shortcut.
  /// - Parameters:
  ///   - bytes: of the answer.
  ///   - nameLookup: what the lookup takes at a new connection: `nameLookup(isFirst:)`.
  /// - Complexity: O(round trips).
  package mutating func download(_ bytes: Bytes, nameLookup: TimeSpan = .zero) -> Download {
    let roundTrip = roundTrip.seconds
    let request =
      isWarm ? roundTrip / 2 : nameLookup.seconds + 1.5 * roundTrip + (isSecure ? roundTrip : 0)
    let isShortCut = isWarm && isHTTP2
    let missing = Double(bytes.count) - (isShortCut ? overflow : 0)
    let firstByte = isShortCut ? 0 : request + serverLatency.seconds + roundTrip / 2
    var roundTrips = firstByte > 0 ? Int((request / roundTrip).rounded(.up)) : 0
    window = min(window, largestWindow)
    var received = firstByte > 0 ? window * Double(Self.segment.count) : 0
    var time = firstByte
    while received < missing {
      roundTrips += 1
      time += roundTrip
      window = max(1, min(largestWindow, 2 * window))
      received += window * Double(Self.segment.count)
    }
    overflow = isHTTP2 ? max(0, received - missing) : 0
    isWarm = true
    return Download(duration: TimeSpan(rounding: time), roundTrips: roundTrips)
  }

  /// What a name lookup takes: two round trips the first time, later nothing.
  package func nameLookup(isFirst: Bool) -> TimeSpan { isFirst ? roundTrip * 2 : .zero }

  /// How many connections a link of that rate keeps busy with a segment in each round trip.
  package static func saturatedConnections(roundTrip: TimeSpan, rate: Double) -> Double {
    (rate / (Double(segment.count) * 8 / roundTrip.seconds)).rounded(.down)
  }

  /// Reading from the disk cache: 8 ms and 20 ms for each MiB, numbers of hard disks.
  package static func diskCache(_ bytes: Bytes) -> TimeSpan {
    TimeSpan(rounding: 0.008 + 0.020 * mebibytes(bytes))
  }

  /// Decoding a data URL: 2 ms and 10 ms for each MiB.
  package static func dataURL(_ bytes: Bytes) -> TimeSpan {
    TimeSpan(rounding: 0.002 + 0.010 * mebibytes(bytes))
  }

  private static func mebibytes(_ bytes: Bytes) -> Double { Double(bytes.count) / 1_048_576 }
}
