internal import Results
internal import TestCases
internal import Testing

@testable internal import CacheReports

struct ChartTextTests {
  @Test(arguments: [
    ("short", "short"), ("a name that is far too long 12", "a name tha…ng 12"),
    ("漢字漢字漢字漢字漢字", "漢字漢字漢…漢字"), ("two\nlines", "two lines"),
  ])
  func longNamesLoseTheirMiddle(text: String, shortened: String) {
    expect(ChartText.shortened(text, to: 16), is: shortened)
  }

  /// Defect: a subtitle was cut in the middle of words.
  @Test func sentencesAreShortenedBetweenWords() {
    let text = "one two three four five six seven eight nine ten"
    let shown = ChartText.shortened(text, toPixels: 200, size: 13, betweenWords: true)
    let words = shown.split(separator: " ").map(String.init)
    expect(words.contains("…") && words.first == "one" && words.last == "ten")
    expect(
      words.allSatisfy { $0 == "…" || text.split(separator: " ").map(String.init).contains($0) })
    expect(ChartText.width(shown, size: 13) <= 200 + ChartText.width(" ", size: 13) * 2)
  }

  @Test(arguments: [
    ("first_content_p95_ms", "first content, 95th percentile"),
    ("fresh_content_p50_ms", "fresh content, median"), ("stale_share", "stale share"),
    ("first_content_p95_ms{screen=feed}", "first content, 95th percentile {screen=feed}"),
    ("radio_energy_j", "radio energy"), ("opens", "opens"),
  ])
  func metricsHavePlainWords(name: String, words: String) {
    expect(ChartText.words(ofMetric: name), is: words)
  }

  @Test func colourOfACauseStaysItsOwnAndIsGivenOnce() {
    let colours = ChartPalette.colours(of: ["eviction", "archive", "new", "newer"])
    expect(Set(colours).count, is: 4)
    expect(colours[1], is: ChartPalette.colours(of: ["archive"])[0])
    expect(
      ChartPalette.order(of: ["new", "archive", "eviction", "new"]),
      is: ["eviction", "archive", "new"])
  }

  @Test(arguments: [1, 2, 4])
  func namesOfPointsInOneSpotLieApart(count: Int) throws {
    let places = try #require(Self.placement(of: count, apart: 0).places())
    for (index, place) in places.enumerated() {
      expect(place.box.lies(in: Self.frame))
      expect(!places[..<index].contains { $0.box.overlaps(place.box) })
    }
  }

  @Test func aNameOfACrowdedPointIsJoinedToIt() throws {
    var placement = Self.placement(of: 2, apart: 0)
    placement.areJoined = [true, true]
    try expect(#require(placement.places()).allSatisfy { $0.leader != nil })
  }

  @Test func aNameLiesOnNoErrorBar() throws {
    var placement = LabelPlacement(frame: Self.frame, points: [(400, 200)], widths: [90])
    let bar = ChartFrame(left: 300, top: 196, right: 600, bottom: 204)
    try expect(#require(placement.places())[0].box.overlaps(bar))
    placement.bars = [bar]
    expect(!(try #require(placement.places())[0].box.overlaps(bar)))
  }

  @Test func chartsOfARunHaveTheIntervalsOfItsSeeds() {
    // Waits of 10 and 20 ms: e^(12.706 · ½ ln 2) is 81.74, by which 20 is multiplied, and divided
    // to 0.24, which is drawn as 1 ms.
    let data = ChartData(ResultFixture.result)
    let table = MetricPairChart.latencyAgainstFlash.canvas(of: data).table
    expect(
      table.numberColumns.suffix(2), is: ["first_content_p95_ms_low", "first_content_p95_ms_high"])
    expect(table.numbers[5..<7].map { ($0 * 100).rounded() / 100 }, is: [1, 1634.83])
    let bars = { (data: ChartData) in
      Charts.all.map { chart in
        ChartScript(chart.canvas(of: data)).lines.joined().ranges(of: "errorbars").count
      }
    }
    expect(bars(data).contains { $0 > 0 })
    var alone = ResultFixture.varied
    alone.variedValues = []
    expect(bars(ChartData(alone)).allSatisfy { $0 == 0 })
  }

  @Test func namesThatWouldBeMixedUpHaveNoPlaces() {
    expect(Self.placement(of: 12, apart: 2).places() == nil)
    expect(Self.placement(of: 12, apart: 25).places() != nil)
  }

  private static let frame = ChartFrame(left: 100, top: 80, right: 860, bottom: 460)

  /// Points below each other, with long names.
  private static func placement(of count: Int, apart distance: Double) -> LabelPlacement {
    LabelPlacement(
      frame: frame, points: (0..<count).map { (x: 400, y: 120 + distance * Double($0)) },
      widths: [Double](repeating: 190, count: count))
  }
}
