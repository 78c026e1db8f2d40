internal import Results
internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import SimCore

/// Waterfalls in letters and as charts: where bars lie, and what has no room.
@Suite struct WaterfallTextTests {
  private typealias Bar = ViewWaterfall.Bar
  private typealias Row = ViewWaterfall.Row

  /// A view that starts for 200 ms, receives until 800 ms, and has some parts until 1 s.
  private static func waterfall(parts: Int = 1) -> ViewWaterfall {
    func span(_ milliseconds: Int64) -> TimeSpan { .milliseconds(milliseconds) }
    let main = Row(
      "timeline", .main, from: .zero, to: span(800), isAnswered: true,
      [
        Bar(.launch, from: .zero, to: span(200)), Bar(.transfer, from: span(200), to: span(800)),
        Bar(.paint, from: span(800), to: span(800)),
      ])
    let others = (0..<parts).map { place in
      Row(
        "image \(place)", .part, from: span(800), to: span(1_000), isAnswered: true,
        [Bar(.read, from: span(800), to: span(1_000))])
    }
    return ViewWaterfall([main] + others)
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  @Test func barsLieWhereTheirTimeIs() {
    // Beside names of 9 cells and times of 15 a bar has 25, a fifth of which is whole.
    let lines = Self.lines(WaterfallText([("", Self.waterfall())]).text(width: 55))
    expect(lines.count == 4 && lines.allSatisfy { TextWidth.cells(of: $0) <= 55 })
    expect(lines[0].hasPrefix("  app start  ▓▓") && lines[0].hasSuffix("0.0–200.0 ms"))
    expect(lines[1].hasSuffix("200.0–800.0 ms") && lines[3].hasSuffix("800.0–1000.0 ms"))
    // Three times as long, and it begins where the first ends.
    let starts = lines[0].count { $0 == "▓" }
    expect(starts == 5 && lines[1].count { $0 == "█" } == 3 * starts)
    expect(lines[2].contains("▏") && lines[2].hasSuffix(" 800.0 ms"))
  }

  @Test func coloursAreAskedFor() {
    let text = WaterfallText([("", Self.waterfall())])
    expect(!text.text(width: 80).contains("\u{1B}"))
    expect(text.text(width: 80, isColored: true).contains("\u{1B}[34m█\u{1B}[0m"))
  }

  @Test func aNarrowLineHasTheNumbersAlone() {
    let lines = Self.lines(WaterfallText([("", Self.waterfall())]).text(width: 32))
    expect(lines[0], is: "  app start     0.0–200.0 ms")
    expect(lines.allSatisfy { !$0.contains("█") })
  }

  @Test func severalStandSideBySideWhereThereIsRoom() {
    let views = [("one", Self.waterfall()), ("two", Self.waterfall(parts: 0))]
    let wide = Self.lines(WaterfallText(views).text(width: 100))
    expect(wide[0].contains("one") && wide[0].contains("two") && wide.count == 5)
    // One axis for both: equal bars are equally long.
    expect(wide[1].split(separator: " ").filter { $0.contains("▓") }.map(\.count).count, is: 2)
    expect(Set(wide[1].split(separator: " ").filter { $0.contains("▓") }).count, is: 1)
    let narrow = Self.lines(WaterfallText(views).text(width: 44))
    expect(narrow[0] == "one" && narrow.contains("two"))
  }

  @Test func manyPartsAreOneLine() {
    let lines = Self.lines(WaterfallText([("", Self.waterfall(parts: 40))]).text(width: 80))
    expect(lines.last?.contains("28 other parts") == true && lines.count == 3 + 12 + 1)
    let canvas = WaterfallChart(
      name: "w", title: "W", subtitle: "", [("a", Self.waterfall(parts: 40))]
    ).canvas(of: ChartData(scenario: "s"))
    expect(canvas.panels[0].told.count, is: 1 + 18 + 1)
    expect(canvas.panels[0].told.last?.series, is: "22 other parts")
  }

  @Test func aChartHasAPanelForEachView() {
    let views = [("one", Self.waterfall()), ("two", Self.waterfall())]
    let canvas = WaterfallChart(name: "w", title: "W", subtitle: "", views)
      .canvas(of: ChartData(scenario: "s"))
    expect(canvas.panels.count == 2 && canvas.panels[0].x.high == canvas.panels[1].x.high)
    expect(canvas.panels[0].frame.right < canvas.panels[1].frame.left)
    // Each bar is a row of the table, and each kind of bar a mark.
    expect(canvas.table.rowCount, is: 2 * 4)
    expect(canvas.panels[0].marks.count, is: 4)
    expect(
      canvas.panels[0].told[0].text(of: canvas.panels[0].told[0].values[1]),
      is: "timeline: transfer from 200.0 to 800.0 ms")
  }

  private static func canvas(_ waterfall: ViewWaterfall) -> ChartCanvas {
    WaterfallChart(name: "w", title: "W", subtitle: "", [("a", waterfall)])
      .canvas(of: ChartData(scenario: "s"))
  }

  @Test func aChartIsAsHighAsItsRowsAndHasTheirTimes() {
    let few = Self.canvas(Self.waterfall())
    expect(few.height < 300 && Self.canvas(Self.waterfall(parts: 40)).height == ChartCanvas.height)
    let script = ChartScript(few).lines.joined()
    expect(script.contains("'0 to 800 ms'") && script.contains("'800 to 1000 ms'"))
    expect(ChartJSON.json(of: few)["height"] != nil)
  }

  /// Defect: all ticks of a view that was there at once were "0 ms".
  @Test func aViewOfNoTimeHasTicksThatDiffer() {
    let row = Row(
      "model", .main, from: .zero, to: .zero, isAnswered: true,
      [Bar(.paint, from: .zero, to: .zero)])
    let labels = Self.canvas(ViewWaterfall([row])).panels[0].x.ticks.map(\.label)
      .filter { !$0.isEmpty }
    expect(labels.count > 2 && Set(labels).count == labels.count)
  }

  @Test func whatWasLeftBlankHasAMark() {
    let end = TimeSpan.seconds(8)
    let row = Row(
      "model", .main, from: .zero, to: end, isAnswered: false, [Bar(.waiting, from: .zero, to: end)]
    )
    let canvas = Self.canvas(ViewWaterfall([row]))
    expect(canvas.panels[0].marks.map(\.note), is: ["waiting", "left without it"])
    expect(ChartScript(canvas).lines.contains { $0.contains("'0 to 8000 ms, left'") })
  }

  @Test func otherPartsAreNoWaiting() {
    let marks = Self.canvas(Self.waterfall(parts: 40)).panels[0].marks
    expect(marks.contains { $0.note == "other parts, first to last" })
    expect(!marks.contains { $0.note == "waiting" })
  }
}
