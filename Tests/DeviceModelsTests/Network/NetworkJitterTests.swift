internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Jitter and loss.
struct NetworkJitterTests {
  private func storm(seed: UInt64, jitter: Double = 0.2) -> [Rig.Entry] {
    var settings = NetworkSettings()
    settings.jitter = jitter
    var rig = Rig(NetworkProfiles.slow4G, settings, seed: seed)
    rig.thinkTime = .milliseconds(30)
    for id in 0..<40 {
      rig.begin(
        ExchangeID(id), .kilobytes(Int64(id)), host: UInt16(id % 3), resource: UInt32(id),
        at: .milliseconds(Int64(id * id)))
    }
    rig.run()
    return rig.log
  }

  @Test func oneSeedGivesOneWeather() {
    expect(storm(seed: 1), is: storm(seed: 1))
    expect(storm(seed: 1) != storm(seed: 2))
    expect(storm(seed: 1, jitter: 0), is: storm(seed: 2, jitter: 0))
  }

  @Test func jitterStaysWithinItsShareAndIsKeyedByResource() {
    var settings = NetworkSettings.bare
    settings.jitter = 0.2
    var times: Set<TimeSpan> = []
    for resource in 0..<50 {
      var rig = Rig(.plain(), settings, seed: 9)
      rig.begin(0, .zero, resource: UInt32(resource))
      rig.run()
      let time = rig.completion(of: 0)!.sinceStart
      expect(time >= .milliseconds(400) && time <= .milliseconds(600))
      times.insert(time)
    }
    expect(times.count, is: 50)
  }

  @Test func padhyesFormulaGivesTheVeryBadNetworkTwentyEightKilobits() {
    let limit = LossModel.padhye.limit(
      loss: 0.1, roundTrip: .seconds(1), segment: Bytes(1_460))
    expect(abs(limit - 28_400) < 100)
    let mathis = LossModel.mathis.limit(
      loss: 0.1, roundTrip: .seconds(1), segment: Bytes(1_460))
    expect(abs(mathis - 45_200) < 100)
    expect(
      LossModel.none.limit(loss: 0.1, roundTrip: .seconds(1), segment: Bytes(1)), is: .infinity)
    expect(LossModel.padhye.limit(loss: 0, roundTrip: .zero, segment: Bytes(1)), is: .infinity)
  }

  @Test func lossLimitsAConnectionAndSeveralConnectionsReachMore() {
    // Twenty packets' worth on a link that one connection cannot fill.
    let profile = NetworkProfile.plain(loss: 0.1)
    let rate = LossModel.padhye.limit(
      loss: 0.1, roundTrip: .milliseconds(100), segment: Bytes(1_460))
    var settings = NetworkSettings.bare
    for (version, factor) in [(HTTPVersion.http1, 1.0), (.http2, 2.0)] {
      settings.version = version
      let transfer = TimeSpan(rounding: factor * 14_600 * 8 / rate)
      var rig = Rig(profile, settings)
      rig.begin(0, Bytes(14_600))
      rig.begin(1, Bytes(14_600))
      rig.run()
      expect(rig.completion(of: 0), is: Instant.milliseconds(500) + transfer)
      expect(rig.completion(of: 1), is: Instant.milliseconds(500) + transfer)
    }
  }
}
