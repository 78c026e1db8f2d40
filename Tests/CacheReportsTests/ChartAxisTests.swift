internal import Testing

@testable internal import CacheReports

struct ChartAxisTests {
  @Test func aLinearAxisHasRoundTicksUpToItsEnd() {
    let axis = ChartAxis.linear(upTo: 4.1e9, of: .bytes)
    #expect(axis.ticks.map(\.label) == ["0 B", "1 GB", "2 GB", "3 GB", "4 GB", "5 GB"])
    #expect(axis.high == 5e9)
    #expect(ChartAxis.linear(upTo: 0, of: .bytes).ticks.map(\.label) == ["0 B"])
    #expect(ChartAxis.linear(upTo: 0.3, of: .count).ticks.map(\.value).last == 0.3)
  }

  @Test func aLogarithmicAxisSpansWholeDecades() {
    let axis = ChartAxis.logarithmic(from: 1.5, to: 9_000, of: .milliseconds)
    #expect(axis.ticks.map(\.label) == ["1 ms", "10 ms", "0.1 s", "1 s", "10 s"])
    #expect(axis.low == 1)
    #expect(axis.high == 10_000)
    #expect(ChartAxis.logarithmic(from: 1e-3, to: 1e12, of: .bytes).ticks.count <= 8)
  }

  @Test(arguments: [
    (0.0, "0 B"), (999.4, "999 B"), (999.6, "1 kB"), (1_234, "1.23 kB"), (12_340, "12.3 kB"),
    (9_996, "10 kB"), (5e9, "5 GB"), (4.05e17, "405 PB"),
  ])
  func quantitiesHaveThreeDigits(value: Double, text: String) {
    #expect(ChartQuantity.bytes.text(value) == text)
  }

  @Test func pointsThatLieFarApartGetALogarithmicScaleWithStrips() {
    let scale = ChartScale([0, 1e3, 1e6, .infinity], of: .bytes, strip: 0.1)
    #expect(scale.axis.isLogarithmic)
    #expect(abs(scale.share(0) - 0.05) < 1e-9)
    #expect(abs(scale.share(1e3) - 0.1) < 1e-9)
    #expect(abs(scale.share(1e6) - 0.9) < 1e-9)
    #expect(abs(scale.share(.infinity) - 0.95) < 1e-9)
  }

  @Test(arguments: [
    (0.25, ["0 %", "10 %", "20 %", "30 %"]),
    (0.98, ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]),
    (1.0, ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]),
    (1.2, ["0 %", "50 %", "100 %", "150 %"]),
  ])
  func sharesEndWithTheWhole(most: Double, ticks: [String]) {
    let scale = ChartScale([0, most / 4, most], of: .share, strip: 0.1)
    #expect(scale.axis.ticks.map(\.label) == ticks)
  }

  @Test func nearPointsAndZeroShareALinearScale() {
    let scale = ChartScale([0, 10, 40], of: .bytes, strip: 0.1)
    #expect(!scale.axis.isLogarithmic)
    #expect(scale.zero == nil && scale.endless == nil)
    #expect(scale.share(0) == 0)
  }
}
