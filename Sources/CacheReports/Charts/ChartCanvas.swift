/// The lines of a chart's script, written with places in pixels of a canvas of 900 × 540.
struct ChartCanvas {
  static let width = 900.0
  static let height = 540.0
  /// The free space at the sides of the canvas.
  static let margin = 24.0
  static let labelWidth = 224.0
  static let labelSize = 13.0

  /// The alignment of a text to its place.
  enum Alignment: String {
    case left, center, right
  }

  /// The sample before an entry of a key.
  enum Sample {
    case area(String)
    case strategy(Int)
    case point(Int)
    case smallPoint(Int)
    /// A line of a colour, a width and a dash.
    case line(String, Double, String)
    /// A strategy's line of a colour and a dash, with its point.
    case marked(String, String, Int)
  }

  private(set) var lines: [String] = []
  /// What was plotted, in order.
  private(set) var elements: [ChartElement] = []
  /// What the chart tells under the pointer.
  private(set) var values: [ChartValue] = []
  /// The axes of time that can be zoomed, of each panel; all show the same part.
  var timelines: [ChartTimeline] = []

  /// A canvas with a heading: what is drawn, and of which scenario.
  init(title: String, subtitle: String) {
    lines = [
      "unset key",
      "set border 3 back linecolor rgb '\(ChartPalette.axis)' linewidth 1",
      "set grid noxtics noytics",
      "set style fill solid 1 noborder",
    ]
    write(
      ChartText.shortened(title, to: 66), x: Self.margin, y: 30, size: 20, isBold: true)
    write(
      ChartText.shortened(subtitle, to: 98), x: Self.margin, y: 55, size: 14,
      colour: ChartPalette.quietText)
  }

  mutating func add(_ more: String...) { lines += more }

  mutating func add(_ more: [String]) { lines += more }

  mutating func place(_ frame: ChartFrame) {
    lines += [
      "set lmargin at screen \(Self.horizontal(frame.left))",
      "set rmargin at screen \(Self.horizontal(frame.right))",
      "set tmargin at screen \(Self.vertical(frame.top))",
      "set bmargin at screen \(Self.vertical(frame.bottom))",
    ]
  }

  /// Shows the grid of an axis, `x` or `y`, and not of the other.
  mutating func showGrid(_ axes: String...) {
    let shown = ["x", "y"].map { axes.contains($0) ? "\($0)tics" : "no\($0)tics" }
    lines.append(
      "set grid \(shown.joined(separator: " ")) back "
        + "linecolor rgb '\(ChartPalette.grid)' linetype 1 linewidth 1")
  }

  /// Writes a text; its place is the middle of its height.
  mutating func write(
    _ text: String, x: Double, y: Double, size: Int = 13, isBold: Bool = false,
    colour: String = ChartPalette.text, alignment: Alignment = .left, isUpright: Bool = false
  ) {
    let font = isBold ? "DejaVu Sans:Bold,\(size)" : "DejaVu Sans,\(size)"
    lines.append(
      "set label \(GnuplotText.quoted(text)) at \(Self.place(x, y)) \(alignment.rawValue)"
        + (isUpright ? " rotate by 90" : "") + " font '\(font)' textcolor rgb '\(colour)' front")
  }

  mutating func drawLine(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), colour: String,
    width: Double = 1, dash: String = "solid"
  ) {
    lines.append(
      "set arrow from \(Self.place(start.x, start.y)) to \(Self.place(end.x, end.y)) nohead front "
        + "linecolor rgb '\(colour)' linewidth \(GnuplotText.number(width)) dashtype \(dash)")
  }

  /// Draws an entry of a key whose sample begins at `x`.
  mutating func writeKey(_ text: String, _ sample: Sample, x: Double, y: Double) {
    let textPlace: Double
    switch sample {
    case .area(let colour):
      lines.append(
        "set object rectangle from \(Self.place(x, y + 6)) to \(Self.place(x + 12, y - 6)) front "
          + "fillcolor rgb '\(colour)' fillstyle solid noborder")
      textPlace = x + 18
    case .strategy(let index):
      drawLine(
        from: (x, y), to: (x + 26, y), colour: ChartPalette.strategy(index), width: 2.5,
        dash: ChartPalette.dash(index))
      textPlace = x + 33
    case .smallPoint(let index):
      lines.append(
        "set label '' at \(Self.place(x + 5, y)) point pointtype \(ChartPalette.point(index)) "
          + "pointsize 0.9 linecolor rgb '\(ChartPalette.strategy(index))' front")
      textPlace = x + 14
    case .marked(let colour, let dash, let point):
      drawLine(from: (x, y), to: (x + 26, y), colour: colour, width: 2.5, dash: dash)
      lines.append(
        "set label '' at \(Self.place(x + 13, y)) point pointtype \(point) pointsize 0.8 "
          + "linecolor rgb '\(colour)' front")
      textPlace = x + 33
    case .line(let colour, let width, let dash):
      drawLine(from: (x, y), to: (x + 26, y), colour: colour, width: width, dash: dash)
      textPlace = x + 33
    case .point(let index):
      lines.append(
        "set label '' at \(Self.place(x + 6, y)) point \(Self.point(0, of: 1, style: index)) front")
      textPlace = x + 22
    }
    write(text, x: textPlace, y: y)
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

  /// Draws what was set up: one plot of these elements, and clears what was written for it.
  mutating func plot(_ elements: [ChartElement]) {
    // A plot without elements is an error; a point that is nowhere shows the axes alone.
    let nowhere =
      "'+' using (NaN):(NaN) with points linecolor rgb '\(ChartPalette.axis)'"
    let drawn = elements.isEmpty ? [ChartElement(nowhere, of: nil)] : elements
    self.elements += drawn
    // Without the word, the title is the source of the plot.
    lines.append("plot " + drawn.map { "\($0.drawing) notitle" }.joined(separator: ", \\\n  "))
    lines += ["unset label", "unset arrow", "unset object"]
  }

  /// Tells values under the pointer; of those that lie on each other the last is told.
  mutating func tell(_ values: [ChartValue]) { self.values += values }

  static func label(_ strategy: ChartStrategy) -> String { label(strategy.label) }

  /// A label, shortened where it takes more room than there is for it.
  static func label(_ text: String) -> String {
    ChartText.shortened(text, toPixels: labelWidth, size: labelSize)
  }

  /// How the line of a strategy is drawn. The first are wider: a line under others still shows.
  static func line(_ index: Int, of count: Int, style: Int) -> String {
    let width = 2 + min(1.6, 0.3 * Double(count - 1 - index))
    return "linecolor rgb '\(ChartPalette.strategy(style))' "
      + "linewidth \(GnuplotText.number((width * 100).rounded() / 100)) "
      + "dashtype \(ChartPalette.dash(style))"
  }

  /// Bands of more lines would hide each other.
  static let bandLimit = 3

  static func band(style: Int) -> String {
    "with filledcurves fillcolor rgb '\(ChartPalette.strategy(style))' "
      + "fillstyle transparent solid 0.16 noborder"
  }

  /// How the point of a strategy is drawn. The first of several are larger: one that lies under
  /// others still shows.
  static func point(_ index: Int, of count: Int, style: Int) -> String {
    let tenths = 14 + min(12, 2 * (count - 1 - index))
    return "pointtype \(ChartPalette.point(style)) pointsize \(tenths / 10).\(tenths % 10) "
      + "linecolor rgb '\(ChartPalette.strategy(style))'"
  }

  /// How an error bar is drawn: the bar alone, without a point.
  static func errorBar(_ axis: String, colour: String) -> String {
    "with \(axis)errorbars pointtype -1 linewidth 1 linecolor rgb '\(colour)'"
  }

  /// The pixels from one entry of a key to the next below it, so that all fit.
  static func keyPitch(_ count: Int, pixels: Double = 23) -> Double {
    min(pixels, 380 / Double(max(count, 1)))
  }

  private static func place(_ x: Double, _ y: Double) -> String {
    "screen \(horizontal(x)), screen \(vertical(y))"
  }

  private static func horizontal(_ x: Double) -> String { fraction(x / width) }

  private static func vertical(_ y: Double) -> String { fraction(1 - y / height) }

  /// A part of the canvas to a hundredth of a thousandth.
  private static func fraction(_ value: Double) -> String {
    GnuplotText.number((value * 1e5).rounded() / 1e5)
  }
}

/// The frame of a plot's axes on the canvas, in pixels from its upper left corner.
struct ChartFrame: Hashable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  var width: Double { right - left }
  var height: Double { bottom - top }
}

/// Horizontal bars in rows, one for each strategy, the first at the top.
extension ChartCanvas {
  /// Where the axis of bars begins, so that the labels to its left fit.
  static func leftOfBars(_ labels: [String]) -> Double {
    let widest = labels.map { ChartText.width($0, size: labelSize) }.max() ?? 0
    return margin + max(widest, 60) + 10
  }

  /// Half the thickness of a bar in rows: 0.36 of a row, and less where a bar would be too thick.
  static func halfBar(rows: Int, in frame: ChartFrame, most pixels: Double) -> String {
    let half = min(0.36, pixels / 2 * Double(rows) / frame.height)
    return GnuplotText.number((half * 1e4).rounded() / 1e4)
  }

  /// Sets a vertical axis of rows without ticks.
  mutating func addRows(_ count: Int) {
    add(
      "unset logscale y", "set yrange [\(GnuplotText.number(Double(max(count, 1)) - 0.5)):-0.5]",
      "unset ytics")
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
