internal import CacheMetrics
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports

/// Which charts a report has, and what is said of the others.
@Suite struct ChartChoiceTests {
  private static func names(_ choice: ChartChoice) -> [String] { choice.charts.map(\.name) }

  private static func goal(_ objectives: [String], limits: [String: Double] = [:]) -> Goal {
    let constraints = limits.sorted { $0.key < $1.key }.compactMap { name, limit in
      MetricCatalog.metric(named: name).map {
        MetricConstraint(
          metric: $0, comparison: .atMost, limit: limit, text: "\(name) <= \(limit)")
      }
    }
    return Goal(
      objectives: objectives.compactMap(MetricCatalog.metric).map { MetricObjective($0) },
      constraints: constraints)
  }

  @Test func theDecisionComesFirstAndThenTheWaits() {
    let one = Self.names(
      ChartChoice(
        of: ChartFixture.spread,
        deciding: Self.goal(["first_content_p95_ms"], limits: ["stale_share": 0.1])))
    expect(one.prefix(2), is: ["metrics-asked-for", "latency-cdf"])
    let two = Self.names(
      ChartChoice(
        of: ChartFixture.spread,
        deciding: Self.goal(["first_content_p95_ms", "flash_write_bytes_per_device_day"])))
    expect(
      two.prefix(3),
      is: [
        "first-content-p95-ms-against-flash-write-bytes-per-device-day", "metrics-asked-for",
        "latency-cdf",
      ])
    expect(two.count <= ChartChoice.limit && Set(two).count == two.count)
  }

  @Test func withoutADecisionThereAreTheUsualOnes() {
    let names = Self.names(ChartChoice(of: ChartFixture.month, deciding: nil))
    expect(
      names.prefix(4),
      is: [
        "latency-cdf", "hit-composition", "latency-against-flash", "hits-over-time",
      ])
    expect(names.count <= ChartChoice.limit && Set(names).count == names.count)
  }

  /// Defect: a chart of four offline opens a month came first, because an expectation named it.
  @Test func expectationsComeAfterWhatEveryReportHas() throws {
    let data = ChartFixture.month
    let expected = Self.names(
      ChartChoice(of: data, deciding: nil, expected: ["offline_served_ratio"]))
    let place = try #require(expected.firstIndex(of: "offline-over-time"))
    expect(place, is: expected.firstIndex(of: "hits-over-time").map { $0 + 1 })
    let asked = ChartChoice(
      of: data, deciding: Self.goal(["blank_ratio"]), expected: ["offline_served_ratio"])
    expect(Self.names(asked).first, is: "metrics-asked-for")
  }

  @Test func strategiesAreRankedByTheObjectiveBesideTheLimit() throws {
    let goal = Self.goal(["first_content_p95_ms"], limits: ["first_content_p95_ms": 250])
    let canvas = MetricRowsChart(goal).canvas(of: ChartFixture.spread)
    let waits = canvas.table.rowCount
    let values = (0..<waits).filter { canvas.panels[0].marks.count > 0 && canvas.table[$0, 1] >= 0 }
      .map { (row: canvas.table[$0, 1], value: canvas.table[$0, 2]) }
    let firsts = Dictionary(grouping: values, by: \.row).sorted { $0.key < $1.key }
      .compactMap { $0.value.first?.value }
    expect(firsts.count > 1 && firsts == firsts.sorted())
    expect(canvas.panels[0].limits.contains { $0.axis == .x && $0.value == 250 })
  }

  /// Defect: what breaks a constraint stood at the top, because it writes least.
  @Test func whatTheDecisionExcludesStandsBelow() throws {
    let goal = Self.goal(["flash_write_bytes_per_device_day"], limits: ["blank_ratio": 0.1])
    let canvas = MetricRowsChart(goal).canvas(of: ChartFixture.spread)
    let last = Double(ChartFixture.spread.strategies.count - 1)
    let lines = canvas.table.commaSeparated.split(separator: "\n").dropFirst()
    for row in 0..<canvas.table.rowCount {
      expect((canvas.table[row, 1] == last), is: lines[row + 1].contains(",blank,"))
    }
  }

  /// Defect: numbers with intervals lay on the next panel, or left the canvas.
  @Test func numbersHaveTheRoomThatTheyNeed() {
    var data = ChartFixture.spread
    for index in data.strategies.indices {
      let share = data.strategies[index].metrics["blank_ratio"] ?? 0
      data.strategies[index].intervals["blank_ratio"] = ConfidenceInterval(
        from: share * 0.123, to: share * 1.321)
    }
    let names = ["blank_ratio", "first_content_p95_ms", "flash_write_bytes_per_device_day"]
    let canvas = MetricRowsChart(Self.goal(names)).canvas(of: data)
    let frames = canvas.panels.map(\.frame)
    expect(frames.count == 3 && frames.allSatisfy { $0.width > 60 })
    let ends = frames.dropFirst().map(\.left) + [ChartCanvas.width]
    for case .text(let text) in canvas.shapes where !text.series.isEmpty {
      let place = frames.lastIndex { $0.right < text.x } ?? 0
      expect(text.x + ChartText.width(text.text, size: 12) < ends[place], "\(text.text)")
    }
    // The page hides a number with its strategy.
    let words = ChartJSON.json(of: canvas)["words"]?.elements ?? []
    expect(words.contains { $0.elements?.count == 8 })
  }

  @Test func pointsAreOfOneSizeAndThoseThatNoneDominatesHaveRings() {
    let canvas = MetricPairChart.latencyAgainstFlash.canvas(of: ChartFixture.spread)
    var sizes: [Double] = []
    var rings = 0
    for case .points(let marker) in canvas.panels[0].marks.map(\.form) where !marker.isFaint {
      if marker.type == ChartPalette.hollow { rings += 1 } else { sizes.append(marker.size) }
    }
    expect(rings > 0 && rings < sizes.count && sizes.min() == 1.4)
    // Of two that lie on each other the lower one shows around the other.
    expect(sizes.count { $0 > 1.4 } < sizes.count / 2)
    let better = canvas.shapes.compactMap { shape -> ChartCanvas.Text? in
      if case .text(let text) = shape, text.text.contains("better") { text } else { nil }
    }
    expect(better.map(\.text), is: ["↙ better: lower, and further left"])
    expect(better.allSatisfy { $0.x == canvas.panels[0].frame.left && $0.y > 462 })
  }

  @Test func aLineThatIsEndlessSomewhereReachesAStrip() {
    let canvas = LineChart(
      name: "x", title: "X", caption: "X", x: LineChart.Axis("x", column: "x", .linear),
      y: LineChart.Axis("y", column: "y", .unit(.milliseconds)),
      [LineChart.Line(label: "one", points: [(0, 5), (1, .infinity), (2, 7)])]
    ).canvas(of: ChartFixture.empty)
    let panel = canvas.panels[0]
    let place = canvas.table.value(of: panel.marks[0].terms[1], in: 1)
    expect(place > 7 && place < panel.y.high && panel.limits.count == 1)
    expect(ChartScript(canvas).lines.contains { $0.contains("'never'") })
  }

  @Test func whatWouldShowNothingIsLeftOutWithItsReason() throws {
    let choice = ChartChoice(of: ChartFixture.withoutFlash, deciding: nil)
    let names = Self.names(choice)
    expect(!names.contains("flash-writes-over-time") && !names.contains("edits-over-time"))
    let note = try #require(choice.note)
    expect(note.contains("`flash-writes-over-time` (no strategy writes to flash)"))
    expect(note.contains("`latency-against-flash` (all strategies have the same values)"))
    expect(note.contains("`edits-over-time` (no edit was made"))
  }

  @Test func aReportSaysWhichChartsAreLeftOut() {
    let charts = [Figure(file: "a.svg", caption: "A")]
    let page = { (charts: [Figure]) in
      ReportFile.all(of: ResultFixture.result, charts: charts).first { $0.name == "report.md" }?
        .text
    }
    expect(page(charts)?.contains("## Charts left out"), is: true)
    expect(page([])?.contains("## Charts left out"), is: false)
  }

  @Test func everyMetricOfTheCatalogueHasAChartOrARow() {
    for entry in ChartEntry.all {
      expect(MetricCatalog.metric(named: entry.metric) != nil, "\(entry.chart.name)")
      expect(
        MetricCatalog.all.contains { entry.isAbout($0.name) }, "\(entry.chart.name): about nothing")
    }
    let names = ChartEntry.all.map(\.chart.name)
    expect(Set(names).count, is: names.count)
  }

  @Test func linesOnEachOtherAreToldApart() {
    let rising = (0...10).map { (x: Double($0) / 10, y: Double($0) / 10) }
    let near = rising.map { (x: $0.x, y: $0.y + 0.002) }
    let falling = rising.map { (x: $0.x, y: 1 - $0.y) }
    let overlap = LineOverlap([[rising, falling, rising, near]])
    expect(overlap.twins, is: [nil, nil, 0, 0])
    expect(overlap.areExact, is: [false, false, true, false])
    expect(overlap.dash(of: 0) == nil && overlap.dash(of: 1) == nil)
    expect(overlap.dash(of: 2) != nil && overlap.dash(of: 3) != overlap.dash(of: 2))
    // In one panel they are one line, in the other not.
    let apart = LineOverlap([[rising, rising], [rising, falling]])
    expect(apart.twins == [nil, nil] && apart.dash(of: 1) != nil)
    let canvas = LineChart(
      name: "x", title: "X", caption: "X", x: LineChart.Axis("x", column: "x", .linear),
      y: LineChart.Axis("y", column: "y", .percent),
      [LineChart.Line(label: "one", points: rising), LineChart.Line(label: "two", points: rising)]
    ).canvas(of: ChartFixture.empty)
    expect(ChartScript(canvas).lines.contains { $0.contains("'same as one'") })
  }

  @Test(
    arguments: [
      ([1.0, 2, 3], 3.0, []), ([1, 2, 3, 40], 3.75, [3]), ([0, 0, 0, 40], 40, []),
      ([50, 2, 3, 40, 4, 1], 50, []), ([1, 40], 40, []), ([], 0, []),
    ] as [([Double], Double, [Int])])
  func fewFarBeyondDoNotSqueezeTheRest(values: [Double], top: Double, beyond: [Int]) {
    let found = OutlierRule.top(of: values)
    expect(found.top == top && found.beyond == beyond)
  }

  @Test func aLogarithmicAxisSaysSo() {
    let axis = { LineChart.Axis("bytes", column: "bytes", $0).title }
    expect(axis(.logarithmic) == "bytes (log scale)" && axis(.linear) == "bytes")
    // One value far from the others.
    expect(ChartScale([10, 11, 12, 13, 140], of: .bytes, strip: 0.1).axis.isLogarithmic)
    expect(!ChartScale([10, 50, 100, 120, 140], of: .bytes, strip: 0.1).axis.isLogarithmic)
    let script = ChartScript(MetricPairChart.latencyAgainstFlash.canvas(of: ChartFixture.spread))
    expect(script.lines.contains { $0.contains("(log scale)") })
  }

  /// As many times down as up; of numbers of either sign down to zero.
  @Test func theMeanOfSeedsHasAnInterval() {
    let plain = TimelineCurves.Point(meanOf: [-1, 3], at: 5, .count)
    expect(plain.value == 1 && plain.low == 0 && abs(plain.high - 26.412) < 1e-9)
    let ratio = TimelineCurves.Point(meanOf: [2, 2.1, 1.9], at: 5, .count)
    expect(abs(ratio.high / ratio.value - ratio.value / ratio.low) < 1e-9)
    expect(ratio.low > 0 && ratio.high > ratio.value)
  }
}
