internal import CacheMetrics
package import Results

extension Charts {
  /// The charts of a search for settings: the objective over each axis, and where there is a second
  /// quantity, the one against the other.
  package init(of result: TuningResult) {
    let charts: [(any Chart)?] = [TuningAxesChart(result), TuningFrontChart(result)]
    self.init(charts.compactMap(\.self), of: ChartData(scenario: result.outline.title))
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
      values.compactMap { $0.map { max($0, 0) } }, of: ChartQuantity(objective.unit),
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
          frame: frame, x: SweepPanels.axis(of: setting, positions, width: frame.width),
          y: isLeft ? scale.axis : scale.axis.unnamed, grid: [.y],
          marks: marks(axis, positions, scale, &canvas.table)))
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

/// The first objective against the second one or, of a single objective, against the metric of the
/// constraint that decides: every setting that was simulated, and the Pareto set.
struct TuningFrontChart: Chart {
  let name = "tuning-front"
  let title = "What was found"
  let caption = """
    The first objective against the second one, or against what the constraint that decides \
    limits. Small points are all settings that were simulated, hollow where a constraint is \
    broken; the large ones are the Pareto set, which a line joins where there are two objectives, \
    or the best of a single objective, with 95 % intervals over seeds.
    """

  private let result: TuningResult
  /// The title of the horizontal axis, its quantity, where it is better, and what is allowed.
  private let other: (title: String, quantity: ChartQuantity, better: Better, limit: Double?)
  private let points: [(x: Double, y: Double, line: Int)]

  private static let strip = 60.0

  /// Nil where there is no second quantity, or nothing to draw.
  init?(_ result: TuningResult) {
    let goal = result.goal
    self.result = result
    let binding = result.bindingConstraint.map { [$0] } ?? []
    let constrained = (binding + goal.constraints).first { constraint in
      goal.objectives[0].single?.name != constraint.metric.name
    }
    let value: (Int) -> Double?
    if goal.objectives.count > 1 {
      let second = goal.objectives[1]
      other = (second.name, ChartQuantity(second.unit), second.better, nil)
      value = { goal.value(of: result.candidate($0), at: 1) }
    } else if let constrained {
      let metric = constrained.metric
      other = (metric.name, ChartQuantity(metric.unit), metric.better, constrained.limit)
      value = { goal.value(of: result.candidate($0), at: constrained.metric) }
    } else {
      return nil
    }
    points = result.lines.indices.compactMap { line in
      guard let x = value(line), let y = goal.value(of: result.candidate(line), at: 0) else {
        return nil
      }
      return (max(x, 0), max(y, 0), line)
    }
    guard points.count > 1, points.contains(where: { $0.y.isFinite && $0.x.isFinite }) else {
      return nil
    }
  }

  func canvas(of _: ChartData) -> ChartCanvas {
    let frame = ChartFrame(left: 104, top: 84, right: 868, bottom: 462)
    let objective = result.goal.objectives[0]
    let horizontal = ChartScale(
      points.map(\.x) + (other.limit.map { [$0] } ?? []), of: other.quantity,
      strip: Self.strip / frame.width)
    let vertical = ChartScale(
      points.map(\.y) + intervalEnds, of: ChartQuantity(objective.unit),
      strip: Self.strip / frame.height)
    let (table, frontStart) = table
    var canvas = ChartCanvas(title: title, subtitle: result.outline.title, table)
    canvas.writeStrips(of: horizontal, .x, beside: frame)
    canvas.writeStrips(of: vertical, .y, beside: frame)
    canvas.write(
      horizontal.axis.title(ChartText.shortened(other.title, to: 80)),
      x: (frame.left + frame.right) / 2, y: 512, alignment: .center)
    canvas.write(
      vertical.axis.title(ChartText.shortened(objective.name, to: 50)), x: ChartCanvas.margin + 4,
      y: (frame.top + frame.bottom) / 2, alignment: .center, isUpright: true)
    canvas.writeBetter(x: other.better, y: objective.better, around: frame)
    if let limit = other.limit {
      let x = frame.left + horizontal.share(limit) * frame.width
      canvas.drawLine(
        from: (x, frame.top), to: (x, frame.bottom),
        ChartStroke(colour: ChartPalette.strategy(1), width: 1.5, dash: "(6,4)"))
      canvas.write(
        "limit", x: min(x + 6, frame.right - 40), y: frame.top + 8, colour: ChartPalette.quietText)
    }
    var panel = ChartPanel(frame: frame, x: horizontal.axis, y: vertical.axis, grid: [.x, .y])
    let (x, y) = (horizontal.placed("x"), vertical.placed("y"))
    panel.marks = [(0.0, ChartPalette.hollow, 0.7), (1, ChartPalette.solid, 0.6)].map {
      isFeasible, type, size in
      ChartMark(
        .points(ChartMarker(type: type, size: size, colour: ChartPalette.axis)),
        by: [x, .chosen(y, where: "is_feasible", is: isFeasible)], rows: 0...(frontStart - 1),
        of: nil, note: "settings that were simulated")
    }
    if table.rowCount > frontStart {
      let rows = frontStart...(table.rowCount - 1)
      let colour = ChartPalette.strategy(0)
      let note = "the Pareto set, or the best"
      panel.marks.append(
        ChartMark(
          .bar(.y, colour: colour), by: [x, y, vertical.end("y_low"), vertical.end("y_high")],
          rows: rows, of: nil, note: "95 % intervals"))
      // Of more than two objectives neighbours in the picture are none in the set.
      if result.goal.objectives.count == 2 {
        panel.marks.append(
          ChartMark(
            .line(ChartStroke(colour: colour, width: 2)), by: [x, y], rows: rows, of: nil,
            note: note))
      }
      panel.marks.append(
        ChartMark(
          .points(ChartMarker(type: ChartPalette.solid, size: 1.4, colour: colour)), by: [x, y],
          rows: rows, of: nil, note: note))
    }
    canvas.panels = [panel]
    return canvas
  }

  /// The ends of the intervals that are drawn, for which the axis has room.
  private var intervalEnds: [Double] {
    let isOnFront = Set(result.front)
    return points.filter { isOnFront.contains($0.line) }.flatMap { point -> [Double] in
      let interval = result.goal.interval(of: result.candidate(point.line), at: 0)
      return interval.map { [$0.low, $0.high].filter { $0 > 0 && $0.isFinite } } ?? []
    }
  }

  /// All points, then those of the front in the order of the horizontal axis; where the front
  /// begins.
  private var table: (ChartTable, frontStart: Int) {
    var table = ChartTable(
      numbers: ["line", "x", "y", "is_feasible", "y_low", "y_high", "is_front"],
      texts: ["settings"])
    let front = result.front
    for point in points { add(point, isFront: false, to: &table) }
    let start = table.rowCount
    for point in points.filter({ front.contains($0.line) }).sorted(by: { $0.x < $1.x }) {
      add(point, isFront: true, to: &table)
    }
    return (table, start)
  }

  private func add(
    _ point: (x: Double, y: Double, line: Int), isFront: Bool, to table: inout ChartTable
  ) {
    let candidate = result.candidate(point.line)
    let interval = result.goal.interval(of: candidate, at: 0)
    table.add(
      [
        Double(point.line), point.x, point.y,
        result.isFeasible(point.line) ? 1 : 0, max(interval?.low ?? point.y, 0),
        interval?.high ?? point.y,
        isFront ? 1 : 0,
      ], [result.title(of: point.line)])
  }
}
