internal import Measurement
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports

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
        #expect(faults == [], "\(chart.name) of \(input.name)")
      }
    }
  }

  @Test func aTextOnAnotherIsFound() {
    let group = { (x: Int, text: String) in
      "<g transform=\"translate(\(x).00,50.00)\" fill=\"x\" font-size=\"13.00\"  "
        + "text-anchor=\"end\">\n\t\t<text>\(text)</text>"
    }
    #expect(PictureText.faults(in: group(200, "10 MB") + group(280, "20 MB")) == [])
    #expect(
      PictureText.faults(in: group(200, "10 MB") + group(230, "20 MB"))
        == ["'10 MB' lies on '20 MB'"])
    #expect(PictureText.faults(in: group(20, "10 MB")) == ["'10 MB' leaves the canvas"])
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
      #expect(!guide.isEmpty && guide.allSatisfy { $0.contains("stroke-dasharray") })
    }
  }
}
