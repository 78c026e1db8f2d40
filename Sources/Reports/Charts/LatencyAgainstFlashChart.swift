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

  /// Labels to the right of the points, pushed up where two would lie on each other.
  private static func labels(_ points: [Point], right: Double, decades: Int) -> [String] {
    let lineHeight = 0.055
    /// A letter's width and the gap behind a point, as shares of the plot's width.
    let letter = 0.0115
    let bottom = -0.1549  // The logarithm of the axis' lower end, 0.7.
    var placed: [(left: Double, width: Double, height: Double)] = []
    var commands: [String] = []
    let order = points.indices.sorted { (points[$0].y, $0) < (points[$1].y, $1) }
    for index in order {
      let point = points[index]
      let height = DeterministicMath.log(max(point.y, 1)) / DeterministicMath.log(10)
      var graph = (height - bottom) / (Double(decades) - bottom)
      let left = (point.x / right + 0.02) / 1.02 + 0.012
      let width = Double(min(point.label.count, 40)) * letter
      while let other = placed.first(where: {
        abs($0.height - graph) < lineHeight && $0.left < left + width && left < $0.left + $0.width
      }) { graph = other.height + lineHeight * 1.001 }
      placed.append((left, width, graph))
      commands.append(
        "set label \(ChartStyle.quoted(point.label, limit: 40)) at graph "
          + "\(NumberText.decimal(left, places: 4)),\(NumberText.decimal(graph, places: 4)) left "
          + "textcolor rgb '\(ChartStyle.strategy(index))'")
    }
    return commands
  }
}
