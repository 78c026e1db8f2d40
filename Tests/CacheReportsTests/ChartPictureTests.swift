internal import Testing

@testable internal import CacheReports
@testable internal import SimCore

/// What a page may rely on in the charts' SVG; see `ChartElement`.
@Suite(.enabled(if: Gnuplot().isUsable, "gnuplot is not installed, or this build has no charts"))
struct ChartPictureTests {
  @Test func titlesArePlainWordsAndNotGnuplotSource() throws {
    for (chart, svg) in try Self.pictures(of: ChartFixture.month) {
      let titles = svg.matches(of: /<title>([^<]*)<\/title>/).map { String($0.output.1) }
      #expect(titles.first == chart.title)
      for title in titles {
        #expect(!title.contains(/\busing\b|data every|_plot_|\$\d/), "\(chart.name): \(title)")
      }
    }
  }

  @Test func eachStrategyIsASeriesOfItsLabel() throws {
    let labels = Set(ChartFixture.month.strategies.map(\.label))
    for (chart, svg) in try Self.pictures(of: ChartFixture.month) {
      let found = svg.matches(of: /<g [^>]*class="series" data-series="([^"]*)"/)
      let series = Set(found.map { String($0.output.1) })
      #expect(series.isSubset(of: labels), "\(chart.name)")
      let isDrawn = chart is FlashWritesByCauseChart || chart is RequestsByAnswerChart
      if !isDrawn { #expect(series == labels, "\(chart.name)") }
    }
  }

  @Test func thePictureHasARoleALabelAndADescription() throws {
    for (chart, svg) in try Self.pictures(of: ChartFixture.month) {
      #expect(svg.contains("role=\"img\" aria-label=\"\(chart.title). "), "\(chart.name)")
      #expect(svg.contains("<desc>\(HTMLRenderer.escaped(chart.caption))</desc>"))
      #expect(!svg.contains("GNUPLOT") && !svg.contains("Sans:Bold"))
    }
  }

  @Test func aLineTellsItsValuesWhereTheyAre() throws {
    let chart = LineChart(
      name: "line", title: "A line", caption: "A caption.",
      x: LineChart.Axis("days", column: "days", .linear),
      y: LineChart.Axis("of all", column: "share", .percent),
      [LineChart.Line(label: "a & b", points: [(0, 0), (10, 0.5)])])
    let svg = try Self.picture(of: chart, ChartFixture.empty)
    let values = svg.matches(
      of: /<circle class="value" cx="([\d.]+)" cy="([\d.]+)" r="7"><title>([^<]*)</)
    #expect(
      values.map { String($0.output.3) } == [
        "a &amp; b: 0 % of all, 0 days",
        "a &amp; b: 50 % of all, 10 days",
      ])
    // The path of the line has the same places.
    for value in values {
      let place = (x: Double(value.output.1) ?? 0, y: Double(value.output.2) ?? 0)
      let isOnLine = svg.matches(of: /[ML]([\d.]+),([\d.]+)/).contains {
        abs((Double($0.output.1) ?? 0) - place.x) < 0.2
          && abs((Double($0.output.2) ?? 0) - place.y) < 0.2
      }
      #expect(isOnLine, "\(place)")
    }
    #expect(svg.contains("class=\"series\" data-series=\"a &amp; b\"><title>a &amp; b</title>"))
  }

  /// Within a page a colour without a dark one would stay as it is on dark paper.
  @Test func everyColourHasOneOnDarkPaper() throws {
    // Text on bright bars stays dark on dark paper, and white is text on dark bars.
    let known = Set(ChartPalette.dark.map(\.light)).union([ChartPalette.inkOnBars, "#ffffff"])
    for (chart, svg) in try Self.pictures(of: ChartFixture.month) {
      for match in svg.matches(of: /rgb\( *(\d+), *(\d+), *(\d+)\)/) {
        let parts = [match.output.1, match.output.2, match.output.3].compactMap { UInt8($0) }
        let colour = "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(known.contains(colour), "\(chart.name): \(colour)")
      }
    }
  }

  @Test func aTimelineSaysItsFrameAndItsEnds() throws {
    let svg = try Self.picture(of: FlashWritesOverTimeChart(), ChartFixture.month)
    let match = try #require(svg.firstMatch(of: /data-timeline="([^"]*)" data-unit="days"/))
    let numbers = match.output.1.split(separator: " ").compactMap { Double($0) }
    #expect(numbers.count == 6)
    #expect(Array(numbers.suffix(2)) == [0, 30])
    // gnuplot draws the axis there, to a hundredth of a pixel.
    let starts = svg.matches(of: /M([\d.]+),/).compactMap { Double($0.output.1) }
    #expect(starts.contains { abs($0 - numbers[0]) < 0.02 })
    #expect(
      !(try Self.picture(of: HitCompositionChart(), ChartFixture.month))
        .contains("data-timeline"))
  }

  @Test func aTimelineOfPanelsSaysTheFrameOfEach() throws {
    let chart = TimelineChart(subject: try #require(TimelineSubject.all.first))
    let svg = try Self.picture(of: chart, ChartFixture.month)
    let match = try #require(svg.firstMatch(of: /data-timeline="([^"]*)" data-unit="days"/))
    let panels = match.output.1.split(separator: ",").map { panel in
      panel.split(separator: " ").compactMap { Double($0) }
    }
    #expect(panels.count == ChartFixture.month.strategies.count)
    #expect(panels.allSatisfy { $0.count == 6 && Array($0.suffix(2)) == [0, 30] })
    // gnuplot's letter of a panel is by what a page finds the plots.
    let letters = Set(svg.matches(of: /_plot_\d+([a-z])"/).map { String($0.output.1) })
    #expect(letters.count == panels.count && letters.contains("a"))
  }

  @Test func aLineOfManyPointsTellsItsEndsAndSomeBetween() {
    let told = ChartValue.told(of: Array(0..<1_000))
    #expect(told.count == ChartValue.maximumPerLine)
    #expect(told.first == 0 && told.last == 999)
    #expect(ChartValue.told(of: [1, 2, 3]) == [1, 2, 3])
  }

  @Test func anUnknownNumberOfGroupsLeavesThemWithoutTitles() {
    let script = ChartScript(
      table: ChartTable(numbers: ["a"], texts: []), ChartCanvas(title: "T", subtitle: ""))
    let picture = ChartPicture(HitCompositionChart(), script)
    let text = picture.annotated("\t<g id=\"x_plot_1\" ><title>data using 1:2</title>\n</g>")
    #expect(text == "\t<g id=\"x_plot_1\">\n</g>")
  }

  private static func pictures(of data: ChartData) throws -> [(any Chart, String)] {
    try ChartFixture.charts.map { ($0, try picture(of: $0, data)) }
  }

  private static func picture(of chart: any Chart, _ data: ChartData) throws -> String {
    try ChartFixture.inFolder { folder in
      let drawn = try ChartRenderer().draw(chart, data, into: folder)
      let bytes = try #require(Disk.bytes(of: "\(folder)/\(drawn.files[0])"))
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
