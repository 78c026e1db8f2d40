internal import Results
internal import Testing

@testable internal import CacheReports

struct ChartTextTests {
  @Test(arguments: [
    ("short", "short"), ("a name that is far too long 12", "a name tha…ng 12"),
    ("漢字漢字漢字漢字漢字", "漢字漢字漢…漢字"), ("two\nlines", "two lines"),
  ])
  func longNamesLoseTheirMiddle(text: String, shortened: String) {
    #expect(ChartText.shortened(text, to: 16) == shortened)
  }

  @Test func colourOfACauseStaysItsOwnAndIsGivenOnce() {
    let colours = ChartPalette.colours(of: ["eviction", "archive", "new", "newer"])
    #expect(Set(colours).count == 4)
    #expect(colours[1] == ChartPalette.colours(of: ["archive"])[0])
    #expect(
      ChartPalette.order(of: ["new", "archive", "eviction", "new"])
        == ["eviction", "archive", "new"])
  }

  @Test(arguments: [1, 2, 4])
  func namesOfPointsInOneSpotLieApart(count: Int) throws {
    let places = try #require(Self.placement(of: count, apart: 0).places())
    for (index, place) in places.enumerated() {
      #expect(place.box.lies(in: Self.frame))
      #expect(!places[..<index].contains { $0.box.overlaps(place.box) })
    }
  }

  @Test func aNameLiesOnNoErrorBar() throws {
    var placement = LabelPlacement(frame: Self.frame, points: [(400, 200)], widths: [90])
    let bar = LabelPlacement.Box(left: 300, top: 196, right: 600, bottom: 204)
    #expect(try #require(placement.places())[0].box.overlaps(bar))
    placement.bars = [bar]
    #expect(!(try #require(placement.places())[0].box.overlaps(bar)))
  }

  @Test func chartsOfARunHaveTheIntervalsOfItsSeeds() {
    // Waits of 10 and 20 ms: e^(12.706 · ½ ln 2) is 81.74, by which 20 is multiplied, and divided
    // to 0.24, which is drawn as 1 ms.
    let data = ChartData(ResultFixture.result)
    let table = MetricPairChart.latencyAgainstFlash.canvas(of: data).table
    #expect(
      table.numberColumns.suffix(2)
        == ["first_content_p95_ms_low", "first_content_p95_ms_high"])
    #expect(table.numbers[5..<7].map { ($0 * 100).rounded() / 100 } == [1, 1634.83])
    let bars = { (data: ChartData) in
      Charts.all.map { chart in
        ChartScript(chart.canvas(of: data)).lines.joined().ranges(of: "errorbars").count
      }
    }
    #expect(bars(data).contains { $0 > 0 })
    var alone = ResultFixture.varied
    alone.variedValues = []
    #expect(bars(ChartData(alone)).allSatisfy { $0 == 0 })
  }

  @Test func namesThatWouldBeMixedUpHaveNoPlaces() {
    #expect(Self.placement(of: 12, apart: 2).places() == nil)
    #expect(Self.placement(of: 12, apart: 25).places() != nil)
  }

  private static let frame = ChartFrame(left: 100, top: 80, right: 860, bottom: 460)

  /// Points below each other, with long names.
  private static func placement(of count: Int, apart distance: Double) -> LabelPlacement {
    LabelPlacement(
      frame: frame, points: (0..<count).map { (x: 400, y: 120 + distance * Double($0)) },
      widths: [Double](repeating: 190, count: count))
  }
}
