package import CacheMetrics

/// What can be taken, with its numbers: a strategy of a run, a strategy at a point of a sweep, or a
/// setting that was tuned.
package struct Alternative: Sendable {
  package var label: String
  /// How commands name it; nil: they cannot.
  package var word: String?
  package let seedCount: Int
  /// With all seeds pooled; nil: not defined.
  package let pooled: @Sendable (Metric) -> Double?
  /// Under each seed, in order.
  package let seeds: @Sendable (Metric) -> [Double?]
  /// Of how many views or the like a share is, all seeds together; nil: it is none, or that is not
  /// known.
  package let trials: @Sendable (Metric) -> Double?
  /// The row of a run that it is; nil: it is of a sweep or a search.
  package private(set) var row: StrategyResult?

  package init(
    _ label: String, word: String?, seedCount: Int,
    pooled: @escaping @Sendable (Metric) -> Double?,
    seeds: @escaping @Sendable (Metric) -> [Double?],
    trials: @escaping @Sendable (Metric) -> Double? = { _ in nil }
  ) {
    self.label = label
    self.word = word
    self.seedCount = seedCount
    self.pooled = pooled
    self.seeds = seeds
    self.trials = trials
  }

  /// `label` is what sentences call it; nil: as the strategy is called.
  package init(_ row: StrategyResult, label: String? = nil) {
    self.init(
      label ?? row.label, word: row.label, seedCount: row.runs.count,
      pooled: { $0.value(row.pooled) },
      seeds: { metric in row.runs.map { metric.value($0.aggregates) } },
      trials: { metric in
        metric.trials.flatMap { MetricCatalog.metric(named: $0)?.value(row.pooled) }
      })
    self.row = row
  }

  /// A cell of a sweep under the first so many of its seeds: pooled where these are all that it
  /// has, else by the mean over them. `places` are those of its measures.
  init(
    _ label: String, word: String?, _ cell: SweepCell, _ places: [String: Int], seeds: Int
  ) {
    @Sendable func values(_ metric: Metric) -> [Double?] {
      let place = places[metric.name]
      return cell.values.prefix(seeds).map { values in place.flatMap { values[$0] } }
    }
    self.init(
      label, word: word, seedCount: seeds,
      pooled: { metric in
        guard seeds < cell.values.count else {
          return places[metric.name].flatMap { cell.pooled[$0] }
        }
        let defined = values(metric).compactMap(\.self)
        return defined.count == seeds ? defined.reduce(0, +) / Double(seeds) : nil
      }, seeds: values,
      trials: { metric in
        let part = Double(seeds) / Double(max(cell.values.count, 1))
        return metric.trials.flatMap { places[$0] }.flatMap { cell.pooled[$0] }.map { $0 * part }
      })
  }
}

extension [Alternative] {
  /// The first of several metrics that is finite for some of them; the last where none is.
  /// - Precondition: there is a metric.
  func firstFinite(of metrics: [Metric]) -> Metric {
    metrics.first { metric in contains { $0.pooled(metric)?.isFinite == true } }
      ?? metrics[metrics.count - 1]
  }
}

extension MetricCatalog {
  /// - Precondition: the catalogue has one of that name.
  package static func known(_ name: String) -> Metric {
    guard let metric = metric(named: name) else {
      preconditionFailure("the catalogue has no metric \(name)")
    }
    return metric
  }
}
