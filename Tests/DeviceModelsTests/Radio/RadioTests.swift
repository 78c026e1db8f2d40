internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

struct RadioTests {
  @Test(arguments: AROTail.all)
  func anLTETailCostsWhatAROSays(tail: AROTail) {
    let energy = RadioProfiles.lteARO.burst(until: at(560 + tail.milliseconds))
    expect(abs(energy.tail - tail.joules) < 0.000_5)
  }

  @Test func anIsolatedLTEFetchCostsWhatAROSays() {
    let energy = RadioProfiles.lteARO.burst(until: at(560 + 10_120))
    expect(abs(energy.promotion - AROTail.promotion) < 1e-9)
    expect(abs(energy.tail - AROTail.whole) < 0.005)
    expect(abs(energy.total - AROTail.fetch) < 0.005)
    expect(energy.idle == 0 && energy.promotions == 1)
  }

  /// Wake at 0: promotion 2 s x 0.65 = 1.3 J; active 1 s x 1.3; DCH tail 4 s x 1.3 = 5.2 J; FACH
  /// 2 s x 0.3 = 0.6 J; at 9 s promotion from FACH 1.5 s x 0.8 = 1.2 J; one packet; DCH 5.2 J,
  /// FACH 10 s x 0.3 = 3 J; idle nothing. In all 17.8 J.
  @Test func aThreeGDayWorkedByHand() {
    var radio = Radio(RadioProfiles.threeGARO)
    expect(radio.wake(at: at(0)), is: at(2_000))
    expect(radio.wake(at: at(700)), is: at(2_000))
    radio.carry(from: at(2_000), to: at(3_000))
    expect(radio.wake(at: at(9_000)), is: at(10_500))
    radio.carry(from: at(10_500), to: at(10_500))
    expect(radio.wake(at: at(12_000)), is: at(12_000))
    radio = Radio(RadioProfiles.threeGARO)
    radio.carry(from: at(0), to: at(3_000))
    radio.carry(from: at(9_000), to: at(9_000))
    let energy = radio.end(at: at(60_000))
    expect(abs(energy.promotion - 2.5) < 1e-9 && abs(energy.active - 1.3) < 1e-9)
    expect(abs(energy.tail - 14) < 1e-9 && energy.promotions == 2)
    expect(abs(energy.total - 17.8) < 1e-9)
  }

  /// Idle 1 s x 0.02; active 1 s x 0.403; tail 0.25 s x 0.403 = 0.10075 J; idle 0.75 s x 0.02.
  @Test func aWiFiFetchWorkedByHand() {
    var radio = Radio(RadioProfiles.wifiARO)
    expect(radio.wake(at: at(1_000)), is: at(1_000))
    radio.carry(from: at(1_000), to: at(2_000))
    let energy = radio.energy(until: at(3_000))
    expect(abs(energy.total - 0.538_75) < 1e-9)
    expect(abs(energy.idle - 0.035) < 1e-9 && energy.promotions == 0)
  }

  /// A million bytes are 8 Mbit: 8 x 0.43839 up, 8 x 0.05197 down.
  @Test func bitsCostEnergy() {
    var radio = Radio(RadioProfiles.lteARO)
    radio.count(up: .megabytes(1), down: .megabytes(1))
    expect(abs(radio.energy(until: .start).active - 8 * 0.490_36) < 1e-9)
  }
}

/// Milliseconds after the start.
func at(_ milliseconds: Int64) -> Instant { .start + .milliseconds(milliseconds) }

struct RadioProfilesTests {
  @Test func everyProfileIsFoundByItsNames() {
    let names = RadioProfiles.all.flatMap { [$0.name] + $0.aliases }
    expect(Set(names).count, is: names.count)
    for profile in RadioProfiles.all {
      for name in [profile.name] + profile.aliases {
        expect(RadioProfiles.named(name), is: profile)
      }
    }
    expect(RadioProfiles.named("5g") == nil)
  }

  @Test(arguments: [
    (NetworkAccess.none, "none"), (.wired, "none"), (.wifi, "wifi-aro"), (.cellular2G, "3g-aro"),
    (.cellular3G, "3g-aro"), (.cellular4G, "lte-2020-verizon"), (.cellular5G, "5g-nsa"),
  ])
  func aLinkSuggestsItsRadio(access: NetworkAccess, name: String) {
    expect(RadioProfiles.suggested(for: access).name, is: name)
  }
}

/// A figure of ARO's for the tail of LTE, to the digits given.
///
/// Long DRX at the mean of its cycle gives them all (0.557 J after half a second, where whole
/// cycles would give 0.558 J).
struct AROTail: Sendable {
  /// After the last packet.
  var milliseconds: Int64
  var joules: Double

  static let all = [
    AROTail(milliseconds: 500, joules: 0.557), AROTail(milliseconds: 1_000, joules: 1.103),
    AROTail(milliseconds: 5_000, joules: 5.467),
  ]
  /// Of the promotion, of the whole tail, and of a fetch of 0.3 s with both.
  static let promotion = 0.314_6
  static let whole = 11.05
  static let fetch = 11.73
}

extension RadioProfile {
  /// One fetch of 0.3 s on an idle radio.
  func burst(until end: Instant) -> RadioEnergy {
    var radio = Radio(self)
    let ready = radio.wake(at: .start)
    radio.carry(from: ready, to: ready + .milliseconds(300))
    return radio.energy(until: end)
  }
}
