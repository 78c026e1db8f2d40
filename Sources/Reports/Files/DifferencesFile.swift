/// `differences.csv`: how far each strategy is from the first one that is no bound, seed by seed.
///
/// Every strategy meets the same workload and weather under a seed, so the difference under each
/// seed is free of most of what chance does to both, and the spread of the differences tells what
/// is left. Only metrics that are defined and finite under every seed of both are compared. A
/// line gives the mean, the smallest, the largest, and the standard deviation of the sample, which
/// is empty for a single seed.
enum DifferencesFile {
  static func text(of result: RunResult) -> String {
    var csv = CSV([
      "strategy", "baseline", "varied", "metric", "unit", "seeds", "mean", "minimum", "maximum",
      "standard_deviation",
    ])
    for group in result.groups {
      guard let first = group.rows.firstIndex(where: { !$0.isBound }) else { continue }
      let baseline = group.rows[first]
      for (index, row) in group.rows.enumerated() where index != first {
        for metric in MetricCatalog.all where metric.better != .neither {
          guard let differences = differences(at: metric, of: row, from: baseline) else { continue }
          csv.add(
            [
              row.label, baseline.label, row.varied ?? "", metric.name, metric.unit.rawValue,
              "\(differences.count)",
            ] + summary(of: differences, at: metric))
        }
      }
    }
    return csv.text
  }

  /// Value less baseline's value under each seed; nil when a seed has none.
  private static func differences(
    at metric: Metric, of row: StrategyResult, from baseline: StrategyResult
  ) -> [Double]? {
    guard row.runs.map(\.seed) == baseline.runs.map(\.seed) else { return nil }
    var differences: [Double] = []
    for (run, base) in zip(row.runs, baseline.runs) {
      guard let value = metric.value(run.book), let baseValue = metric.value(base.book),
        value.isFinite, baseValue.isFinite
      else { return nil }
      differences.append(value - baseValue)
    }
    return differences
  }

  private static func summary(of differences: [Double], at metric: Metric) -> [String] {
    let count = Double(differences.count)
    let mean = differences.reduce(0, +) / count
    let squares = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let deviation = differences.count > 1 ? (squares / (count - 1)).squareRoot() : nil
    return [mean, differences.min(), differences.max(), deviation].map { metric.text(of: $0) }
  }
}
