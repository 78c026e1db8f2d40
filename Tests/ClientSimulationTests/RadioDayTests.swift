internal import CacheMetrics
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// What a radio adds to a day that was worked out without it.
@Suite struct RadioDayTests {
  private static func diary(isModelled: Bool) throws -> Diary {
    var plan = HandWorkedDayTests.plan()
    plan.device.radio.isModelled = isModelled
    plan.device.radio.lte = RadioName(RadioProfiles.lteARO)
    let story = HandWorkedDayTests.story(opens: [10, 15, 60])
    return try AnyStrategy.diary(of: "network-only", in: plan, story)
  }

  /// The first and the third screen find an idle radio, which takes 260 ms to wake up; the second
  /// comes five seconds after the first, in the ten seconds of its tail.
  @Test func aScreenThatFindsAnIdleRadioWaitsForIt() throws {
    let without = try Self.diary(isModelled: false).visits.compactMap(\.firstContent)
    let with = try Self.diary(isModelled: true).visits.compactMap(\.firstContent)
    expect(zip(with, without).map { $0 - $1 }, is: [.milliseconds(260), .zero, .milliseconds(260)])
  }

  @Test func theTailIsMostOfTheEnergy() throws {
    let energy = try #require(Self.diary(isModelled: true).summaries.first?.radio)
    expect(energy.promotions, is: 2)
    expect(abs(energy.promotion - 2 * 0.3146) < 1e-9)
    // A full tail is 11.05 J; the first is cut after about four seconds and begun anew.
    expect(energy.tail > 2 * 11.05 + 4 && energy.tail < 2 * 11.05 + 6)
    expect(energy.tail > 10 * energy.active)
    let nothing = try #require(Self.diary(isModelled: false).summaries.first?.radio)
    expect(nothing.total, is: 0)
  }
}
