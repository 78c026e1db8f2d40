internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports

/// What leaves a frame is marked, and what can be zoomed has axes of its parts.
@Suite struct ChartExitTests {
  private static func canvas(_ values: [Double]) -> ChartCanvas {
    var canvas = ChartCanvas(
      title: "T", subtitle: "", ChartTable(numbers: ["x", "y"], texts: ["of"]))
    for (place, value) in values.enumerated() { canvas.table.add([Double(place), value], [""]) }
    let x = ChartAxis(
      low: 0, high: Double(values.count - 1), isLogarithmic: false, ticks: [])
    let panel = ChartPanel(
      frame: ChartFrame(left: 100, top: 100, right: 500, bottom: 300), x: x,
      y: .linear(upTo: 10, of: .count), grid: [],
      marks: [
        ChartMark(
          .line(ChartStroke(colour: "#0072b2")), by: ["x", "y"], rows: 0...(values.count - 1),
          of: "a")
      ])
    canvas.panels = [panel]
    return canvas
  }

  @Test func aLineIsMarkedWhereItGoesBeyondTheAxis() {
    let canvas = Self.canvas([1, 50, 60, 2, 30])
    let exits = canvas.panels[0].exits(in: canvas.table)
    // Once for each time that it leaves, at the first point beyond.
    expect(exits.map(\.x), is: [200, 500])
    let marks = ChartScript(canvas).lines.filter { $0.contains("pointtype 9") }
    expect(marks.count, is: 2)
    expect(Self.canvas([1, 10, 3]).panels[0].exits(in: Self.canvas([1, 10, 3]).table).isEmpty)
  }

  @Test func partsOfAnAxisFromZeroHaveTicksOfTheirOwn() throws {
    let levels = ChartAxis.linear(upTo: 10, of: .count).levels
    expect(levels.map(\.high) == levels.map(\.high).sorted(by: >) && levels.count == 6)
    expect(levels.allSatisfy { $0.low == 0 && $0.ticks.count > 2 })
    expect(ChartAxis.logarithmic(from: 1, to: 100, of: .count).levels.isEmpty)
    expect(ChartAxis.percent.levels.isEmpty)
    var canvas = Self.canvas([1, 2, 3])
    expect(ChartJSON.json(of: canvas)["panels"]?.elements?[0]["yLevels"] == nil)
    canvas.timeUnit = "days"
    let drawn = try #require(ChartJSON.json(of: canvas)["panels"]?.elements?[0]["yLevels"])
    expect(drawn.elements?.count, is: 6)
  }

  @Test func aNameInAFrameStandsOnPaper() {
    var canvas = Self.canvas([1, 2])
    canvas.write("inside", x: 200, y: 200)
    canvas.write("outside", x: 200, y: 50)
    let lines = ChartScript(canvas).lines
    expect(lines.contains { $0.contains("'inside'") && $0.hasSuffix(" boxed") })
    expect(lines.contains { $0.contains("'outside'") && !$0.contains("boxed") })
  }

  /// Defect: a bar that the end of the axis cuts had a cap there, as if the interval ended.
  @Test func anIntervalThatGoesOnHasAnArrow() {
    var canvas = ChartCanvas(
      title: "T", subtitle: "", ChartTable(numbers: ["row", "x", "low", "high"], texts: []))
    for row in [[0, 5, 2, 8], [1, 5, 2, 80], [2, 5, 0, 8]] as [[Double]] {
      canvas.table.add(row, [])
    }
    let scale = ChartScale(ChartAxis.logarithmic(from: 1, to: 10, of: .count))
    let bars = ChartMark(
      .bar(.x, colour: "#0072b2"), by: ["x", "row", scale.end("low"), scale.end("high")],
      rows: 0...2, of: "a")
    let panel = ChartPanel(
      frame: ChartFrame(left: 100, top: 100, right: 500, bottom: 300), x: scale.axis, y: .rows(3),
      grid: [], marks: [bars])
    canvas.panels = [panel]
    let open = (0..<3).map { row in
      panel.openEnds(of: bars, in: row, canvas.table).map { [$0.low, $0.high] }
    }
    expect(open, is: [nil, [false, true], [true, false]])
    let script = ChartScript(canvas).lines.joined()
    expect(script.ranges(of: "xerrorbars").count, is: 1)
    // Each of two bars has one open and one closed half.
    expect(script.ranges(of: "with vectors filled head").count, is: 2)
    expect(script.ranges(of: "with vectors nofilled head").count, is: 2)
    let mark = ChartJSON.json(of: canvas)["panels"]?.elements?[0]["marks"]?.elements?[0]
    expect(mark?["open"]?.compact, is: "[[2], [1]]")
  }

  /// Defect: the bar of a value of zero began where its strip ends, away from its point.
  @Test func anIntervalFromZeroBeginsAtZero() {
    let scale = ChartScale([0, 0.001, 0.5], of: .share, strip: 0.1)
    expect(scale.zero != nil && scale.share(ofEnd: 0) == scale.share(0))
    var table = ChartTable(numbers: ["low"], texts: [])
    table.add([0], [])
    expect(table.value(of: scale.end("low"), in: 0), is: scale.place(0))
  }

  @Test func aPartOfAnAxisHasTicksOfItsOwn() throws {
    for axis in [
      ChartAxis.linear(upTo: 10, of: .count), .logarithmic(from: 1, to: 1_000, of: .count),
    ] {
      let lists = axis.partTicks(of: .count).map { list in
        list.filter { axis.share($0.value) >= 0.4 && axis.share($0.value) <= 0.6 }
      }
      expect(lists.map(\.count), is: lists.map(\.count).sorted())
      try expect(#require(lists.last).count > 2)
    }
    let canvas = MetricPairChart.latencyAgainstFlash.canvas(of: ChartFixture.spread)
    let parts = ChartJSON.json(of: canvas)["panels"]?.elements?[0]["parts"]
    expect(parts?["x"]?["strips"]?.elements?.count, is: 2)
    expect(parts?["y"]?["ticks"]?.elements?.isEmpty, is: false)
  }
}
