internal import Measurement
package import Results

extension Charts {
  /// The charts of a search for settings: the objective over each axis, and where there is a second
  /// quantity, the one against the other.
  package init(of result: TuningResult) {
    let charts: [(any Chart)?] = [TuningAxesChart(result), TuningFrontChart(result)]
    self.init(
      charts.compactMap(\.self), of: ChartData(scenario: result.outline.title))
  }
}

extension MetricObjective {
  var quantity: ChartQuantity { Self.quantity(of: unit) }

  var better: Better { direction == .minimise ? .lower : .higher }

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
    guard let best = result.centre else { return nil }
    self.result = result
    self.best = best
    axes = Array(
      result.lines[best].levels.indices.filter { result.lines[best].levels[$0] != nil }
        .prefix(Self.mostPanels))
    values = result.lines.indices.map { line in
      guard result.lines[line].label == result.lines[best].label else { return nil }
      return result.goal.value(of: result.candidate(line), at: 0)
    }
    guard !axes.isEmpty, values.contains(where: { $0?.isFinite == true }) else { return nil }
  }

  func canvas(of _: ChartData) -> ChartCanvas {
    var canvas = ChartCanvas(
      title: title, subtitle: result.outline.title,
      ChartTable(
        numbers: ["axis_index", "position", "value", "is_feasible", "is_on_line", "is_best"],
        texts: ["axis", "axis_value"]))
    let area = ChartFrame(left: 104, top: 92, right: 876, bottom: 480)
    let frames = SweepPanels.frames(axes.count, in: area)
    let objective = result.goal.objectives[0]
    let scale = ChartScale(
      values.compactMap { $0.map { max($0, 0) } }, of: objective.quantity,
      strip: Self.strip / (frames.first?.height ?? area.height))
    canvas.write(
      scale.axis.title(ChartText.shortened(objective.name, to: 50)), x: ChartCanvas.margin + 4,
      y: (area.top + area.bottom) / 2, alignment: .center, isUpright: true)
    for (axis, frame) in zip(axes, frames) {
      let setting = result.outline.axes[axis]
      let positions = SweepPanels.positions(of: setting).positions
      let isLeft = frame.left == area.left
      canvas.write(
        ChartText.shortened(setting.name, to: Int(frame.width / 8)), x: frame.left,
        y: frame.top - 12, isBold: true)
      if isLeft { canvas.writeStrips(of: scale, .y, beside: frame) }
      canvas.panels.append(
        ChartPanel(
          frame, x: SweepPanels.axis(of: setting, positions, width: frame.width),
          y: isLeft ? scale.axis : scale.axis.unnamed, grid: [.y],
          marks(axis, positions, scale, &canvas.table)))
    }
    return canvas
  }

  /// The points and the line of a panel; they go into the table, those on the line last.
  private func marks(
    _ axis: Int, _ positions: [Double], _ scale: ChartScale, _ table: inout ChartTable
  ) -> [ChartMark] {
    let drawn = result.lines.indices.filter { values[$0] != nil }
    let along = result.lines(along: axis, through: best).filter { values[$0] != nil }
    let first = table.rowCount
    for (lines, isOnLine) in [(drawn, 0.0), (along, 1.0)] {
      for line in lines {
        guard let level = result.lines[line].levels[axis], let value = values[line] else {
          continue
        }
        table.add(
          [
            Double(axis), positions[level], max(value, 0),
            result.isFeasible(line) ? 1 : 0, isOnLine, line == best ? 1 : 0,
          ], [result.outline.axes[axis].name, result.outline.axes[axis].values[level].text])
      }
    }
    let middle = first + drawn.count
    let (all, line) = (first...(middle - 1), middle...(table.rowCount - 1))
    let y = scale.placed("value")
    let (grey, colour) = (ChartPalette.axis, ChartPalette.strategy(0))
    func points(
      _ rows: ClosedRange<Int>, _ column: String, _ value: Double, _ type: Int, _ size: Double,
      _ colour: String
    ) -> ChartMark {
      ChartMark(
        .points(ChartMarker(type: type, size: size, colour: colour)),
        by: ["position", .chosen(y, where: column, is: value)], rows: rows, of: nil,
        note: "settings that were simulated")
    }
    return [
      points(all, "is_feasible", 0, ChartPalette.hollow, 0.6, grey),
      points(all, "is_feasible", 1, ChartPalette.solid, 0.5, grey),
      ChartMark(
        .line(ChartStroke(colour: colour, width: 2)), by: ["position", y], rows: line, of: nil,
        note: "the best, with other values of this setting alone"),
      points(line, "is_feasible", 0, ChartPalette.hollow, 0.9, colour),
      points(line, "is_feasible", 1, ChartPalette.solid, 0.9, colour),
      points(all, "is_best", 1, ChartPalette.solid, 1.8, ChartPalette.strategy(1)),
    ]
  }
}
