internal import Measurement

/// Labelled points: the wait for first content against bytes written to flash, per strategy.
///
/// Where points are too near each other for labels, a key names them.
struct LatencyAgainstFlashChart: Chart {
  let name = "latency-against-flash"
  let title = "What a shorter wait costs in flash"
  let caption = """
    The wait that 95 % of all opens stay within, against bytes written to flash per device and \
    day. Lower and further left is better; a strategy to the upper right of another is dominated \
    by it. Bars are 95 % intervals over seeds. Less than 1 ms is drawn as 1 ms; \
    none, and an infinite wait where more than 5 % stayed blank, have strips \
    of their own.
    """

  /// The minimum wait that is drawn, in milliseconds: users perceive no difference below it.
  private static let minimumWait = 1.0
  /// The widths of the strips for no flash and for an infinite wait, in pixels: labels fit.
  private static let strip = (none: 90.0, never: 46.0)

  func script(from all: ChartData) -> ChartScript {
    let data = all.including(boundsOf: .flashWrites)
    let styles = data.styles
    let flash = data.strategies.map { $0.amount(of: "flash_write_bytes_per_device_day") }
    let waits = data.strategies.map(Self.wait)
    let intervals = data.strategies.map(Self.interval)
    let reach = (
      flash: flash + intervals.map(\.flash.high),
      wait: waits + zip(waits, intervals).map { $0.isFinite ? $1.wait.high : $0 }
    )
    let names = data.strategies.map(ChartCanvas.label)
    let widths = names.map { ChartText.width($0, size: ChartCanvas.labelSize) }
    let keyLeft = ChartCanvas.width - ChartCanvas.margin - (widths.max() ?? 0) - 22
    var canvas = ChartCanvas(title: title, subtitle: data.scenario)
    var frame = ChartFrame(left: 104, top: 92, right: 858, bottom: 462)
    var (horizontal, vertical) = scales(reach.flash, reach.wait, in: frame)
    let middles = zip(flash, waits).map { flash, wait in
      (
        x: frame.left + horizontal.share(flash) * frame.width,
        y: frame.bottom - vertical.share(wait) * frame.height
      )
    }
    let obstacles = zip(middles, intervals).flatMap { point, interval in
      Self.boxes(of: interval, around: point, horizontal, vertical, in: frame)
    }
    let places = LabelPlacement(frame: frame, points: middles, widths: widths, bars: obstacles)
      .places()
    if let places {
      write(names, in: places, at: middles, on: &canvas)
    } else {
      frame.right = keyLeft - 30
      (horizontal, vertical) = scales(reach.flash, reach.wait, in: frame)
      for (index, name) in names.enumerated() {
        let y = frame.top + 10 + Double(index) * ChartCanvas.keyPitch(names.count)
        canvas.writeKey(name, .point(styles[index]), x: keyLeft, y: y)
      }
    }
    canvas.place(frame)
    writeAxes(horizontal, vertical, in: frame, on: &canvas)
    canvas.showGrid("x", "y")
    let bars = data.strategies.indices.flatMap { index in
      Self.bars(
        of: intervals[index], row: index, colour: ChartPalette.strategy(styles[index]), horizontal,
        vertical, hasWait: waits[index].isFinite
      ).map { ChartElement.interval($0, of: data.strategies[index].label) }
    }
    let count = places == nil ? data.strategies.count : nil
    let points = Self.points(of: data, horizontal, vertical, largest: count)
    canvas.plot(bars + points)
    return ChartScript(table: table(of: data, flash, waits, intervals), canvas)
  }

  /// The points; where labels do not name them, the first of `largest` points are larger.
  private static func points(
    of data: ChartData, _ horizontal: ChartScale, _ vertical: ChartScale, largest: Int?
  ) -> [ChartElement] {
    let styles = data.styles
    return data.strategies.enumerated().map { index, strategy in
      ChartElement(
        "data every ::\(index)::\(index) using \(horizontal.expression(column: 2))"
          + ":\(vertical.expression(column: 3)) with points "
          + ChartCanvas.point(index, of: largest ?? index + 1, style: styles[index]),
        of: strategy.label, title: title(of: strategy))
    }
  }

  private static func wait(of strategy: ChartStrategy) -> Double {
    let metric = "first_content_p95_ms"
    return strategy.metrics[metric] == .infinity
      ? .infinity : max(strategy.amount(of: metric), minimumWait)
  }

  /// What the point of a strategy says.
  private static func title(of strategy: ChartStrategy) -> String {
    let wait = strategy.text(of: "first_content_p95_ms")
    let flash = strategy.text(of: "flash_write_bytes_per_device_day")
    return "\(strategy.label): first content within \(wait) for 95 % of all opens, "
      + "\(flash) to flash per device and day"
  }

  /// The ends of a strategy's confidence intervals.
  private typealias Interval = (
    flash: (low: Double, high: Double), wait: (low: Double, high: Double)
  )

  private static func interval(of strategy: ChartStrategy) -> Interval {
    let wait = strategy.interval(of: "first_content_p95_ms")
    return (
      flash: strategy.interval(of: "flash_write_bytes_per_device_day"),
      wait: (low: max(wait.low, minimumWait), high: max(wait.high, minimumWait))
    )
  }

  /// Where the error bars of a point are, in pixels.
  private static func boxes(
    of interval: Interval, around point: (x: Double, y: Double), _ horizontal: ChartScale,
    _ vertical: ChartScale, in frame: ChartFrame
  ) -> [LabelPlacement.Box] {
    let ends = [interval.flash.low, interval.flash.high].map {
      frame.left + horizontal.share(ofEnd: $0) * frame.width
    }
    let heights = [interval.wait.high, interval.wait.low].map {
      frame.bottom - vertical.share(ofEnd: $0) * frame.height
    }
    return [
      LabelPlacement.Box(left: ends[0], top: point.y - 4, right: ends[1], bottom: point.y + 4),
      LabelPlacement.Box(
        left: point.x - 4, top: heights[0], right: point.x + 4, bottom: heights[1]),
    ]
  }

  /// The error bars of a row of the table.
  private static func bars(
    of interval: Interval, row index: Int, colour: String, _ horizontal: ChartScale,
    _ vertical: ChartScale, hasWait: Bool
  ) -> [String] {
    let (x, y) = (horizontal.expression(column: 2), vertical.expression(column: 3))
    let row = "data every ::\(index)::\(index) using \(x):\(y)"
    var bars: [String] = []
    if interval.flash.low < interval.flash.high {
      bars.append(
        row + ":(\(horizontal.expression(endIn: 4))):(\(horizontal.expression(endIn: 5))) "
          + ChartCanvas.errorBar("x", colour: colour))
    }
    if hasWait, interval.wait.low < interval.wait.high {
      bars.append(
        row + ":(\(vertical.expression(endIn: 6))):(\(vertical.expression(endIn: 7))) "
          + ChartCanvas.errorBar("y", colour: colour))
    }
    return bars
  }

  private func table(
    of data: ChartData, _ flash: [Double], _ waits: [Double], _ intervals: [Interval]
  ) -> ChartTable {
    var table = ChartTable(
      numbers: [
        "strategy_index", "flash_bytes_per_device_day", "first_content_p95_ms", "flash_low",
        "flash_high", "wait_low", "wait_high",
      ], texts: ["strategy"])
    for (index, strategy) in data.strategies.enumerated() {
      let (flashEnds, waitEnds) = intervals[index]
      table.add(
        [
          Double(index), flash[index], waits[index], flashEnds.low, flashEnds.high, waitEnds.low,
          waitEnds.high,
        ], [strategy.label])
    }
    return table
  }

  private func writeAxes(
    _ horizontal: ChartScale, _ vertical: ChartScale, in frame: ChartFrame,
    on canvas: inout ChartCanvas
  ) {
    canvas.add(horizontal.axis.lines("x"))
    canvas.add(vertical.axis.lines("y"))
    let dotted = "nohead back linecolor rgb '\(ChartPalette.guide)' linewidth 1 dashtype (2,4)"
    if let zero = horizontal.zero {
      let end = GnuplotText.number(zero.end)
      canvas.add("set arrow from first \(end), graph 0 to first \(end), graph 1 \(dotted)")
      canvas.write(
        "none", x: frame.left + Self.strip.none / 2, y: frame.bottom + 17, alignment: .center)
    }
    if let endless = vertical.endless {
      let start = GnuplotText.number(endless.start)
      canvas.add("set arrow from graph 0, first \(start) to graph 1, first \(start) \(dotted)")
      canvas.write(
        "never", x: frame.left - 10, y: frame.top + Self.strip.never / 2, alignment: .right)
    }
    canvas.write(
      "bytes written to flash per device and day"
        + (horizontal.axis.isLogarithmic ? " (log scale)" : ""),
      x: (frame.left + frame.right) / 2, y: 512, alignment: .center)
    canvas.write(
      "first content, 95th percentile of all opens"
        + (vertical.axis.isLogarithmic ? " (log scale)" : ""),
      x: ChartCanvas.margin + 4, y: (frame.top + frame.bottom) / 2, alignment: .center,
      isUpright: true)
    canvas.write(
      "better: lower, and further left", x: frame.right, y: 76, size: 12,
      colour: ChartPalette.quietText, alignment: .right)
  }

  private func scales(
    _ flash: [Double], _ waits: [Double], in frame: ChartFrame
  ) -> (ChartScale, ChartScale) {
    (
      ChartScale(flash, of: .bytes, strip: Self.strip.none / frame.width),
      ChartScale(waits, of: .milliseconds, strip: Self.strip.never / frame.height)
    )
  }

  private func write(
    _ names: [String], in places: [LabelPlacement.Place], at points: [(x: Double, y: Double)],
    on canvas: inout ChartCanvas
  ) {
    for (index, place) in places.enumerated() {
      let box = place.box
      let middle = (box.left + box.right) / 2
      let height = (box.top + box.bottom) / 2
      if let leader = place.leader {
        canvas.drawLine(
          from: leader.start, to: leader.end, colour: ChartPalette.axis, width: 0.7)
      }
      let isRight = box.left > points[index].x
      let isLeft = box.right < points[index].x
      canvas.write(
        names[index], x: isRight ? box.left : isLeft ? box.right : middle, y: height,
        alignment: isRight ? .left : isLeft ? .right : .center)
    }
  }
}
