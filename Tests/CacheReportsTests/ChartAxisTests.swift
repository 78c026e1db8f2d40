internal import CacheMetrics
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports

struct ChartAxisTests {
  @Test func aLinearAxisHasRoundTicksUpToItsEnd() {
    let axis = ChartAxis.linear(upTo: 4.1e9, of: .bytes)
    expect(axis.ticks.map(\.label), is: ["0 B", "1 GB", "2 GB", "3 GB", "4 GB", "5 GB"])
    expect(axis.high, is: 5e9)
    expect(ChartAxis.linear(upTo: 0, of: .bytes).ticks.map(\.label), is: ["0 B"])
    expect(ChartAxis.linear(upTo: 0.3, of: .count).ticks.map(\.value).last, is: 0.3)
  }

  @Test func aLogarithmicAxisSpansWholeDecades() {
    let axis = ChartAxis.logarithmic(from: 1.5, to: 9_000, of: .milliseconds)
    expect(axis.ticks.map(\.label), is: ["1 ms", "10 ms", "0.1 s", "1 s", "10 s"])
    expect(axis.low, is: 1)
    expect(axis.high, is: 10_000)
    expect(ChartAxis.logarithmic(from: 1e-3, to: 1e12, of: .bytes).ticks.count <= 8)
  }

  @Test(arguments: [
    (0.0, "0 B"), (999.4, "999 B"), (999.6, "1 kB"), (1_234, "1.23 kB"), (12_340, "12.3 kB"),
    (9_996, "10 kB"), (5e9, "5 GB"), (4.05e17, "405 PB"),
  ])
  func quantitiesHaveThreeDigits(value: Double, text: String) {
    expect(ChartQuantity.bytes.text(value), is: text)
  }

  @Test func pointsThatLieFarApartGetALogarithmicScaleWithStrips() {
    let scale = ChartScale([0, 1e3, 1e6, .infinity], of: .bytes, strip: 0.1)
    expect(scale.axis.isLogarithmic)
    expect(abs(scale.share(0) - 0.05) < 1e-9)
    expect(abs(scale.share(1e3) - 0.1) < 1e-9)
    expect(abs(scale.share(1e6) - 0.9) < 1e-9)
    expect(abs(scale.share(.infinity) - 0.95) < 1e-9)
  }

  @Test(arguments: [
    (0.25, ["0 %", "10 %", "20 %", "30 %"]),
    (0.98, ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]),
    (1.0, ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]),
    (1.2, ["0 %", "50 %", "100 %", "150 %"]),
  ])
  func sharesEndWithTheWhole(most: Double, ticks: [String]) {
    let scale = ChartScale([0, most / 4, most], of: .share, strip: 0.1)
    expect(scale.axis.ticks.map(\.label), is: ticks)
  }

  @Test func nearPointsAndZeroShareALinearScale() {
    let scale = ChartScale([0, 10, 40], of: .bytes, strip: 0.1)
    expect(!scale.axis.isLogarithmic)
    expect(scale.zero == nil && scale.endless == nil)
    expect(scale.share(0), is: 0)
  }
}

/// What can be seen of charts by program: texts that lie on each other or leave the canvas.
@Suite(.enabled(if: Gnuplot().isUsable, "gnuplot is not installed, or this build has no charts"))
struct ChartLayoutTests {
  private static let inputs: [(name: String, data: ChartData)] = [
    ("a month", ChartFixture.month), ("one strategy", ChartFixture.alone),
    ("no flash", ChartFixture.withoutFlash), ("twelve", ChartFixture.twelve),
    ("a run", ChartData(ResultFixture.result)), ("spread", ChartFixture.spread),
  ]

  @Test(arguments: Cases.some(inputs.indices, oneIn: 3)) func noTextLiesOnAnother(index: Int) throws
  {
    let input = Self.inputs[index]
    try ChartFixture.inFolder { folder in
      for chart in ChartFixture.charts + ChartFixture.askedFor
      where chart.reasonToOmit(from: input.data) == nil {
        let files = try ChartRenderer().draw(chart, input.data, into: folder).files
        let svg = try #require(Disk.bytes(of: "\(folder)/\(files[0])"))
        let faults = PictureText.faults(in: String(decoding: svg, as: UTF8.self))
        expect(faults, is: [], "\(chart.name) of \(input.name)")
      }
    }
  }

  @Test func aTextOnAnotherIsFound() {
    let group = { (x: Int, text: String) in
      "<g transform=\"translate(\(x).00,50.00)\" fill=\"x\" font-size=\"13.00\"  "
        + "text-anchor=\"end\">\n\t\t<text>\(text)</text>"
    }
    expect(PictureText.faults(in: group(200, "10 MB") + group(280, "20 MB")), is: [])
    expect(
      PictureText.faults(in: group(200, "10 MB") + group(230, "20 MB")),
      is: ["'10 MB' lies on '20 MB'"])
    expect(PictureText.faults(in: group(20, "10 MB")), is: ["'10 MB' leaves the canvas"])
  }

  /// Dots tell a limit from an axis: gnuplot leaves them out where a line before it is alike.
  @Test func limitsAreDotted() throws {
    try ChartFixture.inFolder { folder in
      let files = try ChartRenderer().draw(
        LatencyDistributionChart(), ChartFixture.month, into: folder
      ).files
      let svg = String(
        decoding: try #require(Disk.bytes(of: "\(folder)/\(files[0])")), as: UTF8.self)
      let guide = svg.split(separator: "<path").filter { $0.contains("rgb(128, 128, 128)") }
      expect(!guide.isEmpty && guide.allSatisfy { $0.contains("stroke-dasharray") })
    }
  }
}
