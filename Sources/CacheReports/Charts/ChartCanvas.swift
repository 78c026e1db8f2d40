internal import CacheMetrics

/// A chart as a value: what lies on a canvas of 900 × 540 pixels or less, and the table that it
/// draws.
///
/// ``ChartScript`` writes it for gnuplot, and ``ChartJSON`` for the script of a page.
package struct ChartCanvas: Sendable {
  static let width = 900.0
  static let height = 540.0
  static let margin = 24.0
  static let labelWidth = 224.0
  static let labelSize = 13.0

  enum Alignment: String, Sendable {
    case left, center, right
  }

  /// A text; its place is the middle of its height.
  struct Text: Sendable {
    let text: String
    let x: Double
    let y: Double
    let size: Int
    let isBold: Bool
    let colour: String
    let alignment: Alignment
    let isUpright: Bool
    /// The series without which it says nothing.
    let series: [String]
  }

  /// What lies on the canvas beside its panels.
  enum Shape: Sendable {
    case text(Text)
    /// It goes with a series, or is of none.
    case line(
      from: (x: Double, y: Double), to: (x: Double, y: Double), ChartStroke, series: String?)
    case area(ChartFrame, String)
    case point(x: Double, y: Double, ChartMarker)
  }

  /// The sample before an entry of a key.
  enum Sample {
    case area(String)
    case point(ChartMarker)
    case line(ChartStroke, ChartMarker? = nil)
  }

  private(set) var shapes: [Shape] = []
  var panels: [ChartPanel] = []
  var table: ChartTable
  /// Less where a chart has few rows.
  var height = Self.height
  /// The unit of the horizontal axes where they are of time, and a part of them can be shown.
  var timeUnit: String?

  /// A canvas with a heading: what is drawn, and of which scenario.
  init(title: String, subtitle: String, _ table: ChartTable) {
    self.table = table
    write(ChartText.shortened(title, to: 66), x: Self.margin, y: 30, size: 20, isBold: true)
    write(
      ChartText.shortened(
        subtitle, toPixels: Self.width - 2 * Self.margin, size: 14, betweenWords: true),
      x: Self.margin, y: 55, size: 14, colour: ChartPalette.quietText)
  }

  /// Writes a text; its place is the middle of its height.
  mutating func write(
    _ text: String, x: Double, y: Double, size: Int = 13, isBold: Bool = false,
    colour: String = ChartPalette.text, alignment: Alignment = .left, isUpright: Bool = false,
    of series: [String] = []
  ) {
    shapes.append(
      .text(
        Text(
          text: text, x: x, y: y, size: size, isBold: isBold, colour: colour, alignment: alignment,
          isUpright: isUpright, series: series)))
  }

  mutating func drawLine(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), _ stroke: ChartStroke,
    of series: String? = nil
  ) {
    shapes.append(.line(from: start, to: end, stroke, series: series))
  }

  /// Writes what the axes of plots in an area are: below them, and upright at the left of the
  /// canvas.
  mutating func writeTitles(x: String, y: String, around area: ChartFrame, below: Double = 518) {
    write(
      y, x: Self.margin - 6, y: (area.top + area.bottom) / 2, alignment: .center, isUpright: true)
    write(x, x: (area.left + area.right) / 2, y: below, alignment: .center)
  }

  /// Says at the corner of a frame towards which points are better that they are.
  mutating func writeBetter(x: Better, y: Better, around frame: ChartFrame) {
    let words = [
      y == .lower ? "lower" : y == .higher ? "higher" : nil,
      x == .lower ? "further left" : x == .higher ? "further right" : nil,
    ].compactMap { $0 }
    guard !words.isEmpty else { return }
    let (isAbove, isRight) = (y == .higher, x == .higher)
    let arrow =
      x == .neither
      ? isAbove ? "↑" : "↓"
      : y == .neither ? isRight ? "→" : "←" : isAbove ? isRight ? "↗" : "↖" : isRight ? "↘" : "↙"
    write(
      "\(arrow) better: \(words.joined(separator: ", and "))",
      x: isRight ? frame.right : frame.left, y: isAbove ? 76 : 530, size: 12,
      colour: ChartPalette.quietText, alignment: isRight ? .right : .left)
  }

  /// Names the strips of a scale for zero and for infinity, beside the axis of a frame.
  mutating func writeStrips(
    of scale: ChartScale, _ axis: ChartDirection, beside frame: ChartFrame, size: Int = 13
  ) {
    let strips = [
      scale.zero.map { _ in ("none", scale.share(0)) },
      scale.endless.map { _ in ("never", scale.share(.infinity)) },
    ]
    for (word, share) in strips.compactMap(\.self) {
      if axis == .x {
        write(
          word, x: frame.left + share * frame.width, y: frame.bottom + 17, size: size,
          alignment: .center)
      } else {
        write(
          word, x: frame.left - 10, y: frame.bottom - share * frame.height, size: size,
          alignment: .right)
      }
    }
  }

  /// Draws an entry of a key whose sample begins at `x`.
  mutating func writeKey(_ text: String, _ sample: Sample, x: Double, y: Double) {
    switch sample {
    case .area(let colour):
      shapes.append(.area(ChartFrame(left: x, top: y - 6, right: x + 12, bottom: y + 6), colour))
      write(text, x: x + 18, y: y)
    case .point(let marker):
      let isSmall = marker.size < 1
      shapes.append(.point(x: x + (isSmall ? 5 : 6), y: y, marker))
      write(text, x: x + (isSmall ? 14 : 22), y: y)
    case .line(let stroke, let marker):
      drawLine(from: (x, y), to: (x + 26, y), stroke)
      if let marker { shapes.append(.point(x: x + 13, y: y, marker)) }
      write(text, x: x + 33, y: y)
    }
  }

  /// Draws a key of areas from left to right, in as many rows as it needs; where the rows end.
  mutating func writeKey(areas: [(text: String, colour: String)], y: Double) -> Double {
    var place = (x: Self.margin, y: y)
    for area in areas {
      let width = 18 + ChartText.width(area.text, size: Self.labelSize) + 14
      if place.x > Self.margin, place.x + width > Self.width - Self.margin {
        place = (Self.margin, place.y + 22)
      }
      writeKey(area.text, .area(area.colour), x: place.x, y: place.y)
      place.x += width
    }
    return place.y + 11
  }

  /// The width of the line before a panel's name, and the size of the number behind it.
  static let sampleWidth = 24.0
  static let valueSize = 11.0

  /// Writes above the panel of a strategy how it is drawn, what it is called, and a metric of it.
  mutating func writeHead(
    of strategy: ChartStrategy, _ style: Int, _ metric: String, above frame: ChartFrame
  ) {
    let (value, y) = (strategy.text(of: metric), frame.top - 12)
    write(
      value, x: frame.right, y: y, size: Int(Self.valueSize), colour: ChartPalette.quietText,
      alignment: .right)
    drawLine(
      from: (frame.left, y), to: (frame.left + 18, y),
      ChartStroke(
        colour: ChartPalette.strategy(style), width: 3, dash: ChartPalette.dash(style)))
    let room = frame.width - Self.sampleWidth - ChartText.width(value, size: Self.valueSize) - 8
    write(
      ChartText.shortened(strategy.label, toPixels: room, size: Self.labelSize),
      x: frame.left + Self.sampleWidth, y: y)
  }

  static func label(_ strategy: ChartStrategy) -> String { label(strategy.label) }

  /// A label, shortened where it takes more room than there is for it.
  static func label(_ text: String) -> String {
    ChartText.shortened(text, toPixels: labelWidth, size: labelSize)
  }

  /// The pixels from one entry of a key to the next below it, so that all fit.
  static func keyPitch(_ count: Int, pixels: Double = 23) -> Double {
    min(pixels, 380 / Double(max(count, 1)))
  }

  /// Where a plot begins whose vertical axis has these ticks and other words beside it, so that the
  /// axis' title has room to the left of them.
  static func leftOfPlot(ticks axis: ChartAxis, and words: [String] = []) -> Double {
    let widest =
      (axis.ticks.map(\.label) + words).map { ChartText.width($0, size: labelSize) }.max() ?? 0
    return (margin + 26 + widest).rounded(.up)
  }

  /// Where the axis of bars begins, so that the labels to its left fit.
  static func leftOfBars(_ labels: [String]) -> Double {
    let widest = labels.map { ChartText.width($0, size: labelSize) }.max() ?? 0
    return margin + max(widest, 60) + 10
  }

  /// Half the thickness of a bar in rows: 0.36 of a row, and less where a bar would be too thick.
  static func halfBar(rows: Int, in frame: ChartFrame, most pixels: Double) -> Double {
    let half = min(0.36, pixels / 2 * Double(rows) / frame.height)
    return (half * 1e4).rounded() / 1e4
  }

  /// Writes a key, below it the labels of rows, and below these what their axis is; the frame
  /// between them, with so much free to its right.
  mutating func writeRows(
    _ labels: [String], key: [(text: String, colour: String)], axis: String, free: Double
  ) -> ChartFrame {
    let keyEnd = writeKey(areas: key, y: 86)
    let frame = ChartFrame(
      left: Self.leftOfBars(labels), top: keyEnd + 12, right: Self.width - Self.margin - free,
      bottom: 476)
    writeRows(labels, beside: frame)
    write(axis, x: (frame.left + frame.right) / 2, y: 518, alignment: .center)
    return frame
  }

  mutating func writeRows(_ labels: [String], beside frame: ChartFrame) {
    for (row, label) in labels.enumerated() {
      write(
        label, x: frame.left - 8, y: Self.middle(ofRow: row, of: labels.count, in: frame),
        alignment: .right)
    }
  }

  static func middle(ofRow row: Int, of count: Int, in frame: ChartFrame) -> Double {
    frame.top + (Double(row) + 0.5) * frame.height / Double(count)
  }
}
