internal import CachePolicies
internal import CacheReports
internal import Experiments
internal import Results
internal import SimCore

struct CurveTable {
  private let result: CurveResult

  init(_ result: CurveResult) { self.result = result }

  private var curves: [CurveResult.Curve] { result.curves }

  /// The points of each curve, at every size where that was requested.
  private var points: [[MissRatioPoint]] { curves.map { $0.everyPoint ?? $0.points } }

  private var estimates: [CurveResult.Curve] { curves.filter(\.isEstimate) }

  /// A row for each point of each curve; where one is an estimate, also from how many objects and
  /// with which standard error.
  var listing: Listing {
    let points = points
    let heads = curves.map { ($0.policy, $0.method, NumberText.decimal($0.rate, places: 9)) }
    var columns = ["policy", "method", "rate", "capacity_bytes", "miss_ratio", "byte_miss_ratio"]
    let hasEstimates = !estimates.isEmpty
    if hasEstimates { columns += ["miss_ratio_error", "sampled_objects", "objects"] }
    return Listing(columns, count: points.reduce(0) { $0 + $1.count }) { index, row in
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
      if hasEstimates {
        row.add(ratio: points[curve][index].missRatioError)
        row.add(curves[curve].sampledObjects)
        row.add(result.objects)
      }
    }
  }

  /// For people: a row for each size of the plan and a column for each curve, then the samples of
  /// the estimates and their errors. Sizes at which all curves read the same are one row.
  var text: String {
    let samples = estimates.map { "\(label($0)): \(sample($0))\n" }.joined()
    return TerminalRenderer.text(of: table) + samples + errors
  }

  /// A row for each size of the plan and a column for each curve.
  var table: ResultTable {
    ResultTable(
      "miss ratios", columns: [result.countsObjects ? "objects" : "capacity"] + curves.map(label),
      rows: rows, textColumns: 0)
  }

  private var rows: [[String]] {
    let sizes = curves.first?.points.map(\.capacity) ?? []
    let texts =
      result.countsObjects
      ? sizes.map { Display.count($0.count) } : Display.column(of: sizes)
    return FoldedRows.folded(
      texts.indices.map { index in
        [texts[index]] + curves.map { Display.share($0.points[index].missRatio) }
      })
  }

  /// The same with all digits: a row for each size, every one where that was requested; of
  /// estimates also the standard error and the size of the sample.
  var sizes: Listing {
    let points = points
    let samples = curves.indices.filter { curves[$0].isEstimate }
    let columns =
      [result.countsObjects ? "objects" : "bytes"] + curves.map(label)
      + samples.flatMap { index in
        ["error", "sampled objects", "of objects"].map { "\(label(curves[index])) \($0)" }
      }
    return Listing(columns, count: points.first?.count ?? 0, numbers: Set(columns)) { index, row in
      row.add(points[0][index].capacity.count)
      for curve in points { row.add(ratio: curve[index].missRatio) }
      for curve in samples {
        row.add(ratio: points[curve][index].missRatioError)
        row.add(curves[curve].sampledObjects)
        row.add(result.objects)
      }
    }
  }

  private func sample(_ curve: CurveResult.Curve) -> String {
    "\(NumberText.grouped(curve.sampledObjects)) of "
      + "\(NumberText.counted(result.objects, "object")) sampled, standard error "
      + Display.points(curve.standardError)
  }

  var warnings: [String] {
    estimates.filter {
      $0.standardError > Self.maximumError || $0.sampledObjects < Self.smallSample
    }
    .map {
      "warning: \(label($0)) is an estimate from few objects: \(sample($0)); "
        + "four times as many objects halve it"
    }
  }

  /// The SHARDS paper finds errors below 0.01 at sizes in equal steps (its section 5.2); over
  /// decades of sizes, where small ones count as much as large ones, about twice that is usual.
  private static let maximumError = 0.02
  /// Below this many objects the standard error itself is not certain.
  private static let smallSample: Int64 = 1_000

  /// A note on the sizes that the table for a terminal leaves out; nil: none.
  var omission: String? {
    guard let curve = curves.first, let all = curve.everyPoint?.count else { return nil }
    return all > curve.points.count
      ? "the table shows \(NumberText.counted(curve.points.count, "size")); "
        + "the curve falls at \(all): --csv and --output-format csv, json or markdown have them"
      : nil
  }

  private func label(_ curve: CurveResult.Curve) -> String {
    curve.method == "exact" || curve.method == "simulation"
      ? curve.policy : "\(curve.policy) (\(curve.method))"
  }

  private var errors: String {
    estimates.compactMap { curve in
      guard let truth = curves.first(where: { $0.policy == curve.policy && $0.rate == 1 }) else {
        return nil
      }
      let error = MissRatioPoint.meanAbsoluteError(curve.points, truth.points)
      return "mean absolute error of \(label(curve)) at rate "
        + "\(Display.share(curve.rate)): \(Display.points(error))\n"
    }.joined()
  }

  /// The samples of all estimates, those of one size named once; nil: there is no estimate.
  private var chartSample: String? {
    var texts: [String] = []
    for text in estimates.map(sample) where !texts.contains(text) { texts.append(text) }
    guard let first = texts.first else { return nil }
    // A chart has one line for it.
    guard texts.count > 1 else { return first }
    let counts = estimates.map(\.sampledObjects)
    let error = estimates.map(\.standardError).max() ?? 0
    return "\(NumberText.grouped(counts.min() ?? 0)) or more of "
      + "\(NumberText.counted(result.objects, "object")) sampled, standard errors up to "
      + Display.points(error)
  }

  var chart: MissRatioChart {
    MissRatioChart(
      zip(curves, points).map { curve, points in
        MissRatioChart.Curve(
          label: label(curve),
          points: points.filter { $0.capacity > .zero }.map {
            (Double($0.capacity.count), $0.missRatio)
          })
      }, countsObjects: result.countsObjects, sample: chartSample)
  }
}
