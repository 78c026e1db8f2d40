internal import Testing

@testable internal import CacheReports

/// What a chart leaves out of a curve of many points.
@Suite struct CurveThinningTests {
  private static func curve(_ count: Int) -> MissRatioCurve {
    // Falls in steps, with a dent in each, as curves of other policies than LRU can.
    var points: [(size: Double, missRatio: Double)] = []
    for size in 1...count {
      let step = 1 / Double(1 + size / 100)
      points.append((Double(size), size % 100 == 50 ? step + 0.001 : step))
    }
    return MissRatioCurve(label: "c", points: points)
  }

  @Test func fewPointsStay() {
    let curve = Self.curve(400)
    #expect(curve.thinned(to: 100).points.map(\.size) == curve.points.map(\.size))
  }

  @Test func manyLeaveTheOutlineOfEachColumn() {
    let curve = Self.curve(100_000)
    let thin = curve.thinned(to: 500)
    #expect(thin.points.count <= 4 * 501 && thin.points.count > 500)
    #expect(thin.points.first?.size == 1 && thin.points.last?.size == 100_000)
    #expect(zip(thin.points, thin.points.dropFirst()).allSatisfy { $0.size < $1.size })
    // Nothing that was left out lies outside what stayed around it: a column's width, and what
    // rounding makes of its border.
    let width = 1.024
    for point in curve.points where Int(point.size) % 37 == 0 {
      let near = thin.points.filter {
        $0.size >= point.size / width && $0.size <= point.size * width
      }.map(\.missRatio)
      #expect(near.min() ?? 1 <= point.missRatio && near.max() ?? 0 >= point.missRatio)
    }
  }

  @Test func aChartHasNoMorePointsThanPixels() {
    let chart = LineChart([Self.curve(300_000)], countsObjects: true)
    let canvas = chart.canvas(of: ChartData(scenario: "many", strategies: []))
    #expect(canvas.table.rowCount <= 4 * 1_801)
  }
}
