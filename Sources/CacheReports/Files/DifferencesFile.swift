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
        for metric in MetricCatalog.all
        where metric.better != .neither && row.bound?.tells(metric) ?? true {
          guard let differences = PairedDifferences(at: metric, of: row, from: baseline) else {
            continue
          }
          csv.add(
            [
              row.label, baseline.label, row.varied ?? "", metric.name, metric.unit.rawValue,
              "\(differences.values.count)",
            ] + summary(of: differences, at: metric))
        }
      }
    }
    return csv.text
  }

  private static func summary(of differences: PairedDifferences, at metric: Metric) -> [String] {
    [
      differences.mean, differences.minimum, differences.maximum, differences.standardDeviation,
    ].map { metric.text(of: $0) }
  }
}
