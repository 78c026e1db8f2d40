internal import DeviceModels
internal import SimCore
internal import Testing

struct NetworkProfilesTests {
  /// Network Link Conditioner's delays, towards and from the device, in milliseconds.
  @Test(arguments: [
    ("3g-nlc", 100, 100), ("edge", 400, 440), ("dsl", 5, 5), ("lte-nlc", 50, 65), ("wifi", 1, 1),
    ("very-bad", 500, 500),
  ])
  func aRoundTripIsTheSumOfTheOneWayDelays(name: String, inward: Int64, outward: Int64) throws {
    let profile = try #require(NetworkProfiles.named(name))
    #expect(profile.linkRoundTrip == .milliseconds(inward + outward))
  }

  @Test func oneHundredMillisecondsOneWayAreARoundTripOfTwoHundred() throws {
    #expect(try #require(NetworkProfiles.named("3g")).roundTrip == .milliseconds(200))
  }

  @Test func edgeIsTheSameForBothOfItsSources() throws {
    let edge = try #require(NetworkProfiles.named("edge-wpt"))
    #expect(edge.roundTrip == .milliseconds(840))
    #expect(edge.down == BitRate(bitsPerSecond: 240_000))
  }

  @Test func theWiFiPathIsAKnob() {
    #expect(NetworkProfiles.wifi.roundTrip == .milliseconds(22))
    #expect(NetworkProfiles.wifi.with(serverPath: .zero).roundTrip == .milliseconds(2))
  }

  @Test func noNameStandsForTwoProfiles() {
    var seen: Set<String> = []
    for profile in NetworkProfiles.all {
      for name in [profile.name] + profile.aliases {
        #expect(seen.insert(name).inserted, "\(name) is there twice")
        #expect(NetworkProfiles.named(name) == profile)
      }
      #expect(!profile.source.isEmpty)
    }
    #expect(NetworkProfiles.named("5g") == nil)
  }

  @Test func onlyCellularNetworksAreMetered() {
    let metered = NetworkProfiles.all.filter(\.isMetered).map(\.name)
    #expect(metered.contains("slow-4g") && metered.contains("edge"))
    for name in ["wifi", "dsl", "offline", "ideal"] { #expect(!metered.contains(name)) }
  }

  @Test func onlyTheOfflineProfileIsOffline() {
    #expect(NetworkProfiles.all.filter(\.isOffline).map(\.name) == ["offline"])
  }
}
