internal import Measurement
internal import Results
internal import SimCore

/// A panel for each metric of a decision: a row for each strategy with its value, the 95 %
/// interval, and a faint point for each seed, and a line at each constraint's limit. The strategies
/// are ranked by the first objective; bounds, which are no choice, stand below them.
struct MetricRowsChart: Chart {
  let goal: Goal
  private let metrics: [Metric]

  let name = "metrics-asked-for"
  var title: String { "What decides: \(goal.text)" }
  var caption: String {
    let limits = goal.constraints.isEmpty ? "" : "dotted lines the limits of constraints, "
    return
      "\(metrics.map(\.name).joined(separator: ", ")): points are all seeds together, bars 95 % "
      + "intervals over them, \(limits)faint points the seeds. The best by the first objective is "
      + "above. Zero and infinity, where an axis has no place for them, have strips of their own."
  }

  init(_ goal: Goal) {
    self.goal = goal
    metrics = Array(goal.metrics.prefix(Self.panelLimit))
  }

  /// More panels than these are too narrow.
  static let panelLimit = 3
  private static let strip = 44.0
  private static let roomForNumbers = 96.0

  /// The numbers of a strategy in a panel.
  private struct Row {
    let strategy: ChartStrategy
    let style: Int
    let value: Double
    let ends: (low: Double, high: Double)
    let seeds: [Double]
  }

  func canvas(of data: ChartData) -> ChartCanvas {
    let ranked = ranked(data)
    let strategies = ranked.map(\.strategy)
    var canvas = ChartCanvas(
      title: title, subtitle: data.scenario,
      ChartTable(
        numbers: ["metric_index", "strategy_index", "value", "low", "high"],
        texts: ["metric", "strategy", "of"]))
    let labels = strategies.map(ChartCanvas.label)
    let left = ChartCanvas.leftOfBars(labels)
    let (gap, count) = (30.0, Double(metrics.count))
    let width = (ChartCanvas.width - ChartCanvas.margin - left - gap * (count - 1)) / count
    for (place, metric) in metrics.enumerated() {
      let start = left + Double(place) * (width + gap)
      let frame = ChartFrame(
        left: start, top: 104, right: start + width - Self.roomForNumbers, bottom: 476)
      if place == 0 { canvas.writeRows(labels, beside: frame) }
      draw(metric, place, of: ranked, in: frame, on: &canvas)
    }
    return canvas
  }

  /// The choices, the best first, then the bounds, each with its style.
  private func ranked(_ data: ChartData) -> [(strategy: ChartStrategy, style: Int)] {
    let data = ChartData(
      scenario: data.scenario, strategies: data.strategies.filter { !$0.isObserved })
    let all = Array(zip(data.strategies, data.styles))
    let values = all.map { each in goal.objectives[0].value { each.0.metrics[$0.name] } }
    let order = all.indices.sorted { one, other in
      let areBounds = (all[one].0.bound != nil, all[other].0.bound != nil)
      if areBounds.0 != areBounds.1 { return areBounds.1 }
      if goal.objectives[0].isBetter(values[one], than: values[other]) { return true }
      return one < other && !goal.objectives[0].isBetter(values[other], than: values[one])
    }
    return order.map { (all[$0].0, all[$0].1) }
  }

  /// The limits of a metric's constraints.
  private func limits(of metric: Metric) -> [Double] {
    goal.constraints.filter { $0.metric.name == metric.name }.map(\.limit)
  }

  private func rows(
    of metric: Metric, in ranked: [(strategy: ChartStrategy, style: Int)]
  ) -> [Row?] {
    ranked.map { strategy, style in
      guard let value = strategy.metrics[metric.name] else { return nil }
      let seeds = strategy.seedMetrics.compactMap { $0[metric.name] }
      return Row(
        strategy: strategy, style: style, value: value,
        ends: strategy.interval(of: metric.name), seeds: seeds.count > 1 ? seeds : [])
    }
  }

  private func draw(
    _ metric: Metric, _ place: Int, of ranked: [(strategy: ChartStrategy, style: Int)],
    in frame: ChartFrame, on canvas: inout ChartCanvas
  ) {
    let rows = rows(of: metric, in: ranked)
    let limits = limits(of: metric)
    let known = rows.compactMap { $0 }
    let most = known.map(\.value).filter(\.isFinite).max() ?? 0
    let scale = ChartScale(
      known.map(\.value)
        + known.filter(\.value.isFinite).map { min($0.ends.high, 1.4 * most) }
        + limits.filter { $0 > 0 && $0.isFinite },
      of: ChartQuantity(metric.unit), strip: Self.strip / frame.width)
    var axis = scale.axis
    let words =
      (scale.zero == nil ? [] : [(share: scale.share(0), text: "none")])
      + (scale.endless == nil ? [] : [(share: scale.share(.infinity), text: "never")])
    axis.ticks = axis.fitting(frame.width, beside: words)
    let better =
      metric.better == .neither ? "" : metric.better == .lower ? "← better" : "better →"
    canvas.write(
      ChartText.shortened(
        metric.name, toPixels: frame.width + Self.roomForNumbers - 4, size: 13, isBold: true),
      x: frame.left, y: 84, isBold: true)
    canvas.write(
      [
        axis.isLogarithmic ? "log scale" : "", better,
        limits.isEmpty
          ? "" : "limit " + limits.map { Display.text($0, metric.unit) }.joined(separator: ", "),
      ].filter { !$0.isEmpty }.joined(separator: ", "), x: frame.left, y: 518, size: 12,
      colour: ChartPalette.quietText)
    for (row, value) in rows.enumerated() {
      canvas.write(
        value.map { Self.text(of: $0, metric) } ?? "–", x: frame.right + 10,
        y: ChartCanvas.middle(ofRow: row, of: rows.count, in: frame), size: 12)
    }
    canvas.writeStrips(of: scale, .x, beside: frame, size: 12)
    var panel = ChartPanel(frame, x: axis, y: .rows(rows.count), grid: [.x])
    panel.limitStrips(of: scale, .x)
    panel.limits += limits.map { (.x, scale.place($0)) }
    for (index, row) in rows.enumerated() {
      guard let row else { continue }
      panel.marks += marks(of: row, index, metric, place, scale, &canvas.table)
    }
    canvas.panels.append(panel)
  }

  /// The value with its interval, or alone where that is too wide: the interval is drawn.
  private static func text(of row: Row, _ metric: Metric) -> String {
    let text = row.strategy.text(of: metric.name)
    return ChartText.width(text, size: 12) < roomForNumbers - 10
      ? text : Display.text(row.value, metric.unit)
  }

  private func marks(
    of row: Row, _ index: Int, _ metric: Metric, _ place: Int, _ scale: ChartScale,
    _ table: inout ChartTable
  ) -> [ChartMark] {
    let label = row.strategy.label
    let first = table.rowCount
    table.add(
      [Double(place), Double(index), row.value, row.ends.low, row.ends.high],
      [metric.name, label, "all seeds"])
    for (number, seed) in row.seeds.enumerated() {
      table.add(
        [Double(place), Double(index), seed, seed, seed],
        [metric.name, label, "seed \(number + 1)"])
    }
    let terms = [scale.placed("value"), "strategy_index"]
    var marks: [ChartMark] = []
    if !row.seeds.isEmpty {
      marks.append(
        ChartMark(
          .points(ChartPalette.marker(row.style, size: 0.6, isFaint: true)), by: terms,
          rows: (first + 1)...(table.rowCount - 1), of: label, note: ", seeds"))
    }
    if row.ends.low < row.ends.high, row.value.isFinite {
      marks.append(
        ChartMark(
          .bar(.x, colour: ChartPalette.text), by: terms + [scale.end("low"), scale.end("high")],
          rows: first...first, of: label, note: ChartMark.interval))
    }
    marks.append(
      ChartMark(
        .points(ChartPalette.marker(row.style, 0, of: 1)), by: terms, rows: first...first,
        of: label, note: ": \(metric.name) \(row.strategy.text(of: metric.name))"))
    return marks
  }
}
