internal import CacheMetrics
package import Results
internal import SimCore

extension Charts {
  /// What can be drawn, in the order of a report; a sweep draws what it has measured.
  private static let sweepSubjects = [
    subject(
      "miss-ratio", "How many requests miss",
      [(ResultMeasure.missRatio, "share of requests that miss")]),
    subject(
      "byte-miss-ratio", "How many bytes miss",
      [(ResultMeasure.byteMissRatio, "share of bytes that miss")]),
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
      "memory", "How much memory is taken", [("memory_peak_bytes", "peak bytes of a device")]),
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

  package init(of result: SweepResult) {
    self.init(
      Self.sweepSubjects.compactMap { SweepChart($0, of: result) },
      of: ChartData(scenario: result.outline.title))
  }
}

/// A measure over the values of a sweep: a line for each strategy, a panel for each point of the
/// other axes.
///
/// It draws its own data and not that of a run.
struct SweepChart: Chart {
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
  private static let strip = 36.0

  func canvas(of _: ChartData) -> ChartCanvas {
    let panels = SweepPanels(result)
    let shown = Array(panels.others.prefix(Self.maximumPanels))
    let labels = panels.labels.map { $0 + (panels.bounds.contains($0) ? " (bound)" : "") }
    let left = panels.others.count - shown.count
    var canvas = ChartCanvas(
      title: title,
      subtitle: result.outline.title
        + (left > 0 ? " (\(NumberText.counted(left, "more panel")) in sweep.csv)" : ""),
      ChartTable(
        numbers: ["panel_index", "strategy_index", "position", "value", "low", "high"],
        texts: ["panel", "strategy", "axis_value"]))
    let height =
      SweepPanels.frames(
        shown.count, in: ChartFrame(left: 0, top: 84, right: ChartCanvas.width, bottom: 472)
      ).first?.height ?? ChartCanvas.height
    let values = result.rows.flatMap { row -> [Double] in
      guard let value = row.cell.pooled[measure] else { return [] }
      let high = result.outline.interval(of: row.cell, at: measure)?.high ?? value
      // The end of a wide interval does not stretch the axis.
      return [max(value, 0), max(min(high, 1.5 * value), 0)]
    }
    let scale = ChartScale(
      values, of: ChartQuantity(result.outline.measures[measure].unit), strip: Self.strip / height)
    let lines = ChartLines(
      labels: labels, styles: panels.styles, overlap: overlap(of: panels, shown, scale))
    let area = ChartFrame(
      left: ChartCanvas.leftOfPlot(ticks: scale.axis, and: ["never"]), top: 84,
      right: lines.keyLeft - 28, bottom: 472)
    let frames = SweepPanels.frames(shown.count, in: area)
    lines.writeKey(top: 104, on: &canvas)
    canvas.writeTitles(
      x: ChartText.shortened(panels.axis.name, to: 80)
        + (panels.isLogarithmic ? " (log scale)" : ""),
      y: scale.axis.title(axisTitle), around: area)
    for (index, frame) in frames.enumerated() {
      let isLeft = frame.left == area.left
      let isLowest = !frames.contains { $0.left == frame.left && $0.top > frame.top }
      canvas.write(
        ChartText.shortened(
          panels.title(of: shown[index]), toPixels: frame.width, size: 13, isBold: true),
        x: frame.left, y: frame.top - 12, isBold: true)
      if isLeft { canvas.writeStrips(of: scale, .y, beside: frame) }
      let axis = SweepPanels.axis(of: panels.axis, panels.positions, width: frame.width)
      var panel = ChartPanel(
        frame: frame, x: isLowest ? axis : axis.unnamed,
        y: isLeft ? scale.axis : scale.axis.unnamed,
        grid: [.y])
      panel.limitStrips(of: scale, .y)
      draw(panels, lines, shown[index], index, scale, on: &panel, &canvas.table)
      canvas.panels.append(panel)
    }
    return canvas
  }

  private func overlap(of panels: SweepPanels, _ shown: [Int], _ scale: ChartScale) -> LineOverlap {
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

  /// Adds the lines of a panel, and what their points tell; the points go into the table.
  private func draw(
    _ panels: SweepPanels, _ lines: ChartLines, _ other: Int, _ place: Int, _ scale: ChartScale,
    on panel: inout ChartPanel, _ table: inout ChartTable
  ) {
    let terms: [ChartTerm] = ["position", scale.placed("value")]
    let unit = result.outline.measures[measure].unit
    var drawn: [ChartMark] = []
    for (index, label) in panels.labels.enumerated() {
      let first = table.rowCount
      let stroke = lines.stroke(index)
      let points = panels.points(of: label, at: other).compactMap { point in
        point.row.cell.pooled[measure].map { value in
          (
            position: panels.positions[point.value], value: value,
            interval: result.outline.interval(of: point.row.cell, at: measure),
            text: panels.axis.values[point.value].text
          )
        }
      }
      for point in points {
        table.add(
          [
            Double(place), Double(index), point.position, max(point.value, 0),
            max(point.interval?.low ?? point.value, 0),
            max(point.interval?.high ?? point.value, 0),
          ], [panels.title(of: other), label, point.text])
        guard point.interval?.halfWidth ?? 0 > 0 else { continue }
        let row = table.rowCount - 1
        panel.marks.append(
          ChartMark(
            .bar(.y, colour: stroke.colour), by: terms + [scale.end("low"), scale.end("high")],
            rows: row...row, of: label, note: ChartMark.interval))
      }
      guard table.rowCount > first else { continue }
      let rows = first...(table.rowCount - 1)
      drawn += [
        ChartMark(.line(stroke), by: terms, rows: rows, of: label),
        ChartMark(.points(lines.marker(index, size: 0.9)), by: terms, rows: rows, of: label),
      ]
      panel.told.append(
        ChartTold(label, ["", " with \(panels.axis.name)=", ""], points) { point in
          (
            point.position, scale.place(max(point.value, 0)),
            [Display.text(point.value, within: point.interval, unit), point.text]
          )
        })
    }
    panel.marks += drawn
  }
}
