internal import SimCore

/// Lines: the share of requests that miss against the size of the cache, a line per policy.
package struct MissRatioChart: Chart {
  package let name = "miss-ratio"
  package let title = "What a larger cache saves"
  package var caption: String {
    """
    Share of requests that miss against the size of the cache, a line per policy. Lower is \
    better; where a line falls steeply, a larger cache saves many misses.
    """ + (sample.map { " \($0)." } ?? "")
  }

  /// A line.
  package struct Curve: Sendable {
    package var label: String
    package var points: [(size: Double, missRatio: Double)]

    package init(label: String, points: [(size: Double, missRatio: Double)]) {
      self.label = label
      self.points = points
    }
  }

  private let curves: [Curve]
  private let countsObjects: Bool
  private let sample: String?

  /// A chart of curves, of sizes in objects or in bytes.
  /// - Parameter sample: how many of the objects estimates are from, and how uncertain they are;
  ///   nil: all curves are exact.
  package init(_ curves: [Curve], countsObjects: Bool, sample: String? = nil) {
    self.curves = curves
    self.sample = sample
    self.countsObjects = countsObjects
  }

  package func canvas(of data: ChartData) -> ChartCanvas {
    let sizes = curves.flatMap { $0.points.map(\.size) }
    let quantity: ChartQuantity = countsObjects ? .count : .bytes
    let axis = ChartAxis.logarithmic(
      from: max(sizes.min() ?? 1, 1), to: max(sizes.max() ?? 1, 1), of: quantity)
    let drawn = ChartLines(
      labels: curves.map(\.label), styles: Array(curves.indices),
      overlap: LineOverlap([curves.map { $0.points.map { (axis.share($0.size), $0.missRatio) } }]))
    var canvas = ChartCanvas(
      title: title, subtitle: sample.map { "\(data.scenario): \($0)" } ?? data.scenario,
      ChartTable(numbers: ["curve_index", "size", "miss_ratio"], texts: ["curve"]))
    let frame = ChartFrame(
      left: ChartCanvas.leftOfPlot(ticks: .percent), top: 92, right: drawn.keyLeft - 28, bottom: 472
    )
    canvas.writeTitles(
      x: countsObjects ? "objects in the cache (log scale)" : "size of the cache (log scale)",
      y: "share of requests that miss", around: frame)
    drawn.writeKey(top: frame.top + 10, on: &canvas)
    var panel = ChartPanel(frame, x: axis, y: .percent, grid: [.y])
    var rows: [ChartLines.Drawn] = []
    // The PNG has twice the pixels of the frame.
    let columns = Int(2 * frame.width)
    for (index, curve) in curves.enumerated() where !curve.points.isEmpty {
      let curve = curve.thinned(to: columns)
      let first = canvas.table.rowCount
      for point in curve.points {
        canvas.table.add([Double(index), point.size, point.missRatio], [curve.label])
      }
      rows.append((index, first...(canvas.table.rowCount - 1), false))
      panel.told.append(
        ChartTold(curve.label, ["", " miss with ", countsObjects ? " objects" : ""], curve.points) {
          ($0.size, $0.missRatio, [ChartQuantity.share.text($0.missRatio), quantity.text($0.size)])
        })
    }
    panel.marks = drawn.marks(rows, x: "size", y: "miss_ratio")
    canvas.panels = [panel]
    return canvas
  }
}

extension MissRatioChart.Curve {
  /// The curve as it is visible on so many columns of pixels: where it has more points, the first,
  /// the lowest, the highest and the last of each column.
  ///
  /// A line through these has the pixels of a line through all (M4: Jugel, Jerzak, Hackenbroich,
  /// Markl: M4: A Visualization-Oriented Time Series Data Aggregation, VLDB 2014,
  /// doi:10.14778/2732951.2732953).
  /// - Precondition: the points are in growing order of sizes above 0, which are drawn over their
  ///   logarithm.
  func thinned(to columns: Int) -> Self {
    guard columns > 0, points.count > 4 * columns, let first = points.first,
      let last = points.last, last.size > first.size
    else { return self }
    let step = DeterministicMath.exp(
      DeterministicMath.log(last.size / first.size) / Double(columns))
    var kept = self
    kept.points = []
    var (start, bound) = (0, first.size)
    while start < points.count {
      while bound <= points[start].size { bound *= step }
      var end = start + 1
      while end < points.count, points[end].size < bound { end += 1 }
      kept.points += Self.outline(of: points[start..<end])
      start = end
    }
    return kept
  }

  private static func outline(
    of column: ArraySlice<(size: Double, missRatio: Double)>
  ) -> [(size: Double, missRatio: Double)] {
    let first = column.startIndex
    var (lowest, highest) = (first, first)
    for index in column.indices {
      if column[index].missRatio < column[lowest].missRatio { lowest = index }
      if column[index].missRatio > column[highest].missRatio { highest = index }
    }
    var outline: [Int] = []
    for index in [first, lowest, highest, column.endIndex - 1].sorted()
    where index != outline.last {
      outline.append(index)
    }
    return outline.map { column[$0] }
  }
}
