internal import Results
internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import SimCore

/// Forest plots: where points and intervals lie, on a chart and in letters.
@Suite struct ForestChartTests {
  private static func row(
    _ difference: Double?, _ verdict: ForestRow.Verdict = .worse, half: Double = 0,
    strategy: String = "a", smallest: Double? = 2
  ) -> ForestRow {
    ForestRow(
      metric: "outdated_time_share", strategy: strategy, verdict: verdict, difference: difference,
      interval: difference.map { ConfidenceInterval(from: $0 - half, to: $0 + half) },
      smallest: smallest, words: "1 → 2")
  }

  private static func script(_ rows: [ForestRow]) -> ChartScript {
    ChartScript(ForestChart(changes: rows).canvas(of: ChartData(scenario: "news")))
  }

  @Test func aDifferenceIsInSmallestOnes() {
    let row = Self.row(10, half: 4)
    expect(row.value == 5 && row.low == 3 && row.high == 7)
    expect(Self.row(nil).value == nil && Self.row(.infinity).value == .infinity)
    expect(Self.row(3, smallest: nil).value, is: 3)
    // Each factor of ten has the same length, on both sides, from one on.
    expect(ForestAxis.place(9) * 2, is: ForestAxis.place(99))
    expect(ForestAxis.place(-9) == -ForestAxis.place(9) && ForestAxis.place(0) == 0)
  }

  @Test func pointsAndIntervalsEndWithinTheAxis() {
    let rows = [
      Self.row(.infinity), Self.row(-20, .better, half: 4e9), Self.row(nil, .neither),
      Self.row(10, half: 4),
    ]
    let canvas = ForestChart(changes: rows).canvas(of: ChartData(scenario: "news"))
    let axis = canvas.panels[0].x
    for row in rows.indices {
      for column in 2...4 { expect(abs(canvas.table[row, column]) <= axis.high) }
    }
    expect(canvas.table[0, 2] == axis.high && canvas.table[1, 3] == axis.low)
    // The band, then two marks for what has an interval, one without, and none without a measure.
    expect(canvas.panels[0].marks.count, is: 1 + 1 + 2 + 2)
    let words = Self.script(rows).lines.joined()
    expect(words.contains("'+10'") && words.contains("'-10'") && words.contains("'0' 0"))
  }

  @Test func theStrategyIsNamedWhereThereAreSeveral() {
    let one = Self.script([Self.row(5), Self.row(2)]).lines.joined()
    expect(one.contains("'outdated_time_share'") && !one.contains("outdated_time_share, a"))
    let two = Self.script([Self.row(5), Self.row(2, strategy: "b")]).lines.joined()
    expect(two.contains("'outdated_time_share, b'"))
  }

  @Test func moreThanFitAreLeftOut() {
    let script = Self.script(Array(repeating: Self.row(5), count: 50))
    expect(script.table.rowCount, is: ForestChart.limit)
    let caption = { (count: Int) in
      ForestChart(changes: Array(repeating: Self.row(5), count: count)).caption
    }
    expect(caption(50).hasSuffix("Here are the first 18 of 50 numbers; the table has all."))
    expect(!caption(18).contains("Here are"))
  }

  @Test func aRowInLettersHasItsPartsInOrder() throws {
    let rows = [Self.row(40, half: 20), Self.row(-40, .better), Self.row(0.5, .neither, half: 3)]
    let text = ForestText(rows)
    let bars = rows.map { text.bar(of: $0) }
    expect(Set(bars.map(\.count)).count, is: 1)
    let zero = try #require(bars[0].firstIndex(of: "│"))
    try expect(#require(bars[0].firstIndex(of: "●")) > zero)
    try expect(#require(bars[1].firstIndex(of: "●")) < zero)
    // An interval across zero hides the line there.
    expect(bars[2].contains("○") && bars[2].contains("─") && bars[0].contains("░"))
    expect(ForestText([Self.row(nil)]).bar(of: Self.row(nil)).contains("│"))
  }

  @Test(.enabled(if: Gnuplot().isUsable, "needs gnuplot"))
  func gnuplotDrawsIt() throws {
    for rows in [
      [Self.row(5, half: 1), Self.row(-2, .better), Self.row(nil, .neither)],
      [Self.row(nil)], [Self.row(.infinity)], [],
    ] {
      try ChartFixture.inFolder { folder in
        let drawn = try ChartRenderer().draw(
          ForestChart(changes: rows), ChartData(scenario: "news"), into: folder)
        expect(drawn.warning, is: "")
        let bytes = try #require(Disk.bytes(of: "\(folder)/\(drawn.files[0])"))
        let svg = String(decoding: bytes, as: UTF8.self)
        expect(svg.contains("outdated_time_share"), is: !rows.isEmpty)
      }
    }
  }
}
