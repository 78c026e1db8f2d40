internal import TestCases
internal import Testing

@testable internal import CacheReports

/// What is left out of lines.
@Suite struct LineThinningTests {
  @Test func aStraightLineIsItsEndsAndAWayBackIsKept() {
    func thin(_ line: [LineThinning.Place]) -> [Double] { LineThinning.thin(line).map(\.x) }
    expect(thin([(0, 0), (5, 5), (10, 10.1)]), is: [0, 10])
    expect(thin([(0, 0), (0, 0), (9, 0), (0, 0)]), is: [0, 9, 0])
    expect(thin([(1, 2), (3, 2), (3, 8)]), is: [1, 3, 3])
    expect(thin([(1, 2)]) == [1] && thin([]) == [])
  }

  @Test(arguments: 0..<20)
  func whatIsLeftOutLiesOnTheLine(seed: Int) {
    // A walk in steps of a third of a pixel, as distributions are drawn.
    var (state, x, y) = (UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1, 0.0, 0.0)
    var line: [LineThinning.Place] = []
    for _ in 0..<600 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      x += Double(state >> 40 & 3) * 0.33
      y -= Double(state >> 50 & 3) * 0.33
      line.append((x, y))
    }
    let thin = LineThinning.thin(line)
    expect(thin.count < line.count)
    expect(thin.first?.x == line.first?.x && thin.last?.x == line.last?.x)
    for place in line {
      let nearest = zip(thin, thin.dropFirst()).map {
        LineThinning.distance(of: place, fromLineBetween: $0, $1)
      }.min()
      expect((nearest ?? .infinity) <= LineThinning.tolerance)
    }
  }
}

/// What a chart leaves out of a curve of many points.
@Suite struct CurveThinningTests {
  private static func curve(_ count: Int) -> LineChart.Line {
    // Falls in steps, with a dent in each, as curves of other policies than LRU can.
    var points: [(x: Double, y: Double)] = []
    for size in 1...count {
      let step = 1 / Double(1 + size / 100)
      points.append((Double(size), size % 100 == 50 ? step + 0.001 : step))
    }
    return LineChart.Line(label: "c", points: points)
  }

  @Test func fewPointsStay() {
    let curve = Self.curve(400)
    expect(curve.thinned(to: 100).points.map(\.x), is: curve.points.map(\.x))
  }

  @Test func manyLeaveTheOutlineOfEachColumn() {
    let curve = Self.curve(100_000)
    let thin = curve.thinned(to: 500)
    expect(thin.points.count <= 4 * 501 && thin.points.count > 500)
    expect(thin.points.first?.x == 1 && thin.points.last?.x == 100_000)
    expect(zip(thin.points, thin.points.dropFirst()).allSatisfy { $0.x < $1.x })
    // Nothing that was left out lies outside what stayed around it: a column's width, and what
    // rounding makes of its border.
    let width = 1.024
    for point in curve.points where Int(point.x) % 37 == 0 {
      let near = thin.points.filter {
        $0.x >= point.x / width && $0.x <= point.x * width
      }.map(\.y)
      expect(near.min() ?? 1 <= point.y && near.max() ?? 0 >= point.y)
    }
  }

  @Test func aChartHasNoMorePointsThanPixels() {
    let chart = LineChart(missRatios: [Self.curve(300_000)], countsObjects: true)
    let canvas = chart.canvas(of: ChartData(scenario: "many", strategies: []))
    expect(canvas.table.rowCount <= 4 * 1_801)
  }
}
