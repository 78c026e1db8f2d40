package import Results
internal import SimCore

/// Bars over time of one screen view, or of the same view under two strategies side by side: a row
/// for the main content, below it what was refreshed and each part.
///
/// It draws its own data and not that of a run.
package struct WaterfallChart: Chart {
  package typealias View = (label: String, waterfall: ViewWaterfall)

  package let name: String
  package let title: String
  package let caption: String
  private let subtitle: String
  private let views: [View]

  /// Parts beyond these are one row.
  private static let partLimit = 18
  private static let rowHeight = 40.0
  private static let panelGap = 28.0

  /// - Parameters:
  ///   - name: of its files, without extension.
  ///   - subtitle: which view it is.
  package init(name: String, title: String, subtitle: String, _ views: [View]) {
    self.name = name
    self.title = title
    self.subtitle = subtitle
    self.views = views
    caption =
      "From the tap on: what the first content waited for, and below it each part from when it was "
      + "known to be needed. Bars of a row follow each other; a diamond is a paint."
  }

  package func canvas(of data: ChartData) -> ChartCanvas {
    var canvas = ChartCanvas(
      title: title, subtitle: subtitle,
      ChartTable(
        numbers: ["view_index", "row_index", "stage_index", "begin_ms", "end_ms"],
        texts: ["view", "row", "stage"]))
    let drawn = views.map { Self.folded($0.waterfall) }
    let stages = ViewWaterfall.Stage.allCases.filter { stage in
      stage != .paint
        && drawn.joined().contains { row in
          row.bars.contains { $0.stage == stage && $0.duration > .zero }
        }
    }
    let top = canvas.writeKey(areas: stages.map { ($0.rawValue, $0.colour) }, y: 86) + 26
    let count = drawn.map(\.count).max() ?? 1
    let bottom = min(top + Self.rowHeight * Double(count), 476)
    let end = views.map(\.waterfall.span).max() ?? .zero
    let axis = ChartAxis.linear(
      upTo: max(end.milliseconds, 0.001), of: .milliseconds, space: 0.02)
    let labels = drawn.map { rows in
      let limit = ChartCanvas.labelWidth / Double(views.count)
      return rows.map {
        ChartText.shortened($0.name, toPixels: limit, size: ChartCanvas.labelSize)
      }
    }
    let lefts = labels.map { ChartCanvas.leftOfBars($0) - ChartCanvas.margin }
    let free = ChartCanvas.width - 2 * ChartCanvas.margin - lefts.reduce(0, +)
    let width = (free - Self.panelGap * Double(views.count - 1)) / Double(max(views.count, 1))
    var x = ChartCanvas.margin
    for (place, view) in views.enumerated() {
      let frame = ChartFrame(
        left: x + lefts[place], top: top, right: x + lefts[place] + width, bottom: bottom)
      x = frame.right + Self.panelGap
      canvas.write(
        "from the tap on", x: (frame.left + frame.right) / 2, y: min(bottom + 42, 518), size: 12,
        colour: ChartPalette.quietText, alignment: .center)
      if views.count > 1 {
        canvas.write(
          ChartText.shortened(view.label, toPixels: width, size: 13, isBold: true), x: frame.left,
          y: top - 14, isBold: true)
      }
      draw(drawn[place], labels[place], of: count, place, in: frame, axis, on: &canvas)
    }
    return canvas
  }

  private func draw(
    _ rows: [ViewWaterfall.Row], _ labels: [String], of count: Int, _ place: Int,
    in frame: ChartFrame, _ axis: ChartAxis, on canvas: inout ChartCanvas
  ) {
    var axis = axis
    axis.ticks = axis.fitting(frame.width)
    canvas.writeRows(
      labels + [String](repeating: "", count: count - labels.count), beside: frame)
    var panel = ChartPanel(frame, x: axis, y: .rows(count), grid: [.x])
    let half = ChartCanvas.halfBar(rows: count, in: frame, most: 18)
    for (stage, kind) in ViewWaterfall.Stage.allCases.enumerated() {
      let first = canvas.table.rowCount
      for (row, own) in rows.enumerated() {
        for bar in own.bars where bar.stage == kind && (kind == .paint || bar.duration > .zero) {
          canvas.table.add(
            [
              Double(place), Double(row), Double(stage), bar.begin.milliseconds,
              bar.end.milliseconds,
            ], [views[place].label, own.name, kind.rawValue])
        }
      }
      guard canvas.table.rowCount > first else { continue }
      let drawn = first...(canvas.table.rowCount - 1)
      panel.marks.append(
        kind == .paint
          ? ChartMark(
            .points(ChartMarker(type: 13, size: 0.7, colour: kind.colour)),
            by: ["end_ms", "row_index"], rows: drawn, of: nil, note: "paint")
          : ChartMark(
            .box(kind.colour), by: ["begin_ms", "end_ms", "row_index" + -half, "row_index" + half],
            rows: drawn, of: nil, note: kind.rawValue))
    }
    panel.told = rows.enumerated().map { row, own in
      ChartTold(own.name, ["", " from ", ""], own.bars) { bar in
        (
          (bar.begin.milliseconds + bar.end.milliseconds) / 2, Double(row),
          [bar.stage.rawValue, Self.time(bar)]
        )
      }
    }
    canvas.panels.append(panel)
  }

  private static func time(_ bar: ViewWaterfall.Bar) -> String {
    let ends = [bar.begin, bar.end].map { NumberText.fixed($0.milliseconds, places: 1) }
    return ends.joined(separator: " to ") + " ms"
  }

  /// The rows with as many parts as have room; the others as one, from the first to the last.
  private static func folded(_ waterfall: ViewWaterfall) -> [ViewWaterfall.Row] {
    let others = waterfall.rows.filter { $0.role != .part }
    let parts = waterfall.rows.filter { $0.role == .part }
    guard parts.count > partLimit else { return others + parts }
    let rest = parts.dropFirst(partLimit)
    let begin = rest.map(\.begin).min() ?? .zero
    let end = rest.map(\.end).max() ?? begin
    return others + parts.prefix(partLimit) + [
      ViewWaterfall.Row(
        NumberText.counted(rest.count, "other part"), .part, from: begin, to: end,
        isAnswered: rest.allSatisfy(\.isAnswered),
        [ViewWaterfall.Bar(.waiting, from: begin, to: end)])
    ]
  }
}

extension ViewWaterfall.Stage {
  fileprivate var colour: String {
    switch self {
    case .launch: "#777777"
    case .lookup: "#999933"
    case .read: ChartPalette.flash
    case .decode: ChartPalette.memory
    case .busy: "#aa4499"
    case .queue: "#ddcc77"
    case .promotion: "#e69f00"
    case .nameLookup: "#44aa99"
    case .connection: ChartPalette.network
    case .tls: "#cc79a7"
    case .request: "#88ccee"
    case .server: "#cc6677"
    case .transfer: "#0072b2"
    case .lost: "#882255"
    case .retry: "#d55e00"
    case .waiting: ChartPalette.offline
    case .paint: ChartPalette.text
    }
  }
}
