internal import CacheMetrics
internal import Results
internal import SimCore

/// A panel for each metric of a decision: a row for each strategy with its value, the 95 %
/// interval, and a faint point for each seed, and a line at each constraint's limit. What could be
/// taken is above, the best by the objectives first; below it is what the decision excludes, and
/// then the bounds, which are no choice.
struct MetricRowsChart: Chart {
  let goal: Goal
  private let metrics: [Metric]

  let name = "metrics-asked-for"
  let title = "What decides"
  var caption: String {
    let limits = goal.constraints.isEmpty ? "" : "dotted lines the limits of constraints, "
    return
      "\(metrics.map(\.name).joined(separator: ", ")): points are all seeds together, bars 95 % "
      + "intervals over them, with an arrow where they go on, \(limits)faint points the seeds. "
      + "What could be taken is above, the best by the objectives first; below it is what breaks a "
      + "constraint, harms users or caches nothing, and then bounds. Zero and infinity, where an "
      + "axis has no place for them, have strips of their own."
  }

  init(_ goal: Goal) {
    self.goal = goal
    metrics = Array(goal.metrics.prefix(Self.panelLimit))
  }

  /// More panels than these are too narrow.
  static let panelLimit = 3
  private static let strip = 44.0
  /// Narrower panels have the values without their intervals.
  private static let leastWidth = 150.0
  private static let gaps = (panels: 30.0, numbers: 10.0)

  private struct Column {
    let metric: Metric
    let rows: [Row?]
    var texts: [String]

    var room: Double { gaps.numbers + (texts.map { ChartText.width($0, size: 12) }.max() ?? 0) }

    /// The values without their intervals, which are drawn.
    var plain: Column {
      var column = self
      column.texts = rows.map { $0.map { Display.text($0.value, metric.unit) } ?? "–" }
      return column
    }
  }

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
      title: title, subtitle: "\(data.scenario): \(goal.text)",
      ChartTable(
        numbers: ["metric_index", "strategy_index", "value", "low", "high"],
        texts: ["metric", "strategy", "of"]))
    let labels = strategies.map(ChartCanvas.label)
    let left = ChartCanvas.leftOfBars(labels)
    let (columns, width) = columns(of: ranked, from: left)
    var start = left
    for (place, column) in columns.enumerated() {
      let frame = ChartFrame(left: start, top: 104, right: start + width, bottom: 476)
      if place == 0 { canvas.writeRows(labels, beside: frame) }
      draw(column, place, in: frame, on: &canvas)
      start = frame.right + column.room + Self.gaps.panels
    }
    return canvas
  }

  /// The metrics with their texts, and the pixels that each frame has beside these.
  private func columns(
    of ranked: [(strategy: ChartStrategy, style: Int)], from left: Double
  ) -> (columns: [Column], width: Double) {
    var columns = metrics.map { metric in
      Column(
        metric: metric, rows: rows(of: metric, in: ranked),
        texts: ranked.map { $0.strategy.text(of: metric.name) })
    }
    func width() -> Double {
      let free = ChartCanvas.width - ChartCanvas.margin - left
      let gaps = Self.gaps.panels * Double(columns.count - 1)
      return (free - gaps - columns.map(\.room).reduce(0, +)) / Double(columns.count)
    }
    for place in columns.indices.sorted(by: { columns[$0].room > columns[$1].room })
    where width() < Self.leastWidth {
      columns[place] = columns[place].plain
    }
    return (columns, width())
  }

  /// What could be taken, the best first, then what the decision excludes, then the bounds, each
  /// with its style.
  private func ranked(_ data: ChartData) -> [(strategy: ChartStrategy, style: Int)] {
    let data = ChartData(
      scenario: data.scenario, strategies: data.strategies.filter { !$0.isObserved })
    let all = Array(zip(data.strategies, data.styles))
    let values = all.map { each in
      goal.objectives.map { $0.value { each.0.metrics[$0.name] } }
    }
    let choices = all.indices.filter { all[$0].0.bound == nil }
    let ranking = GoalRanking(goal, choices.map { GoalCandidate(all[$0].0.alternative, goal) })
    var tiers = [Int](repeating: 2, count: all.count)
    for (index, place) in zip(choices, ranking.places) {
      tiers[index] = place == .front || place.leader != nil ? 0 : 1
    }
    return all.indices.sorted { one, other in
      if tiers[one] != tiers[other] { return tiers[one] < tiers[other] }
      return goal.isBefore(values[one], values[other]) ?? (one < other)
    }.map { (all[$0].0, all[$0].1) }
  }

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
    _ column: Column, _ place: Int, in frame: ChartFrame, on canvas: inout ChartCanvas
  ) {
    let (metric, rows) = (column.metric, column.rows)
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
    write(column, axis, in: frame, on: &canvas)
    canvas.writeStrips(of: scale, .x, beside: frame, size: 12)
    var panel = ChartPanel(frame: frame, x: axis, y: .rows(rows.count), grid: [.x])
    panel.limitStrips(of: scale, .x)
    panel.limits += limits.map { (.x, scale.place($0)) }
    for (index, row) in rows.enumerated() {
      guard let row else { continue }
      panel.marks += marks(of: row, index, metric, place, scale, &canvas.table)
    }
    canvas.panels.append(panel)
  }

  /// The name of a metric above its frame, its numbers beside it, and below it what its axis is.
  private func write(
    _ column: Column, _ axis: ChartAxis, in frame: ChartFrame, on canvas: inout ChartCanvas
  ) {
    let metric = column.metric
    let width = frame.width + column.room
    canvas.write(
      ChartText.shortened(metric.name, toPixels: width, size: 13, isBold: true), x: frame.left,
      y: 84, isBold: true)
    let limits = limits(of: metric).map { Display.text($0, metric.unit) }.joined(separator: ", ")
    let words = [
      axis.isLogarithmic ? "log scale" : "",
      metric.better == .neither ? "" : metric.better == .lower ? "← better" : "better →",
      limits.isEmpty ? "" : "limit \(limits)",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
    canvas.write(
      ChartText.shortened(words, toPixels: width, size: 12), x: frame.left, y: 518, size: 12,
      colour: ChartPalette.quietText)
    for (row, text) in column.texts.enumerated() {
      canvas.write(
        text, x: frame.right + Self.gaps.numbers,
        y: ChartCanvas.middle(ofRow: row, of: column.rows.count, in: frame), size: 12,
        of: column.rows[row].map { [$0.strategy.label] } ?? [])
    }
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
        .points(ChartPalette.marker(row.style, size: 1.4)), by: terms, rows: first...first,
        of: label, note: ": \(metric.name) \(row.strategy.text(of: metric.name))"))
    return marks
  }
}
