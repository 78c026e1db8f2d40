internal import CacheWorkloads
internal import DeviceModels
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// The tables of rates against the recordings that they were taken from.
struct MeasuredRateTests {
  private static let shares = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99]

  /// The rates of a recording's whole seconds, relative to their mean.
  private static func seconds(_ series: StepSeries<Double>) -> [Double] {
    let count = series.period / 1_000_000_000
    let rates = (0..<count).map { second -> Double in
      var bits = 0.0
      var time = second * 1_000_000_000
      let end = time + 1_000_000_000
      while time < end {
        let next = min(series.end(at: time), end)
        bits += series.value(at: time) * Double(next - time) / 1e9
        time = next
      }
      return bits
    }
    let mean = rates.reduce(0, +) / Double(rates.count)
    return rates.map { $0 / mean }
  }

  /// Compares the quantiles, straight lines between the order statistics, at the table's digits.
  private static func compare(_ rates: [Double], _ table: QuantileTable, within: Double) {
    let sorted = rates.sorted()
    for (share, value) in zip(shares, table.values) {
      let place = share * Double(sorted.count - 1)
      let index = min(Int(place), sorted.count - 2)
      let found =
        sorted[index] + (sorted[index + 1] - sorted[index]) * (place - Double(index))
      expect(abs(found - value) <= within, "\(share): \(found), the table says \(value)")
    }
    expect(abs((sorted.last ?? 0) - table.greatest) <= within)
  }

  @Test func the3GTableIsThatOfTheBundledRides() throws {
    let rides = try BundledRecordings.all.flatMap { name, _ in
      Self.seconds(try #require(BundledRecordings.recording(named: name)?.down))
    }
    expect(rides.count, is: 2_798)
    Self.compare(rides, try #require(RateVariance.named("3g")).factors, within: 0.006)
  }

  private static func given(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "shared/networks/\(name)").path
  }

  private static let isPresent = FileManager.default.fileExists(
    atPath: given("golden-mahimahi.csv"))

  @Test(.enabled(if: isPresent, "needs ../shared/networks"))
  func theLTEAnd5GTablesAreThoseOfTheirRecordings() throws {
    let drive = try NetworkRecording(contentsOf: Self.given("ATT-LTE-driving-2016.down"))
    // Packets come in bursts, and one at a second's edge counts here or there: 20 of them are
    // 0.053.
    Self.compare(
      Self.seconds(try #require(drive.down)), try #require(RateVariance.named("lte")).factors,
      within: 0.06)
    let walk = try NetworkRecording(contentsOf: Self.given("lumos5g-walking.tsv"))
    Self.compare(
      Self.seconds(try #require(walk.down)), try #require(RateVariance.named("5g")).factors,
      within: 0.006)
  }
}
