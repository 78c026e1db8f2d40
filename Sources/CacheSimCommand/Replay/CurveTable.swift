internal import Caches
internal import Experiments
internal import Reports
internal import SimCore

/// Miss-ratio curves as a table.
struct CurveTable {
  private let result: CurveResult

  init(_ result: CurveResult) { self.result = result }

  private var curves: [CurveResult.Curve] { result.curves }

  /// The points of each curve, at every size where they were asked for.
  private var points: [[CurvePoint]] { curves.map { $0.everyPoint ?? $0.points } }

  /// A row for each point of each curve.
  var listing: Listing {
    let points = points
    let heads = curves.map { ($0.policy, $0.method, NumberText.decimal($0.rate, places: 9)) }
    return Listing(
      ["policy", "method", "rate", "capacity_bytes", "miss_ratio", "byte_miss_ratio"],
      count: points.reduce(0) { $0 + $1.count }
    ) { index, row in
      var (curve, index) = (0, index)
      while index >= points[curve].count {
        index -= points[curve].count
        curve += 1
      }
      row.add(heads[curve].0)
      row.add(heads[curve].1)
      row.add(heads[curve].2)
      row.add(points[curve][index].capacity.count)
      row.add(ratio: points[curve][index].missRatio)
      row.add(ratio: points[curve][index].byteMissRatio)
    }
  }

  /// For people: a row for each size that the plan names and a column for each curve, then how far
  /// estimates are from the truth.
  var text: String {
    let sizes = sizes(curves.map(\.points))
    return AlignedText.table(sizes.columns, sizes.rows, textColumns: 0) + errors
  }

  /// The same table: a row for each size, every one where they were asked for.
  var sizes: Listing { sizes(points) }

  private func sizes(_ points: [[CurvePoint]]) -> Listing {
    let columns = [result.countsObjects ? "objects" : "bytes"] + curves.map(label)
    return Listing(columns, count: points.first?.count ?? 0, numbers: Set(columns)) { index, row in
      row.add(points[0][index].capacity.count)
      for curve in points { row.add(ratio: curve[index].missRatio) }
    }
  }

  /// How many sizes there are that the table for people leaves out, in words; nil: none.
  var omission: String? {
    guard let curve = curves.first, let all = curve.everyPoint?.count else { return nil }
    return all > curve.points.count
      ? "the table shows \(curve.points.count) sizes; the curve falls at \(all): "
        + "--csv and --output-format csv, json or markdown tell them"
      : nil
  }

  private func label(_ curve: CurveResult.Curve) -> String {
    curve.method == "exact" || curve.method == "simulation"
      ? curve.policy : "\(curve.policy) (\(curve.method))"
  }

  private var errors: String {
    curves.filter { $0.rate < 1 }.compactMap { curve in
      guard let truth = curves.first(where: { $0.policy == curve.policy && $0.rate == 1 }) else {
        return nil
      }
      let error = CurvePoint.meanAbsoluteError(curve.points, truth.points)
      return "mean absolute error of \(label(curve)) at rate "
        + "\(NumberText.decimal(curve.rate, places: 6)): \(ReplayTable.ratio(error))\n"
    }.joined()
  }

  /// The curves as a chart.
  var chart: MissRatioChart {
    MissRatioChart(
      zip(curves, points).map { curve, points in
        MissRatioChart.Curve(
          label: label(curve),
          points: points.filter { $0.capacity > .zero }.map {
            (Double($0.capacity.count), $0.missRatio)
          })
      }, countsObjects: result.countsObjects)
  }
}
