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
  package var roundTrip = QuantileTable(shares: [0.25, 0.75], values: [1, 1])
  package var nameLookup: QuantileTable?
  package var handshake: QuantileTable?
  package var lostRequests = 0.0
  package var rates: RateVariance?
  private var usualFor: [NetworkAccess] = []

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

  package init() {}

  /// The variance of a kind of link for which a profile names none; nil: nothing varies.
  package static func usual(for access: NetworkAccess) -> LinkVariance? {
    all.first { $0.variance.usualFor.contains(access) }?.variance
  }
}

extension LinkVariance: Settings {
  package static let fields: [Field<LinkVariance>] = [
    Field("usualFor", \.usualFor, "The kinds of links that vary so where nothing is said."),
    Field("roundTrip", \.roundTrip, "Round trips; only their ratio to the mean matters."),
    Field(
      "nameLookup", \.nameLookup,
      "What a name lookup takes, in milliseconds; null: as many round trips as the settings say."),
    Field(
      "handshake", \.handshake,
      "What each round trip of a TLS handshake over TCP takes with the work at both ends, in "
        + "milliseconds; null: a round trip."),
    Field(
      "lostRequests", \.lostRequests, in: 0...0.99,
      "Share of requests that are lost on the way and sent again after a timeout."),
    Field("rates", \.rates, "How its rates vary; null: they are constant."),
  ]

  /// Every one of the tables, by the names that networks give them.
  static let all: [(name: String, variance: LinkVariance)] = DataTable.bundled("link-variances") {
    entry, path, problems in
    LinkVariance.read(entry.settings, path: "\(path).settings", &problems).map { (entry.name, $0) }
  }

  /// The variance of that name; nil: there is none.
  package static func named(_ name: String) -> LinkVariance? {
    all.first { $0.name == name }?.variance
  }
}

/// How a link's rates vary with time, the same in both directions but drawn for each, unless they
/// take turns on one medium.
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
  /// Whether both directions have one draw.
  let isHalfDuplex: Bool

  private let mean: Double

  private init(_ written: WrittenRates) {
    factors = written.factors
    durations = written.levels.map(\.nanoseconds)
    weights = written.weights
    isHalfDuplex = written.halfDuplex
    mean = factors.mean
  }

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
}

extension RateVariance: SettingValue {
  /// Every one of the tables, by the names that variances of links give them.
  private static let all = DataTable.bundled("rate-variances") { entry, path, problems in
    WrittenRates.read(entry.settings, path: "\(path).settings", &problems).map {
      (name: entry.name, rates: RateVariance($0))
    }
  }

  /// The variance of that name; nil: there is none.
  package static func named(_ name: String) -> RateVariance? {
    all.first { $0.name == name }?.rates
  }

  package static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> RateVariance? {
    CatalogName.read(json, path: path, "rate variance", among: all.map(\.name), &problems)
      .flatMap(named)
  }
  package var json: JSON {
    Self.all.first { $0.rates == self }.map { JSON($0.name) } ?? JSON(.null)
  }
  package static var schema: JSON { CatalogName.schema(all.map(\.name)) }
}

/// How rates vary, as the table says it.
private struct WrittenRates: Settings {
  var factors = QuantileTable(shares: [0.25, 0.75], values: [1, 1])
  var levels: [TimeSpan] = []
  var weights: [Double] = []
  var halfDuplex = false

  static let fields: [Field<WrittenRates>] = [
    Field(
      "factors", \.factors, "Rates of seconds, relative to the mean of their recording.",
      isRequired: true),
    Field(
      "levels", \.levels, each: .milliseconds(1)...(.hours(1)), count: 3...3,
      "For how long a slow, a middle and a fast level hold."),
    Field(
      "weights", \.weights, each: 0...1, count: 2...2,
      "The weight of the slow level beside the others, and of the middle one beside the fast one."
    ),
    Field(
      "halfDuplex", \.halfDuplex,
      "Whether both directions take turns on one medium and have one draw, as on air."),
  ]
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
