internal import Measurement
internal import SimCore

/// Lines: bytes written to flash since the start, over virtual time, a line for each strategy.
struct FlashWritesOverTimeChart: Chart {
  let name = "flash-writes-over-time"
  let title = "What flash has taken so far"
  let caption = """
    Bytes written to flash per device since the start, over virtual time. A steady slope wears \
    flash for ever; a line that becomes flat has stored what the app needs. With several seeds a \
    band is the 95 % confidence interval of the sum.
    """

  func script(from all: ChartData) -> ChartScript {
    let data = all.including(boundsOf: .flashWrites)
    let styles = data.styles
    let lengths = data.strategies.map {
      $0.interval.seconds * Double($0.flashBytesByInterval.count)
    }
    let length = lengths.max() ?? 0
    let unit = Self.unit(of: length)
    let (table, lines, totals) = table(of: data, in: unit, upTo: length / unit.seconds)
    let keys = zip(data.strategies, totals).map { strategy, total in
      (ChartCanvas.label(strategy), total > 0 ? ChartQuantity.bytes.text(total) : "none")
    }
    let widest = keys.map { ChartText.width($0.0, size: ChartCanvas.labelSize) }.max() ?? 0
    let keyLeft = ChartCanvas.width - ChartCanvas.margin - max(widest, 60) - 33 - 74
    let frame = ChartFrame(left: 96, top: 86, right: keyLeft - 24, bottom: 472)
    var canvas = ChartCanvas(title: title, subtitle: "\(data.scenario) (per device)")
    for (index, key) in keys.enumerated() {
      let y = 96 + Double(index) * ChartCanvas.keyPitch(keys.count)
      canvas.writeKey(key.0, .strategy(styles[index]), x: keyLeft, y: y)
      canvas.write(
        key.1, x: ChartCanvas.width - ChartCanvas.margin, y: y, colour: ChartPalette.quietText,
        alignment: .right)
    }
    canvas.place(frame)
    canvas.write(
      "bytes written since the start", x: ChartCanvas.margin + 4,
      y: (frame.top + frame.bottom) / 2, alignment: .center, isUpright: true)
    canvas.write(
      "virtual time (\(unit.name))", x: (frame.left + frame.right) / 2, y: 518, alignment: .center)
    let time = Self.timeAxis(length / unit.seconds)
    canvas.add(time.lines("x"))
    canvas.timeline = ChartTimeline(time, in: frame, unit: unit.name)
    let tops = zip(totals, data.strategies).map { total, strategy in
      total + ChartData.amount(strategy.flashHalfWidths.max() ?? 0)
    }
    let bytes = ChartAxis.linear(upTo: tops.max() ?? 0, of: .bytes)
    canvas.add(bytes.lines("y"))
    canvas.showGrid("y")
    let banded = lines.indices.filter {
      data.strategies[$0].flashHalfWidths.contains { ChartData.amount($0) > 0 }
    }
    canvas.plot(
      banded.map { index in
        ChartElement.interval(
          "data every ::\(lines[index].lowerBound)::\(lines[index].upperBound) "
            + "using 2:($4 > $5 ? $4 - $5 : 0):($4 + $5) "
            + ChartCanvas.band(style: styles[index]), of: data.strategies[index].label)
      }
        + lines.enumerated().map { index, rows in
          ChartElement(
            "data every ::\(rows.lowerBound)::\(rows.upperBound) using 2:4 with lines "
              + ChartCanvas.line(index, of: lines.count, style: styles[index]),
            of: data.strategies[index].label)
        })
    for (strategy, rows) in zip(data.strategies, lines) {
      canvas.tell(
        values(of: strategy, table, rows, unit.name) { frame.place($0, $1, on: (time, bytes)) })
    }
    return ChartScript(table: table, canvas)
  }

  /// What the line of a strategy tells, which is drawn of some rows of the table.
  private func values(
    of strategy: ChartStrategy, _ table: ChartTable, _ rows: ClosedRange<Int>, _ unit: String,
    at place: (Double, Double) -> ChartValue.Place
  ) -> [ChartValue] {
    ChartValue.told(of: Array(rows)).map { row in
      let (time, sum, half) = (table[row, 1], table[row, 3], table[row, 4])
      return ChartValue(
        series: strategy.label, place: place(time, sum),
        text: "\(strategy.label): \(Display.text(sum, plusOrMinus: half, .bytes)) after "
          + "\(ChartQuantity.count.text(time)) \(unit)")
    }
  }

  /// The unit of time in which a length is a handy number.
  private static func unit(of length: Double) -> (name: String, column: String, seconds: Double) {
    if length > 2 * 86_400 { return ("days", "day", 86_400) }
    if length > 2 * 3_600 { return ("hours", "hour", 3_600) }
    return ("minutes", "minute", 60)
  }

  /// An axis that ends with the scenario.
  private static func timeAxis(_ length: Double) -> ChartAxis {
    let round = ChartAxis.linear(upTo: length, of: .count, count: 7)
    guard length > 0 else { return round }
    let ticks = round.ticks.filter { $0.value <= length * 1.000_001 }
    return ChartAxis(low: 0, high: length, isLogarithmic: false, ticks: ticks)
  }

  /// A row at the start, one at the end of each interval, and one at the end of the axis.
  private func table(
    of data: ChartData, in unit: (name: String, column: String, seconds: Double),
    upTo length: Double
  ) -> (ChartTable, lines: [ClosedRange<Int>], totals: [Double]) {
    var table = ChartTable(
      numbers: ["strategy_index", unit.column, "bytes", "cumulative_bytes", "half_width_95"],
      texts: ["strategy"])
    var lines: [ClosedRange<Int>] = []
    var totals: [Double] = []
    for (index, strategy) in data.strategies.enumerated() {
      let first = table.rowCount
      var total = 0.0
      var end = 0.0
      var half = 0.0
      table.add([Double(index), 0, 0, 0, 0], [strategy.label])
      for (place, bytes) in strategy.flashBytesByInterval.map(ChartData.amount).enumerated() {
        total += bytes
        end = Double(place + 1) * strategy.interval.seconds / unit.seconds
        if strategy.flashHalfWidths.indices.contains(place) {
          half = ChartData.amount(strategy.flashHalfWidths[place])
        }
        table.add([Double(index), end, bytes, total, half], [strategy.label])
      }
      if end < length { table.add([Double(index), length, 0, total, half], [strategy.label]) }
      lines.append(first...(table.rowCount - 1))
      totals.append(total)
    }
    return (table, lines, totals)
  }
}
