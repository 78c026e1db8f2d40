internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import SimCore

/// What the script of a page draws; see `ChartJSON`.
@Suite struct ChartJSONTests {
  private static let line = LineChart(
    name: "line", title: "A line", caption: "A caption.",
    x: LineChart.Axis("days", column: "days", .linear),
    y: LineChart.Axis("of all", column: "share", .percent),
    [LineChart.Line(label: "a & b", points: [(0, 0), (10, 0.5)])])

  @Test func aLineAndItsValuesLieWhereTheAxesSay() throws {
    let json = ChartJSON.json(of: Self.line.canvas(of: ChartFixture.empty))
    expect(json["series"]?.compact, is: #"["a & b"]"#)
    let panel = try #require(json["panels"]?.elements?.first)
    let frame = (panel["frame"]?.elements ?? []).compactMap(\.integer)
    let (width, height) = (frame[2] - frame[0], frame[3] - frame[1])
    let columns = (json["columns"]?.elements ?? []).map(\.compact)
    // Each place but the first less the one before it, and both on the line.
    expect(columns.prefix(2), is: ["[0, \(width)]", "[\(height), \(-height / 2)]"])
    expect(panel["marks"]?.elements?.first?["by"]?.compact, is: "[0, 1]")
    expect(panel["told"]?.elements?.first?["by"]?.compact, is: "[0, 1]")
    expect(panel["xTicks"]?.elements?.first?.compact, is: #"[0, "0"]"#)
    expect(panel["grid"]?.string, is: "y")
  }

  @Test func aValueIsToldByWordsThatStandOnce() throws {
    let canvas = Self.line.canvas(of: ChartFixture.empty)
    let told = try #require(canvas.panels.first?.told.first)
    expect(
      told.values.map(told.text),
      is: [
        "a & b: 0 % of all, 0 days", "a & b: 50 % of all, 10 days",
      ])
    let json = ChartJSON.json(of: canvas)
    expect(json["texts"]?.compact, is: #"[["0 %", "50 %"], ["0", "10"]]"#)
    expect(json.compact.ranges(of: "of all").count, is: 2)
    let words = json["panels"]?.elements?.first?["told"]?.elements?.first?["words"]
    expect(words?.compact, is: #"["", " of all, ", " days"]"#)
  }

  @Test func eachStrategyIsASeriesOfItsLabel() {
    let labels = Set(ChartFixture.month.strategies.map(\.label))
    for chart in ChartFixture.charts {
      let json = ChartJSON.json(of: chart.canvas(of: ChartFixture.month))
      let series = Set((json["series"]?.elements ?? []).compactMap(\.string))
      expect(series.isSubset(of: labels), "\(chart.name)")
      let isDrawn = chart is FlashWritesByCauseChart || chart is RequestsByAnswerChart
      if !isDrawn { expect(series, is: labels, "\(chart.name)") }
    }
  }

  @Test func anAxisOfTimeSaysItsEndsAndItsUnit() throws {
    let subject = try #require(TimelineSubject.all.first)
    for chart in [FlashWritesOverTimeChart(), TimelineChart(subject: subject)] as [any Chart] {
      let json = ChartJSON.json(of: chart.canvas(of: ChartFixture.month))
      expect(json["time"]?.compact, is: #"[0, 30, "days"]"#)
    }
    let plain = ChartJSON.json(of: HitCompositionChart().canvas(of: ChartFixture.month))
    expect(plain["time"] == nil)
  }

  @Test func aLineOfManyPointsTellsItsEndsAndSomeBetween() {
    let told = ChartTold.some(of: Array(0..<1_000))
    expect(told.count, is: ChartTold.limit)
    expect(told.first == 0 && told.last == 999)
    expect(ChartTold.some(of: [1, 2, 3]), is: [1, 2, 3])
  }

  /// What has no place, such as a share of nothing, is drawn nowhere; so is a seed's infinite wait
  /// on a logarithmic axis that has no strip for it.
  @Test(arguments: [(false, "[[500]]"), (true, "[[699], [500]]")])
  func whatIsNotFiniteOrBeyondAnAxisIsLeftOut(isLogarithmic: Bool, columns: String) {
    var canvas = ChartCanvas(
      title: "", subtitle: "", ChartTable(numbers: ["x", "y", "kind"], texts: []))
    for row in [
      [0.5, 0.5, 1], [0.5, .nan, 1], [2, 0.5, 1], [.infinity, 0.5, 1], [0.2, 0.5, 0],
    ] { canvas.table.add(row, []) }
    let y = ChartAxis(low: 0, high: 1, isLogarithmic: false, ticks: [])
    let x = ChartAxis(
      low: isLogarithmic ? 0.1 : 0, high: 1, isLogarithmic: isLogarithmic, ticks: [])
    canvas.panels = [
      ChartPanel(
        frame: ChartFrame(left: 100, top: 0, right: 200, bottom: 100), x: x, y: y, grid: [],
        marks: [
          ChartMark(
            .points(ChartPalette.marker(0, size: 1)),
            by: ["x", .chosen("y", where: "kind", is: 1)], rows: 0...4, of: nil)
        ])
    ]
    expect(ChartJSON.json(of: canvas)["columns"]?.compact, is: columns)
  }
}
