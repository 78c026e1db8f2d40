internal import CacheMetrics
internal import DeviceModels
internal import Results
internal import SimCore

/// Two panels of stacked bars: write operations and bytes on flash by cause, a bar per strategy.
struct FlashWritesByCauseChart: Chart {
  let name = "flash-writes-by-cause"
  let title = "Why flash is written"
  let caption = """
    Writes to flash by cause, per device over the whole scenario: operations on the left, \
    bytes on the right. Few large writes and many small ones wear differently. Thin bars are 95 % \
    intervals of the totals over seeds. A bar that is broken off goes on far beyond the axis.
    """

  /// The maximum thickness of a bar, in pixels: few strategies need not fill the canvas.
  private static let maximumThickness = 56.0
  /// The share of an axis that stays free for the totals at the ends of the bars.
  fileprivate static let spaceForTotals = 0.2

  /// A panel: what it measures, and what ends the names of its columns.
  private struct Panel {
    let label: String
    let quantity: ChartQuantity
    let column: String
    /// What ends the names of its metrics, `flash_CAUSE_…`.
    let suffix: String

    func amount(of cause: String, under strategy: ChartStrategy) -> Double {
      strategy.amount(of: "flash_\(cause)_\(suffix)")
    }

    /// The confidence interval of all causes together.
    func ends(under strategy: ChartStrategy) -> (low: Double, high: Double) {
      strategy.interval(of: "flash_\(suffix)")
    }
  }

  private static let panels = [
    Panel(label: "write operations", quantity: .count, column: "operations", suffix: "write_ops"),
    Panel(label: "bytes written", quantity: .bytes, column: "bytes", suffix: "write_bytes"),
  ]

  /// The causes that may be drawn, by their names in metrics.
  var causes = FlashCause.allCases.map(\.word)

  func canvas(of all: ChartData) -> ChartCanvas {
    let data = all.including(boundsOf: .flashWrites)
    let causes = ChartPalette.order(of: causes.filter { isDrawn($0, of: data) })
    let colours = ChartPalette.colours(of: causes)
    var canvas = ChartCanvas(
      title: title, subtitle: "\(data.scenario) (per device)", table(of: data, causes: causes))
    let keys = zip(causes, colours).map { (ChartText.shortened($0, to: 26), $1) }
    let keyEnd = canvas.writeKey(areas: keys, y: 86)
    let labels = data.strategies.map(ChartCanvas.label)
    let left = ChartCanvas.leftOfBars(labels)
    let gap = 48.0
    let width = (ChartCanvas.width - ChartCanvas.margin - 12 - left - gap) / 2
    for (place, panel) in Self.panels.enumerated() {
      let start = left + Double(place) * (width + gap)
      let frame = ChartFrame(left: start, top: keyEnd + 12, right: start + width, bottom: 476)
      if place == 0 { canvas.writeRows(labels, beside: frame) }
      draw(panel, of: data, causes: causes, colours: colours, in: frame, on: &canvas)
    }
    return canvas
  }

  private static func drawBreak(x: Double, y: Double, on canvas: inout ChartCanvas) {
    for offset in [0.0, 6] {
      canvas.drawLine(
        from: (x + offset, y + 14), to: (x + offset + 7, y - 14),
        ChartStroke(colour: "#ffffff", width: 2.5))
    }
  }

  func reasonToOmit(from all: ChartData) -> String? {
    let data = all.including(boundsOf: .flashWrites)
    return causes.contains { isDrawn($0, of: data) } ? nil : "no strategy writes to flash"
  }

  private func isDrawn(_ cause: String, of data: ChartData) -> Bool {
    Self.panels.contains { panel in
      data.strategies.contains { panel.amount(of: cause, under: $0) > 0 }
    }
  }

  /// How long the bars of a panel are, and where they are cut.
  private struct Lengths {
    let totals: [Double]
    let ends: [(low: Double, high: Double)]
    /// The rows whose bars go on far beyond the axis.
    let beyond: [Int]
    let axis: ChartAxis
    let end: Double

    init(_ totals: [Double], _ ends: [(low: Double, high: Double)], _ quantity: ChartQuantity) {
      let rule = OutlierRule.top(of: totals)
      // The end of a wide interval does not stretch the axis.
      let tops = totals.indices.map { row in
        rule.beyond.contains(row) ? rule.top : min(ends[row].high, totals[row] * 1.5)
      }
      axis = ChartAxis.linear(
        upTo: tops.max() ?? 0, of: quantity, space: FlashWritesByCauseChart.spaceForTotals,
        count: 4)
      end = axis.high * (1 - FlashWritesByCauseChart.spaceForTotals)
      beyond = rule.beyond
      self.totals = totals
      self.ends = ends
    }

    func reach(_ row: Int) -> Double { min(max(totals[row], ends[row].high), end) }

    func cut(_ column: String) -> ChartTerm { .limited(.column(column), from: -.infinity, to: end) }
  }

  private func draw(
    _ panel: Panel, of data: ChartData, causes: [String], colours: [String],
    in frame: ChartFrame, on canvas: inout ChartCanvas
  ) {
    let totals = data.strategies.map { strategy in
      causes.map { panel.amount(of: $0, under: strategy) }.reduce(0, +)
    }
    let lengths = Lengths(totals, data.strategies.map(panel.ends), panel.quantity)
    canvas.write(panel.label, x: (frame.left + frame.right) / 2, y: 518, alignment: .center)
    for (row, total) in totals.enumerated() {
      let x = frame.left + lengths.reach(row) / lengths.axis.high * frame.width
      let y = ChartCanvas.middle(ofRow: row, of: totals.count, in: frame)
      if lengths.beyond.contains(row) { Self.drawBreak(x: x - 26, y: y, on: &canvas) }
      canvas.write(
        total > 0 ? panel.quantity.text(total) : "none", x: x + 6, y: y, size: 12,
        colour: total > 0 ? ChartPalette.text : ChartPalette.quietText)
    }
    var axis = lengths.axis
    axis.ticks = axis.fitting(frame.width)
    let half = ChartCanvas.halfBar(rows: totals.count, in: frame, most: Self.maximumThickness)
    let row: ChartTerm = "strategy_index"
    let boxes = data.strategies.enumerated().flatMap { index, strategy in
      causes.indices.filter { panel.amount(of: causes[$0], under: strategy) > 0 }.map { place in
        let line = index * causes.count + place
        let amount = panel.quantity.text(panel.amount(of: causes[place], under: strategy))
        return ChartMark(
          .box(colours[place]),
          by: [
            lengths.cut("\(panel.column)_from"), lengths.cut("\(panel.column)_to"), row + -half,
            row + half,
          ], rows: line...line, of: strategy.label, note: ", \(causes[place]): \(amount)")
      }
    }
    canvas.panels.append(
      ChartPanel(
        frame: frame, x: axis, y: .rows(totals.count), grid: [.x],
        marks: boxes + bars(of: panel, lengths, data, rowsEach: causes.count)))
  }

  private func bars(
    of panel: Panel, _ lengths: Lengths, _ data: ChartData, rowsEach: Int
  ) -> [ChartMark] {
    let (low, high) = ("total_\(panel.column)_low", "total_\(panel.column)_high")
    return lengths.totals.indices.filter {
      lengths.totals[$0] > 0 && lengths.ends[$0].low < lengths.ends[$0].high
        && !lengths.beyond.contains($0)
    }.map { row in
      ChartMark(
        .bar(.x, colour: ChartPalette.text),
        by: [lengths.cut(low), "strategy_index", .column(low), lengths.cut(high)],
        rows: (row * rowsEach)...(row * rowsEach), of: data.strategies[row].label,
        note: ChartMark.interval)
    }
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
        let ends = panel.ends(under: strategy)
        return [ends.low, ends.high]
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

/// Lines: bytes written to flash since the start, over virtual time, a line for each strategy.
struct FlashWritesOverTimeChart: Chart {
  let name = "flash-writes-over-time"
  let title = "What flash has taken so far"
  let caption = """
    Bytes written to flash per device since the start, over virtual time. A steady slope wears \
    flash for ever; a line that becomes flat has stored what the app needs. With several seeds a \
    band, or where lines are many a bar, is the 95 % confidence interval of the sum. A line that \
    leaves the chart has its end in the key.
    """

  func reasonToOmit(from all: ChartData) -> String? {
    let strategies = all.including(boundsOf: .flashWrites).strategies
    return strategies.contains { $0.flashBytesByInterval.contains { $0 > 0 } }
      ? nil : "no strategy writes to flash"
  }

  func canvas(of all: ChartData) -> ChartCanvas {
    let data = all.including(boundsOf: .flashWrites)
    let lengths = data.strategies.map {
      $0.interval.seconds * Double($0.flashBytesByInterval.count)
    }
    let length = lengths.max() ?? 0
    let unit = TimelineUnit(length: length)
    let (table, rows, totals) = table(of: data, in: unit, upTo: length / unit.seconds)
    let time = unit.axis(upTo: length, count: 7)
    let (bytes, beyond) = Self.axis(of: totals, data)
    let lines = ChartLines(
      labels: data.strategies.map(\.label), styles: data.styles,
      overlap: LineOverlap([
        rows.map { $0.rows.map { (time.share(table[$0, 1]), bytes.share(table[$0, 3])) } }
      ]), values: totals.map { $0 > 0 ? ChartQuantity.bytes.text($0) : "none" })
    let frame = ChartFrame(
      left: ChartCanvas.leftOfPlot(ticks: bytes), top: 86, right: lines.keyLeft - 24, bottom: 472)
    var canvas = ChartCanvas(
      title: title,
      subtitle:
        "\(data.scenario) (per device\(beyond.isEmpty ? "" : ", beyond the axis: \(beyond)"))",
      table)
    lines.writeKey(top: 96, on: &canvas)
    canvas.writeTitles(
      x: "virtual time (\(unit.name))", y: "bytes written since the start", around: frame)
    canvas.timeUnit = unit.name
    var panel = ChartPanel(frame: frame, x: time, y: bytes, grid: [.y])
    panel.marks = lines.marks(
      rows, x: .column(unit.column), y: "cumulative_bytes", ends: ["low", "high"])
    panel.told = zip(data.strategies, rows).map { strategy, line in
      ChartTold(strategy.label, ["", " after ", " \(unit.name)"], Array(line.rows)) { row in
        let (time, sum) = (table[row, 1], table[row, 3])
        let interval = ConfidenceInterval(from: table[row, 4], to: table[row, 5])
        let text = Display.text(sum, within: interval, .bytes)
        return (time, sum, [text, ChartQuantity.count.text(time)])
      }
    }
    canvas.panels = [panel]
    return canvas
  }

  /// The axis of bytes, and the names of those whose bytes lie far beyond all others'.
  private static func axis(of totals: [Double], _ data: ChartData) -> (ChartAxis, String) {
    let rule = OutlierRule.top(of: totals)
    let tops = totals.indices.filter { !rule.beyond.contains($0) }.map { index in
      // The end of a wide interval does not stretch the axis.
      max(
        totals[index],
        min(data.strategies[index].flashIntervals.last?.high ?? 0, totals[index] * 1.5))
    }
    let names = rule.beyond.map { ChartCanvas.label(data.strategies[$0]) }
    return (
      .linear(upTo: max(rule.top, tops.max() ?? 0), of: .bytes), names.joined(separator: ", ")
    )
  }

  /// A row at the start, one at the end of each interval, and one at the end of the axis.
  private func table(
    of data: ChartData, in unit: TimelineUnit, upTo length: Double
  ) -> (ChartTable, lines: [ChartLines.Drawn], totals: [Double]) {
    var table = ChartTable(
      numbers: ["strategy_index", unit.column, "bytes", "cumulative_bytes", "low", "high"],
      texts: ["strategy"])
    var lines: [ChartLines.Drawn] = []
    var totals: [Double] = []
    for (index, strategy) in data.strategies.enumerated() {
      let first = table.rowCount
      var total = 0.0
      var end = 0.0
      var ends = (low: 0.0, high: 0.0)
      table.add([Double(index), 0, 0, 0, 0, 0], [strategy.label])
      for (place, bytes) in strategy.flashBytesByInterval.map(ChartData.amount).enumerated() {
        total += bytes
        end = Double(place + 1) * strategy.interval.seconds / unit.seconds
        ends = (total, total)
        if strategy.flashIntervals.indices.contains(place) {
          let interval = strategy.flashIntervals[place]
          ends = (ChartData.amount(interval.low), ChartData.amount(interval.high))
        }
        table.add([Double(index), end, bytes, total, ends.low, ends.high], [strategy.label])
      }
      if end < length {
        table.add([Double(index), length, 0, total, ends.low, ends.high], [strategy.label])
      }
      let hasIntervals = strategy.flashIntervals.contains { $0.halfWidth > 0 }
      lines.append((index, first...(table.rowCount - 1), hasIntervals))
      totals.append(total)
    }
    return (table, lines, totals)
  }
}
