internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// A row of the table that a simulation packet by packet gave.
struct SlowStartCase: Sendable, CustomTestStringConvertible {
  var profile: String
  var bytes: Int64
  var milliseconds: Double

  var testDescription: String { "\(profile), \(bytes) bytes" }

  var link: NetworkProfile { NetworkProfiles.named(profile) ?? NetworkProfiles.slow4G }

  /// What the closed form says.
  var formula: SlowStart.Transfer {
    SlowStart(
      rate: Double(link.down.bitsPerSecond), roundTrip: link.roundTrip, segment: Bytes(1_460)
    ).transfer(Bytes(bytes), window: 10)
  }

  static let sizes: [Int64] = [2_000, 14_600, 50_000, 100_000, 300_000, 1_000_000]
  static let all =
    rows("slow-4g", [14.6, 73.0, 351.1, 599.3, 1599.4, 5096.1])
    + rows("lte-nlc", [0.5, 2.3, 231.6, 239.6, 474.0, 704.2])
    + rows("3g-nlc", [29.9, 149.7, 589.3, 1098.5, 3149.9, 10322.7])
    + rows("lte-wpt", [1.9, 9.7, 146.8, 179.9, 345.3, 811.5])

  private static func rows(_ profile: String, _ times: [Double]) -> [SlowStartCase] {
    zip(sizes, times).map { SlowStartCase(profile: profile, bytes: $0, milliseconds: $1) }
  }
}

struct SlowStartTests {
  @Test func theLinksOfTheTableAreInTheCatalogue() {
    expect(SlowStartCase.all.allSatisfy { $0.link.name == $0.profile })
  }

  @Test(arguments: SlowStartCase.all)
  func theFormulaGivesTheTable(row: SlowStartCase) {
    expect(abs(row.formula.duration.milliseconds - row.milliseconds) <= 0.0501)
  }

  @Test(arguments: SlowStartCase.all)
  func aLoneFetchOnAWarmConnectionTakesARoundTripAndTheFormulaToTheNanosecond(
    row: SlowStartCase
  ) {
    var rig = Rig(row.link)
    _ = rig.fetch(Bytes(1), at: .start)
    let warm = rig.fetch(Bytes(row.bytes), at: .milliseconds(30_000))
    expect(warm, is: row.link.roundTrip + row.formula.duration)
  }

  @Test func theWindowAfterwardsIsThatOfTheLastRound() {
    // 50 000 bytes are 35 segments: 10, 20 and 5 of 40; Lantern's vectors end with 40 too.
    let model = SlowStart(rate: .infinity, roundTrip: .milliseconds(100), segment: Bytes(1_460))
    expect(model.transfer(Bytes(50_000), window: 10).window, is: 40)
    expect(model.transfer(Bytes(14_600), window: 10).window, is: 10)
    expect(model.transfer(Bytes(14_601), window: 10).window, is: 20)
  }

  @Test func theWindowStopsGrowingWhenThePipeIsFull() {
    // One segment per round trip in flight fills it: 10 never stalls.
    let model = SlowStart(rate: 8 * 1_460, roundTrip: .seconds(1), segment: Bytes(1_460))
    let transfer = model.transfer(Bytes(1_460_000), window: 10)
    expect(transfer.window, is: 10)
    expect(transfer.stalls, is: .zero)
    expect(transfer.service, is: .seconds(1_000))
  }

  @Test func nothingTakesNoTime() {
    let model = SlowStart(rate: 1_000, roundTrip: .seconds(1), segment: Bytes(1_460))
    expect(model.transfer(.zero, window: 10).duration, is: .zero)
  }
}
