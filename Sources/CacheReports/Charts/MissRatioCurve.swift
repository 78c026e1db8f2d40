internal import CacheMetrics
internal import SimCore

/// How many requests miss at each size of a cache.
package struct MissRatioCurve: Sendable {
  package var label: String
  package var points: [(size: Double, missRatio: Double)]

  package init(label: String, points: [(size: Double, missRatio: Double)]) {
    self.label = label
    self.points = points
  }

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

extension LineChart {
  /// The share of requests that miss against the size of the cache, a line per policy, of sizes in
  /// objects or in bytes.
  /// - Parameter sample: how many of the objects estimates are from, and how uncertain they are;
  ///   nil: all curves are exact.
  package init(_ curves: [MissRatioCurve], countsObjects: Bool, sample: String? = nil) {
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
      curves.map { Line(label: $0.label, points: $0.thinned(to: columns).points.map { ($0, $1) }) })
  }
}
