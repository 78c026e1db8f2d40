package import Measurement

/// The differences of two strategies under each of the same seeds.
///
/// Both had the same workload and network schedule under a seed, which removes most of the noise
/// from the difference; the spread of the differences shows the rest.
package struct PairedDifferences: Sendable {
  /// In order of the seeds.
  package let values: [Double]

  /// Nil when there are none or when one of them is not finite.
  package init?(_ pairs: [(value: Double, base: Double)]) {
    guard !pairs.isEmpty, pairs.allSatisfy({ $0.value.isFinite && $0.base.isFinite }) else {
      return nil
    }
    values = pairs.map { $0.value - $0.base }
  }

  /// Value less base's value at a metric under each seed; nil when the two were not run under the
  /// same seeds, or when a seed has no finite value.
  package init?(at metric: Metric, of row: StrategyResult, from base: StrategyResult) {
    guard row.runs.map(\.seed) == base.runs.map(\.seed) else { return nil }
    var pairs: [(value: Double, base: Double)] = []
    for (run, baseRun) in zip(row.runs, base.runs) {
      guard let value = metric.value(run.aggregates),
        let baseValue = metric.value(baseRun.aggregates)
      else {
        return nil
      }
      pairs.append((value, baseValue))
    }
    self.init(pairs)
  }

  package var mean: Double { values.reduce(0, +) / Double(values.count) }

  /// The 95 % confidence interval of the mean; nil for a single seed.
  package var interval: ConfidenceInterval? { ConfidenceInterval(of: values) }

  /// Whether the seeds show a difference; a single seed is taken as it is.
  package var isShown: Bool { interval.map { !$0.includesZero } ?? true }

  package var minimum: Double { values.min() ?? 0 }

  package var maximum: Double { values.max() ?? 0 }

  /// The standard deviation of the sample, which divides by one less than there are; nil for one.
  package var standardDeviation: Double? {
    guard values.count > 1 else { return nil }
    let mean = mean
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1)).squareRoot()
  }
}
