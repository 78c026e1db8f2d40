/// A part of a plot command, what it is of, and what it is called.
///
/// Together with ``ChartValue`` and ``ChartPicture`` this is the contract of the charts' SVG: what
/// a page, a screen reader and a test may rely on.
///
/// - The `svg` element has `role="img"`, an `aria-label`, and a title and a description in plain
///   words.
/// - What is drawn of a series is a group `<g class="series" data-series="LABEL">` with a plain
///   title. A series may have several groups: a line in each panel, a band, error bars, the
///   parts of a bar. `LABEL` is the label as tables have it, neither shortened nor escaped
///   otherwise than in XML, so that one series has one label in all charts.
/// - What is of no series, such as a cell of a heat map, is a group without `data-series`, and its
///   title says what it is. No title is gnuplot source.
/// - Values lie in a last group `<g class="values">` in groups of their series: circles and
///   rectangles that are not painted and have titles with the value, its unit and its interval.
/// - A chart over time that can be zoomed has `data-timeline="LEFT TOP RIGHT BOTTOM LOW HIGH"` on
///   its `svg` element, for each panel, with commas between them: the frame of its axes in pixels,
///   and the ends of the axis; and `data-unit`, the unit of time. The plots of a panel have its
///   letter at the end of their identifiers, as gnuplot gives it: `…_plot_1a`.
/// - A chart without elements that have a series has no such groups, and is otherwise the same.
struct ChartElement: Hashable {
  /// What gnuplot reads, without a title: `data using 1:2 with lines …`.
  let drawing: String
  /// The series' label as tables have it; nil: it is of no series.
  let series: String?
  /// What it is, in plain words: `hybrid`, `hybrid, memory: 60 %`, `hybrid, 95 % interval`.
  let title: String

  /// A part of what is drawn of a series; without a title, the title is the label.
  init(_ drawing: String, of series: String?, title: String? = nil) {
    self.drawing = drawing
    self.series = series
    self.title = title ?? series ?? ""
  }

  static func interval(_ drawing: String, of series: String) -> ChartElement {
    ChartElement(drawing, of: series, title: "\(series), 95 % interval")
  }
}

/// A value that a chart tells under the pointer: its place on the canvas in pixels, and its text.
struct ChartValue: Hashable {
  /// Where the pointer finds it.
  enum Place: Hashable {
    case point(x: Double, y: Double)
    case area(ChartFrame)
  }

  /// The series' label as tables have it; nil: it is of no series.
  let series: String?
  let place: Place
  /// The value with its unit and its interval, and what it is of: `hybrid: 60 ±1 % within 0.3 s`.
  let text: String

  /// At most so many values of a line are told; neighbours are nearer than a pointer is exact.
  static let maximumPerLine = 48

  /// As many of a line's points as are told: the ends, and others at even distances.
  static func told<Point>(of points: [Point]) -> [Point] {
    guard points.count > maximumPerLine else { return points }
    return (0..<maximumPerLine).map { points[$0 * (points.count - 1) / (maximumPerLine - 1)] }
  }
}

/// A horizontal axis of time that can be zoomed: its frame, its ends, and its unit.
struct ChartTimeline: Hashable {
  let frame: ChartFrame
  let low: Double
  let high: Double
  /// In words, such as `days`.
  let unit: String

  /// A frame's axis; the axis is linear.
  init(_ axis: ChartAxis, in frame: ChartFrame, unit: String) {
    self.frame = frame
    low = axis.low
    high = axis.high
    self.unit = unit
  }
}

extension ChartFrame {
  /// Where a value of two axes lies on the canvas; one beyond an axis lies at its end.
  func place(_ x: Double, _ y: Double, on axes: (x: ChartAxis, y: ChartAxis)) -> ChartValue.Place {
    let shares = (
      x: min(max(axes.x.share(x), 0), 1), y: min(max(axes.y.share(y), 0), 1)
    )
    return .point(x: left + shares.x * width, y: bottom - shares.y * height)
  }
}
