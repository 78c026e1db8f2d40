package import SimCore

/// Whether the simulated world varies as measurements do, or is one of constants.
package enum Variance: String, WordSettingValue {
  /// Round trips, rates and server times have the distributions that were measured.
  case measured
  /// Each is its mean.
  case none
}

/// How a link's round trips vary from exchange to exchange, and its rates with time.
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
  /// How its rates vary; nil: they are constant.
  package var rates: RateVariance?
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
    lostRequests: lostPings(0.21), rates: .threeG, source: ucc + " over HSPA+", certainty: .medium)

  /// 663 series of pings; 5.8 % of 674 with a loss.
  package static let lte = LinkVariance(
    roundTrip: QuantileTable(shares: pingShares, values: [66, 68, 74, 77, 84, 93, 101, 106, 330]),
    lostRequests: lostPings(0.058), rates: .lte, source: ucc + " over LTE", certainty: .medium)

  /// 2,264 series of pings; 3.1 % of 2,286 with a loss.
  package static let fiveG = LinkVariance(
    roundTrip: QuantileTable(shares: pingShares, values: [65, 66, 66, 68, 72, 77, 83, 91, 213]),
    lostRequests: lostPings(0.031), rates: .fiveG, source: ucc + " over 5G", certainty: .medium)

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
    lostRequests: 0, rates: .lte, source: pageLoads + ", 4G", certainty: .high)

  /// The same on 5G: 1,536, 1,451 and 1,475 of them.
  package static let pageLoads5G = LinkVariance(
    roundTrip: QuantileTable(shares: loadShares, values: [20, 26, 42, 58, 74, 88, 165]),
    nameLookup: QuantileTable(shares: loadShares, values: [0.1, 14, 33, 51, 76, 105, 167]),
    handshake: QuantileTable(shares: loadShares, values: [41, 53, 74, 96, 124, 151, 226]),
    lostRequests: 0, rates: .fiveG, source: pageLoads + ", 5G", certainty: .high)
}

/// How a link's rates vary with time, the same in both directions but drawn for each.
///
/// A rate is the profile's times a factor with a mean of one over time: bytes of a long transfer
/// keep their mean, the times of short ones rise. The factor is a quantile of the recorded seconds
/// at a share that three levels have in common, each of which holds for its own time. It depends on
/// seed, device, direction and instant alone, so that every strategy meets the same; profiles share
/// the levels.
package struct RateVariance: Hashable, Sendable {
  /// Rates of seconds, relative to the mean of their recording.
  package let factors: QuantileTable
  /// For how long a slow, a middle and a fast level hold, in nanoseconds.
  let durations: [Int64]
  /// The weight of the slow level beside the other two, and of the middle one beside the fast one.
  let weights: [Double]
  /// Where the numbers are from.
  package let source: String
  /// How sure they are.
  package let certainty: Certainty

  private let mean: Double

  /// Makes a variance.
  /// - Parameters:
  ///   - factors: quantiles at 1, 5, 10, 25, 50, 75, 90, 95 and 99 %.
  ///   - range: the least and the greatest of them.
  ///   - milliseconds: for how long the three levels hold.
  ///   - weights: of the slow level, and of the middle one beside the fast one.
  private init(
    factors: [Double], range: ClosedRange<Double>, milliseconds: [Int64], weights: [Double],
    source: String, certainty: Certainty
  ) {
    self.factors = QuantileTable(
      shares: [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99], values: factors, range: range)
    durations = milliseconds.map { $0 * 1_000_000 }
    self.weights = weights
    self.source = source
    self.certainty = certainty
    mean = self.factors.mean
  }

  /// The greatest factor of a rate.
  package var greatest: Double { factors.greatest / mean }

  /// The factor of a direction's rate at an instant, and until when it holds, in nanoseconds.
  func factor(at instant: Int64, _ levels: RateLevels) -> (factor: Double, end: Int64) {
    let slow = levels.value(0, holding: durations[0], at: instant)
    let middle = levels.value(1, holding: durations[1], at: instant)
    let fast = levels.value(2, holding: durations[2], at: instant)
    let share = CommonDraw.uniform(
      slow.value, CommonDraw.uniform(middle.value, fast.value, weight: weights[1]),
      weight: weights[0])
    return (factors.value(at: share) / mean, min(slow.end, middle.end, fast.end))
  }

  /// Ten rides over Norway's 3G, 2,798 seconds relative to the mean of their ride; ranks are
  /// correlated by 0.93, 0.67, 0.51 and 0.20 over 1, 5, 10 and 30 s.
  package static let threeG = RateVariance(
    factors: [0.228, 0.328, 0.436, 0.656, 0.953, 1.291, 1.592, 1.764, 2.418],
    range: 0.127...4.022, milliseconds: [60_000, 15_000, 3_000], weights: [0.449, 0.586],
    source: "10 rides over 3G, 2010 and 2011 (confiwent/Real-world-bandwidth-traces@d28c4fd; "
      + "Riiser and others, MMSys 2013)",
    certainty: .medium)

  /// 120 seconds of AT&T's LTE, one drive; ranks are correlated by 0.66, 0.43, 0.22 and 0.10 over
  /// 1, 2, 3 and 5 s.
  package static let lte = RateVariance(
    factors: [0.063, 0.126, 0.181, 0.426, 0.821, 1.287, 2.135, 2.427, 3.587],
    range: 0.05...6.063, milliseconds: [8_000, 4_000, 1_500], weights: [0.378, 0.559],
    source: "a drive through AT&T's LTE, 2016 (ravinet/mahimahi@ae477d4, "
      + "traces/ATT-LTE-driving-2016.down)",
    certainty: .low)

  /// 800 seconds of a walk under 5G in millimetre waves; the 17 seconds without a byte count as the
  /// least of the others. Ranks are correlated by 0.88, 0.67, 0.53 and 0.12 over 1, 5, 10 and 30 s.
  package static let fiveG = RateVariance(
    factors: [0.002, 0.018, 0.102, 0.212, 0.441, 1.776, 2.608, 2.909, 3.25],
    range: 0.002...3.55, milliseconds: [40_000, 15_000, 2_000], weights: [0.54, 0.548],
    source: "a walk under 5G in millimetre waves (SIGCOMM21-5G/artifact@35aaf28, "
      + "Lumous5G/5G/5g_trace_100_walking)",
    certainty: .low)
}

/// The levels of one direction of a device's rates: uniform numbers that each hold for a time.
struct RateLevels {
  private let seed: UInt64
  private let entity: UInt64
  /// How far into their time the levels are at the start, as shares of it.
  private let phases: [Double]

  /// - Parameter direction: 0 towards the device, 1 from it.
  init(seed: UInt64, device: UInt32, direction: UInt32) {
    self.seed = seed
    // Resources have small numbers; the greatest is the level's of round trips.
    entity = UInt64(device) << 32 | UInt64(UInt32.max - 1 - direction)
    var generator = SeededGenerator(seed: seed, purpose: .network, entity: entity, attempt: .max)
    phases = [generator.unit(), generator.unit(), generator.unit()]
  }

  /// A level at an instant, uniform between 0 and 1, and until when it holds, in nanoseconds.
  func value(_ number: Int, holding duration: Int64, at instant: Int64) -> (
    value: Double, end: Int64
  ) {
    let phase = Int64(phases[number] * Double(duration))
    let turn = (instant + phase) / duration
    var generator = SeededGenerator(
      seed: seed, purpose: .network, entity: entity, attempt: UInt64(turn) << 2 | UInt64(number))
    return (generator.unit(), (turn + 1) * duration - phase)
  }
}
