internal import SimCore
internal import TestCases
internal import Testing

@testable internal import DeviceModels

/// A row of Lantern's times on a throttled link, with its name lookup and 30 ms for the origin.
struct LanternCase: Sendable, CustomTestStringConvertible {
  var link: String
  var roundTrip: Int64
  var rate: Double
  var bytes: Int64
  var cold: Int64
  var warm: Int64

  var testDescription: String { "\(link), \(bytes) bytes" }

  static let sizes: [Int64] = [2_000, 30_000, 100_000, 300_000, 1_000_000]
  static let all =
    rows(
      "slow 4G", 150, 1.6 * 1_048_576, cold: [780, 930, 1_230, 2_280, 5_730],
      warm: [180, 330, 630, 1_680, 5_130])
    + rows(
      "regular 3G", 300, 700 * 1_024, cold: [1_530, 1_830, 2_730, 4_830, 12_930],
      warm: [330, 630, 1_530, 3_630, 11_730])
    + rows(
      "dense 4G", 40, 10 * 1_048_576, cold: [230, 270, 350, 510, 1_030],
      warm: [70, 110, 190, 350, 870])

  /// What our copy of Lantern says.
  func lantern(isWarm: Bool) -> TimeSpan {
    var lantern = Lantern(roundTrip: .milliseconds(roundTrip), rate: rate)
    lantern.isWarm = isWarm
    let lookup = isWarm ? .zero : lantern.nameLookup(isFirst: true)
    return lantern.download(Bytes(bytes), nameLookup: lookup).duration
  }

  /// What our own model says of the same fetch on the same link.
  func fluid(isWarm: Bool) -> TimeSpan? {
    FetchTimeline(
      profile: .plain(
        roundTrip: .milliseconds(roundTrip), down: Int64(rate), up: Int64(rate)),
      settings: .bare, bytes: Bytes(bytes), thinkTime: .milliseconds(30),
      start: isWarm ? .warm : .cold)?.total
  }

  private static func rows(
    _ link: String, _ roundTrip: Int64, _ rate: Double, cold: [Int64], warm: [Int64]
  ) -> [LanternCase] {
    sizes.indices.map {
      LanternCase(
        link: link, roundTrip: roundTrip, rate: rate, bytes: sizes[$0], cold: cold[$0],
        warm: warm[$0])
    }
  }
}

/// Lighthouse's own unit-test vectors, and times of its program.
struct LanternTests {
  private func connection(
    rate: Double = .infinity, isHTTP2: Bool = false
  ) -> Lantern {
    LanternVector.connection(rate: rate, isHTTP2: isHTTP2)
  }

  @Test(arguments: LanternVector.all)
  func itsOwnVectorsAreMet(vector: LanternVector) {
    expect(vector.lantern, is: .milliseconds(vector.milliseconds))
  }

  @Test func nothingTakesTheHandshakesOrARoundTrip() {
    var lantern = connection()
    expect(lantern.download(.zero).duration, is: .milliseconds(300))
    expect(lantern.download(.zero).duration, is: .milliseconds(100))
  }

  @Test func aWindowDoublesWithEachRoundTrip() {
    var lantern = connection()
    let cold = lantern.download(Bytes(50_000))
    expect(cold, is: Lantern.Download(duration: .milliseconds(500), roundTrips: 5))
    expect(lantern.window, is: 40)
    lantern.isWarm = false
    let wide = lantern.download(Bytes(50_000))
    expect(wide, is: Lantern.Download(duration: .milliseconds(300), roundTrips: 3))
  }

  @Test func theLastWindowFlowsOverUnderHTTP2Only() {
    var lantern = connection(isHTTP2: true)
    _ = lantern.download(Bytes(10_000))
    expect(lantern.overflow, is: 4_600)
    var old = connection()
    _ = old.download(Bytes(10_000))
    expect(old.overflow, is: 0)
  }

  @Test func aLinkLimitsTheWindow() {
    var lantern = connection(rate: 8_000_000)
    let download = lantern.download(.megabytes(10))
    expect(download, is: Lantern.Download(duration: .milliseconds(10_500), roundTrips: 105))
    expect(lantern.window, is: 68)
  }

  @Test(arguments: LanternCase.all)
  func theTableOfThrottledLinksIsMet(row: LanternCase) {
    expect(row.lantern(isWarm: false), is: .milliseconds(row.cold))
    expect(row.lantern(isWarm: true), is: .milliseconds(row.warm))
  }

  @Test func cachesAndDataURLsHaveTheirFormulas() {
    expect(Lantern.diskCache(.zero), is: .milliseconds(8))
    expect(Lantern.diskCache(Bytes(1_048_576)), is: .milliseconds(28))
    expect(Lantern.dataURL(Bytes(2_097_152)), is: .milliseconds(22))
  }

  @Test func aLinkSaturatesSoManyConnections() {
    let slow = Lantern.saturatedConnections(roundTrip: .milliseconds(150), rate: 1_677_721.6)
    expect(slow, is: 21)
  }

  /// Lantern has the first window for nothing and counts round trips; here the link takes its time.
  @Test func aFluidFetchTakesLonger() {
    var lantern = Lantern(roundTrip: .milliseconds(150), rate: 1.6 * 1_048_576)
    lantern.isWarm = true
    expect(lantern.download(.kilobytes(100)).duration, is: .milliseconds(630))
    let fluid = FetchTimeline(
      profile: NetworkProfiles.slow4G, settings: .bare, bytes: .kilobytes(100),
      thinkTime: .milliseconds(30), start: .warm)!.total
    expect(abs(fluid.milliseconds - 779.3) < 0.05)
  }
}

/// A vector of Lighthouse's unit tests: round trips of 100 ms, and what a download takes.
struct LanternVector: Sendable, CustomTestStringConvertible {
  var bytes: Int64
  var milliseconds: Int64
  var rate = Double.infinity
  var isWarm = false
  var window = Lantern.initialWindow
  var isSecure = true
  var server: Int64 = 0
  var isHTTP2 = false
  var overflow = 0.0

  var testDescription: String { "\(bytes) bytes in \(milliseconds) ms" }

  static let all = [
    LanternVector(bytes: 0, milliseconds: 300),
    LanternVector(bytes: 0, milliseconds: 100, isWarm: true),
    LanternVector(bytes: 50_000, milliseconds: 500),
    LanternVector(bytes: 50_000, milliseconds: 300, window: 40),
    LanternVector(bytes: 7_300, milliseconds: 200, isSecure: false),
    LanternVector(bytes: 7_300, milliseconds: 378, server: 78),
    LanternVector(bytes: 30_000, milliseconds: 200, isWarm: true, isHTTP2: true),
    LanternVector(
      bytes: 30_000, milliseconds: 100, isWarm: true, isHTTP2: true, overflow: 20_000),
    LanternVector(bytes: 30_000, milliseconds: 0, isWarm: true, isHTTP2: true, overflow: 50_000),
    LanternVector(bytes: 10_000_000, milliseconds: 10_500, rate: 8_000_000),
  ]

  static func connection(
    rate: Double = .infinity, server: TimeSpan = .zero, isSecure: Bool = true,
    isHTTP2: Bool = false
  ) -> Lantern {
    Lantern(
      roundTrip: .milliseconds(100), rate: rate, serverLatency: server, isSecure: isSecure,
      isHTTP2: isHTTP2)
  }

  /// What our copy says.
  var lantern: TimeSpan {
    var lantern = Self.connection(
      rate: rate, server: .milliseconds(server), isSecure: isSecure, isHTTP2: isHTTP2)
    lantern.isWarm = isWarm
    lantern.window = window
    lantern.overflow = overflow
    return lantern.download(Bytes(bytes)).duration
  }
}
