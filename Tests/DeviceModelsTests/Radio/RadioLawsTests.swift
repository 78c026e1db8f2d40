internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

struct RadioLawsTests {
  @Test(arguments: RadioProfiles.all)
  func energyNeverDecreasesAndPartsMakeTheWhole(_ profile: RadioProfile) {
    var radio = Radio(profile)
    radio.carry(from: at(0), to: at(3_000))
    var before = 0.0
    for step in Int64(0)...400 {
      let energy = radio.energy(until: at(step * 50))
      expect(energy.total >= before)
      let parts = energy.promotion + energy.active + energy.tail + energy.idle
      expect(energy.total, is: parts)
      let times = energy.promotionTime + energy.activeTime + energy.tailTime + energy.idleTime
      expect(times, is: .milliseconds(step * 50))
      before = energy.total
    }
  }

  @Test(arguments: RadioProfiles.all)
  func splittingOrOverlappingChangesNothing(_ profile: RadioProfile) {
    let ways: [[(Int64, Int64)]] = [
      [(100, 9_000)], [(100, 4_000), (4_000, 9_000)], [(100, 9_000), (100, 300), (5_000, 6_000)],
      [(100, 300), (100, 9_000), (5_000, 6_000)], [(100, 7_000), (6_000, 9_000)],
    ]
    let energies = ways.map { intervals in
      var radio = Radio(profile)
      for (from, to) in intervals { radio.carry(from: at(from), to: at(to)) }
      return radio.energy(until: at(12_345))
    }
    expect(energies.allSatisfy { $0 == energies[0] })
  }

  @Test(arguments: RadioProfiles.all)
  func anIdleRadioCostsOnlyPaging(_ profile: RadioProfile) {
    let energy = Radio(profile).energy(until: at(100_000))
    expect(energy.total == 100 * profile.idle.watts && energy.idle == energy.total)
  }

  @Test(arguments: RadioProfiles.all)
  func fetchesCloseTogetherCostLess(_ profile: RadioProfile) {
    let totals = [100, 5_000, 40_000].map { (gap: Int64) in
      var radio = Radio(profile)
      let end = radio.wake(at: at(0)) + .milliseconds(300)
      radio.carry(from: end - .milliseconds(300), to: end)
      let ready = radio.wake(at: end + .milliseconds(gap))
      radio.carry(from: ready, to: ready + .milliseconds(300))
      return radio.energy(until: at(100_000)).total
    }
    if profile.name == "none" {
      expect(totals, is: [0, 0, 0])
    } else {
      expect(totals[0] < totals[2] && totals[1] <= totals[2] + 1e-9)
    }
  }

  @Test func twoLTEBurstsFiveSecondsApartCostLessThanTwice() {
    var radio = Radio(RadioProfiles.lteARO)
    radio.carry(from: at(0), to: at(560))
    let one = radio.energy(until: at(560 + 10_120)).total
    radio.carry(from: at(5_560), to: at(5_860))
    let two = radio.energy(until: at(5_860 + 10_120))
    expect(two.promotions, is: 1)
    // One fetch, five seconds of tail (5.467 J) and 0.3 s active at 1.2 W.
    expect(abs(two.total - (one + 5.467 + 0.36)) < 0.000_5 && two.total < 2 * one)
  }
}

/// When radios of 2020 fall asleep: what RRC-Probe found (SIGCOMM21-5G/artifact@35aaf28).
struct Radios2020Tests {
  /// How long a packet waits that comes so long after the last one.
  private func wait(_ name: String, after gap: TimeSpan) throws -> TimeSpan {
    var radio = Radio(try #require(RadioProfiles.named(name)))
    radio.carry(from: .start, to: .start + .seconds(1))
    let instant = Instant.start + .seconds(1) + gap
    return radio.wake(at: instant) - instant
  }

  @Test(arguments: [
    ("lte-2020-tmobile", 5_000, 5_000), ("lte-2020-verizon", 10_000, 10_500),
    ("5g-nsa", 10_000, 11_000), ("5g-mmwave", 11_000, 11_000),
  ])
  func aRadioSleepsAfterItsTail(name: String, earliest: Int64, latest: Int64) throws {
    try expect(wait(name, after: .milliseconds(earliest - 1)), is: .zero)
    try expect(wait(name, after: .milliseconds(latest + 1)), is: .milliseconds(260))
  }

  @Test func standalone5GIsInactiveBeforeItIsIdle() throws {
    try expect(wait("5g-sa", after: .milliseconds(10_399)), is: .zero)
    for gap in [10_401, 13_999] as [Int64] {
      let resumption = try wait("5g-sa", after: .milliseconds(gap))
      expect((TimeSpan.milliseconds(312)...(.milliseconds(427))).contains(resumption))
    }
    try expect(wait("5g-sa", after: .milliseconds(14_001)), is: .milliseconds(260))
  }

  @Test func theUsualRadioOfCellularLinksIsOfThisDecade() {
    expect(RadioProfiles.suggested(for: .cellular4G).name, is: "lte-2020-verizon")
    expect(RadioProfiles.suggested(for: .cellular5G).name, is: "5g-nsa")
    expect(RadioSettings().profile(for: .cellular4G)?.name, is: "lte-2020-verizon")
    expect(RadioSettings().profile(for: .cellular5G)?.name, is: "5g-nsa")
  }
}
