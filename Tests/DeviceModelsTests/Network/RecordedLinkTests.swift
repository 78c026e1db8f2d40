internal import SimCore
internal import TestCases
internal import Testing

@testable internal import DeviceModels

/// Exchanges over a link whose rates were recorded. A byte takes 1 µs where it passes.
struct RecordedLinkTests {
  /// 1 460 000 bytes: a thousand full segments, 1.46 s.
  private static let body = Bytes(1_460_000)

  /// Bytes pass but for a stretch of seconds; again every hour.
  private static func rates(without outage: Range<Int64>) -> StepSeries<Double> {
    StepSeries(
      starts: [0, outage.lowerBound * 1_000_000_000, outage.upperBound * 1_000_000_000],
      values: [8e6, 0, 8e6], period: 3_600_000_000_000)
  }

  private static func profile(
    down: StepSeries<Double>? = nil, up: StepSeries<Double>? = nil,
    roundTrip: TimeSpan = .zero
  ) -> NetworkProfile {
    var profile = NetworkProfile.plain(roundTrip: roundTrip)
    profile.recording = RecordedLink(down: down, up: up)
    return profile
  }

  @Test func aTransferStandsStillDuringAnOutage() {
    var rig = Rig(Self.profile(down: Self.rates(without: 1..<3)))
    rig.begin(0, Self.body)
    rig.run(until: .milliseconds(1_500))
    expect(rig.network.nextInstant, is: .milliseconds(3_000))
    rig.run()
    expect(rig.completion(of: 0), is: .milliseconds(3_460))
    expect(rig.network.nextInstant, is: .distantFuture)
  }

  @Test(arguments: [(61, true), (60, false), (59, false)])
  func anOutageThatIsLongerThanTheTimeoutFailsTheExchange(seconds: Int64, fails: Bool) {
    var rig = Rig(Self.profile(down: Self.rates(without: 1..<1 + seconds)))
    rig.begin(0, Self.body)
    rig.run()
    expect(rig.failures.map(\.why), is: fails ? [.timedOut] : [])
    if fails {
      expect(rig.failures.map(\.at), is: [.milliseconds(61_000)])
      expect(rig.lastTraffic, is: NetworkTraffic(down: Bytes(1_000_000)))
    } else {
      expect(rig.completion(of: 0), is: .milliseconds(1_460 + seconds * 1_000))
    }
  }

  @Test(arguments: [(61, true), (59, false)])
  func aRequestTimesOutInAnOutageTheOtherWayToo(seconds: Int64, fails: Bool) {
    var rig = Rig(Self.profile(up: Self.rates(without: 1..<1 + seconds)))
    rig.begin(0, .zero, request: Self.body)
    rig.run()
    expect(rig.failures.map(\.at), is: fails ? [.milliseconds(61_000)] : [])
    if fails { expect(rig.lastTraffic, is: NetworkTraffic(up: Bytes(1_000_000))) }
    if !fails { expect(rig.completion(of: 0), is: .milliseconds(1_460 + seconds * 1_000)) }
  }

  /// No byte has come since the request went: the timeout has run since then.
  @Test func anAnswerThatAnOutageKeepsAwayTimesOutAfterTheRequest() {
    let down = StepSeries(
      starts: [0, 50_000_000, 70_000_000_000], values: [8e6, 0, 8e6], period: 3_600_000_000_000)
    var rig = Rig(Self.profile(down: down, roundTrip: .milliseconds(100)))
    rig.begin(0, Bytes(1_460))
    rig.run()
    expect(rig.failures.map(\.why), is: [.timedOut])
    expect(rig.failures.map(\.at), is: [.milliseconds(60_400)])
  }

  @Test func aConnectionBegunInAnOutageOpensAfterIt() {
    var rig = Rig(
      Self.profile(down: Self.rates(without: 1..<3), roundTrip: .milliseconds(100)))
    rig.begin(0, Bytes(1_460), at: .milliseconds(1_500))
    rig.run()
    // A name in 200 ms, TCP and TLS in 100 ms each, the request's round trip, 1.46 ms.
    expect(rig.completion(of: 0), is: .start + .microseconds(3_501_460))
  }

  @Test func severalExchangesWaitAndGoOnTogether() {
    var rig = Rig(Self.profile(down: Self.rates(without: 1..<3)))
    for id in 0..<3 as Range<ExchangeID> { rig.begin(id, Self.body) }
    rig.begin(3, Self.body, at: .milliseconds(2_000))
    rig.run()
    // 1 MB until 1 s, the other 4.84 MB from 3 s on.
    expect((0..<4).map { rig.completion(of: $0) ?? .start }.max(), is: .milliseconds(7_840))
  }

  @Test func aRecordingOfTheConstantRatesChangesNothing() {
    var plain = Rig(.plain(), seed: 5)
    var recorded = Rig(
      Self.profile(
        down: StepSeries(constant: 8e6),
        up: StepSeries(starts: [0, 7], values: [8e6, 8e6], period: 100),
        roundTrip: .milliseconds(100)), seed: 5)
    for id in 0..<20 as Range<ExchangeID> {
      let at = Instant.milliseconds(Int64(id) * 170)
      let body = Bytes(Int64(id) * 9_000)
      plain.begin(id, body, request: Bytes(Int64(id) * 100), at: at)
      recorded.begin(id, body, request: Bytes(Int64(id) * 100), at: at)
    }
    plain.run()
    recorded.run()
    expect(plain.log, is: recorded.log)
  }

  @Test func theRoundTripIsTheOneOfTheBeginning() {
    var profile = NetworkProfile.plain(roundTrip: .milliseconds(100))
    profile.recording = RecordedLink(
      down: nil,
      roundTrip: StepSeries(
        starts: [0, 1_000_000_000],
        values: [TimeSpan.milliseconds(50), TimeSpan.milliseconds(200)],
        period: 2_000_000_000))
    var rig = Rig(profile)
    // Five round trips and 1.46 ms.
    expect(rig.fetch(Bytes(1_460), at: .start), is: .microseconds(251_460))
    // The connection is open: one.
    expect(rig.fetch(Bytes(1_460), at: .milliseconds(1_100)), is: .microseconds(201_460))
    expect(rig.fetch(Bytes(1_460), at: .milliseconds(2_100)), is: .microseconds(51_460))
  }

  @Test func lossSlowsAndAllOfItIsAnOutage() {
    var profile = NetworkProfile.plain(roundTrip: .zero)
    profile.recording = RecordedLink(
      down: StepSeries(constant: 8e6),
      loss: StepSeries(starts: [0, 1_000_000_000], values: [0, 1], period: 2_000_000_000))
    var rig = Rig(profile)
    expect(rig.fetch(Self.body, at: .start), is: .milliseconds(2_460))
    profile.recording?.loss = StepSeries(constant: 0.01)
    profile.linkRoundTrip = .milliseconds(100)
    var lossy = Rig(profile)
    var constant = Rig(.plain(loss: 0.01))
    expect(lossy.fetch(Self.body, at: .start), is: constant.fetch(Self.body, at: .start))
  }

  @Test func theStartIsWhereTheScenarioSaysSo() {
    var profile = Self.profile(down: Self.rates(without: 1..<3))
    profile.recording?.start = .at(.milliseconds(900))
    var rig = Rig(profile)
    expect(rig.fetch(Self.body, at: .start), is: .milliseconds(3_460))
    // The recording has begun again.
    let next = Instant.milliseconds(3_600_000 - 900)
    expect(rig.fetch(Self.body, at: next), is: .milliseconds(3_460))
  }

  @Test func aRandomStartDependsOnSeedAndDeviceAlone() {
    var recording = RecordedLink(down: Self.rates(without: 1..<3))
    recording.start = .random
    var offsets: Set<Int64> = []
    for seed in 0..<20 as Range<UInt64> {
      for device in 0..<20 as Range<UInt32> {
        let offset = recording.offset(seed: seed, device: device, name: "a")
        expect((0..<3_600_000_000_000).contains(offset))
        expect(recording.offset(seed: seed, device: device, name: "a"), is: offset)
        offsets.insert(offset)
      }
    }
    expect(offsets.count, is: 400)
    let mean = offsets.reduce(0) { $0 + Double($1) } / 400 / 3_600e9
    expect(abs(mean - 0.5) < 0.05)
  }

  @Test func anotherNetworkHasItsOwnRates() {
    var rig = Rig(Self.profile(down: Self.rates(without: 1..<3)))
    rig.begin(0, Self.body)
    rig.run(until: .milliseconds(2_000))
    rig.network.change(to: .plain(roundTrip: .zero), at: .milliseconds(2_000))
    rig.run(until: .milliseconds(2_500))
    expect(rig.failures.map(\.why), is: [.connectionLost])
    expect(rig.fetch(Self.body, at: .milliseconds(2_500)), is: .milliseconds(1_460))
  }

  private static func randomRates(_ random: inout SeededGenerator) -> StepSeries<Double> {
    var starts: [Int64] = []
    var values: [Double] = []
    var time: Int64 = 0
    for _ in 0..<(2 + random.index(below: 12)) {
      starts.append(time)
      values.append(random.index(below: 3) == 0 ? 0 : 1e4 * Double(1 + random.index(below: 1_000)))
      time += 1 + Int64(random.index(below: 3_000_000_000))
    }
    values[0] = 1e6
    return StepSeries(starts: starts, values: values, period: time)
  }

  /// Random recordings of both directions, with outages, under requests that share them.
  @Test(arguments: 0..<30 as Range<UInt64>)
  func everyExchangeEndsOnceAndTheSameWayTwice(seed: UInt64) {
    func log() -> [Rig.Entry] {
      var random = SeededGenerator(seed: seed, purpose: .network)
      var profile = NetworkProfile.plain()
      profile.recording = RecordedLink(
        down: Self.randomRates(&random), up: Self.randomRates(&random), start: .random)
      var settings = NetworkSettings()
      settings.version = seed % 2 == 0 ? .http2 : .http1
      settings.requestTimeout = .seconds(3)
      var rig = Rig(profile, settings, seed: seed, radio: RadioProfiles.lteARO)
      var now: Int64 = 0
      for id in 0..<150 as Range<ExchangeID> {
        now += Int64(random.index(below: 400))
        rig.begin(
          id, Bytes(Int64(random.index(below: 200_000))), host: UInt16(id % 3),
          request: Bytes(Int64(random.index(below: 3_000))), at: .milliseconds(now))
      }
      rig.run()
      expect(rig.network.nextInstant, is: .distantFuture)
      return rig.log
    }
    let first = log()
    var ends: [ExchangeID: Int] = [:]
    for entry in first {
      switch entry.event {
      case .completed(let id, _): ends[id, default: 0] += 1
      case .failed(let id, let failure, _):
        ends[id, default: 0] += 1
        expect(failure, is: .timedOut)
      case .reached: break
      }
    }
    expect(ends.count == 150 && ends.values.allSatisfy { $0 == 1 }, "seed \(seed)")
    expect(zip(first, first.dropFirst()).allSatisfy { $0.at <= $1.at })
    expect(log(), is: first, "seed \(seed)")
  }
}
