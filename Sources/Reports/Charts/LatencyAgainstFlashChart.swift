internal import Devices
internal import SimCore

extension Chart {
  /// The trade: waiting against flash writes, a labelled point for each strategy.
  static let latencyAgainstFlash = Chart(
    name: "latency-against-flash", title: "Waiting against flash writes",
    caption: "Down is a shorter wait, left is less flash. The wait is the 95th percentile of first "
      + "content over the opens that showed some; the share that stayed blank stands beside the "
      + "name. Waits below 1 ms are drawn at 1 ms."
  ) { result in
    let points = result.rows.map { point(of: $0) }
    var data = CSV(
      ["strategy", "megabytes_per_device_day", "first_content_p95_ms", "blank_percent"])
    for point in points {
      data.add([
        point.name, NumberText.decimal(point.x, places: 6), NumberText.decimal(point.y, places: 3),
        NumberText.decimal(point.blank, places: 3),
      ])
    }
    let right = max(points.map(\.x).max() ?? 0, 1e-3) * 1.45
    let top = max(points.map(\.y).max() ?? 1, 1)
    let decades = log10(above: top)
    let labels = labels(points, right: right, decades: decades)
    let marks = points.indices.map { index in
      "data skip 1 every ::\(index)::\(index) using 2:(column(3)<1 ? 1 : column(3)) with points "
        + "pointtype 7 pointsize 1.6 linecolor rgb '\(ChartStyle.strategy(index))' notitle"
    }
    return Drawing(
      data: data,
      commands: ChartStyle.frame + [
        "set title \(ChartStyle.quoted("\(result.title): waiting against flash writes"))",
        "set xlabel 'megabytes written to flash per device and day'",
        "set ylabel 'first content, 95th percentile (ms)'", "set logscale y 10",
        "set xrange [\(NumberText.decimal(-right / 50, places: 6)):"
          + "\(NumberText.decimal(right, places: 6))]",
        "set yrange [0.7:1e\(decades)]", "set format y '%g'", "unset key",
      ] + labels + ["plot " + marks.joined(separator: ", \\\n    "), "unset label"])
  }

  private struct Point {
    var name: String
    var x: Double
    var y: Double
    var blank: Double

    /// What stands beside the point.
    var label: String {
      blank < 0.5 ? name : "\(name) (\(NumberText.decimal(blank, places: 0)) % blank)"
    }
  }

  private static func point(of row: StrategyResult) -> Point {
    let visits = row.pooled.visits
    let days = max(row.pooled.devices.days, 1e-9)
    let p95 = visits.firstContent.value(at: .p95) ?? 0
    return Point(
      name: row.title, x: Double(row.pooled.flash.written.bytes.count) / days / 1e6, y: p95 / 1e6,
      blank: Double(visits.blanks) / Double(max(visits.opens, 1)) * 100)
  }

  /// The power of ten at or above a number.
  private static func log10(above value: Double) -> Int {
    var decades = 1
    var bound = 10.0
    while bound < value * 1.2 {
      bound *= 10
      decades += 1
    }
    return decades
  }

  /// A rectangle in shares of the plot's width and height.
  private struct Box {
    var left: Double
    var right: Double
    var bottom: Double
    var top: Double

    func overlaps(_ other: Box) -> Bool {
      left < other.right && other.left < right && bottom < other.top && other.bottom < top
    }
  }

  /// Labels beside the points, where they lie on no point and on no other label.
  private static func labels(_ points: [Point], right: Double, decades: Int) -> [String] {
    /// The logarithm of the axis' lower end, 0.7.
    let bottom = -0.1549
    let places = points.map { point in
      let height = DeterministicMath.log(max(point.y, 1)) / DeterministicMath.log(10)
      return (
        x: (point.x / right + 0.02) / 1.02, y: (height - bottom) / (Double(decades) - bottom)
      )
    }
    var taken = places.map { place in
      Box(left: place.x - 0.01, right: place.x + 0.01, bottom: place.y - 0.02, top: place.y + 0.02)
    }
    return points.indices.map { index in
      let text = points[index].label
      let candidates = boxes(for: text, at: places[index].x, places[index].y)
      let free = candidates.first { candidate in
        candidate.box.left > -0.01 && candidate.box.right < 1.02 && candidate.box.top < 1
          && !taken.enumerated().contains {
            $0.offset != index && $0.element.overlaps(candidate.box)
          }
      }
      let chosen = free ?? candidates[0]
      taken.append(chosen.box)
      let x = chosen.isLeft ? chosen.box.right : chosen.box.left
      let y = (chosen.box.bottom + chosen.box.top) / 2
      return "set label \(ChartStyle.quoted(text, limit: 40)) at graph "
        + "\(NumberText.decimal(x, places: 4)),\(NumberText.decimal(y, places: 4)) "
        + "\(chosen.isLeft ? "right" : "left") "
        + "textcolor rgb '\(ChartStyle.strategy(index))'"
    }
  }

  /// Where a point's label may stand, the best place first: right, left, then above and below.
  private static func boxes(
    for text: String, at x: Double, _ y: Double
  ) -> [(box: Box, isLeft: Bool)] {
    /// A letter's width, a line's height and the gap beside a point, as shares of the plot.
    let width = Double(min(text.count, 40)) * 0.0105
    let line = 0.055
    let gap = 0.014
    var boxes: [(box: Box, isLeft: Bool)] = []
    for step in [0.0, 1, -1, 2, -2, 3, -3] {
      let middle = y + step * line
      let (low, high) = (middle - line / 2, middle + line / 2)
      boxes.append((Box(left: x + gap, right: x + gap + width, bottom: low, top: high), false))
      boxes.append((Box(left: x - gap - width, right: x - gap, bottom: low, top: high), true))
    }
    return boxes
  }
}
