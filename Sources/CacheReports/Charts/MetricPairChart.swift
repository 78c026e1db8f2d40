internal import CacheMetrics
internal import SimCore

/// Labelled points: one metric against another, a point for each strategy with intervals in both
/// directions, and a faint one for each seed.
///
/// Where points are too near each other for labels, a key names them.
struct MetricPairChart: Chart {
  /// A metric, and what its axis is called.
  struct Side: Sendable {
    let metric: Metric
    let title: String
    /// Less is drawn as this: users perceive no difference below it.
    var minimum = 0.0

    var quantity: ChartQuantity { ChartQuantity(metric.unit) }
  }

  let name: String
  let title: String
  let caption: String
  private let x: Side
  private let y: Side
  private let bound: OracleBound.Quantity?

  /// The widths of the strips for zero and infinity, in pixels: labels fit.
  private static let strip = (x: 90.0, y: 46.0)
  /// More seeds than these are no points of their own.
  private static let seedLimit = 12

  /// The wait for first content against bytes written to flash, which every report has.
  static let latencyAgainstFlash = MetricPairChart(
    name: "latency-against-flash", title: "What a shorter wait costs in flash",
    caption:
      "The wait that 95 % of all opens stay within, against bytes written to flash per device "
      + "and day. Less than 1 ms is drawn as 1 ms.",
    x: Side(
      metric: metric("flash_write_bytes_per_device_day"),
      title: "bytes written to flash per device and day"),
    y: Side(
      metric: metric("first_content_p95_ms"),
      title: "first content, 95th percentile of all opens", minimum: 1),
    bound: .flashWrites)

  /// Letters and digits, with hyphens for all else: tags may have any signs.
  private static func fileName(_ text: String) -> String {
    text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
  }

  init(_ x: Metric, against y: Metric) {
    self.init(
      name: Self.fileName("\(y.name)-against-\(x.name)"),
      title: "\(y.name) against \(x.name)", caption: "\(y.name) against \(x.name).",
      x: Side(metric: x, title: ChartText.words(ofMetric: x.name)),
      y: Side(metric: y, title: ChartText.words(ofMetric: y.name)), bound: nil)
  }

  private init(
    name: String, title: String, caption: String, x: Side, y: Side, bound: OracleBound.Quantity?
  ) {
    self.name = name
    self.title = title
    self.caption =
      caption + " A strategy that is better in both than another dominates it; rings are around "
      + "those that none dominates. Bars are 95 % intervals over seeds, with an arrow where they "
      + "go on, small points are seeds; zero and infinity, where an axis has no place for them, "
      + "have strips of their own."
    self.x = x
    self.y = y
    self.bound = bound
  }

  private static func metric(_ name: String) -> Metric {
    guard let metric = MetricCatalog.metric(named: name) else {
      preconditionFailure("the catalogue has \(name)")
    }
    return metric
  }

  var metrics: [String] { [x.metric.name, y.metric.name] }

  private struct Point {
    let label: String
    let style: Int
    let x: Double
    let y: Double
    let xEnds: (low: Double, high: Double)
    let yEnds: (low: Double, high: Double)
    let seeds: [(x: Double, y: Double)]
  }

  func reasonToOmit(from data: ChartData) -> String? {
    let points = points(of: data.including(boundsOf: bound))
    if points.isEmpty { return "no strategy has a value of both" }
    if points.allSatisfy({ $0.x == points[0].x && $0.y == points[0].y }), points.count > 1 {
      return "all strategies have the same values"
    }
    return nil
  }

  func canvas(of all: ChartData) -> ChartCanvas {
    let data = all.including(boundsOf: bound)
    let points = points(of: data)
    var canvas = ChartCanvas(title: title, subtitle: data.scenario, table(of: points))
    let names = points.map { ChartCanvas.label($0.label) }
    let widths = names.map { ChartText.width($0, size: ChartCanvas.labelSize) }
    var frame = ChartFrame(left: 0, top: 92, right: 858, bottom: 462)
    frame.left = ChartCanvas.leftOfPlot(ticks: scale(of: points, \.y, y, 0).axis, and: ["never"])
    var axes = scales(of: points, in: frame)
    let marks = self.places(of: points, axes, in: frame)
    // Of points that lie on each other a name alone does not say which is meant.
    let areCrowded = marks.map { mark in
      marks.count { abs($0.x - mark.x) < 16 && abs($0.y - mark.y) < 16 } > 1
    }
    let places = places(of: points, widths, areCrowded, axes, in: frame)
    if let places {
      write(names, points, in: places, at: marks, on: &canvas)
    } else {
      frame.right = ChartCanvas.width - ChartCanvas.margin - (widths.max() ?? 0) - 52
      axes = scales(of: points, in: frame)
      for (index, name) in names.enumerated() {
        canvas.writeKey(
          name, .point(ChartPalette.marker(points[index].style, size: 1.4)), x: frame.right + 30,
          y: frame.top + 10 + Double(index) * ChartCanvas.keyPitch(names.count))
      }
    }
    writeAxes(axes, in: frame, on: &canvas)
    var panel = ChartPanel(frame: frame, x: axes.x.axis, y: axes.y.axis, grid: [.x, .y])
    panel.limitStrips(of: axes.x, .x)
    panel.limitStrips(of: axes.y, .y)
    panel.scales = ((axes.x, x.quantity), (axes.y, y.quantity))
    panel.marks =
      seedMarks(of: points, axes, &canvas.table)
      + self.marks(of: points, data, axes, at: self.places(of: points, axes, in: frame))
    canvas.panels = [panel]
    return canvas
  }

  private func points(of data: ChartData) -> [Point] {
    let styles = data.styles
    return data.strategies.enumerated().compactMap { index, strategy in
      guard let horizontal = value(x, strategy.metrics), let vertical = value(y, strategy.metrics)
      else { return nil }
      let seeds = strategy.seedMetrics.compactMap { metrics in
        value(x, metrics).flatMap { x in value(y, metrics).map { (x: x, y: $0) } }
      }
      return Point(
        label: strategy.label, style: styles[index], x: horizontal, y: vertical,
        xEnds: ends(x, strategy), yEnds: ends(y, strategy),
        seeds: (2...Self.seedLimit).contains(seeds.count) ? seeds : [])
    }
  }

  private func value(_ side: Side, _ metrics: [String: Double]) -> Double? {
    metrics[side.metric.name].map { max($0, side.minimum) }
  }

  private func ends(_ side: Side, _ strategy: ChartStrategy) -> (low: Double, high: Double) {
    let interval = strategy.interval(of: side.metric.name)
    return (max(interval.low, side.minimum), max(interval.high, side.minimum))
  }

  private typealias Axes = (x: ChartScale, y: ChartScale)

  private func scales(of points: [Point], in frame: ChartFrame) -> Axes {
    (
      scale(of: points, \.x, x, Self.strip.x / frame.width),
      scale(of: points, \.y, y, Self.strip.y / frame.height)
    )
  }

  /// A scale for the values and, as far as they do not stretch it, the ends of their intervals.
  private func scale(
    of points: [Point], _ value: KeyPath<Point, Double>, _ side: Side, _ strip: Double
  ) -> ChartScale {
    let values = points.map { $0[keyPath: value] }
    let most = values.filter(\.isFinite).max() ?? 0
    let ends = points.filter { $0[keyPath: value].isFinite }.map {
      min(value == \Point.x ? $0.xEnds.high : $0.yEnds.high, 1.4 * most)
    }
    return ChartScale(values + ends, of: side.quantity, strip: strip)
  }

  private func places(
    of points: [Point], _ axes: Axes, in frame: ChartFrame
  ) -> [(x: Double, y: Double)] {
    points.map {
      (
        frame.left + axes.x.share($0.x) * frame.width,
        frame.bottom - axes.y.share($0.y) * frame.height
      )
    }
  }

  /// Places for the names, beside the bars where that can be, or else on them.
  private func places(
    of points: [Point], _ widths: [Double], _ areJoined: [Bool], _ axes: Axes, in frame: ChartFrame
  ) -> [LabelPlacement.Place]? {
    let marks = places(of: points, axes, in: frame)
    let bars = zip(points, marks).flatMap { point, mark -> [ChartFrame] in
      [
        ChartFrame(
          left: frame.left + axes.x.share(ofEnd: point.xEnds.low) * frame.width, top: mark.y - 4,
          right: frame.left + axes.x.share(ofEnd: point.xEnds.high) * frame.width,
          bottom: mark.y + 4),
        ChartFrame(
          left: mark.x - 4,
          top: frame.bottom - axes.y.share(ofEnd: point.yEnds.high) * frame.height,
          right: mark.x + 4,
          bottom: frame.bottom - axes.y.share(ofEnd: point.yEnds.low) * frame.height),
      ]
    }
    var placement = LabelPlacement(
      frame: frame, points: marks, widths: widths, areJoined: areJoined, bars: bars)
    if let places = placement.places() { return places }
    // A name may lie on the far end of a bar, but not where the bar meets its point.
    placement.bars = bars.enumerated().map { index, bar in
      let mark = marks[index / 2]
      return ChartFrame(
        left: max(bar.left, mark.x - 60), top: max(bar.top, mark.y - 40),
        right: min(bar.right, mark.x + 60), bottom: min(bar.bottom, mark.y + 40))
    }
    return placement.places()
  }

  private func writeAxes(_ axes: Axes, in frame: ChartFrame, on canvas: inout ChartCanvas) {
    canvas.writeStrips(of: axes.x, .x, beside: frame)
    canvas.writeStrips(of: axes.y, .y, beside: frame)
    canvas.writeTitles(
      x: axes.x.axis.title(x.title), y: axes.y.axis.title(y.title), around: frame, below: 512)
    canvas.writeBetter(x: x.metric.better, y: y.metric.better, around: frame)
  }

  private func write(
    _ names: [String], _ points: [Point], in places: [LabelPlacement.Place],
    at marks: [(x: Double, y: Double)], on canvas: inout ChartCanvas
  ) {
    for (index, place) in places.enumerated() {
      let box = place.box
      if let leader = place.leader {
        canvas.drawLine(
          from: leader.start, to: leader.end,
          ChartStroke(colour: ChartPalette.strategy(points[index].style)), of: points[index].label)
      }
      let isRight = box.left > marks[index].x
      let isLeft = box.right < marks[index].x
      canvas.write(
        names[index], x: isRight ? box.left : isLeft ? box.right : (box.left + box.right) / 2,
        y: (box.top + box.bottom) / 2, alignment: isRight ? .left : isLeft ? .right : .center)
    }
  }

  private func table(of points: [Point]) -> ChartTable {
    let (x, y) = (x.metric.name, y.metric.name)
    var table = ChartTable(
      numbers: [
        "strategy_index", x, y, "\(x)_low", "\(x)_high", "\(y)_low", "\(y)_high",
      ], texts: ["strategy", "of"])
    for (index, point) in points.enumerated() {
      table.add(
        [
          Double(index), point.x, point.y, point.xEnds.low, point.xEnds.high, point.yEnds.low,
          point.yEnds.high,
        ], [point.label, "all seeds"])
    }
    return table
  }

  private func terms(_ axes: Axes) -> [ChartTerm] {
    [axes.x.placed(.column(x.metric.name)), axes.y.placed(.column(y.metric.name))]
  }

  /// Small points for seeds, whose rows come after those of the strategies.
  private func seedMarks(
    of points: [Point], _ axes: Axes, _ table: inout ChartTable
  ) -> [ChartMark] {
    points.enumerated().compactMap { index, point in
      guard !point.seeds.isEmpty else { return nil }
      let first = table.rowCount
      for (number, seed) in point.seeds.enumerated() {
        table.add(
          [Double(index), seed.x, seed.y, seed.x, seed.x, seed.y, seed.y],
          [point.label, "seed \(number + 1)"])
      }
      return ChartMark(
        .points(ChartPalette.marker(point.style, size: 0.5, isFaint: true)), by: terms(axes),
        rows: first...(table.rowCount - 1), of: point.label, note: ", seeds")
    }
  }

  /// The points with their intervals; one below others that lie on it is larger, so that it shows.
  private func marks(
    of points: [Point], _ data: ChartData, _ axes: Axes, at places: [(x: Double, y: Double)]
  ) -> [ChartMark] {
    func mark(_ index: Int, _ marker: ChartMarker) -> ChartMark {
      let strategy = data.strategies.first { $0.label == points[index].label }
      let values = [y, x].map { "\($0.title) \(strategy?.text(of: $0.metric.name) ?? "–")" }
      return ChartMark(
        .points(marker), by: terms(axes), rows: index...index, of: points[index].label,
        note: ": \(values.joined(separator: ", "))")
    }
    let bars = points.enumerated().flatMap { self.bars(of: $1, row: $0, axes) }
    let rings = front(of: points, data).map { index in
      mark(index, ChartMarker(type: ChartPalette.hollow, size: 2.6, colour: ChartPalette.axis))
    }
    return rings + bars
      + points.indices.map { index in
        let above = places.indices.count { other in
          other > index && abs(places[other].x - places[index].x) < 1
            && abs(places[other].y - places[index].y) < 1
        }
        return mark(
          index, ChartPalette.marker(points[index].style, size: 1.4 + 0.4 * Double(min(above, 4))))
      }
  }

  /// The choices than which none is as good in both and better in one.
  private func front(of points: [Point], _ data: ChartData) -> [Int] {
    guard x.metric.better != .neither, y.metric.better != .neither else { return [] }
    let bounds = Set(data.strategies.filter { $0.bound != nil }.map(\.label))
    let choices = points.indices.filter { !bounds.contains(points[$0].label) }
    func costs(_ point: Point) -> (Double, Double) {
      (
        x.metric.better == .lower ? point.x : -point.x,
        y.metric.better == .lower ? point.y : -point.y
      )
    }
    return choices.filter { index in
      let own = costs(points[index])
      return !choices.contains { other in
        let others = costs(points[other])
        return others != own && others.0 <= own.0 && others.1 <= own.1
      }
    }
  }

  private func bars(of point: Point, row: Int, _ axes: Axes) -> [ChartMark] {
    func bar(_ direction: ChartDirection, _ scale: ChartScale, _ side: Side) -> ChartMark {
      let name = side.metric.name
      let ends = ["\(name)_low", "\(name)_high"].map { scale.end(.column($0)) }
      return ChartMark(
        .bar(direction, colour: ChartPalette.strategy(point.style)), by: terms(axes) + ends,
        rows: row...row, of: point.label, note: ChartMark.interval)
    }
    var bars: [ChartMark] = []
    if point.xEnds.low < point.xEnds.high, point.x.isFinite { bars.append(bar(.x, axes.x, x)) }
    if point.yEnds.low < point.yEnds.high, point.y.isFinite { bars.append(bar(.y, axes.y, y)) }
    return bars
  }
}
