internal import CacheMetrics
internal import SimCore

extension LineChart.Line {
  /// A line over the logarithm of x as it is visible on so many columns of pixels: where it has
  /// more points, the first, the lowest, the highest and the last of each column.
  ///
  /// A line through these has the pixels of a line through all (M4: Jugel, Jerzak, Hackenbroich,
  /// Markl: M4: A Visualization-Oriented Time Series Data Aggregation, VLDB 2014,
  /// doi:10.14778/2732951.2732953).
  /// - Precondition: the points are in growing order of x above 0.
  func thinned(to columns: Int) -> Self {
    guard columns > 0, points.count > 4 * columns, let first = points.first,
      let last = points.last, last.x > first.x
    else { return self }
    let step = DeterministicMath.exp(
      DeterministicMath.log(last.x / first.x) / Double(columns))
    var kept = self
    kept.points = []
    var (start, bound) = (0, first.x)
    while start < points.count {
      while bound <= points[start].x { bound *= step }
      var end = start + 1
      while end < points.count, points[end].x < bound { end += 1 }
      kept.points += Self.outline(of: points[start..<end])
      start = end
    }
    return kept
  }

  private static func outline(of column: ArraySlice<LineChart.Point>) -> [LineChart.Point] {
    let first = column.startIndex
    var (lowest, highest) = (first, first)
    for index in column.indices {
      if column[index].y < column[lowest].y { lowest = index }
      if column[index].y > column[highest].y { highest = index }
    }
    var outline: [Int] = []
    for index in [first, lowest, highest, column.endIndex - 1].sorted()
    where index != outline.last {
      outline.append(index)
    }
    return outline.map { column[$0] }
  }
}

extension LineChart {
  /// The share of requests that miss against the size of the cache, a line per policy, of sizes in
  /// objects or in bytes.
  /// - Parameter sample: how many of the objects estimates are from, and how uncertain they are;
  ///   nil: all curves are exact.
  package init(missRatios curves: [Line], countsObjects: Bool, sample: String? = nil) {
    // The PNG has twice the pixels of the canvas.
    let columns = Int(2 * ChartCanvas.width)
    self.init(
      name: "miss-ratio", title: "What a larger cache saves",
      caption: """
        Share of requests that miss against the size of the cache, a line per policy. Lower is \
        better; where a line falls steeply, a larger cache saves many misses.
        """ + (sample.map { " \($0)." } ?? ""), note: sample,
      x: Axis(
        countsObjects ? "objects in the cache" : "size of the cache", column: "size",
        .amounts(countsObjects ? .count : .bytes)),
      y: Axis("share of requests that miss", column: "miss_ratio", .percent),
      curves.map { $0.thinned(to: columns) })
  }
}
