package import SimCore

/// What a network link does to packets: delay, rates and loss, with the source of the numbers.
///
/// Profiles are conventions of tools more than data: a result should be shown on several.
package struct NetworkProfile: Hashable, Sendable {
  /// The name by which a scenario asks for it.
  package var name: String
  /// Other names it is found by.
  package var aliases: [String]
  /// What the link is made of.
  package var access: NetworkAccess
  /// The link's round-trip time: the SUM of both one-way delays.
  package var linkRoundTrip: TimeSpan
  /// Round-trip time beyond the link, to the origin and back; zero where the source includes it.
  package var serverPath: TimeSpan
  /// The rate towards the device.
  package var down: BitRate
  /// The rate from the device.
  package var up: BitRate
  /// Share of packets lost, 0 to 1; 1: nothing ever arrives, and requests time out.
  package var loss: Double
  /// What each name lookup takes on top of its round trips.
  package var nameLookupDelay: TimeSpan
  /// Whether jitter acts on it; an ideal link has none.
  package var hasJitter: Bool
  /// How its round trips vary; nil: they do not.
  package private(set) var variance: LinkVariance?
  /// The mean of that variance's round trips, in its own unit.
  let meanOfRoundTrips: Double
  /// What was recorded of such a link, in place of the constants; nil: they hold.
  package var recording: RecordedLink?
  /// Where the numbers are from.
  package var source: String
  /// How sure they are.
  package var certainty: Certainty

  /// Makes a profile; the round trip is that of the whole link, both ways together.
  package init(
    _ name: String, aliases: [String] = [], access: NetworkAccess, roundTrip: TimeSpan,
    serverPath: TimeSpan = .zero, down: BitRate, up: BitRate, loss: Double = 0,
    nameLookupDelay: TimeSpan = .zero, hasJitter: Bool = true, variance: LinkVariance? = nil,
    source: String, certainty: Certainty
  ) {
    precondition(loss >= 0 && loss <= 1, "a share of lost packets is between 0 and 1")
    precondition(down.bitsPerSecond > 0 && up.bitsPerSecond > 0, "a link has a rate")
    self.name = name
    self.aliases = aliases
    self.access = access
    linkRoundTrip = roundTrip
    self.serverPath = serverPath
    self.down = down
    self.up = up
    self.loss = loss
    self.nameLookupDelay = nameLookupDelay
    self.hasJitter = hasJitter
    self.variance = hasJitter ? variance ?? .usual(for: access) : nil
    meanOfRoundTrips = self.variance?.roundTrip.mean ?? 1
    self.source = source
    self.certainty = certainty
  }

  /// The round-trip time between the device and an origin.
  package var roundTrip: TimeSpan { linkRoundTrip + serverPath }
  /// The least round trip that can be drawn, in seconds, without a uniform jitter.
  package func leastRoundTrip(_ variance: Variance) -> Double {
    if recording?.roundTrip != nil { return roundTrip.seconds }
    guard variance == .measured, let table = self.variance?.roundTrip else {
      return roundTrip.seconds
    }
    return roundTrip.seconds * table.least / meanOfRoundTrips
  }
  /// The fastest that a direction can be when its rate in the mean is this.
  package func greatest(of rate: BitRate, _ variance: Variance) -> BitRate {
    guard variance == .measured, recording == nil, let rates = self.variance?.rates,
      rate != .unlimited
    else { return rate }
    let bits = Double(rate.bitsPerSecond) * rates.greatest
    return BitRate(bitsPerSecond: Int64(bits.rounded(.up)))
  }
  /// No interface is up: requests fail at once.
  package var isOffline: Bool { access == .none }
  /// Whether bytes are counted against a data plan.
  package var isMetered: Bool { access.isMetered }
  /// The profile under another name, with some figures changed.
  /// - Parameters:
  ///   - roundTrip: to the origin and back; nil, here and elsewhere: as it is.
  ///   - lostRequests: share of requests lost, where links vary.
  ///   - isConstant: whether nothing of it varies.
  ///   - other: the profile as which it varies.
  package func changed(
    _ name: String, roundTrip: TimeSpan?, down: BitRate?, up: BitRate?, loss: Double?,
    nameLookupDelay: TimeSpan?, lostRequests: Double?, isConstant: Bool,
    varyingAs other: NetworkProfile?
  ) -> NetworkProfile {
    var variance = other?.variance ?? self.variance
    if let lostRequests { variance?.lostRequests = lostRequests }
    var profile = NetworkProfile(
      name, access: access, roundTrip: roundTrip ?? linkRoundTrip,
      serverPath: roundTrip == nil ? serverPath : .zero, down: down ?? self.down,
      up: up ?? self.up, loss: loss ?? self.loss,
      nameLookupDelay: nameLookupDelay ?? self.nameLookupDelay, hasJitter: hasJitter,
      variance: variance, source: "as the scenario says; otherwise \(self.name)",
      certainty: .assumption)
    if isConstant { profile.variance = nil }
    return profile
  }
  /// Same link with another path to the origin behind it.
  package func with(serverPath: TimeSpan) -> NetworkProfile {
    var copy = self
    copy.serverPath = serverPath
    return copy
  }
}

/// The catalogue of network profiles.
///
/// Network Link Conditioner's figures are one-way delays in each direction; here stands their sum.
/// WebPageTest's and Lighthouse's latencies are round trips already.
package enum NetworkProfiles {
  /// Every profile, in the order in which a list shows them.
  package static let all: [NetworkProfile] =
    special + conditioner + webPageTest + others + pageLoads

  /// The profile with that name or alias; nil: there is none.
  /// - Complexity: O(profiles).
  package static func named(_ name: String) -> NetworkProfile? {
    all.first { $0.name == name } ?? all.first { $0.aliases.contains(name) }
  }

  /// Zero round trip, unlimited rate, no loss: the network that costs nothing.
  package static let ideal = NetworkProfile(
    "ideal", aliases: ["zero-cost"], access: .wired, roundTrip: .zero, down: .unlimited,
    up: .unlimited, hasJitter: false, source: "definition", certainty: .high)

  /// No interface is up; as in aeroplane mode, requests fail at once.
  package static let offline = NetworkProfile(
    "offline", aliases: ["none", "aeroplane"], access: .none, roundTrip: .zero, down: .unlimited,
    up: .unlimited, hasJitter: false, source: "definition", certainty: .high)

  /// Lighthouse's "slow 4G": the profile that a scenario gets when it names none.
  package static let slow4G = NetworkProfile(
    "slow-4g", aliases: ["slow4g", "mobile-slow-4g"], access: .cellular4G,
    roundTrip: .milliseconds(150), down: kilobits(1_600), up: kilobits(750),
    source: "Lighthouse docs/throttling.md; WebPageTest 3GFast has the same delay and rate",
    certainty: .high)

  /// Network Link Conditioner's Wi-Fi, with a path to the origin behind it.
  ///
  /// Two milliseconds reach the access point, not a server; the 20 ms behind it are an
  /// assumption, a setting: `with(serverPath:)`.
  package static let wifi = NetworkProfile(
    "wifi", aliases: ["wi-fi", "wifi-nlc"], access: .wifi, roundTrip: sum(1, 1),
    serverPath: .milliseconds(20), down: kilobits(40_000), up: kilobits(33_000),
    source: nlc + " (up recalled; server path assumed)", certainty: .medium)

  private static let special = [
    ideal, offline, slow4G, wifi,
    NetworkProfile(
      "all-lost", aliases: ["100-percent-loss"], access: .wifi, roundTrip: .zero,
      down: .unlimited, up: .unlimited, loss: 1, source: nlc + " 100% Loss", certainty: .high),
    NetworkProfile(
      "high-latency-dns", access: .wifi, roundTrip: .zero, down: .unlimited, up: .unlimited,
      nameLookupDelay: .seconds(3), source: nlc + " (recalled)", certainty: .low),
  ]

  private static let conditioner = [
    NetworkProfile(
      "3g-nlc", aliases: ["3g"], access: .cellular3G, roundTrip: sum(100, 100),
      down: kilobits(780), up: kilobits(330), source: nlc + " 3G", certainty: .high),
    NetworkProfile(
      "3g-lossy-nlc", aliases: ["3g-lossy"], access: .cellular3G, roundTrip: sum(100, 100),
      down: kilobits(780), up: kilobits(330), loss: 0.01, source: nlc + " 3G, Lossy (old)",
      certainty: .high),
    NetworkProfile(
      "edge", aliases: ["edge-nlc", "edge-wpt"], access: .cellular2G, roundTrip: sum(400, 440),
      down: kilobits(240), up: kilobits(200), source: nlc + " Edge; WebPageTest Edge agrees",
      certainty: .high),
    NetworkProfile(
      "lte-nlc", aliases: ["lte"], access: .cellular4G, roundTrip: sum(50, 65),
      down: kilobits(50_000), up: kilobits(10_000), source: nlc + " LTE (up recalled)",
      certainty: .medium),
    NetworkProfile(
      "dsl", aliases: ["dsl-nlc"], access: .wired, roundTrip: sum(5, 5), down: kilobits(2_000),
      up: kilobits(256), source: nlc + " DSL (up recalled)", certainty: .medium),
    NetworkProfile(
      "very-bad", aliases: ["very-bad-network"], access: .cellular3G, roundTrip: sum(500, 500),
      down: kilobits(1_000), up: kilobits(1_000), loss: 0.1, source: nlc + " Very Bad Network",
      certainty: .high),
  ]

  private static let webPageTest = [
    wpt("slow-3g", ["3g-slow-wpt"], .cellular3G, 400, down: 400, up: 400, "3GSlow"),
    wpt("3g-wpt", [], .cellular3G, 300, down: 1_600, up: 768, "3G"),
    wpt("3g-fast-wpt", ["fast-3g"], .cellular3G, 150, down: 1_600, up: 768, "3GFast"),
    wpt("4g-wpt", ["4g"], .cellular4G, 170, down: 9_000, up: 9_000, "4G"),
    wpt("lte-wpt", [], .cellular4G, 70, down: 12_000, up: 12_000, "LTE"),
    wpt("2g-wpt", ["2g"], .cellular2G, 800, down: 280, up: 256, "2G"),
    wpt("dial-wpt", ["dial-up"], .wired, 120, down: 49, up: 30, "Dial"),
    wpt("dsl-wpt", [], .wired, 50, down: 1_500, up: 384, "DSL"),
    wpt("cable-wpt", ["cable"], .wired, 28, down: 5_000, up: 1_000, "Cable"),
    wpt("fios-wpt", ["fios"], .wired, 4, down: 20_000, up: 5_000, "FIOS"),
  ]

  private static let others = [
    NetworkProfile(
      "3g-lighthouse", access: .cellular3G, roundTrip: .milliseconds(300),
      down: BitRate(bitsPerSecond: 700 * 1_024), up: BitRate(bitsPerSecond: 700 * 1_024),
      source: "Lighthouse Constants.ts mobileRegular3G (kilobits of 1 024; up recalled)",
      certainty: .medium),
    NetworkProfile(
      "dense-4g-lighthouse", aliases: ["dense-4g"], access: .cellular4G,
      roundTrip: .milliseconds(40), down: BitRate(bitsPerSecond: 10 * 1_024 * 1_024),
      up: BitRate(bitsPerSecond: 10 * 1_024 * 1_024),
      source: "Lighthouse Constants.ts desktopDense4G (kilobits of 1 024; up assumed)",
      certainty: .medium),
    NetworkProfile(
      "lte-firebase", access: .cellular4G, roundTrip: sum(40, 40), down: kilobits(16_000),
      up: kilobits(16_000), loss: 0.001, source: "Firebase Test Lab network profiles, LTE",
      certainty: .medium),
    NetworkProfile(
      "gsm-poor-firebase", aliases: ["gsm-poor"], access: .cellular2G, roundTrip: sum(600, 600),
      down: BitRate(bitsPerSecond: 2_400), up: BitRate(bitsPerSecond: 2_400), loss: 0.1,
      source: "Firebase Test Lab network profiles, GSM-poor", certainty: .medium),
  ]

  /// Links as page loads in the USA met them in December 2020. Rates are not among what was
  /// measured there.
  private static let pageLoads = [
    NetworkProfile(
      "4g-us-2020", aliases: ["lte-us-2020"], access: .cellular4G,
      roundTrip: meanRoundTrip(.pageLoads4G), down: kilobits(9_900), up: kilobits(2_500),
      variance: .pageLoads4G,
      source: LinkVariance.pageLoads4G.source + "; rate down: " + moving + "; up assumed",
      certainty: .medium),
    NetworkProfile(
      "5g-us-2020", access: .cellular5G, roundTrip: meanRoundTrip(.pageLoads5G),
      down: kilobits(46_900), up: kilobits(11_700), variance: .pageLoads5G,
      source: LinkVariance.pageLoads5G.source + "; rate down: " + moving + "; up assumed",
      certainty: .medium),
  ]

  /// Slower seconds are taken for pauses of the stream that was downloaded.
  private static let moving =
    "mean of the faster half of the seconds of downloads while moving (UCC 5G data set)"

  private static func meanRoundTrip(_ variance: LinkVariance) -> TimeSpan {
    TimeSpan(rounding: variance.roundTrip.mean / 1_000)
  }

  private static let nlc = "Apple Network Link Conditioner"

  private static func wpt(
    _ name: String, _ aliases: [String], _ access: NetworkAccess, _ milliseconds: Int64,
    down: Int64, up: Int64, _ preset: String
  ) -> NetworkProfile {
    NetworkProfile(
      name, aliases: aliases, access: access, roundTrip: .milliseconds(milliseconds),
      down: kilobits(down), up: kilobits(up),
      source: "WebPageTest connectivity.ini.sample, \(preset)", certainty: .high)
  }

  /// Kilobits per second, of 1 000 bits.
  private static func kilobits(_ count: Int64) -> BitRate {
    BitRate(bitsPerSecond: count * 1_000)
  }

  /// A round trip from the one-way delays, in milliseconds, towards and from the device.
  private static func sum(_ inward: Int64, _ outward: Int64) -> TimeSpan {
    .milliseconds(inward + outward)
  }
}

/// What a device's link is made of; decides which radio it has and whether bytes are metered.
package enum NetworkAccess: String, Sendable, CaseIterable {
  /// No interface is up.
  case none
  /// A cable.
  case wired
  /// A wireless local network.
  case wifi
  /// GSM, GPRS, EDGE.
  case cellular2G
  /// UMTS, HSPA.
  case cellular3G
  /// LTE.
  case cellular4G
  /// 5G, with or without LTE as its anchor.
  case cellular5G

  /// Whether bytes are counted against a data plan.
  package var isMetered: Bool {
    switch self {
    case .none, .wired, .wifi: false
    case .cellular2G, .cellular3G, .cellular4G, .cellular5G: true
    }
  }
}
