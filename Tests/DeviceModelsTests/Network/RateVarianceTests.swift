internal import SimCore
internal import TestCases
internal import Testing

@testable internal import DeviceModels

/// Rates of networks that vary without a recording.
struct RateVarianceTests {
  private static let all = [
    "3g", "lte", "5g", "wifi-office", "wifi-campus", "wifi-cafe", "wifi-restaurant",
  ].compactMap { RateVariance.named($0) }

  /// A link of a kind without round trips, with 4.56 Mbit/s in the mean.
  private static func profile(_ access: NetworkAccess) -> NetworkProfile {
    var link = NetworkDescription()
    link.access = access
    link.down = BitRate(bitsPerSecond: 4_560_000)
    link.up = link.down
    return NetworkProfile("moving", link, source: "test")
  }

  /// How long one transfer takes that begins at an instant and has the link for itself.
  private static func time(
    of body: Bytes, device: UInt32 = 0, at start: Instant, after others: [Instant] = [],
    _ access: NetworkAccess = .cellular4G, _ variance: Variance = .measured
  ) -> TimeSpan? {
    var settings = NetworkSettings.bare
    settings.nameRoundTrips = 0
    var network = Network(
      profile: profile(access), settings: settings, seed: 3, device: device, variance: variance)
    var taken: TimeSpan?
    for begin in others + [start] {
      network.begin(0, host: 0, resource: 0, at: begin)
      while network.nextInstant != .distantFuture {
        guard let (at, event) = network.next() else { continue }
        if case .reached = event { network.respond(0, bodyBytes: body, at: at) }
        if case .completed = event { taken = at - begin }
      }
    }
    return taken
  }

  @Test(arguments: all)
  func theMeanOverTimeIsTheProfiles(rates: RateVariance) {
    let levels = RateLevels(seed: 1, device: 2, direction: 0)
    let count = 200_000
    let sum = (0..<count).reduce(0) {
      $0 + rates.factor(at: Int64($1) * 1_000_000_000, levels).factor
    }
    // Some 3 500 independent values with a deviation of 1 at most.
    expect(abs(sum / Double(count) - 1) < 0.05, "\(sum / Double(count))")
  }

  @Test(arguments: Cases.some(all, oneIn: 3))
  func theQuantilesAreTheRecordedOnes(rates: RateVariance) {
    let levels = RateLevels(seed: 4, device: 1, direction: 1)
    let factors = (0..<200_000).map {
      rates.factor(at: Int64($0) * 1_000_000_000, levels).factor * rates.factors.mean
    }.sorted()
    for share in [0.1, 0.25, 0.5, 0.75, 0.9] {
      let expected = rates.factors.value(at: share)
      let found = factors[Int(share * Double(factors.count))]
      let (below, above) = (
        rates.factors.value(at: share - 0.03), rates.factors.value(at: share + 0.03)
      )
      expect(found > below && found < above, "\(share): \(found), recorded \(expected)")
    }
    let most = rates.greatest * rates.factors.mean
    expect(factors.allSatisfy { $0 >= rates.factors.least && $0 <= most })
  }

  /// Correlations of ranks over 1, 5 and 10 s, as they were recorded; nil: the table says that they
  /// are not those.
  @Test(
    arguments: zip(
      all,
      [
        [0.93, 0.67, 0.51], [0.66, 0.10, -0.03], [0.88, 0.67, 0.53], [0.51, 0.16, 0.08],
        [nil, 0.34, 0.27], [nil, 0.22, 0.15], [nil, -0.05, 0],
      ]))
  func secondsAreAsAlikeAsRecordedOnes(rates: RateVariance, recorded: [Double?]) {
    let levels = RateLevels(seed: 9, device: 5, direction: 0)
    // A rate's rank is its share: the factors of a uniform table.
    let count = 100_000
    let ranks = (0..<count).map { index -> Double in
      let factor = rates.factor(at: Int64(index) * 1_000_000_000, levels).factor
      return rank(of: factor * rates.factors.mean, in: rates.factors)
    }
    let mean = ranks.reduce(0, +) / Double(count)
    let variance = ranks.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)
    for (lag, expected) in zip([1, 5, 10], recorded) {
      guard let expected else { continue }
      let products = (0..<count - lag).reduce(0) {
        $0 + (ranks[$1] - mean) * (ranks[$1 + lag] - mean)
      }
      let found = products / Double(count - lag) / variance
      expect(abs(found - expected) < 0.1, "\(lag) s: \(found), recorded \(expected)")
    }
  }

  /// The share at which a table has a value, by bisection.
  private func rank(of value: Double, in table: QuantileTable) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<20 {
      let middle = (low + high) / 2
      if table.value(at: middle) < value { low = middle } else { high = middle }
    }
    return low
  }

  /// 100 kB over the recorded capacity of that drive take 227 ms at p50, 1 242 at p95 and 2 091 at
  /// p99, from every millisecond on; over a constant link of its mean rate 175.
  @Test func aTransferHasTheTailOfTheRecording() {
    let times = (0..<3_000 as Range<UInt32>).compactMap { device in
      Self.time(
        of: .kilobytes(100), device: device, at: .milliseconds(Int64(device) * 977_131)
      )?.milliseconds
    }.sorted()
    expect(times.count, is: 3_000)
    for (share, recorded) in [(0.5, 227.0), (0.95, 1_242), (0.99, 2_091)] {
      let found = times[Int(share * Double(times.count))]
      expect(abs(found / recorded - 1) < 0.15, "\(share): \(found) ms, recorded \(recorded)")
    }
  }

  @Test func theRateIsAFunctionOfTimeAlone() {
    for second in [7, 100, 3_601] as [Int64] {
      let start = Instant.milliseconds(second * 1_000)
      let alone = Self.time(of: .kilobytes(300), at: start)
      let after = Self.time(
        of: .kilobytes(300), at: start, after: [.start, .milliseconds(second * 1_000 - 5_000)])
      // The connection is open then, which saves no time here: there are no round trips.
      expect(alone != nil && alone == after)
    }
  }

  @Test func withoutVarianceTheRateIsConstant() {
    let times = (0..<20 as Range<Int64>).map {
      Self.time(of: .kilobytes(57), at: .milliseconds($0 * 5_000), .cellular4G, .none)
    }
    // 40 full segments.
    expect(Set(times).count, is: 1)
    expect(abs((times[0]?.seconds ?? 0) - 40 * 1_460 * 8 / 4_560_000) < 1e-6)
  }

  @Test(arguments: [NetworkAccess.wifi, .wired, .cellular3G])
  func linksOfEveryKindVary(access: NetworkAccess) {
    let times = (0..<20 as Range<Int64>).map {
      Self.time(of: .kilobytes(57), at: .milliseconds($0 * 60_000), access)
    }
    expect(Set(times).count > 15)
  }

  @Test func anIdleLinkHasNoEvents() {
    var network = Network(profile: Self.profile(.cellular4G), seed: 1, variance: .measured)
    expect(network.nextInstant, is: .distantFuture)
    network.change(to: Self.profile(.cellular3G), at: .milliseconds(90_000))
    expect(network.nextInstant, is: .distantFuture)
  }

  /// What a bound on all strategies is worked out from.
  @Test func noTransferIsFasterThanTheGreatestRate() {
    let profile = Self.profile(.cellular4G)
    let greatest = profile.greatest(of: profile.down, .measured)
    expect(greatest > profile.down && profile.greatest(of: profile.down, .none) == profile.down)
    let least = 4 * 1_460 * 8 / Double(greatest.bitsPerSecond)
    for device in 0..<2_000 as Range<UInt32> {
      let time = Self.time(of: Bytes(4 * 1_460), device: device, at: .start)?.seconds ?? 0
      expect(time >= least - 1e-9)
    }
  }

  @Test func theTwoDirectionsAreDrawnApart() throws {
    let rates = try #require(RateVariance.named("lte"))
    let levels = (0..<2 as Range<UInt32>).map { RateLevels(seed: 1, device: 1, direction: $0) }
    let pairs = (0..<1_000 as Range<Int64>).map { second in
      levels.map { rates.factor(at: second * 20_000_000_000, $0).factor }
    }
    let isUpFaster = pairs.count { $0[1] > $0[0] }
    expect((400...600).contains(isUpFaster))
  }
}
