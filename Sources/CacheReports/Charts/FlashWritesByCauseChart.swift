internal import DeviceModels
internal import Measurement

/// Two panels of stacked bars: write operations and bytes on flash by cause, a bar per strategy.
struct FlashWritesByCauseChart: Chart {
  let name = "flash-writes-by-cause"
  let title = "Why flash is written"
  let caption = """
    Writes to flash by cause, per device over the whole scenario: operations on the left, \
    bytes on the right. Few large writes and many small ones wear differently. Thin bars are 95 % \
    intervals of the totals over seeds.
    """

  /// The maximum thickness of a bar, in pixels: few strategies need not fill the canvas.
  private static let maximumThickness = 56.0
  /// The share of an axis that stays free for the totals at the ends of the bars.
  private static let spaceForTotals = 0.2

  /// A panel: what it measures, and the columns of the table where a segment begins and ends.
  private struct Panel {
    let label: String
    let quantity: ChartQuantity
    let columns: (from: Int, to: Int)
    /// The columns of the ends of the total's confidence interval.
    let ends: (low: Int, high: Int)
    /// What ends the names of its metrics, `flash_CAUSE_…`.
    let suffix: String

    /// The metric of a cause.
    func amount(of cause: String, under strategy: ChartStrategy) -> Double {
      strategy.amount(of: "flash_\(cause)_\(suffix)")
    }

    /// How far the confidence interval of all causes together reaches to both sides.
    func halfWidth(under strategy: ChartStrategy) -> Double {
      strategy.halfWidths["flash_\(suffix)"] ?? 0
    }
  }

  private static let panels = [
    Panel(
      label: "write operations", quantity: .count, columns: (4, 5), ends: (9, 10),
      suffix: "write_ops"),
    Panel(
      label: "bytes written", quantity: .bytes, columns: (7, 8), ends: (11, 12),
      suffix: "write_bytes"),
  ]

  /// The causes that may be drawn, by their names in metrics.
  var causes = FlashCause.allCases.map(\.word)

  func script(from all: ChartData) -> ChartScript {
    let data = all.including(boundsOf: .flashWrites)
    let causes = ChartPalette.order(of: causes.filter { isDrawn($0, of: data) })
    let colours = ChartPalette.colours(of: causes)
    var canvas = ChartCanvas(title: title, subtitle: "\(data.scenario) (per device)")
    let keys = zip(causes, colours).map { (ChartText.shortened($0, to: 26), $1) }
    let keyEnd = canvas.writeKey(areas: keys, y: 86)
    let labels = data.strategies.map(ChartCanvas.label)
    let left = ChartCanvas.leftOfBars(labels)
    let width = (ChartCanvas.width - ChartCanvas.margin - left - 30) / 2
    canvas.add("set multiplot")
    for (place, panel) in Self.panels.enumerated() {
      let start = left + Double(place) * (width + 30)
      let frame = ChartFrame(left: start, top: keyEnd + 12, right: start + width, bottom: 476)
      if place == 0 { canvas.writeRows(labels, beside: frame) }
      draw(panel, of: data, causes: causes, colours: colours, in: frame, on: &canvas)
    }
    canvas.add("unset multiplot")
    return ChartScript(table: table(of: data, causes: causes), canvas)
  }

  /// Whether a strategy wrote anything for a cause.
  private func isDrawn(_ cause: String, of data: ChartData) -> Bool {
    Self.panels.contains { panel in
      data.strategies.contains { panel.amount(of: cause, under: $0) > 0 }
    }
  }

  private func draw(
    _ panel: Panel, of data: ChartData, causes: [String], colours: [String],
    in frame: ChartFrame, on canvas: inout ChartCanvas
  ) {
    let totals = data.strategies.map { strategy in
      causes.map { panel.amount(of: $0, under: strategy) }.reduce(0, +)
    }
    let halfWidths = data.strategies.map(panel.halfWidth)
    let reach = zip(totals, halfWidths).map { $0 + $1 }
    let axis = ChartAxis.linear(
      upTo: reach.max() ?? 0, of: panel.quantity, space: Self.spaceForTotals, count: 4)
    canvas.place(frame)
    canvas.write(panel.label, x: (frame.left + frame.right) / 2, y: 518, alignment: .center)
    for (row, total) in totals.enumerated() {
      canvas.write(
        total > 0 ? panel.quantity.text(total) : "none",
        x: frame.left + reach[row] / axis.high * frame.width + 6,
        y: ChartCanvas.middle(ofRow: row, of: totals.count, in: frame), size: 12,
        colour: total > 0 ? ChartPalette.text : ChartPalette.quietText)
    }
    canvas.add(axis.lines("x"))
    canvas.addRows(totals.count)
    canvas.showGrid("x")
    let half = ChartCanvas.halfBar(rows: totals.count, in: frame, most: Self.maximumThickness)
    let (from, to) = panel.columns
    let bars = totals.indices.filter { totals[$0] > 0 && halfWidths[$0] > 0 }.map { row in
      let line = row * causes.count
      return ChartElement.interval(
        "data every ::\(line)::\(line) "
          + "using (($\(panel.ends.low) + $\(panel.ends.high)) / 2):1"
          + ":\(panel.ends.low):\(panel.ends.high) "
          + ChartCanvas.errorBar("x", colour: ChartPalette.text),
        of: data.strategies[row].label)
    }
    // gnuplot 5.4 does not survive to draw boxes of which none is there.
    let boxes = data.strategies.enumerated().flatMap { row, strategy in
      causes.indices.filter { panel.amount(of: causes[$0], under: strategy) > 0 }.map { place in
        let line = row * causes.count + place
        let amount = panel.quantity.text(panel.amount(of: causes[place], under: strategy))
        return ChartElement(
          "data every ::\(line)::\(line) using (($\(from) + $\(to)) / 2):1:\(from):\(to)"
            + ":($1 - \(half)):($1 + \(half)) with boxxyerror fillcolor rgb '\(colours[place])'",
          of: strategy.label, title: "\(strategy.label), \(causes[place]): \(amount)")
      }
    }
    canvas.plot(boxes + bars)
  }

  private func table(of data: ChartData, causes: [String]) -> ChartTable {
    var table = ChartTable(
      numbers: [
        "strategy_index", "cause_index", "operations", "operations_from", "operations_to",
        "bytes", "bytes_from", "bytes_to", "total_operations_low", "total_operations_high",
        "total_bytes_low", "total_bytes_high",
      ], texts: ["cause", "strategy"])
    for (index, strategy) in data.strategies.enumerated() {
      var ends = [0.0, 0.0]
      let intervals = Self.panels.flatMap { panel in
        let total = causes.map { panel.amount(of: $0, under: strategy) }.reduce(0, +)
        let half = panel.halfWidth(under: strategy)
        return [max(total - half, 0), total + half]
      }
      for (place, cause) in causes.enumerated() {
        var row = [Double(index), Double(place)]
        for (panel, end) in zip(Self.panels, ends.indices) {
          let amount = panel.amount(of: cause, under: strategy)
          row += [amount, ends[end], ends[end] + amount]
          ends[end] += amount
        }
        table.add(row + intervals, [cause, strategy.label])
      }
    }
    return table
  }
}
