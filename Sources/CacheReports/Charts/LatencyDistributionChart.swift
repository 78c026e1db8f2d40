internal import Measurement
internal import Results

/// Panels of lines: the share of all opens with content within a time, a line per strategy.
struct LatencyDistributionChart: Chart {
  let name = "latency-cdf"
  let title = "How long people wait"
  let caption = """
    Share of all opens with content within a time: first any version, then the origin's version, \
    from when the screen begins; where views wait for the app, then any version from the tap on, \
    with the launch, whose length is assumed. Higher and further left is better. Where a line ends \
    below 100 %, the rest stayed blank or outdated. Dotted: 0.1 s feels instant, 1 s keeps the \
    flow, 10 s keeps attention (Nielsen, 1993). Less than 1 ms is drawn as 1 ms. With several \
    seeds a band, or where lines are many a bar, is the 95 % confidence interval of the share.
    """

  /// Times at which users perceive a difference, in milliseconds: Nielsen, "Usability Engineering",
  /// 1993, chapter 5.
  private static let limits = [100.0, 1_000, 10_000]
  /// The minimum range of the axis, in milliseconds.
  private static let minimumRange = (low: 10.0, high: 20_000.0)
  /// The minimum time that is drawn, in milliseconds: users perceive no difference below it.
  private static let minimumTime = 1.0
  /// The maximum number of steps of a line; a step is then less than a pixel.
  private static let maximumSteps = 600.0

  /// A panel: what is on it, and how its title and its values call it.
  private typealias Panel = (name: String, wait: Latency)

  static let waits: [Latency] = [.firstContent, .freshContent, .openToContent]

  /// Waits for the app have a panel where there are any.
  private static func panels(of data: ChartData) -> [Panel] {
    let hasLaunches = data.strategies.contains { $0.metrics["launch_opens_share"] ?? 0 > 0 }
    return [("first content", .firstContent), ("fresh content", .freshContent)]
      + (hasLaunches ? [("first content, from the tap", .openToContent)] : [])
  }

  /// The rows of a line in the table.
  private struct Line {
    let panel: Int
    let strategy: Int
    let first: Int
    let last: Int
    let hasBand: Bool
  }

  func script(from all: ChartData) -> ChartScript {
    let data = all.including(boundsOf: .waits)
    let axis = timeAxis(of: data)
    let low = GnuplotText.number(axis.low)
    let panels = Self.panels(of: data)
    let (table, rows) = table(of: data, panels, upTo: axis.high)
    let lines = self.lines(of: data, panels, table, rows, on: axis)
    let left = ChartCanvas.leftOfPlot(ticks: .percent)
    let gap = panels.count == 2 ? 54.0 : 28
    let width =
      (lines.keyLeft - 34 - left - gap * Double(panels.count - 1)) / Double(panels.count)
    var canvas = ChartCanvas(title: title, subtitle: data.scenario)
    canvas.add("set multiplot")
    canvas.write(
      "share of all opens", x: ChartCanvas.margin - 6, y: 288, alignment: .center, isUpright: true)
    let middle = left + (width * Double(panels.count) + gap * Double(panels.count - 1)) / 2
    canvas.write("time (log scale)", x: middle, y: 518, alignment: .center)
    lines.writeKey(top: 112, on: &canvas)
    for (panel, (name, _)) in panels.enumerated() {
      let start = left + Double(panel) * (width + gap)
      let frame = ChartFrame(left: start, top: 104, right: start + width, bottom: 472)
      canvas.place(frame)
      canvas.write(name, x: frame.left, y: 88, size: 14, isBold: true)
      canvas.add(axis.lines("x"))
      canvas.add(ChartAxis.percent.lines("y", hasLabels: panel == 0))
      canvas.showGrid("y")
      for limit in Self.limits { canvas.addLimit(at: limit, axis: "x") }
      let shown = rows.filter { $0.panel == panel }
      canvas.plot(elements(of: shown, data, lines, from: low))
      for line in shown {
        canvas.tell(
          values(of: line, data.strategies[line.strategy].label, panels[line.panel].name, table) {
            frame.place($0, $1, on: (axis, .percent))
          })
      }
    }
    canvas.add("unset multiplot")
    return ChartScript(table: table, canvas)
  }

  /// The lines of all panels, where those that lie on each other are told apart.
  private func lines(
    of data: ChartData, _ panels: [Panel], _ table: ChartTable, _ rows: [Line], on axis: ChartAxis
  ) -> ChartLines {
    let lines = panels.indices.map { panel in
      rows.filter { $0.panel == panel }.map { line in
        (line.first...line.last).map { row in
          (x: axis.share(max(table[row, 2], axis.low)), y: table[row, 3])
        }
      }
    }
    return ChartLines(
      labels: data.strategies.map(\.label), styles: data.styles,
      overlap: LineOverlap(lines, areSteps: true))
  }

  /// The bands, lines and points of a panel; times below `low` are drawn there.
  private func elements(
    of rows: [Line], _ data: ChartData, _ lines: ChartLines, from low: String
  ) -> [ChartElement] {
    let styles = data.styles
    let time = "($3 < \(low) ? \(low) : $3)"
    let hasBands = rows.count(where: \.hasBand) <= ChartCanvas.bandLimit
    let ends = "($4 > $5 ? $4 - $5 : 0):($4 + $5 < 1 ? $4 + $5 : 1)"
    let bands: [ChartElement] = rows.filter { $0.hasBand && hasBands }.map { line in
      ChartElement.interval(
        "data every ::\(line.first)::\(line.last) using \(time):\(ends) "
          + ChartCanvas.band(style: styles[line.strategy]),
        of: data.strategies[line.strategy].label)
    }
    let steps = rows.map { line in
      ChartElement(
        "data every ::\(line.first)::\(line.last) using \(time):4 with steps "
          + lines.line(line.strategy), of: data.strategies[line.strategy].label)
    }
    let marks: [ChartElement] =
      rows.count < 2
      ? []
      : rows.map { line in
        let marked =
          "data \(lines.every(line.strategy, of: line.first...line.last)) using \(time):4"
        return ChartElement(
          (line.hasBand && !hasBands
            ? "\(marked):\(ends) with yerrorbars linewidth 1 " : "\(marked) with points ")
            + lines.point(line.strategy), of: data.strategies[line.strategy].label)
      }
    return bands + steps + marks
  }

  private func values(
    of line: Line, _ label: String, _ content: String, _ table: ChartTable,
    at place: (Double, Double) -> ChartValue.Place
  ) -> [ChartValue] {
    // The first row is the start of the axis and the last one its end.
    ChartValue.told(of: Array((line.first...line.last).dropFirst().dropLast())).map { row in
      let (wait, share) = (table[row, 2], table[row, 3])
      return ChartValue(
        series: label, place: place(wait, share),
        text: "\(label): \(content) for "
          + Display.text(share, plusOrMinus: table[row, 4], .ratio)
          + " of all opens within \(ChartQuantity.milliseconds.text(wait))")
    }
  }

  private func timeAxis(of data: ChartData) -> ChartAxis {
    let times = data.strategies.flatMap { strategy in
      Self.waits.flatMap { strategy.distributions[$0] ?? [] }
    }.map { ChartData.amount($0.milliseconds) }
    let shortest = times.min() ?? Self.minimumRange.low
    var axis = ChartAxis.logarithmic(
      from: min(max(shortest, Self.minimumTime), Self.minimumRange.low),
      to: max(times.max() ?? 0, Self.minimumRange.high), of: .milliseconds)
    // Three labels fit on one of three panels; every second one includes 0.1 s and 10 s where it
    // begins at 1 ms.
    if axis.ticks.count > (Self.panels(of: data).count > 2 ? 3 : 5) {
      axis.ticks = axis.ticks.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    }
    return axis
  }

  /// The points of all lines; each begins with no time and goes on to the end of the axis.
  private func table(
    of data: ChartData, _ panels: [Panel], upTo end: Double
  ) -> (ChartTable, [Line]) {
    var table = ChartTable(
      numbers: ["content_index", "strategy_index", "milliseconds", "share", "half_width_95"],
      texts: ["content", "strategy"])
    var lines: [Line] = []
    for (panel, (content, wait)) in panels.enumerated() {
      for (index, strategy) in data.strategies.enumerated() {
        let first = table.rowCount
        let points = points(strategy.distributions[wait] ?? [], to: end)
        for point in points {
          table.add(
            [Double(panel), Double(index), point.milliseconds, point.share, point.halfWidth],
            [content, strategy.label])
        }
        lines.append(
          Line(
            panel: panel, strategy: index, first: first, last: table.rowCount - 1,
            hasBand: points.contains { $0.halfWidth > 0 }))
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
          LatencyShare(
            milliseconds: time, share: share, halfWidth: ChartData.amount(sample.halfWidth)))
      }
    }
    let last = points[points.count - 1]
    points.append(
      LatencyShare(milliseconds: end, share: last.share, halfWidth: last.halfWidth))
    return points
  }
}
