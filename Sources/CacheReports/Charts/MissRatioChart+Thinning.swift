internal import SimCore

extension MissRatioChart.Curve {
  /// The curve as the eye can tell it on so many columns of pixels: where it has more points, of
  /// each column the first, the lowest, the highest and the last.
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
