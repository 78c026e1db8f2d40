internal import CacheMetrics
internal import Results
internal import SimCore

/// A panel for each strategy: a number over virtual time, a faint line for each seed and their mean
/// above them, over how much happened when.
struct TimelineChart: Chart {
  let subject: TimelineSubject

  var name: String { subject.name }
  var title: String { subject.title }
  var caption: String {
    subject.caption
      + " A panel for each strategy: faint lines are seeds, the strong line is their mean, the "
      + "band its 95 % interval. Grey at the foot: how many screens are opened when, and darker "
      + "how many of them without a network. A warm-up is shaded. Intervals without a number are "
      + "passed over."
  }

  static let panelLimit = 12
  /// A line through fewer points says nothing of time.
  private static let fewestIntervals = 3
  private static let strip = 30.0
  /// The smallest wait that is drawn, in milliseconds.
  private static let minimumWait = 1.0

  private struct Panel {
    let strategy: ChartStrategy
    let style: Int
    let first: TimelineCurves
    let second: TimelineCurves?
    let activity: TimelineActivity
  }

  private struct Axes {
    let time: ChartAxis
    let unit: TimelineUnit
    let scale: ChartScale
  }

  func reasonToOmit(from all: ChartData) -> String? {
    let panels = panels(of: all.including(boundsOf: subject.bound))
    let curves = panels.flatMap { [$0.first] + ($0.second.map { [$0] } ?? []) }
    guard curves.contains(where: \.hasAny) else { return subject.absence }
    let most = panels.compactMap { $0.strategy.timeline?.intervals.count }.max() ?? 0
    return most < Self.fewestIntervals
      ? "the run has \(most) intervals of time (setting interval), too few for a line" : nil
  }

  func canvas(of all: ChartData) -> ChartCanvas {
    let data = all.including(boundsOf: subject.bound)
    let panels = panels(of: data)
    let left = data.strategies.count - panels.count
    let axes = axes(of: panels)
    var canvas = ChartCanvas(
      title: title, subtitle: data.scenario + subtitle(of: data, leftOut: left),
      ChartTable(
        numbers: [
          "strategy_index", "curve_index", axes.unit.column, "value", "low", "high", "foot",
        ],
        texts: ["curve", "strategy"]))
    writeLegend(of: panels, on: &canvas)
    let margin = ChartCanvas.leftOfPlot(ticks: axes.scale.axis, and: ["never"])
    let area = ChartFrame(
      left: margin, top: 136, right: ChartCanvas.width - ChartCanvas.margin - 8, bottom: 474)
    let frames = Self.frames(of: panels, at: subject.metric, in: area)
    canvas.writeTitles(
      x: "virtual time (\(axes.unit.name))", y: axes.scale.axis.title(subject.axis),
      around: area, below: 520)
    canvas.timeUnit = axes.unit.name
    for (index, frame) in frames.enumerated() {
      let isLowest = !frames.contains { $0.left == frame.left && $0.top > frame.top }
      let isFirst = frame.left == area.left
      canvas.writeHead(
        of: panels[index].strategy, panels[index].style, subject.metric, above: frame)
      var vertical = axes.scale.axis
      vertical.ticks = vertical.fitting(height: frame.height)
      var panel = ChartPanel(
        frame: frame, x: isLowest ? axes.time : axes.time.unnamed,
        y: isFirst ? vertical : vertical.unnamed,
        grid: [.y])
      panel.limitStrips(of: axes.scale, .y)
      if isFirst { canvas.writeStrips(of: axes.scale, .y, beside: frame) }
      let warmUp = panels[index].strategy.warmUp.seconds / axes.unit.seconds
      if warmUp > 0 { panel.shadeEnd = min(warmUp, axes.time.high) }
      if subject.hasMemoryLimit,
        let limit = panels[index].strategy.memoryLimit.map({ Double($0.count) }),
        limit <= axes.scale.axis.high
      {
        panel.limits.append((.y, limit))
      }
      panel.marks = marks(of: panels[index], index, axes, &canvas.table)
      panel.told = [told(of: panels[index], axes)]
      canvas.panels.append(panel)
    }
    return canvas
  }

  private func panels(of data: ChartData) -> [Panel] {
    let styles = data.styles
    return data.strategies.indices.prefix(Self.panelLimit).map { index in
      let strategy = data.strategies[index]
      return Panel(
        strategy: strategy, style: styles[index],
        first: TimelineCurves(subject.first, in: subject, of: strategy),
        second: subject.second.map { TimelineCurves($0, in: subject, of: strategy) },
        activity: TimelineActivity(of: strategy))
    }
  }

  private func subtitle(of data: ChartData, leftOut: Int) -> String {
    var notes: [String] = []
    if subject.isCumulative { notes.append("per device") }
    if leftOut > 0 { notes.append("\(leftOut) more in timeline.csv") }
    if let limit = limit(of: data) { notes.append("limit \(Display.text(limit, .bytes))") }
    return notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
  }

  private func limit(of data: ChartData) -> Double? {
    guard subject.hasMemoryLimit else { return nil }
    return data.strategies.compactMap(\.memoryLimit).map { Double($0.count) }.max()
  }

  private func axes(of panels: [Panel]) -> Axes {
    let ends = panels.compactMap { panel in
      panel.strategy.timeline.map { $0.interval.seconds * Double($0.intervals.count) }
    }
    let unit = TimelineUnit(length: ends.max() ?? 0)
    let frame = (474.0 - 136) / (panels.count <= 3 ? 1 : panels.count <= 6 ? 2 : 3)
    return Axes(
      time: unit.axis(upTo: ends.max() ?? 0, count: panels.count == 1 ? 7 : 4), unit: unit,
      scale: scale(of: panels, strip: Self.strip / frame))
  }

  private func scale(of panels: [Panel], strip: Double) -> ChartScale {
    /// The values of a panel that belong on the axis; the ends of wide intervals do not.
    func values(_ panel: Panel) -> [Double] {
      let curves = [panel.first.mean] + panel.first.seeds + [panel.second?.mean ?? []]
      return curves.flatMap { $0.map(\.value) }
    }
    switch subject.scale {
    case .wait:
      let waits = panels.flatMap(values).map { max($0, Self.minimumWait) }
      return ChartScale(waits, of: .milliseconds, strip: strip)
    case .share:
      let most = panels.flatMap(values).max() ?? 1
      let axis = most > 0.4 ? ChartAxis.percent : .linear(upTo: max(most, 0.01), of: .share)
      return ChartScale(axis)
    case .amount(let quantity):
      var most = OutlierRule.top(of: panels.map { values($0).max() ?? 0 }).top
      let limit = panels.compactMap(\.strategy.memoryLimit).map { Double($0.count) }.max() ?? 0
      if subject.hasMemoryLimit, limit < 2 * most { most = max(most, limit) }
      return ChartScale(.linear(upTo: most * 1.02, of: quantity))
    }
  }

  private func writeLegend(of panels: [Panel], on canvas: inout ChartCanvas) {
    var x = ChartCanvas.margin
    func word(_ text: String, _ sample: ChartCanvas.Sample, _ width: Double = 18) {
      canvas.writeKey(text, sample, x: x, y: 84)
      x += width + ChartText.width(text, size: ChartCanvas.labelSize) + 18
    }
    func word(_ text: String, width: Double, dash: String = "solid") {
      word(text, .line(ChartStroke(colour: ChartPalette.quietText, width: width, dash: dash)), 33)
    }
    let seeds = panels.map(\.first.seeds.count).max() ?? 0
    if seeds > 1 {
      word("a seed", width: 0.7)
      word("mean of \(seeds) seeds", width: 2.4)
    }
    if let second = subject.second {
      if seeds < 2 { word(subject.first.label, width: 2.4) }
      word(second.label, width: 1.8, dash: "(6,4)")
    }
    word("opens", .area(ChartPalette.opens))
    if panels.contains(where: \.activity.hasOffline) {
      word("of them offline", .area(ChartPalette.offline))
    }
    if panels.contains(where: { $0.strategy.warmUp > .zero }) {
      word("warm-up, in no metric", .area(ChartPalette.warmUp))
    }
  }

  /// The frames of the panels, row by row; seven or eight panels stand in two rows where their
  /// names have room there.
  private static func frames(
    of panels: [Panel], at metric: String, in area: ChartFrame
  ) -> [ChartFrame] {
    let rows = SweepPanels.frames(panels.count, in: area)
    guard (7...8).contains(panels.count) else { return rows }
    let wide = Array(SweepPanels.frames(12, in: area).prefix(4))
    let room = (wide.first?.width ?? 0) - ChartCanvas.sampleWidth - 8
    let areNarrow = panels.allSatisfy {
      ChartText.width($0.strategy.label, size: ChartCanvas.labelSize)
        + ChartText.width($0.strategy.text(of: metric), size: ChartCanvas.valueSize) <= room
    }
    guard areNarrow else { return rows }
    let height = (area.height - 40) / 2
    return panels.indices.map { index in
      let column = wide[index % 4]
      let top = area.top + Double(index / 4) * (height + 40)
      return ChartFrame(left: column.left, top: top, right: column.right, bottom: top + height)
    }
  }

  private func marks(
    of panel: Panel, _ index: Int, _ axes: Axes, _ table: inout ChartTable
  ) -> [ChartMark] {
    let label = panel.strategy.label
    let colour = ChartPalette.strategy(panel.style)
    let time: ChartTerm = .column(axes.unit.column)
    var kind = 2
    /// Adds a curve's rows to the table; where they are.
    func rows(_ name: String, _ points: [TimelineCurves.Point]) -> ClosedRange<Int>? {
      guard !points.isEmpty else { return nil }
      let first = table.rowCount
      for point in points {
        table.add(
          [
            Double(index), Double(kind), point.seconds / axes.unit.seconds, drawn(point.value),
            drawn(point.low), drawn(point.high), 0,
          ], [name, label])
      }
      kind += 1
      return first...(table.rowCount - 1)
    }
    func line(_ rows: ClosedRange<Int>, _ stroke: ChartStroke, _ note: String) -> ChartMark {
      ChartMark(
        .line(stroke), by: [time, axes.scale.placed("value")], rows: rows, of: label, note: note)
    }
    var marks = activity(of: panel, index, axes, &table)
    let mean = rows("\(subject.first.label), mean", panel.first.mean)
    if let mean, panel.first.mean.contains(where: { $0.low < $0.high }) {
      marks.append(
        ChartMark(
          .band(colour), by: [time, axes.scale.end("low"), axes.scale.end("high")], rows: mean,
          of: label, note: ChartMark.interval))
    }
    for (seed, points) in panel.first.seeds.enumerated() {
      guard let seed = rows("\(subject.first.label), seed \(seed + 1)", points) else { continue }
      let stroke = ChartStroke(colour: colour, width: 0.7, isFaint: true)
      marks.append(line(seed, stroke, ", one seed"))
    }
    if let second = panel.second, let name = subject.second?.label,
      let rows = rows("\(name), mean", second.mean)
    {
      let stroke = ChartStroke(colour: colour, width: 1.8, dash: "(6,4)")
      marks.append(line(rows, stroke, ", \(name)"))
    }
    if let mean { marks.append(line(mean, ChartStroke(colour: colour, width: 2.4), "")) }
    return marks
  }

  /// The opens at the foot of a panel, and those without a network.
  private func activity(
    of panel: Panel, _ index: Int, _ axes: Axes, _ table: inout ChartTable
  ) -> [ChartMark] {
    let parts: [(name: String, colour: String, height: (TimelineActivity.Step) -> Double)] = [
      ("opens", ChartPalette.opens, { $0.opens }),
      ("offline opens", ChartPalette.offline, { $0.offline }),
    ]
    return parts.enumerated().compactMap { kind, part in
      guard panel.activity.steps.contains(where: { part.height($0) > 0 }) else { return nil }
      let first = table.rowCount
      for step in panel.activity.steps {
        for end in [step.from, step.to] {
          table.add(
            [
              Double(index), Double(kind), end / axes.unit.seconds, 0, 0, 0, part.height(step),
            ], [part.name, panel.strategy.label])
        }
      }
      return ChartMark(
        .foot(part.colour), by: [.column(axes.unit.column), "foot"],
        rows: first...(table.rowCount - 1), of: nil, note: part.name)
    }
  }

  private func drawn(_ value: Double) -> Double {
    if case .wait = subject.scale { return max(value, Self.minimumWait) }
    return max(value, 0)
  }

  private func told(of panel: Panel, _ axes: Axes) -> ChartTold {
    ChartTold(
      panel.strategy.label, ["\(subject.first.label) ", " at ", " \(axes.unit.name)"],
      panel.first.mean
    ) { point in
      let at = point.seconds / axes.unit.seconds
      let text =
        point.value.isFinite
        ? Display.text(
          point.value, within: ConfidenceInterval(from: point.low, to: point.high), subject.unit)
        : "never"
      return (at, axes.scale.place(drawn(point.value)), [text, ChartQuantity.count.text(at)])
    }
  }
}
