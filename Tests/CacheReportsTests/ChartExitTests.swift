internal import SimCore
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
      ChartFrame(left: 100, top: 100, right: 500, bottom: 300), x: x,
      y: .linear(upTo: 10, of: .count), grid: [],
      [
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
    #expect(exits.map(\.x) == [200, 500])
    let marks = ChartScript(canvas).lines.filter { $0.contains("pointtype 9") }
    #expect(marks.count == 2)
    #expect(Self.canvas([1, 10, 3]).panels[0].exits(in: Self.canvas([1, 10, 3]).table).isEmpty)
  }

  @Test func partsOfAnAxisFromZeroHaveTicksOfTheirOwn() throws {
    let levels = ChartAxis.linear(upTo: 10, of: .count).levels
    #expect(levels.map(\.high) == levels.map(\.high).sorted(by: >) && levels.count == 6)
    #expect(levels.allSatisfy { $0.low == 0 && $0.ticks.count > 2 })
    #expect(ChartAxis.logarithmic(from: 1, to: 100, of: .count).levels.isEmpty)
    #expect(ChartAxis.percent.levels.isEmpty)
    var canvas = Self.canvas([1, 2, 3])
    #expect(ChartJSON.json(of: canvas)["panels"]?.elements?[0]["yLevels"] == nil)
    canvas.timeUnit = "days"
    let drawn = try #require(ChartJSON.json(of: canvas)["panels"]?.elements?[0]["yLevels"])
    #expect(drawn.elements?.count == 6)
  }

  @Test func aNameInAFrameStandsOnPaper() {
    var canvas = Self.canvas([1, 2])
    canvas.write("inside", x: 200, y: 200)
    canvas.write("outside", x: 200, y: 50)
    let lines = ChartScript(canvas).lines
    #expect(lines.contains { $0.contains("'inside'") && $0.hasSuffix(" boxed") })
    #expect(lines.contains { $0.contains("'outside'") && !$0.contains("boxed") })
  }
}
