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

  func script(from all: ChartData) -> ChartScript {
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
        rows.map { $0.map { (time.share(table[$0, 1]), bytes.share(table[$0, 3])) } }
      ]), values: totals.map { $0 > 0 ? ChartQuantity.bytes.text($0) : "none" })
    let frame = ChartFrame(
      left: ChartCanvas.leftOfPlot(ticks: bytes), top: 86, right: lines.keyLeft - 24, bottom: 472)
    var canvas = ChartCanvas(
      title: title,
      subtitle:
        "\(data.scenario) (per device\(beyond.isEmpty ? "" : ", beyond the axis: \(beyond)"))")
    lines.writeKey(top: 96, on: &canvas)
    canvas.place(frame)
    canvas.write(
      "bytes written since the start", x: ChartCanvas.margin - 6,
      y: (frame.top + frame.bottom) / 2, alignment: .center, isUpright: true)
    canvas.write(
      "virtual time (\(unit.name))", x: (frame.left + frame.right) / 2, y: 518, alignment: .center)
    canvas.add(time.lines("x"))
    canvas.timelines = [ChartTimeline(time, in: frame, unit: unit.name)]
    canvas.add(bytes.lines("y"))
    canvas.showGrid("y")
    canvas.plot(elements(of: data, rows, lines))
    for (strategy, rows) in zip(data.strategies, rows) {
      canvas.tell(
        values(of: strategy, table, rows, unit.name) { frame.place($0, $1, on: (time, bytes)) })
    }
    return ChartScript(table: table, canvas)
  }

  /// The axis of bytes, and the names of those whose bytes lie far beyond all others'.
  private static func axis(of totals: [Double], _ data: ChartData) -> (ChartAxis, String) {
    let rule = OutlierRule.top(of: totals)
    let tops = totals.indices.filter { !rule.beyond.contains($0) }.map { index in
      // The end of a wide interval does not stretch the axis.
      totals[index]
        + min(
          ChartData.amount(data.strategies[index].flashHalfWidths.max() ?? 0), totals[index] / 2)
    }
    let names = rule.beyond.map { ChartCanvas.label(data.strategies[$0]) }
    return (
      .linear(upTo: max(rule.top, tops.max() ?? 0), of: .bytes), names.joined(separator: ", ")
    )
  }

  /// Bands for a few lines, bars for many, on which bands would hide each other.
  private func elements(
    of data: ChartData, _ rows: [ClosedRange<Int>], _ lines: ChartLines
  ) -> [ChartElement] {
    let banded = rows.indices.filter {
      data.strategies[$0].flashHalfWidths.contains { ChartData.amount($0) > 0 }
    }
    let hasBands = banded.count <= ChartCanvas.bandLimit
    let bands: [ChartElement] =
      !hasBands
      ? []
      : banded.map { index in
        ChartElement.interval(
          "data every ::\(rows[index].lowerBound)::\(rows[index].upperBound) "
            + "using 2:($4 > $5 ? $4 - $5 : 0):($4 + $5) "
            + ChartCanvas.band(style: data.styles[index]), of: data.strategies[index].label)
      }
    let drawn = rows.enumerated().map { index, rows in
      ChartElement(
        "data every ::\(rows.lowerBound)::\(rows.upperBound) using 2:4 with lines "
          + lines.line(index), of: data.strategies[index].label)
    }
    let marks: [ChartElement] =
      rows.count < 2
      ? []
      : rows.enumerated().map { index, rows in
        let hasBars = !hasBands && banded.contains(index)
        let marked = "data \(lines.every(index, of: rows)) using 2:4"
        return ChartElement(
          (hasBars
            ? "\(marked):($4 > $5 ? $4 - $5 : 0):($4 + $5) with yerrorbars linewidth 1 "
            : "\(marked) with points ")
            + lines.point(index), of: data.strategies[index].label)
      }
    return bands + drawn + marks
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

  /// A row at the start, one at the end of each interval, and one at the end of the axis.
  private func table(
    of data: ChartData, in unit: TimelineUnit, upTo length: Double
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
