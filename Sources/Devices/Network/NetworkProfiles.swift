internal import SimCore

/// The catalogue of network profiles.
///
/// Network Link Conditioner's figures are one-way delays in each direction; here stands their sum.
/// WebPageTest's and Lighthouse's latencies are round trips already.
public enum NetworkProfiles {
  /// Every profile, in the order in which a list shows them.
  public static let all: [NetworkProfile] = special + conditioner + webPageTest + others

  /// The profile with that name or alias; nil: there is none.
  /// - Complexity: O(profiles).
  public static func named(_ name: String) -> NetworkProfile? {
    all.first { $0.name == name } ?? all.first { $0.aliases.contains(name) }
  }

  /// Zero round trip, unlimited rate, no loss: the network that costs nothing.
  public static let ideal = NetworkProfile(
    "ideal", aliases: ["zero-cost"], access: .wired, roundTrip: .zero, down: .unlimited,
    up: .unlimited, hasJitter: false, source: "definition", certainty: .high)

  /// No interface is up; as in aeroplane mode, requests fail at once.
  public static let offline = NetworkProfile(
    "offline", aliases: ["none", "aeroplane"], access: .none, roundTrip: .zero, down: .unlimited,
    up: .unlimited, hasJitter: false, source: "definition", certainty: .high)

  /// Lighthouse's "slow 4G": the profile that a scenario gets when it names none.
  public static let slow4G = NetworkProfile(
    "slow-4g", aliases: ["slow4g", "mobile-slow-4g"], access: .cellular4G,
    roundTrip: .milliseconds(150), down: kilobits(1_600), up: kilobits(750),
    source: "Lighthouse docs/throttling.md; WebPageTest 3GFast has the same delay and rate",
    certainty: .high)

  /// Network Link Conditioner's Wi-Fi, with a path to the origin behind it.
  ///
  /// Two milliseconds reach the access point, not a server; the 20 ms behind it are an
  /// assumption, a knob: `with(serverPath:)`.
  public static let wifi = NetworkProfile(
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
