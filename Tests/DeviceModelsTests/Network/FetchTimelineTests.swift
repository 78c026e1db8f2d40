internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// The explained fetch is the simulated one.
struct FetchTimelineTests {
  private static let profiles = NetworkProfiles.all.filter { !$0.isOffline && $0.loss < 1 }

  /// The fetch by a network that has come to know as much of the host.
  private func simulated(
    _ profile: NetworkProfile, _ settings: NetworkSettings, _ bytes: Bytes, _ request: Bytes,
    _ start: FetchStart, _ radio: RadioProfile?
  ) -> TimeSpan? {
    var rig = Rig(profile, settings, radio: radio)
    rig.thinkTime = .milliseconds(300)
    if start != .cold { _ = rig.fetch(Bytes(1), at: .start) }
    return rig.fetch(
      bytes, request: request, at: .milliseconds(start == .returning ? 200_000 : 50_000))
  }

  @Test(arguments: profiles, HTTPVersion.allCases)
  func itsTotalIsTheNetworksToTheNanosecond(profile: NetworkProfile, version: HTTPVersion) throws {
    for tls in TLSHandshake.allCases {
      for start in FetchStart.allCases {
        for (bytes, request) in [(0, 0), (2_000, 0), (100_000, 0), (1_000_000, 60_000)] {
          for radio in [nil, RadioProfiles.suggested(for: profile.access)] {
            var settings = NetworkSettings()
            settings.version = version
            settings.tls = tls
            let timeline = try #require(
              FetchTimeline(
                profile: profile, settings: settings, bytes: Bytes(Int64(bytes)),
                requestBytes: Bytes(Int64(request)), thinkTime: .milliseconds(300),
                start: start, radio: radio))
            let network = simulated(
              profile, settings, Bytes(Int64(bytes)), Bytes(Int64(request)), start, radio)
            expect(timeline.total, is: network, "\(tls) \(start) \(bytes) \(request)")
          }
        }
      }
    }
  }

  @Test func phasesFollowEachOther() throws {
    let timeline = try #require(
      FetchTimeline(
        profile: NetworkProfiles.slow4G, bytes: .kilobytes(100), requestBytes: .kilobytes(50),
        thinkTime: .milliseconds(30), radio: RadioProfiles.lteARO))
    var end = TimeSpan.zero
    for phase in timeline.phases {
      expect(phase.start, is: end)
      end += phase.duration
    }
    expect(end, is: timeline.total)
    expect(timeline.phases.map(\.kind), is: FetchPhase.Kind.allCases.filter { $0 != .lost })
    expect(timeline.duration(of: .promotion), is: .milliseconds(260))
    expect(timeline.duration(of: .nameLookup), is: .milliseconds(300))
    expect(timeline.duration(of: .tls), is: .milliseconds(150))
    expect(timeline.duration(of: .wakingUp), is: .zero)
    for (rounds, kind) in [
      (timeline.uploadRounds, FetchPhase.Kind.upload), (timeline.transferRounds, .transfer),
    ] {
      var end = timeline.phases.first { $0.kind == kind }!.start
      for round in rounds {
        expect(round.start, is: end)
        end += round.service + round.wait
      }
      expect(rounds.last?.wait, is: .zero)
    }
  }

  @Test func theRoundsOfTheTeachingExample() throws {
    // 100 000 B on slow 4G: a segment takes 7.3 ms; ten and twenty are not a round trip's worth.
    let timeline = try #require(
      FetchTimeline(
        profile: NetworkProfiles.slow4G, settings: .bare, bytes: .kilobytes(100), start: .warm))
    expect(timeline.transferRounds.map(\.window), is: [10, 20, 40])
    expect(timeline.transferRounds.map(\.bytes), is: [14_600, 29_200, 56_940].map { Bytes($0) })
    let waits = [84.3, 11.3, 0].map { TimeSpan(rounding: $0 / 1_000) }
    expect(timeline.transferRounds.map(\.wait), is: waits)
    expect(timeline.total, is: .milliseconds(150) + .microseconds(599_300))
  }

  @Test func aSlowOriginLetsTheRadioFallAsleep() throws {
    let timeline = try #require(
      FetchTimeline(
        profile: NetworkProfiles.slow4G, bytes: .zero, thinkTime: .seconds(20), start: .warm,
        radio: RadioProfiles.lteARO))
    expect(timeline.duration(of: .wakingUp), is: .milliseconds(260))
  }

  @Test func nothingGetsThroughADeadLink() {
    for name in ["offline", "all-lost"] {
      expect(FetchTimeline(profile: NetworkProfiles.named(name)!, bytes: .zero) == nil)
    }
  }
}
