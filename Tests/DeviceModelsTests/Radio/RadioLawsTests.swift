internal import DeviceModels
internal import SimCore
internal import Testing

struct RadioLawsTests {
  @Test(arguments: RadioProfiles.all)
  func energyNeverDecreasesAndPartsMakeTheWhole(_ profile: RadioProfile) {
    var radio = Radio(profile)
    radio.carry(from: at(0), to: at(3_000))
    var before = 0.0
    for step in Int64(0)...400 {
      let energy = radio.energy(until: at(step * 50))
      #expect(energy.total >= before)
      let parts = energy.promotion + energy.active + energy.tail + energy.idle
      #expect(energy.total == parts)
      let times = energy.promotionTime + energy.activeTime + energy.tailTime + energy.idleTime
      #expect(times == .milliseconds(step * 50))
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
    #expect(energies.allSatisfy { $0 == energies[0] })
  }

  @Test(arguments: RadioProfiles.all)
  func anIdleRadioCostsOnlyPaging(_ profile: RadioProfile) {
    let energy = Radio(profile).energy(until: at(100_000))
    #expect(energy.total == 100 * profile.idle.watts && energy.idle == energy.total)
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
      #expect(totals == [0, 0, 0])
    } else {
      #expect(totals[0] < totals[2] && totals[1] <= totals[2] + 1e-9)
    }
  }

  @Test func twoLTEBurstsFiveSecondsApartCostLessThanTwice() {
    var radio = Radio(RadioProfiles.lteARO)
    radio.carry(from: at(0), to: at(560))
    let one = radio.energy(until: at(560 + 10_120)).total
    radio.carry(from: at(5_560), to: at(5_860))
    let two = radio.energy(until: at(5_860 + 10_120))
    #expect(two.promotions == 1)
    // One fetch, five seconds of tail (5.467 J) and 0.3 s active at 1.2 W.
    #expect(abs(two.total - (one + 5.467 + 0.36)) < 0.000_5 && two.total < 2 * one)
  }
}
