internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import Results
@testable internal import SimCore

@Suite struct SweepChartTests {
  private static let grids: [[SweptSetting]] = [
    [SweepFixture.sizes], [SweepFixture.places], [SweepFixture.sizes, SweepFixture.places],
    [SweepFixture.places, many, SweepFixture.sizes],
  ]
  private static let many = SweptSetting(
    name: "devices", unit: .number,
    values: (0..<9).map { .init(text: "\($0)", amount: Double($0)) })

  @Test(arguments: grids.indices)
  func everyChartHasAPointForEveryNumber(index: Int) throws {
    let result = try #require(SweepFixture.result(Self.grids[index]))
    let charts = Charts(of: result).charts
    // Stale shares are not defined in the sweep, so there is nothing to draw of them.
    expect(charts.map(\.name), is: ["sweep-hits", "sweep-first-content", "sweep-flash"])
    for chart in charts {
      let script = ChartScript(chart.canvas(of: ChartData(scenario: "")))
      let panels = script.lines.filter { $0.hasPrefix("plot ") }.count
      let points = SweepPanels(result)
      expect(panels, is: min(points.others.count, 12))
      expect(script.table.rowCount, is: panels * points.axis.values.count * 2)
    }
  }

  @Test func pointsHaveTheIntervalsOfTheirSeeds() throws {
    let result = try #require(SweepFixture.result([SweepFixture.sizes]))
    let chart = try #require(
      Charts(of: result).charts.first { $0.name == "sweep-first-content" })
    let script = ChartScript(chart.canvas(of: ChartData(scenario: "")))
    expect(script.table.numberColumns.suffix(3), is: ["value", "low", "high"])
    // Of the first strategy: endless, then waits of 110 and 111 ms, whose logarithms' mean has a
    // standard error of ½ ln (111 ÷ 110): e^(12.706 · 0.004525) is 1.05918, to both sides of 110.5.
    let rows = stride(from: 0, to: script.table.numbers.count, by: 6).map {
      Array(script.table.numbers[$0 + 3..<$0 + 6])
    }
    expect(rows[0], is: [.infinity, .infinity, .infinity])
    expect(rows[1].map { ($0 * 1_000).rounded() }, is: [110_500, 104_326, 117_039])
    expect(script.lines.joined().components(of: "yerrorbars"), is: 4)
    let alone = try #require(SweepFixture.result([SweepFixture.sizes], seeds: [1]))
    for chart in Charts(of: alone).charts {
      let lines = ChartScript(chart.canvas(of: ChartData(scenario: ""))).lines
      expect(lines.joined().components(of: "yerrorbars"), is: 0)
    }
  }

  @Test func quantitiesStandByTheirAmounts() {
    func positions(_ amounts: [Double?]) -> [Double] {
      let axis = SweptSetting(
        name: "k", unit: amounts.contains(nil) ? nil : .number,
        values: amounts.map { .init(text: "x", amount: $0) })
      guard let result = SweepFixture.result([axis]) else { return [] }
      return SweepPanels(result).positions.map { ($0 * 1e6).rounded() / 1e6 }
    }
    expect(positions([10, 20, 50]), is: [0, 0.25, 1])
    expect(positions([1, 2, 4]), is: [0, 0.5, 1])
    expect(positions([1, 10, 1_000]), is: [0, 0.333333, 1])
    expect(positions([0, 10, 1_000]), is: [0, 0.01, 1])
    expect(positions([nil, nil, nil]), is: [0, 0.5, 1])
    expect(positions([7]), is: [0.5])
  }

  @Test(.enabled(if: Gnuplot().isUsable, "gnuplot is not installed, or charts are not built in"))
  func chartsAreDrawnWithoutComplaint() throws {
    try ChartFixture.inFolder { folder in
      for grid in Self.grids {
        let result = try #require(SweepFixture.result(grid))
        let drawn = try Charts(of: result).draw(into: folder)
        expect(drawn.warnings, is: [])
        expect(drawn.figures.count, is: 3)
        for picture in drawn.figures { expect(Disk.exists("\(folder)/\(picture.file)")) }
      }
    }
  }
}

extension String {
  /// How often a text stands in it.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
