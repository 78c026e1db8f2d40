internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Sums of a single exchange; the link carries one byte per microsecond.
struct NetworkTests {
  private let full = Bytes(1_460)  // one segment: 1.46 ms
  private let segment = TimeSpan.microseconds(1_460)
  private let roundTrip = TimeSpan.milliseconds(100)

  @Test func aColdFetchAddsNameTCPAndTLSToAWarmOne() throws {
    var rig = Rig(.plain())
    rig.thinkTime = .milliseconds(30)
    let upload = TimeSpan.microseconds(700)
    let cold = rig.fetch(full, request: Bytes(700), at: .start)
    let warm = rig.fetch(full, request: Bytes(700), at: .milliseconds(10_000))
    let sum = upload + roundTrip + .milliseconds(30) + segment
    expect(warm, is: sum)
    expect(cold, is: sum + roundTrip * 4)  // two for the name, one TCP, one TLS
    expect(rig.lastTraffic, is: NetworkTraffic(up: Bytes(700), down: full))
  }

  @Test func headersAreSentToo() {
    var rig = Rig(.plain(), NetworkSettings())
    _ = rig.fetch(.zero, at: .start)
    expect(rig.lastTraffic, is: NetworkTraffic(up: Bytes(500), down: Bytes(300)))
  }

  @Test func aConnectionClosesAfterItsKeepAliveAndTheNameIsKeptLonger() {
    var rig = Rig(.plain())
    let first = rig.fetch(full, at: .start)!
    let idle = Instant.start + first
    let warm = rig.fetch(full, at: idle + .seconds(60))!
    expect(warm, is: roundTrip + segment)
    let later = idle + .seconds(60) + warm
    let closed = rig.fetch(full, at: later + .seconds(60) + TimeSpan(nanoseconds: 1))
    expect(closed, is: roundTrip * 3 + segment)
    // 300 s after the lookup was answered the name must be asked for again.
    let expired = rig.fetch(full, at: .start + roundTrip * 2 + .seconds(300))
    expect(expired, is: roundTrip * 5 + segment)
  }

  @Test func anotherHostIsCold() {
    var rig = Rig(.plain())
    let first = rig.fetch(full, at: .start)
    expect(rig.fetch(full, host: 7, at: .milliseconds(5_000)), is: first)
  }

  @Test func aWarmConnectionKeepsItsWindow() {
    var rig = Rig(.plain(down: 80_000_000))
    let big = Bytes(1_460 * 35)
    let cold = rig.fetch(big, at: .start)!
    let warm = rig.fetch(big, at: .milliseconds(10_000))!
    let service = TimeSpan.microseconds(146 * 35)
    expect(warm, is: roundTrip + service)
    // Two stalls: S·8/R + RTT less the transmission of 10 and of 20 segments.
    let stalls = (TimeSpan.microseconds(146) + roundTrip) * 2 - .microseconds(146 * 30)
    expect(cold, is: roundTrip * 5 + service + stalls)
  }

  @Test func aWindowWithALifetimeFallsBackToTheInitialOne() {
    var settings = NetworkSettings.bare
    settings.windowLifetime = .seconds(1)
    var rig = Rig(.plain(down: 80_000_000), settings)
    let big = Bytes(1_460 * 35)
    let cold = rig.fetch(big, at: .start)!
    let soon = rig.fetch(big, at: .start + cold + .seconds(1))!
    expect(soon, is: roundTrip + .microseconds(146 * 35))
    let late = rig.fetch(big, at: .milliseconds(10_000))!
    expect(late, is: cold - roundTrip * 4)
  }

  @Test func theIdealNetworkTakesNoTime() {
    var settings = NetworkSettings()
    settings.jitter = 0.5
    var rig = Rig(NetworkProfiles.ideal, settings)
    expect(rig.fetch(.megabytes(100), request: .megabytes(1), at: .milliseconds(7)), is: .zero)
    expect(rig.fetch(.zero, at: .milliseconds(7)), is: .zero)
  }

  @Test func aSlowNameServerIsPaidOnceForEachLookup() throws {
    let profile = try #require(NetworkProfiles.named("high-latency-dns"))
    var rig = Rig(profile)
    expect(rig.fetch(full, at: .start), is: .seconds(3))
    expect(rig.fetch(full, at: .milliseconds(4_000)), is: .zero)
  }

  @Test func anOwnerWhoWaitsIsWaitedFor() {
    var network = Network(profile: .plain(), settings: .bare)
    network.begin(3, host: 0, resource: 0, at: .start)
    var reached: Instant?
    while reached == nil, network.nextInstant != .distantFuture {
      if let (at, event) = network.next(), event == .reached(3) { reached = at }
    }
    expect(reached, is: .milliseconds(450))
    network.respond(3, bodyBytes: full, at: .milliseconds(1_000))
    var completed: Instant?
    while network.nextInstant != .distantFuture {
      if let (at, event) = network.next(), case .completed(3, _) = event { completed = at }
    }
    expect(completed, is: Instant.milliseconds(1_050) + segment)
  }
}

struct NetworkProfilesTests {
  /// Network Link Conditioner's delays, towards and from the device, in milliseconds.
  @Test(arguments: [
    ("3g-nlc", 100, 100), ("edge", 400, 440), ("dsl", 5, 5), ("lte-nlc", 50, 65), ("wifi", 1, 1),
    ("very-bad", 500, 500),
  ])
  func aRoundTripIsTheSumOfTheOneWayDelays(name: String, inward: Int64, outward: Int64) throws {
    let profile = try #require(NetworkProfiles.named(name))
    expect(profile.linkRoundTrip, is: .milliseconds(inward + outward))
  }

  @Test func oneHundredMillisecondsOneWayAreARoundTripOfTwoHundred() throws {
    try expect(#require(NetworkProfiles.named("3g")).roundTrip, is: .milliseconds(200))
  }

  @Test func edgeIsTheSameForBothOfItsSources() throws {
    let edge = try #require(NetworkProfiles.named("edge-wpt"))
    expect(edge.roundTrip, is: .milliseconds(840))
    expect(edge.down, is: BitRate(bitsPerSecond: 240_000))
  }

  @Test func theWiFiPathIsAKnob() {
    expect(NetworkProfiles.wifi.roundTrip, is: .milliseconds(22))
    expect(NetworkProfiles.wifi.with(serverPath: .zero).roundTrip, is: .milliseconds(2))
  }

  @Test func noNameStandsForTwoProfiles() {
    var seen: Set<String> = []
    for profile in NetworkProfiles.all {
      for name in [profile.name] + profile.aliases {
        expect(seen.insert(name).inserted, "\(name) is there twice")
        expect(NetworkProfiles.named(name), is: profile)
      }
      expect(!profile.source.isEmpty)
    }
    expect(NetworkProfiles.named("5g") == nil)
  }

  @Test func onlyCellularNetworksAreMetered() {
    let metered = NetworkProfiles.all.filter(\.isMetered).map(\.name)
    expect(metered.contains("slow-4g") && metered.contains("edge"))
    for name in ["wifi", "dsl", "offline", "ideal"] { expect(!metered.contains(name)) }
  }

  @Test func onlyTheOfflineProfileIsOffline() {
    expect(NetworkProfiles.all.filter(\.isOffline).map(\.name), is: ["offline"])
  }
}
