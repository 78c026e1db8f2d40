internal import Measurement
package import Results
internal import SimCore

/// The catalogue of a sweep's charts.
package enum SweepCharts {
  /// What can be drawn, in the order of a report; a sweep draws what it has measured.
  private static let subjects = [
    subject(
      "miss-ratio", "How many requests miss",
      [(SweepMeasure.missRatio, "share of requests that miss")]),
    subject(
      "byte-miss-ratio", "How many bytes miss",
      [(SweepMeasure.byteMissRatio, "share of bytes that miss")]),
    subject(
      "hits", "How often content comes from the device",
      [("opens_from_cache_share", "share of opens")]),
    subject("first-content", "How long until something is shown", waits("first_content")),
    subject(
      "fresh-content", "How long until the origin's version is shown", waits("fresh_content")),
    subject(
      "stale", "How often the first content is outdated", [("stale_share", "share of opens")]),
    subject("blank", "How often nothing is shown", [("blank_ratio", "share of opens")]),
    subject(
      "flash", "What is written to flash",
      [("flash_write_bytes_per_device_day", "bytes per device and day")]),
    subject(
      "network", "What is received",
      [("network_down_bytes_per_device_day", "bytes per device and day")]),
    subject(
      "memory", "How much memory is taken",
      [("memory_peak_bytes", "peak bytes of a device")]),
  ]

  private static func subject(
    _ name: String, _ title: String, _ measures: [(name: String, axis: String)]
  ) -> SweepChart.Subject {
    SweepChart.Subject(name: "sweep-\(name)", title: title, measures: measures)
  }

  /// A wait over all opens: its tail or, where it is infinite, a lower percentile.
  private static func waits(_ wait: String) -> [(name: String, axis: String)] {
    [("p95", "95 of 100"), ("p90", "90 of 100"), ("p50", "half of the")].map {
      ("\(wait)_\($0.0)_ms", "wait that \($0.1) opens stay within")
    }
  }

  /// Draws all charts of a sweep into a folder; images are left of all charts or of none.
  package static func draw(
    _ result: SweepResult, into folder: String, with gnuplot: Gnuplot = Gnuplot()
  ) throws(ChartError) -> Charts.Drawn {
    try Charts.draw(charts(of: result), data(of: result), into: folder, with: gnuplot)
  }

  /// Writes what redraws all charts of a sweep, without drawing them.
  package static func writeRecipes(
    of result: SweepResult, into folder: String
  ) throws(ChartError) {
    try Charts.writeRecipes(of: charts(of: result), data(of: result), into: folder)
  }

  private static func data(of result: SweepResult) -> ChartData {
    ChartData(scenario: result.outline.title, strategies: [])
  }

  /// The files from which another machine can draw the charts of a sweep: data and scripts.
  package static func recipes(of result: SweepResult) -> [String] {
    Charts.recipes(of: charts(of: result))
  }

  static func charts(of result: SweepResult) -> [any Chart] {
    subjects.compactMap { SweepChart($0, of: result) }
  }
}

/// A measure over the values of a sweep: a line for each strategy, a panel for each point of the
/// other axes.
///
/// It draws its own data and not that of a run.
struct SweepChart: Chart {
  /// What is drawn, and of which measure.
  struct Subject {
    var name: String
    var title: String
    /// The measures that can be drawn, each with the title of the vertical axis; the first
    /// that is finite somewhere is drawn.
    var measures: [(name: String, axis: String)]
  }

  let subject: Subject
  let result: SweepResult
  private let measure: Int
  private let axisTitle: String

  /// Makes a chart; nil when the sweep has nothing to draw in it.
  init?(_ subject: Subject, of result: SweepResult) {
    let places = subject.measures.compactMap { measure in
      result.place(of: measure.name).map { (place: $0, axis: measure.axis) }
    }
    let finite = places.first { measure in
      result.rows.contains { $0.cell.pooled[measure.place]?.isFinite == true }
    }
    guard let finite else { return nil }
    self.subject = subject
    self.result = result
    measure = finite.place
    axisTitle = finite.axis
  }

  var name: String { subject.name }
  var title: String { subject.title }
  var caption: String {
    let measure = result.outline.measures[measure]
    let better =
      measure.better == .neither ? "" : " \(measure.better == .lower ? "Low" : "High") is good."
    return
      "\(measure.name) over \(SweepPanels(result).axis.name), a line for each strategy, with 95 % "
      + "intervals over seeds where there are several.\(better)"
  }

  private static let maximumPanels = 12
  /// The height of the strips for zero and for infinity, in pixels.
  private static let strip = 36.0

  func script(from _: ChartData) -> ChartScript {
    let panels = SweepPanels(result)
    let shown = Array(panels.others.prefix(Self.maximumPanels))
    let styles = panels.styles
    let labels = panels.labels.map {
      ChartCanvas.label($0 + (panels.bounds.contains($0) ? " (bound)" : ""))
    }
    let left = panels.others.count - shown.count
    var canvas = ChartCanvas(
      title: title,
      subtitle: result.outline.title
        + (left > 0 ? " (\(NumberText.counted(left, "more panel")) in sweep.csv)" : ""))
    let height =
      SweepPanels.frames(
        shown.count, in: ChartFrame(left: 0, top: 84, right: ChartCanvas.width, bottom: 472)
      ).first?.height ?? ChartCanvas.height
    let values = result.rows.flatMap { row -> [Double] in
      guard let value = row.cell.pooled[measure] else { return [] }
      let half = row.cell.interval(at: measure)?.halfWidth ?? 0
      // The end of a wide interval does not stretch the axis.
      return [max(value, 0), max(min(value + half, 1.5 * value), 0)]
    }
    let scale = ChartScale(values, of: quantity, strip: Self.strip / height)
    let lines = ChartLines(
      labels: labels, styles: styles, overlap: overlap(of: panels, shown, scale))
    let area = ChartFrame(
      left: ChartCanvas.leftOfPlot(ticks: scale.axis, and: ["never"]), top: 84,
      right: lines.keyLeft - 28, bottom: 472)
    let frames = SweepPanels.frames(shown.count, in: area)
    lines.writeKey(top: 104, on: &canvas)
    canvas.write(
      axisTitle + (scale.axis.isLogarithmic ? " (log scale)" : ""), x: ChartCanvas.margin - 6,
      y: (area.top + area.bottom) / 2, alignment: .center, isUpright: true)
    canvas.write(
      ChartText.shortened(panels.axis.name, to: 80)
        + (panels.isLogarithmic ? " (log scale)" : ""), x: (area.left + area.right) / 2, y: 518,
      alignment: .center)
    canvas.add("set multiplot")
    var table = ChartTable(
      numbers: ["panel_index", "strategy_index", "position", "value", "low", "high"],
      texts: ["panel", "strategy", "axis_value"])
    for (index, frame) in frames.enumerated() {
      let isLeft = frame.left == area.left
      let isLowest = !frames.contains { $0.left == frame.left && $0.top > frame.top }
      canvas.place(frame)
      canvas.write(
        ChartText.shortened(
          panels.title(of: shown[index]), toPixels: frame.width, size: 13, isBold: true),
        x: frame.left, y: frame.top - 12, isBold: true)
      write(scale, in: frame, isLeft: isLeft, on: &canvas)
      canvas.add(panels.horizontalLines(width: frame.width, hasLabels: isLowest))
      canvas.showGrid("y")
      let drawn = elements(panels, lines, shown[index], index, in: frame, scale, &table)
      canvas.plot(drawn.elements)
      canvas.tell(drawn.values)
    }
    canvas.add("unset multiplot")
    return ChartScript(table: table, canvas)
  }

  /// Where lines lie on each other in the panels that are shown.
  private func overlap(
    of panels: SweepPanels, _ shown: [Int], _ scale: ChartScale
  ) -> LineOverlap {
    LineOverlap(
      shown.map { other in
        panels.labels.map { label in
          panels.points(of: label, at: other).compactMap { point in
            point.row.cell.pooled[measure].map { value in
              (
                SweepPanels.horizontal.share(panels.positions[point.value]),
                scale.share(max(value, 0))
              )
            }
          }
        }
      })
  }

  private var quantity: ChartQuantity {
    switch result.outline.measures[measure].unit {
    case .ratio, .score: .share
    case .bytes, .bytesPerDay: .bytes
    case .milliseconds: .milliseconds
    default: .count
    }
  }

  private func write(
    _ scale: ChartScale, in frame: ChartFrame, isLeft: Bool, on canvas: inout ChartCanvas
  ) {
    canvas.add(scale.axis.lines("y", hasLabels: isLeft))
    let dotted = "nohead back linecolor rgb '\(ChartPalette.guide)' linewidth 1 dashtype (2,4)"
    let strips = [
      (scale.zero?.end, "none", frame.bottom - Self.strip / 2),
      (scale.endless?.start, "never", frame.top + Self.strip / 2),
    ]
    for (border, word, y) in strips {
      guard let border else { continue }
      let place = GnuplotText.number(border)
      canvas.add("set arrow from graph 0, first \(place) to graph 1, first \(place) \(dotted)")
      if isLeft { canvas.write(word, x: frame.left - 10, y: y, alignment: .right) }
    }
  }

  /// The lines of a panel, and what their points tell; the points go into the table.
  private func elements(
    _ panels: SweepPanels, _ lines: ChartLines, _ other: Int, _ panel: Int, in frame: ChartFrame,
    _ scale: ChartScale,
    _ table: inout ChartTable
  ) -> (elements: [ChartElement], values: [ChartValue]) {
    let styles = panels.styles
    var elements: [ChartElement] = []
    var bars: [ChartElement] = []
    var values: [ChartValue] = []
    for (index, label) in panels.labels.enumerated() {
      let first = table.rowCount
      for point in panels.points(of: label, at: other) {
        guard let value = point.row.cell.pooled[measure] else { continue }
        let row = table.rowCount
        let half = point.row.cell.interval(at: measure)?.halfWidth ?? 0
        table.add(
          [
            Double(panel), Double(index), panels.positions[point.value], max(value, 0),
            max(value - half, 0), max(value + half, 0),
          ],
          [panels.title(of: other), label, panels.axis.values[point.value].text])
        let unit = result.outline.measures[measure].unit
        let place = scale.place(max(value, 0))
        values.append(
          ChartValue(
            series: label,
            place: frame.place(
              panels.positions[point.value], place, on: (SweepPanels.horizontal, scale.axis)),
            text: "\(label): \(Display.text(value, plusOrMinus: half, unit)) with "
              + "\(panels.axis.name)=\(panels.axis.values[point.value].text)"))
        guard half > 0 else { continue }
        bars.append(
          .interval(
            "data every ::\(row)::\(row) using 3:\(scale.expression(column: 4))"
              + ":(\(scale.expression(endIn: 5))):(\(scale.expression(endIn: 6))) "
              + ChartCanvas.errorBar("y", colour: ChartPalette.strategy(styles[index])), of: label))
      }
      guard table.rowCount > first else { continue }
      elements.append(
        ChartElement(
          "data every ::\(first)::\(table.rowCount - 1) using 3:\(scale.expression(column: 4)) "
            + "with linespoints \(lines.line(index)) "
            + "pointtype \(ChartPalette.point(styles[index])) pointsize 0.9", of: label))
    }
    return (bars + elements, values)
  }
}
