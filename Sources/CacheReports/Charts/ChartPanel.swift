/// A frame with two axes, and what is drawn on them.
struct ChartPanel: Sendable {
  let frame: ChartFrame
  let x: ChartAxis
  let y: ChartAxis
  /// The axes from whose ticks lines lead across the frame.
  let grid: [ChartDirection]
  /// Values of an axis at which a dotted line leads across the frame.
  var limits: [(axis: ChartDirection, value: Double)] = []
  /// Up to where it is shaded behind what is drawn, from the beginning on.
  var shadeEnd: Double?
  var marks: [ChartMark] = []
  var told: [ChartTold] = []
  /// The scales of axes of which a page shows as much as the shown series need, with what they are
  /// of; nil: the axes stay whole.
  var scales: (x: Scale, y: Scale)?

  typealias Scale = (scale: ChartScale, quantity: ChartQuantity)

  /// The share of the height that marks at the foot take.
  static let footHeight = 0.16

  /// Where values of the axes lie on the canvas, in pixels.
  func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (frame.left + self.x.share(x) * frame.width, frame.bottom - self.y.share(y) * frame.height)
  }

  /// Where lines leave the frame above, in pixels: the points at which they are beyond it first.
  func exits(in table: ChartTable) -> [(x: Double, colour: String)] {
    marks.flatMap { mark -> [(x: Double, colour: String)] in
      guard case .line(let stroke) = mark.form else { return [] }
      var wasBeyond = false
      return stride(from: mark.rows.lowerBound, through: mark.rows.upperBound, by: mark.step)
        .compactMap { row in
          let place = place(
            table.value(of: mark.terms[0], in: row), table.value(of: mark.terms[1], in: row))
          let isBeyond = place.y.isFinite && place.y < frame.top - 1
          defer { wasBeyond = isBeyond }
          let isNew = isBeyond && !wasBeyond && place.x >= frame.left && place.x <= frame.right
          return isNew ? (place.x, stroke.colour) : nil
        }
    }
  }

  /// Whether the interval of a row goes on beyond the low and the high end of its bar; nil: its
  /// bar has both ends, or the mark is none of bars.
  func openEnds(of mark: ChartMark, in row: Int, _ table: ChartTable) -> (low: Bool, high: Bool)? {
    guard case .bar(let direction, _, _) = mark.form else { return nil }
    let axis = direction == .x ? x : y
    func goesOn(_ term: ChartTerm) -> Bool {
      let share = axis.share(table.value(of: term, in: row))
      if share < -1e-6 || share > 1 + 1e-6 { return true }
      guard case .limited(let whole, let low, let high) = term else { return false }
      let value = table.value(of: whole, in: row)
      return value < low || value > high
    }
    let open = (low: goesOn(mark.terms[2]), high: goesOn(mark.terms[3]))
    return open.low || open.high ? open : nil
  }

  /// Marks off the strips of an axis' scale for zero and for infinity.
  mutating func limitStrips(of scale: ChartScale, _ axis: ChartDirection) {
    limits += [scale.zero?.end, scale.endless?.start].compactMap { $0.map { (axis, $0) } }
  }
}

/// A rectangle on the canvas, such as that of a plot's axes, in pixels from its upper left corner.
struct ChartFrame: Hashable, Sendable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  var width: Double { right - left }
  var height: Double { bottom - top }

  func overlaps(_ other: ChartFrame) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  func lies(in frame: ChartFrame) -> Bool {
    left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom
  }
}

/// Values that a series tells under the pointer, by words that stand once:
/// `hybrid: first content for ` 60 ±1 % ` of all opens within ` 0.3 s.
struct ChartTold: Sendable {
  /// A value: its place on the axes, and its texts.
  typealias Value = (x: Double, y: Double, texts: [String])

  /// The series' label as tables have it.
  let series: String
  /// The words before, between and behind the texts of a value.
  let words: [String]
  let values: [Value]

  /// At most so many values of a line are told; neighbours are nearer than a pointer is exact.
  static let limit = 32

  init<Point>(_ series: String, _ words: [String], _ points: [Point], _ value: (Point) -> Value) {
    self.series = series
    self.words = words
    values = Self.some(of: points).map(value)
  }

  func text(of value: Value) -> String {
    let parts = zip(words, value.texts + [""]).map { $0 + $1 }
    return "\(series): \(parts.joined())"
  }

  /// As many of a line's points as are told: the ends, and others at even distances.
  static func some<Point>(of points: [Point]) -> [Point] {
    guard points.count > limit else { return points }
    return (0..<limit).map { points[$0 * (points.count - 1) / (limit - 1)] }
  }
}
