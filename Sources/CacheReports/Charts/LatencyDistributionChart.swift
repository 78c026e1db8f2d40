internal import CacheMetrics
internal import Results

/// Panels of lines: the share of all opens with content within a time, or of all people whose own
/// 95th percentile is within it, a line per strategy.
struct LatencyDistributionChart: Chart {
  enum Population: Sendable {
    case opens
    case people
  }

  var population = Population.opens

  var name: String { population == .opens ? "latency-cdf" : "people-latency-cdf" }
  var title: String {
    population == .opens ? "How long people wait" : "How differently people wait"
  }
  var caption: String {
    let whose =
      population == .opens
      ? """
      Share of all opens with content within a time: first any version, then the origin's \
      version, from when the screen begins; where views wait for the app, then any version from \
      the tap on, with the launch, whose length is assumed. Higher and further left is better. \
      Where a line ends below 100 %, the rest stayed blank or outdated.
      """
      : """
      Share of all people, each a device under a seed, whose own 95th percentile of waits for \
      first content is within a time: from when the screen begins; where views wait for the app, \
      then from the tap on, with the launch, whose length is assumed. Higher and further left is \
      better; the steeper a line, the more alike people are. Where a line ends below 100 %, the \
      rest have more than 5 % of their opens blank.
      """
    return whose + """
       Dotted: 0.1 s feels instant, 1 s keeps the flow, 10 s keeps attention (Nielsen, 1993). Less \
      than 1 ms is drawn as 1 ms. With several seeds a band, or where lines are many a bar, is the \
      95 % confidence interval of the share.
      """
  }

  func reasonToOmit(from data: ChartData) -> String? {
    let least = PeopleComparison.leastCount
    return population == .opens || data.strategies.contains { $0.people >= least }
      ? nil : "there are fewer than \(least) people"
  }

  /// Times at which users perceive a difference, in milliseconds: Nielsen, "Usability Engineering",
  /// 1993, chapter 5.
  private static let limits = [100.0, 1_000, 10_000]
  private static let minimumRange = (low: 10.0, high: 20_000.0)
  /// The minimum time that is drawn, in milliseconds: users perceive no difference below it.
  private static let minimumTime = 1.0
  /// The maximum number of steps of a line; a step is then less than a pixel.
  private static let maximumSteps = 600.0

  /// A panel: what is on it, and how its title and its values call it.
  private typealias Panel = (name: String, wait: Latency)

  static let waits: [Latency] = [.firstContent, .freshContent, .openToContent]

  private func shares(of wait: Latency, under strategy: ChartStrategy) -> [LatencyShare] {
    (population == .opens ? strategy.distributions : strategy.peopleDistributions)[wait] ?? []
  }

  /// Waits for the app have a panel where there are any.
  private func panels(of data: ChartData) -> [Panel] {
    let hasLaunches = data.strategies.contains { $0.metrics["launch_opens_share"] ?? 0 > 0 }
    return [("first content", .firstContent)]
      + (population == .opens ? [("fresh content", .freshContent)] : [])
      + (hasLaunches ? [("first content, from the tap", .openToContent)] : [])
  }

  func canvas(of all: ChartData) -> ChartCanvas {
    let data = all.including(boundsOf: .waits)
    let axis = timeAxis(of: data)
    let panels = panels(of: data)
    let (table, rows) = table(of: data, panels, upTo: axis.high)
    let lines = self.lines(of: data, table, rows, on: axis)
    let left = ChartCanvas.leftOfPlot(ticks: .percent)
    let gap = panels.count == 2 ? 54.0 : 28
    let width =
      (lines.keyLeft - 34 - left - gap * Double(panels.count - 1)) / Double(panels.count)
    var canvas = ChartCanvas(title: title, subtitle: data.scenario, table)
    let area = ChartFrame(
      left: left, top: 104,
      right: left + width * Double(panels.count) + gap * Double(panels.count - 1), bottom: 472)
    let time = population == .opens ? "time" : "a person's own 95th percentile"
    canvas.writeTitles(x: "\(time) (log scale)", y: "share of all \(population)", around: area)
    lines.writeKey(top: 112, on: &canvas)
    for (place, (name, _)) in panels.enumerated() {
      let start = left + Double(place) * (width + gap)
      let frame = ChartFrame(
        left: start, top: area.top, right: start + width, bottom: area.bottom)
      canvas.write(name, x: frame.left, y: 88, size: 14, isBold: true)
      var panel = ChartPanel(
        frame: frame, x: axis, y: place == 0 ? .percent : ChartAxis.percent.unnamed, grid: [.y])
      panel.limits = Self.limits.map { (.x, $0) }
      panel.marks = lines.marks(
        rows[place], x: .limited("milliseconds", from: axis.low, to: .infinity), y: "share",
        ends: ["low", "high"], areSteps: true)
      panel.told = rows[place].map { line, rows, _ in
        told(of: data.strategies[line].label, name, table, rows)
      }
      canvas.panels.append(panel)
    }
    return canvas
  }

  /// The lines of all panels, where those that lie on each other are told apart.
  private func lines(
    of data: ChartData, _ table: ChartTable, _ rows: [[ChartLines.Drawn]], on axis: ChartAxis
  ) -> ChartLines {
    let lines = rows.map { panel in
      panel.map { line in
        line.rows.map { row in (x: axis.share(max(table[row, 2], axis.low)), y: table[row, 3]) }
      }
    }
    return ChartLines(
      labels: data.strategies.map(\.label), styles: data.styles,
      overlap: LineOverlap(lines, areSteps: true))
  }

  private func told(
    of label: String, _ content: String, _ table: ChartTable, _ rows: ClosedRange<Int>
  ) -> ChartTold {
    // The first row is the start of the axis and the last one its end.
    let words =
      population == .opens
      ? ["\(content) for ", " of all opens within ", ""]
      : ["\(content) in 95 % of the opens of ", " of all people within ", ""]
    return ChartTold(label, words, Array(rows.dropFirst().dropLast())) { row in
      let (wait, share) = (table[row, 2], table[row, 3])
      return (
        wait, share,
        [
          Display.text(
            share, within: ConfidenceInterval(from: table[row, 4], to: table[row, 5]), .ratio),
          ChartQuantity.milliseconds.text(wait),
        ]
      )
    }
  }

  private func timeAxis(of data: ChartData) -> ChartAxis {
    let times = data.strategies.flatMap { strategy in
      Self.waits.flatMap { shares(of: $0, under: strategy) }
    }.map { ChartData.amount($0.milliseconds) }
    let shortest = times.min() ?? Self.minimumRange.low
    var axis = ChartAxis.logarithmic(
      from: min(max(shortest, Self.minimumTime), Self.minimumRange.low),
      to: max(times.max() ?? 0, Self.minimumRange.high), of: .milliseconds)
    // Three labels fit on one of three panels; every second one includes 0.1 s and 10 s where it
    // begins at 1 ms.
    if axis.ticks.count > (panels(of: data).count > 2 ? 3 : 5) {
      axis.ticks = axis.ticks.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    }
    return axis
  }

  /// The points of all lines, and for each panel where these are; each begins with no time and goes
  /// on to the end of the axis.
  private func table(
    of data: ChartData, _ panels: [Panel], upTo end: Double
  ) -> (ChartTable, [[ChartLines.Drawn]]) {
    var table = ChartTable(
      numbers: ["content_index", "strategy_index", "milliseconds", "share", "low", "high"],
      texts: ["content", "strategy"])
    let lines = panels.enumerated().map { panel, content in
      data.strategies.enumerated().map { index, strategy -> ChartLines.Drawn in
        let first = table.rowCount
        let points = points(shares(of: content.wait, under: strategy), to: end)
        for point in points {
          table.add(
            [
              Double(panel), Double(index), point.milliseconds, point.share,
              point.interval?.low ?? point.share, point.interval?.high ?? point.share,
            ],
            [content.name, strategy.label])
        }
        return (
          index, first...(table.rowCount - 1), points.contains { ($0.interval?.halfWidth ?? 0) > 0 }
        )
      }
    }
    return (table, lines)
  }

  private func points(_ samples: [LatencyShare], to end: Double) -> [LatencyShare] {
    var points = [LatencyShare(milliseconds: 0, share: 0)]
    for (place, sample) in samples.enumerated() {
      let share = ChartData.amount(sample.share)
      let isStep = share - points[points.count - 1].share >= 1 / Self.maximumSteps
      if isStep || place == samples.count - 1 {
        let time = ChartData.amount(sample.milliseconds)
        points.append(
          LatencyShare(milliseconds: time, share: share, interval: sample.interval))
      }
    }
    let last = points[points.count - 1]
    return points
      + [LatencyShare(milliseconds: end, share: last.share, interval: last.interval)]
  }
}
