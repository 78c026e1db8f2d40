package import SimCore

/// Whether the simulated world varies as measurements do, or is one of constants.
package enum Variance: String, WordSettingValue {
  /// Round trips, rates and server times have the distributions that were measured.
  case measured
  /// Each is its mean.
  case none
}

/// How a link's round trips vary from exchange to exchange.
///
/// Round trips have a floor, a narrow body and a long tail: quantiles that were measured, scaled to
/// the profile's mean. Exchanges within the same few seconds have most of their level in common.
package struct LinkVariance: Hashable, Sendable {
  /// Round trips; only their ratio to the table's mean matters.
  package var roundTrip: QuantileTable
  /// What a name lookup takes, in milliseconds; nil: as many round trips as the settings say.
  package var nameLookup: QuantileTable?
  /// What each round trip of a TLS handshake over TCP takes with the work at both ends, in
  /// milliseconds; nil: a round trip.
  package var handshake: QuantileTable?
  /// Share of requests that are lost on the way and sent again after a timeout.
  package var lostRequests: Double
  /// Where the numbers are from.
  package var source: String
  /// How sure they are.
  package var certainty: Certainty

  /// For how long the level of round trips holds. Series of pings 13 s apart are correlated by 0.22
  /// (UCC 5G data set, uccmisl/5Gdataset@306d92e, one drive of 182 series).
  package static let levelDuration = TimeSpan.seconds(10)
  /// The weight of that level beside an exchange's own draw: within a series of pings the deviation
  /// is 2 to 4 ms, between series a tenth of them is 9 to 17 ms above the median (the same data).
  package static let levelWeight = 0.75
  /// The weight of the link's level in the draw of a server's time. Fitted: with it and the
  /// origin's deviation, round trip and server time together have the measured waits of page loads
  /// on 4G and 5G (SIGCOMM 2021 artifact SIGCOMM21-5G/artifact, 88 page loads) within 15 % from p10
  /// to p95.
  package static let serverWeight = 0.4
  /// The timeout after which a lost request is sent again, doubled each time (RFC 6298, section 2).
  package static let retransmissionTimeout = TimeSpan.seconds(1)

  /// The variance of a kind of link for which a profile names none; nil: nothing varies.
  package static func usual(for access: NetworkAccess) -> LinkVariance? {
    switch access {
    case .none: nil
    case .wired, .wifi: fixed
    case .cellular2G, .cellular3G: hspa
    case .cellular4G: lte
    case .cellular5G: fiveG
    }
  }
}

extension LinkVariance {
  private static let pingShares = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99]
  private static let ucc =
    "UCC 5G data set (uccmisl/5Gdataset@306d92e; Raca and others, MMSys 2020), means of ping series"

  /// Lost pings: a series is of five, since losses come in steps of 20 %, and a series with a loss
  /// is taken to have lost one of them independently of the others, which is an assumption.
  private static func lostPings(_ seriesWithLoss: Double) -> Double {
    1 - DeterministicMath.pow(1 - seriesWithLoss, 1.0 / 5)
  }

  /// 278 series of pings; 21 % of 307 with a loss.
  package static let hspa = LinkVariance(
    roundTrip: QuantileTable(
      shares: pingShares, values: [83, 88, 92, 106, 123, 167, 295, 359, 535]),
    lostRequests: lostPings(0.21), source: ucc + " over HSPA+", certainty: .medium)

  /// 663 series of pings; 5.8 % of 674 with a loss.
  package static let lte = LinkVariance(
    roundTrip: QuantileTable(shares: pingShares, values: [66, 68, 74, 77, 84, 93, 101, 106, 330]),
    lostRequests: lostPings(0.058), source: ucc + " over LTE", certainty: .medium)

  /// 2,264 series of pings; 3.1 % of 2,286 with a loss.
  package static let fiveG = LinkVariance(
    roundTrip: QuantileTable(shares: pingShares, values: [65, 66, 66, 68, 72, 77, 83, 91, 213]),
    lostRequests: lostPings(0.031), source: ucc + " over 5G", certainty: .medium)

  /// No source was found for links that do not move: the steadiest of those that were measured,
  /// without lost requests.
  package static let fixed = LinkVariance(
    roundTrip: fiveG.roundTrip, lostRequests: 0,
    source: "assumed: round trips vary as over 5G (\(ucc))", certainty: .low)

  private static let loadShares = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99]
  private static let pageLoads =
    "88 page loads in the USA, December 2020 (SIGCOMM21-5G/artifact@35aaf28)"

  /// Connections, handshakes and lookups of page loads on 4G: 365, 350 and 352 of them.
  package static let pageLoads4G = LinkVariance(
    roundTrip: QuantileTable(shares: loadShares, values: [48, 58, 70, 85, 103, 124, 168]),
    nameLookup: QuantileTable(shares: loadShares, values: [0.1, 43, 52, 65, 87, 124, 247]),
    handshake: QuantileTable(shares: loadShares, values: [78, 89, 105, 132, 183, 201, 258]),
    lostRequests: 0, source: pageLoads + ", 4G", certainty: .high)

  /// The same on 5G: 1,536, 1,451 and 1,475 of them.
  package static let pageLoads5G = LinkVariance(
    roundTrip: QuantileTable(shares: loadShares, values: [20, 26, 42, 58, 74, 88, 165]),
    nameLookup: QuantileTable(shares: loadShares, values: [0.1, 14, 33, 51, 76, 105, 167]),
    handshake: QuantileTable(shares: loadShares, values: [41, 53, 74, 96, 124, 151, 226]),
    lostRequests: 0, source: pageLoads + ", 5G", certainty: .high)
}
