internal import Caches
internal import Experiments
internal import Reports
internal import SimCore

/// Miss-ratio curves as a table.
struct CurveTable {
  private let result: CurveResult

  init(_ result: CurveResult) { self.result = result }

  private var curves: [CurveResult.Curve] { result.curves }

  /// A row for each point of each curve.
  var listing: Listing {
    Listing(
      ["policy", "method", "rate", "capacity_bytes", "miss_ratio", "byte_miss_ratio"],
      curves.flatMap { curve in
        curve.points.map { point in
          [
            curve.policy, curve.method, NumberText.decimal(curve.rate, places: 9),
            "\(point.capacity.count)", ReplayTable.ratio(point.missRatio),
            ReplayTable.ratio(point.byteMissRatio),
          ]
        }
      })
  }

  /// A row for each size and a column for each curve, then how far estimates are from the truth.
  var text: String {
    let sizes = sizes
    return AlignedText.table(sizes.columns, sizes.rows, textColumns: 0) + errors
  }

  /// The same table: a row for each size.
  var sizes: Listing {
    let columns = [result.countsObjects ? "objects" : "bytes"] + curves.map(label)
    let sizes = curves.first?.points ?? []
    let rows = sizes.indices.map { row in
      ["\(sizes[row].capacity.count)"]
        + curves.map { ReplayTable.ratio($0.points[row].missRatio) }
    }
    return Listing(columns, rows, numbers: Set(columns))
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
      curves.map { curve in
        MissRatioChart.Curve(
          label: label(curve),
          points: curve.points.filter { $0.capacity > .zero }.map {
            (Double($0.capacity.count), $0.missRatio)
          })
      }, countsObjects: result.countsObjects)
  }
}
