internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// What a radio is doing when.
@Suite struct RadioJournalTests {
  /// The day of `RadioTests.aThreeGDayWorkedByHand`: promotion until 2 s, packets until 3 s, DCH
  /// until 7 s, FACH until 9 s, from there a promotion of 1.5 s, a packet, and the tails again.
  private static let day: Radio = {
    var radio = Radio(RadioProfiles.threeGARO)
    radio.keepJournal()
    radio.carry(from: at(0), to: at(3_000))
    radio.carry(from: at(9_000), to: at(9_000))
    return radio
  }()

  @Test func statesFollowEachOtherWithoutGaps() {
    let stretches = Self.day.stretches(until: at(60_000))
    expect(stretches.first?.begin == at(0) && stretches.last?.end == at(60_000))
    expect(zip(stretches, stretches.dropFirst()).allSatisfy { $0.0.end == $0.1.begin })
    expect(stretches.map(\.begin).prefix(2), is: [at(0), at(2_000)])
    expect(stretches.map(\.state).prefix(2), is: ["promotion", "active"])
    expect(stretches.last?.state, is: "idle")
    expect(stretches.count { $0.state == "promotion" }, is: 2)
  }

  @Test(arguments: [500, 2_000, 2_500, 5_000, 9_000, 9_700, 10_500, 60_000])
  func timesAreThoseOfTheEnergy(milliseconds: Int64) {
    var radio = Radio(RadioProfiles.threeGARO)
    radio.keepJournal()
    radio.carry(from: at(0), to: at(0))
    if milliseconds >= 3_000 { radio.carry(from: at(2_000), to: at(3_000)) }
    if milliseconds >= 9_000 { radio.carry(from: at(9_000), to: at(9_000)) }
    let stretches = radio.stretches(until: at(milliseconds))
    let energy = radio.energy(until: at(milliseconds))
    func time(_ state: (String) -> Bool) -> TimeSpan {
      stretches.filter { state($0.state) }.reduce(.zero) { $0 + ($1.end - $1.begin) }
    }
    expect(time { $0 == "promotion" }, is: energy.promotionTime)
    expect(time { $0 == "active" }, is: energy.activeTime)
    expect(time { $0.hasPrefix(RadioStretch.tail) }, is: energy.tailTime)
    expect(time { $0 == "idle" }, is: energy.idleTime)
    expect(time { _ in true }, is: .milliseconds(milliseconds))
  }

  @Test func nothingIsNotedUnasked() {
    var radio = Radio(RadioProfiles.threeGARO)
    radio.carry(from: at(0), to: at(3_000))
    expect(radio.stretches(until: at(9_000)).isEmpty)
  }
}
