internal import Measurement
package import Results

/// The catalogue of the charts of a search for settings.
package enum TuningCharts {
  /// Draws all charts into a folder; images are left of all charts or of none.
  package static func draw(
    _ result: TuningResult, into folder: String, with gnuplot: Gnuplot = Gnuplot()
  ) throws(ChartError) -> Charts.Drawn {
    try Charts.draw(charts(of: result), data(of: result), into: folder, with: gnuplot)
  }

  /// Writes what redraws all charts, without drawing them.
  package static func writeRecipes(
    of result: TuningResult, into folder: String
  ) throws(ChartError) {
    try Charts.writeRecipes(of: charts(of: result), data(of: result), into: folder)
  }

  /// The files from which another machine can draw the charts: data and scripts.
  package static func recipes(of result: TuningResult) -> [String] {
    Charts.recipes(of: charts(of: result))
  }

  private static func data(of result: TuningResult) -> ChartData {
    ChartData(scenario: result.outline.title, strategies: [])
  }

  /// The objective over each axis, and where there is a second quantity, the one against the other.
  static func charts(of result: TuningResult) -> [any Chart] {
    var charts: [any Chart] = TuningAxesChart(result).map { [$0] } ?? []
    if let front = TuningFrontChart(result) { charts.append(front) }
    return charts
  }
}

extension MetricObjective {
  var quantity: ChartQuantity { Self.quantity(of: unit) }

  static func quantity(of unit: Unit) -> ChartQuantity {
    switch unit {
    case .ratio: .share
    case .bytes, .bytesPerDay: .bytes
    case .milliseconds, .millisecondsPerDay: .milliseconds
    default: .count
    }
  }
}

/// The first objective over each axis of the best's strategy: every setting that was simulated, and
/// what changes when one axis alone is moved away from the best.
struct TuningAxesChart: Chart {
  let name = "tuning-settings"
  let title = "How the objective depends on each setting"
  let caption = """
    The first objective over the values of each setting. Small points are all settings that were \
    simulated, hollow where a constraint is broken; the line is what changes when one setting \
    alone moves away from the best, which the large point is. Means over the seeds that a setting \
    had.
    """

  private let result: TuningResult
  private let best: Int
  private let axes: [Int]
  private let values: [Double?]

  private static let strip = 36.0
  private static let mostPanels = 6

  /// Nil where nothing was simulated under all seeds, or nothing has a finite value.
  init?(_ result: TuningResult) {
    guard let best = result.best else { return nil }
    self.result = result
    self.best = best
    axes = Array(
      result.lines[best].levels.indices.filter { result.lines[best].levels[$0] != nil }
        .prefix(Self.mostPanels))
    values = result.lines.indices.map { line in
      guard result.lines[line].label == result.lines[best].label else { return nil }
      return result.goal.value(
        of: result.candidate(line, seeds: result.lines[line].seeds), at: 0)
    }
    guard !axes.isEmpty, values.contains(where: { $0?.isFinite == true }) else { return nil }
  }

  func script(from _: ChartData) -> ChartScript {
    var canvas = ChartCanvas(title: title, subtitle: result.outline.title)
    let area = ChartFrame(left: 104, top: 92, right: 876, bottom: 480)
    let frames = SweepPanels.frames(axes.count, in: area)
    let scale = ChartScale(
      values.compactMap { $0.map { max($0, 0) } }, of: result.goal.objectives[0].quantity,
      strip: Self.strip / (frames.first?.height ?? area.height))
    var table = ChartTable(
      numbers: ["axis_index", "position", "value", "is_feasible", "is_on_line", "is_best"],
      texts: ["axis", "axis_value"])
    canvas.write(
      ChartText.shortened(result.goal.objectives[0].name, to: 50)
        + (scale.axis.isLogarithmic ? " (log scale)" : ""), x: ChartCanvas.margin + 4,
      y: (area.top + area.bottom) / 2, alignment: .center, isUpright: true)
    canvas.add("set multiplot")
    for (axis, frame) in zip(axes, frames) {
      let positions = SweepPanels.positions(of: result.outline.axes[axis]).positions
      canvas.place(frame)
      canvas.write(
        ChartText.shortened(result.outline.axes[axis].name, to: Int(frame.width / 8)),
        x: frame.left, y: frame.top - 12, isBold: true)
      canvas.add(scale.axis.lines("y", hasLabels: frame.left == area.left))
      write(scale, in: frame, isLeft: frame.left == area.left, on: &canvas)
      canvas.add(
        SweepPanels.horizontalLines(
          of: result.outline.axes[axis], positions, width: frame.width, hasLabels: true))
      canvas.showGrid("y")
      canvas.plot(elements(axis, positions, scale, &table))
    }
    canvas.add("unset multiplot")
    return ChartScript(table: table, canvas)
  }

  private func write(
    _ scale: ChartScale, in frame: ChartFrame, isLeft: Bool, on canvas: inout ChartCanvas
  ) {
    guard isLeft else { return }
    for (border, word, y) in [
      (scale.zero?.end, "none", frame.bottom - Self.strip / 2),
      (scale.endless?.start, "never", frame.top + Self.strip / 2),
    ] where border != nil {
      canvas.write(word, x: frame.left - 10, y: y, alignment: .right)
    }
  }

  /// The points and the line of a panel; they go into the table, those on the line last.
  private func elements(
    _ axis: Int, _ positions: [Double], _ scale: ChartScale, _ table: inout ChartTable
  ) -> [ChartElement] {
    let levels = result.lines[best].levels
    let drawn = result.lines.indices.filter { values[$0] != nil }
    let along = drawn.filter { line in
      levels.indices.allSatisfy { $0 == axis || result.lines[line].levels[$0] == levels[$0] }
    }.sorted { (result.lines[$0].levels[axis] ?? 0) < (result.lines[$1].levels[axis] ?? 0) }
    let first = table.rowCount
    for (lines, isOnLine) in [(drawn, 0.0), (along, 1.0)] {
      for line in lines {
        guard let level = result.lines[line].levels[axis], let value = values[line] else {
          continue
        }
        let candidate = result.candidate(line, seeds: result.lines[line].seeds)
        table.add(
          [
            Double(axis), positions[level], max(value, 0),
            result.goal.broken(by: candidate).isEmpty ? 1 : 0, isOnLine, line == best ? 1 : 0,
          ], [result.outline.axes[axis].name, result.outline.axes[axis].values[level].text])
      }
    }
    let middle = first + drawn.count
    let y = scale.expression(column: 3)
    let colour = ChartPalette.strategy(0)
    func points(_ rows: ClosedRange<Int>, _ condition: String, _ style: String) -> ChartElement {
      ChartElement(
        "data every ::\(rows.lowerBound)::\(rows.upperBound) using 2:(\(condition) ? (\(y)) : NaN) "
          + "with points \(style)", of: nil, title: "settings that were simulated")
    }
    let all = first...(middle - 1)
    let line = middle...(table.rowCount - 1)
    let grey = "linecolor rgb '\(ChartPalette.axis)'"
    return [
      points(all, "$4 == 0", "pointtype 6 pointsize 0.6 \(grey)"),
      points(all, "$4 == 1", "pointtype 7 pointsize 0.5 \(grey)"),
      ChartElement(
        "data every ::\(middle)::\(table.rowCount - 1) using 2:\(y) with lines "
          + "linecolor rgb '\(colour)' linewidth 2", of: nil,
        title: "the best, with other values of this setting alone"),
      points(line, "$4 == 0", "pointtype 6 pointsize 0.9 linecolor rgb '\(colour)'"),
      points(line, "$4 == 1", "pointtype 7 pointsize 0.9 linecolor rgb '\(colour)'"),
      points(
        all, "$6 == 1",
        "pointtype 7 pointsize 1.8 linecolor rgb '\(ChartPalette.strategy(1))'"),
    ]
  }
}
