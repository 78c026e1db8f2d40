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

  private static let partLimit = 18
  private static let rowHeight = 40.0
  private static let panelGap = 28.0
  /// From the last row to the end of the canvas.
  private static let foot = 64.0
  /// A shorter axis would have ticks that are all alike.
  private static let leastSpan = 0.1
  private static let timeSize = 11

  package init(name: String, title: String, subtitle: String, _ views: [View]) {
    self.name = name
    self.title = title
    self.subtitle = subtitle
    self.views = views
    caption =
      "From the tap on: what the first content waited for, and below it each part from when it was "
      + "known to be needed, with when it begins and ends. Bars of a row follow each other; a "
      + "diamond is a paint, a hollow one that the screen was left without it."
  }

  package func canvas(of data: ChartData) -> ChartCanvas {
    var canvas = ChartCanvas(
      title: title, subtitle: subtitle,
      ChartTable(
        numbers: ["view_index", "row_index", "stage_index", "begin_ms", "end_ms"],
        texts: ["view", "row", "stage"]))
    let drawn = views.map { $0.waterfall.folded(parts: Self.partLimit) }
    let top =
      canvas.writeKey(
        areas: Self.bars(of: drawn.flatMap(\.self)).map(\.kind).filter { $0.point == nil }
          .map { ($0.words, $0.colour) }, y: 86) + 26
    let count = drawn.map(\.count).max() ?? 1
    let bottom = min(top + Self.rowHeight * Double(count), 476)
    canvas.height = min(bottom + Self.foot, ChartCanvas.height)
    let end = views.map(\.waterfall.span).max() ?? .zero
    let axis = ChartAxis.linear(
      upTo: max(end.milliseconds, Self.leastSpan), of: .milliseconds, space: 0.02)
    let labels = drawn.map { rows in
      let limit = ChartCanvas.labelWidth / Double(views.count)
      return rows.map {
        ChartText.shortened($0.row.name, toPixels: limit, size: ChartCanvas.labelSize)
      }
    }
    let lefts = labels.map { ChartCanvas.leftOfBars($0) - ChartCanvas.margin }
    let rights = drawn.map { rows in
      8
        + (rows.map { ChartText.width(Self.time(of: $0.row), size: Double(Self.timeSize)) }.max()
          ?? 0)
    }
    let beside = (lefts + rights).reduce(0, +)
    let free = ChartCanvas.width - 2 * ChartCanvas.margin - beside
    let width = (free - Self.panelGap * Double(views.count - 1)) / Double(max(views.count, 1))
    var x = ChartCanvas.margin
    for (place, view) in views.enumerated() {
      let frame = ChartFrame(
        left: x + lefts[place], top: top, right: x + lefts[place] + width, bottom: bottom)
      x = frame.right + rights[place] + Self.panelGap
      canvas.write(
        "from the tap on", x: (frame.left + frame.right) / 2, y: bottom + 42, size: 12,
        colour: ChartPalette.quietText, alignment: .center)
      if views.count > 1 {
        canvas.write(
          ChartText.shortened(view.label, toPixels: width + rights[place], size: 13, isBold: true),
          x: frame.left, y: top - 14, isBold: true)
      }
      draw(drawn[place], labels[place], of: count, place, in: frame, axis, on: &canvas)
    }
    return canvas
  }

  private func draw(
    _ rows: [Drawn], _ labels: [String], of count: Int, _ place: Int,
    in frame: ChartFrame, _ axis: ChartAxis, on canvas: inout ChartCanvas
  ) {
    var axis = axis
    axis.ticks = axis.fitting(frame.width)
    canvas.writeRows(labels + [String](repeating: "", count: count - labels.count), beside: frame)
    var panel = ChartPanel(frame: frame, x: axis, y: .rows(count), grid: [.x])
    let half = ChartCanvas.halfBar(rows: count, in: frame, most: 18)
    for (row, each) in rows.enumerated() {
      canvas.write(
        Self.time(of: each.row), x: frame.right + 8,
        y: ChartCanvas.middle(ofRow: row, of: count, in: frame), size: Self.timeSize,
        colour: ChartPalette.quietText)
    }
    for (kind, bars) in Self.bars(of: rows) {
      let first = canvas.table.rowCount
      for (row, bar) in bars {
        let stage = ViewWaterfall.Stage.allCases.firstIndex(of: bar.stage) ?? 0
        canvas.table.add(
          [
            Double(place), Double(row), Double(stage), bar.begin.milliseconds,
            bar.end.milliseconds,
          ], [views[place].label, rows[row].row.name, kind.words])
      }
      let form = kind.point.map {
        ChartMark.Form.points(ChartMarker(type: $0, size: 0.7, colour: kind.colour))
      }
      panel.marks.append(
        ChartMark(
          form ?? .box(kind.colour),
          by: form != nil
            ? ["end_ms", "row_index"]
            : ["begin_ms", "end_ms", "row_index" + -half, "row_index" + half],
          rows: first...(canvas.table.rowCount - 1), of: nil, note: kind.words))
    }
    panel.told = rows.enumerated().map { row, each in
      ChartTold(each.row.name, ["", " from ", ""], each.row.bars) { bar in
        (
          (bar.begin.milliseconds + bar.end.milliseconds) / 2, Double(row),
          [each.isFolded ? Kind.several.words : bar.stage.rawValue, Self.time(bar)]
        )
      }
    }
    canvas.panels.append(panel)
  }

  private static func time(_ bar: ViewWaterfall.Bar) -> String {
    let ends = [bar.begin, bar.end].map { NumberText.fixed($0.milliseconds, places: 1) }
    return ends.joined(separator: " to ") + " ms"
  }

  /// When a row begins and ends, and that its content did not appear.
  private static func time(of row: ViewWaterfall.Row) -> String {
    let end = row.end.milliseconds
    let places = end < 1 ? 3 : end < 100 ? 1 : 0
    var ends = [row.begin.milliseconds, end].map { NumberText.fixed($0, places: places) }
    if ends[0] == ends[1] { ends.removeLast() }
    return "\(ends.joined(separator: " to ")) ms" + (isLeft(row) ? ", left" : "")
  }

  /// Whether the screen was left before the content appeared.
  private static func isLeft(_ row: ViewWaterfall.Row) -> Bool {
    row.role != .refresh && !row.isAnswered
  }

  /// A row as it is drawn: of one request, or of all parts that have no row of their own.
  private typealias Drawn = (row: ViewWaterfall.Row, isFolded: Bool)

  /// How bars are drawn: as areas or, with gnuplot's number of a shape, as points.
  private struct Kind {
    let words: String
    let colour: String
    var point: Int?

    static let several = Kind(words: "other parts, first to last", colour: ChartPalette.revalidated)
    static let left = Kind(words: "left without it", colour: ChartPalette.text, point: 12)
  }

  private static func bars(
    of rows: [Drawn]
  ) -> [(kind: Kind, bars: [(row: Int, bar: ViewWaterfall.Bar)])] {
    func bars(
      _ kind: Kind, _ bars: (Drawn) -> [ViewWaterfall.Bar]
    ) -> (kind: Kind, bars: [(row: Int, bar: ViewWaterfall.Bar)]) {
      (kind, rows.enumerated().flatMap { row, each in bars(each).map { (row, $0) } })
    }
    let stages = ViewWaterfall.Stage.allCases.map { stage in
      bars(Kind(words: stage.rawValue, colour: stage.colour, point: stage == .paint ? 13 : nil)) {
        $0.isFolded
          ? []
          : $0.row.bars.filter { $0.stage == stage && (stage == .paint || $0.duration > .zero) }
      }
    }
    let others = [
      bars(.several) { $0.isFolded ? $0.row.bars : [] },
      bars(.left) {
        $0.isFolded || !isLeft($0.row)
          ? [] : [ViewWaterfall.Bar(.paint, from: $0.row.end, to: $0.row.end)]
      },
    ]
    return (stages + others).filter { !$0.bars.isEmpty }
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

  /// The block character of its kind, and the code of its style: the network's is full, the
  /// device's is darker than nothing.
  var block: (letter: Character, code: String) {
    switch self {
    case .launch: ("▓", "35")
    case .lookup, .read, .decode, .busy, .paint: ("▓", "36")
    case .waiting, .retry, .queue: ("░", "2")
    case .promotion, .nameLookup, .connection, .tls, .lost: ("█", "33")
    case .request, .server, .transfer: ("█", "34")
    }
  }
}
