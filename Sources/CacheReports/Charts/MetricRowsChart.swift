internal import Measurement
internal import SimCore

/// A panel for each of a few metrics: a row for each strategy with its value, the 95 % interval,
/// and a faint point for each seed.
struct MetricRowsChart: Chart {
  let metrics: [Metric]

  let name = "metrics-asked-for"
  let title = "What was asked for"
  var caption: String {
    "\(metrics.map(\.name).joined(separator: ", ")): points are all seeds together, bars 95 % "
      + "intervals over them, faint points the seeds. Zero and infinity, where an axis has no "
      + "place for them, have strips of their own."
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

  func script(from data: ChartData) -> ChartScript {
    let strategies = data.strategies.filter { !$0.isObserved }
    let data = ChartData(scenario: data.scenario, strategies: strategies)
    var canvas = ChartCanvas(title: title, subtitle: data.scenario)
    let labels = strategies.map(ChartCanvas.label)
    let left = ChartCanvas.leftOfBars(labels)
    let (gap, count) = (30.0, Double(metrics.count))
    let width = (ChartCanvas.width - ChartCanvas.margin - left - gap * (count - 1)) / count
    var table = ChartTable(
      numbers: ["metric_index", "strategy_index", "value", "low", "high"],
      texts: ["metric", "strategy", "of"])
    canvas.add("set multiplot")
    for (place, metric) in metrics.enumerated() {
      let start = left + Double(place) * (width + gap)
      let frame = ChartFrame(
        left: start, top: 104, right: start + width - Self.roomForNumbers, bottom: 476)
      if place == 0 { canvas.writeRows(labels, beside: frame) }
      draw(metric, place, of: data, in: frame, on: &canvas, &table)
    }
    canvas.add("unset multiplot")
    return ChartScript(table: table, canvas)
  }

  private func rows(of metric: Metric, in data: ChartData) -> [Row?] {
    let styles = data.styles
    return data.strategies.enumerated().map { index, strategy in
      guard let value = strategy.metrics[metric.name] else { return nil }
      let seeds = strategy.seedMetrics.compactMap { $0[metric.name] }
      return Row(
        strategy: strategy, style: styles[index], value: value,
        ends: strategy.interval(of: metric.name), seeds: seeds.count > 1 ? seeds : [])
    }
  }

  private func draw(
    _ metric: Metric, _ place: Int, of data: ChartData, in frame: ChartFrame,
    on canvas: inout ChartCanvas, _ table: inout ChartTable
  ) {
    let rows = rows(of: metric, in: data)
    let known = rows.compactMap { $0 }
    let most = known.map(\.value).filter(\.isFinite).max() ?? 0
    let scale = ChartScale(
      known.map(\.value)
        + known.filter(\.value.isFinite).map { min($0.ends.high, 1.4 * most) },
      of: ChartQuantity(metric.unit), strip: Self.strip / frame.width)
    var axis = scale.axis
    let words =
      (scale.zero == nil ? [] : [(share: scale.share(0), text: "none")])
      + (scale.endless == nil ? [] : [(share: scale.share(.infinity), text: "never")])
    axis.ticks = axis.fitting(frame.width, beside: words)
    canvas.place(frame)
    let better =
      metric.better == .neither ? "" : metric.better == .lower ? " ← better" : " better →"
    canvas.write(
      ChartText.shortened(
        metric.name, toPixels: frame.width + Self.roomForNumbers - 4, size: 13, isBold: true),
      x: frame.left, y: 84, isBold: true)
    canvas.write(
      (axis.isLogarithmic ? "log scale" : "") + better, x: frame.left, y: 518, size: 12,
      colour: ChartPalette.quietText)
    for (row, value) in rows.enumerated() {
      canvas.write(
        value?.strategy.text(of: metric.name) ?? "–", x: frame.right + 10,
        y: ChartCanvas.middle(ofRow: row, of: rows.count, in: frame), size: 12)
    }
    for (limit, word, share) in [
      (scale.zero?.end, "none", scale.zero.map { _ in scale.share(0) }),
      (scale.endless?.start, "never", scale.endless.map { _ in scale.share(.infinity) }),
    ] {
      guard let limit, let share else { continue }
      canvas.addLimit(at: limit, axis: "x")
      canvas.write(
        word, x: frame.left + share * frame.width, y: frame.bottom + 17, size: 12,
        alignment: .center)
    }
    canvas.add(axis.lines("x"))
    canvas.addRows(rows.count)
    canvas.showGrid("x")
    canvas.plot(elements(of: rows, metric, place, scale, &table))
  }

  private func elements(
    of rows: [Row?], _ metric: Metric, _ place: Int, _ scale: ChartScale, _ table: inout ChartTable
  ) -> [ChartElement] {
    let x = scale.expression(column: 3)
    return rows.enumerated().flatMap { index, row -> [ChartElement] in
      guard let row else { return [] }
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
      var elements: [ChartElement] = []
      if !row.seeds.isEmpty {
        let colour = ChartPalette.strategy(row.style).dropFirst()
        elements.append(
          ChartElement(
            "data every ::\(first + 1)::\(table.rowCount - 1) using \(x):2 with points "
              + "pointtype \(ChartPalette.point(row.style)) pointsize 0.6 "
              + "linecolor rgb '#90\(colour)'", of: label, title: "\(label), seeds"))
      }
      let own = "data every ::\(first)::\(first) using \(x):2"
      if row.ends.low < row.ends.high, row.value.isFinite {
        elements.append(
          .interval(
            "\(own):(\(scale.expression(endIn: 4))):(\(scale.expression(endIn: 5))) "
              + ChartCanvas.errorBar("x", colour: ChartPalette.text), of: label))
      }
      elements.append(
        ChartElement(
          "\(own) with points " + ChartCanvas.point(0, of: 1, style: row.style), of: label,
          title: "\(label): \(metric.name) \(row.strategy.text(of: metric.name))"))
      return elements
    }
  }
}
