internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// A radio under a network: the round trip is 100 ms, a byte takes a microsecond.
struct NetworkRadioTests {
  /// Two seconds to wake up, then half a second of tail; watts with which joules are hand-worked.
  private let radio: RadioProfile = {
    var radio = RadioDescription()
    radio.promotion = .seconds(2)
    radio.promotionWatts = 1
    radio.activeWatts = 10
    radio.joulesPerMegabitUp = 100
    radio.joulesPerMegabitDown = 1_000
    radio.tail = .milliseconds(500)
    radio.tailWatts = 4
    return RadioProfile("test", radio, source: "test")
  }()
  private let full = Bytes(1_460)
  private let segment = TimeSpan.microseconds(1_460)

  private func rig(
    _ radio: RadioProfile?, _ settings: NetworkSettings = .bare,
    _ profile: NetworkProfile = .plain()
  ) -> Rig { Rig(profile, settings, radio: radio) }

  @Test func noRadioAndTheOneThatCostsNothingChangeNothing() {
    for radio in [nil, RadioProfiles.none] {
      var rig = rig(radio)
      expect(rig.fetch(full, at: .start), is: .milliseconds(500) + segment)
      expect(rig.network.radioEnergy(until: .milliseconds(9_000)).total, is: 0)
    }
  }

  @Test func whoFindsTheRadioIdleWaitsForItsPromotion() {
    var rig = rig(radio)
    let cold = rig.fetch(full, at: .start)
    expect(cold, is: .milliseconds(2_500) + segment)
    let soon = Instant.milliseconds(2_600)
    expect(rig.fetch(full, at: soon), is: .milliseconds(100) + segment)
    expect(rig.fetch(full, at: .milliseconds(4_000)), is: .milliseconds(2_100) + segment)
  }

  @Test func whoComesDuringAPromotionWaitsForItsEnd() {
    var rig = rig(radio)
    rig.begin(0, full)
    rig.begin(1, full, host: 1, at: .milliseconds(1_500))
    rig.run()
    expect(rig.completion(of: 0), is: Instant.milliseconds(2_500) + segment * 2)
    expect(rig.completion(of: 1), is: Instant.milliseconds(2_500) + segment * 2)
  }

  @Test func anAnswerThatComesTooLateWakesTheRadioToo() {
    var rig = rig(radio)
    rig.thinkTime = .milliseconds(500)
    _ = rig.fetch(full, at: .start)
    rig.thinkTime = .milliseconds(600)
    let later = Instant.milliseconds(20_000)
    let upload = TimeSpan.milliseconds(1)
    let late = rig.fetch(full, request: Bytes(1_000), at: later)
    // The radio sleeps half a second after the upload; the answer comes after 700 ms.
    expect(late, is: .milliseconds(2_000) + upload + .milliseconds(2_700) + segment)
  }

  @Test func joulesAreThoseOfPromotionPacketsGapsAndBits() {
    var rig = rig(radio)
    rig.begin(0, full, request: Bytes(1_000))
    rig.run()
    let energy = rig.network.radioEnergy(until: .milliseconds(9_000))
    expect(energy.promotions, is: 1)
    expect(energy.promotionTime, is: .seconds(2))
    // Upload and answer; the packets of the lookup and of the handshakes take no time.
    expect(energy.activeTime, is: .microseconds(2_460))
    // Four round trips, the way there and back, and the tail.
    expect(energy.tailTime, is: .milliseconds(400 + 100 + 500))
    let bits = 0.008 * 100 + 0.01168 * 1_000
    expect(abs(energy.active - (0.0246 + bits)) < 1e-12)
    expect(abs(energy.total - (2 + 0.0246 + bits + 4)) < 1e-9)
  }

  @Test func whileASenderWaitsTheRadioRests() {
    var rig = rig(radio)
    let transfer = SlowStart(
      rate: 8e6, roundTrip: .milliseconds(100), segment: full
    ).transfer(Bytes(146_000), window: 10)
    rig.begin(0, Bytes(146_000))
    rig.run()
    let energy = rig.network.radioEnergy(until: .milliseconds(9_000))
    expect(energy.activeTime, is: transfer.service)
    expect(energy.tailTime, is: .milliseconds(1_000) + transfer.stalls)
  }

  @Test func whatWasCancelledIsCountedAsFarAsItWent() {
    var rig = rig(radio)
    rig.begin(0, Bytes(14_600))
    rig.run(until: .milliseconds(2_510))
    rig.network.cancel(0, at: .milliseconds(2_510))
    let energy = rig.network.radioEnergy(until: .milliseconds(9_000))
    expect(energy.activeTime, is: .milliseconds(10))
    expect(abs(energy.active - (0.1 + 0.08 * 1_000)) < 1e-9)
  }

  @Test func anotherLinkHasAnotherRadioAndTheAccountGoesOn() {
    var rig = rig(radio)
    _ = rig.fetch(full, at: .start)
    let change = Instant.milliseconds(10_000)
    let before = rig.network.radioEnergy(until: change)
    rig.network.change(to: NetworkProfiles.slow4G, radio: RadioProfiles.lteARO, at: change)
    expect(rig.network.radioEnergy(until: change), is: before)
    let roundTrip = NetworkProfiles.slow4G.roundTrip
    expect(
      rig.fetch(full, at: change), is: .milliseconds(260) + roundTrip * 5 + .microseconds(7_300))
    let after = rig.network.radioEnergy(until: .milliseconds(60_000))
    expect(after.promotions, is: 2)
    expect(after.promotionTime, is: .milliseconds(2_260))
    // A long tail of LTE: 10.12 s at more than a watt.
    expect(after.total - before.total > 11)
  }

  @Test func offlineNothingWakesTheRadio() {
    var rig = rig(radio, .bare, NetworkProfiles.offline)
    rig.begin(0, full)
    rig.run()
    expect(rig.network.radioEnergy(until: .milliseconds(9_000)).promotions, is: 0)
  }
}
