internal import Testing

@testable internal import CacheReports
@testable internal import SimCore

/// The chart of what moved.
@Suite struct ChangesChartTests {
  private typealias Change = ChangesChart.Change

  private static func script(_ changes: [Change]) -> ChartScript {
    ChartScript(ChangesChart(changes).canvas(of: ChartData(scenario: "news")))
  }

  private static func change(
    _ relative: Double?, _ kind: Change.Kind = .worse, half: Double = 0, strategy: String = "a"
  ) -> Change {
    Change(
      metric: "outdated_time_share", strategy: strategy, kind: kind, relative: relative,
      halfWidth: half, words: "1 → 2")
  }

  @Test func barsAndIntervalsEndWithinTheAxis() {
    let script = Self.script([
      Self.change(.infinity), Self.change(-0.5, .better, half: 100), Self.change(nil, .neither),
      Self.change(0.1, half: 0.05),
    ])
    let rows = script.table.commaSeparated.split(separator: "\n")
    #expect(rows[0].hasPrefix("row_index,kind_index,from,to,low,high,metric"))
    #expect(rows[1].hasPrefix("0,0,0,1,1,1,outdated_time_share,a,worse"))
    #expect(rows[2].hasPrefix("1,1,-0.5,0,-1,1,"))
    #expect(rows[3].hasPrefix("2,2,0,0,0,0,"))
    #expect(script.lines.contains { $0.contains("set xrange [-1:1]") })
    #expect(script.lines.contains { $0.contains("'-100 %%' -1") && $0.contains("'+50 %%' 0.5") })
    // gnuplot does not survive boxes of which none is there: the change without a measure.
    let plots = script.lines.filter { $0.hasPrefix("plot ") }.joined()
    #expect(plots.ranges(of: "boxxyerror").count == 3 && !plots.contains("every ::2::2"))
  }

  @Test func theStrategyIsNamedWhereThereAreSeveral() {
    let one = Self.script([Self.change(0.5), Self.change(0.2)]).lines.joined()
    #expect(one.contains("'outdated_time_share'") && !one.contains("outdated_time_share, a"))
    let two = Self.script([Self.change(0.5), Self.change(0.2, strategy: "b")]).lines.joined()
    #expect(two.contains("'outdated_time_share, b'"))
  }

  @Test func moreThanFitAreLeftOut() {
    let script = Self.script(Array(repeating: Self.change(0.5), count: 30))
    #expect(script.table.rowCount == ChangesChart.limit)
  }

  @Test(.enabled(if: Gnuplot().isUsable, "needs gnuplot"))
  func gnuplotDrawsIt() throws {
    for changes in [
      [Self.change(0.5, half: 0.1), Self.change(-0.2, .better), Self.change(nil, .neither)],
      [Self.change(nil)], [Self.change(.infinity)],
    ] {
      try ChartFixture.inFolder { folder in
        let chart = ChangesChart(changes)
        let drawn = try ChartRenderer().draw(chart, ChartData(scenario: "news"), into: folder)
        #expect(drawn.warning == "")
        let bytes = try #require(Disk.bytes(of: "\(folder)/\(drawn.files[0])"))
        let svg = String(decoding: bytes, as: UTF8.self)
        #expect(svg.contains("outdated_time_share") && svg.contains("1 → 2"))
      }
    }
  }
}
