internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// What is noted of an exchange is what the explained fetch says of it.
struct ExchangeTimingsTests {
  private static let profiles = NetworkProfiles.all.filter { !$0.isOffline && $0.loss < 1 }

  @Test(arguments: profiles, HTTPVersion.allCases)
  func aLoneFetchHasThePhasesOfItsTimeline(
    profile: NetworkProfile, version: HTTPVersion
  ) throws {
    for radio in [nil, RadioProfiles.suggested(for: profile.access)] {
      for start in [FetchStart.cold, .warm] {
        var settings = NetworkSettings()
        settings.version = version
        var rig = Rig(profile, settings, radio: radio)
        rig.network.recordTimings()
        rig.thinkTime = .milliseconds(300)
        if start == .warm { _ = rig.fetch(Bytes(1), at: .start) }
        let total = rig.fetch(.kilobytes(100), at: .start + .seconds(50))
        let timeline = try #require(
          FetchTimeline(
            profile: profile, settings: settings, bytes: .kilobytes(100),
            thinkTime: .milliseconds(300), start: start, radio: radio))
        let (queue, phases) = rig.network.phases(of: 0)
        expect(queue, is: .zero)
        expect(phases, is: timeline.phases.filter { $0.duration > .zero })
        expect(phases.reduce(.zero) { $0 + $1.duration }, is: total)
      }
    }
  }

  @Test func whoWaitsForAConnectionIsToldSo() {
    var settings = NetworkSettings()
    settings.version = .http1
    settings.connectionsPerHost = 1
    var rig = Rig(NetworkProfiles.slow4G, settings)
    rig.network.recordTimings()
    rig.begin(0, .kilobytes(10))
    rig.begin(1, .kilobytes(10))
    rig.run()
    let first = rig.network.phases(of: 0)
    let second = rig.network.phases(of: 1)
    expect(first.queue, is: .zero)
    expect(second.queue, is: first.phases.reduce(.zero) { $0 + $1.duration })
    expect(second.phases.first?.kind, is: .upload)
  }

  @Test func aJournalChangesNothing() {
    var logs: [[Rig.Entry]] = []
    for isKept in [false, true] {
      var rig = Rig(NetworkProfiles.slow4G, NetworkSettings(), radio: RadioProfiles.lteARO)
      if isKept { rig.network.recordTimings() }
      for id in 0..<8 {
        rig.begin(ExchangeID(id), .kilobytes(20), at: .start + .milliseconds(Int64(id) * 70))
      }
      rig.run()
      logs.append(rig.log)
    }
    expect(logs[0].count, is: 16)
    expect(logs[0], is: logs[1])
  }

  @Test func withoutAJournalThereAreNoPhases() {
    var rig = Rig(NetworkProfiles.slow4G)
    rig.begin(0, .kilobytes(10))
    rig.run()
    expect(rig.network.phases(of: 0).phases.isEmpty)
  }
}
