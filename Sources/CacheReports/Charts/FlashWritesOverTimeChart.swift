internal import Measurement
internal import Results
internal import SimCore

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
    var panel = ChartPanel(frame, x: time, y: bytes, grid: [.y])
    panel.marks = lines.marks(
      rows, x: .column(unit.column), y: "cumulative_bytes",
      ends: ["low", "high"])
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
