package import Measurement

/// A choice with its values at the metrics of a goal: a strategy of a run, a line of a sweep, or a
/// setting that was tuned.
package struct GoalCandidate: Sendable {
  package var title: String
  /// The values with all seeds pooled, as files write them, in the order of the goal's metrics;
  /// nil: not defined.
  package var pooled: [Double?]
  package var seeds: [[Double?]]
  /// Whether it caches nothing at all; it is then no answer to the question which cache to take.
  package var isUncached: Bool
  /// What it does to users for which it is never taken, by name.
  package var harms: [String]

  package init(
    title: String, pooled: [Double?], seeds: [[Double?]], isUncached: Bool = false,
    harms: [String] = []
  ) {
    self.title = title
    self.pooled = pooled
    self.seeds = seeds
    self.isUncached = isUncached
    self.harms = harms
  }

  /// `value` gives all seeds together, by the name of a metric; nil: it is not known.
  package init(
    title: String, pooled: [Double?], seeds: [[Double?]], _ goal: Goal,
    value: (String) -> Double?
  ) {
    let fromCache = Self.cached.compactMap(value)
    self.init(
      title: title, pooled: pooled, seeds: seeds,
      isUncached: !fromCache.isEmpty && fromCache.allSatisfy { $0 == 0 }
        && value("blank_ratio") != 1,
      harms: Self.harmful.filter { name in
        (value(name) ?? 0) > 0 && !goal.constraints.contains { $0.metric.name == name }
      })
  }

  /// What a strategy has that caches; an answer that the origin confirmed (304) was cached.
  private static let cached = [
    "opens_from_cache_share", "opens_from_revalidated_share", "object_hit_ratio",
  ]
  /// What no saving makes good, unless a constraint says how much of it is borne.
  private static let harmful = ["wrong_user_shown", "edits_lost"]

  static func words(of harm: String) -> String {
    harm == "edits_lost"
      ? "it loses edits that it had accepted" : "it shows users what was fetched for another user"
  }

  package init(_ row: StrategyResult, _ goal: Goal) {
    let metrics = goal.metrics
    func values(_ aggregates: Aggregates) -> [Double?] {
      metrics.map { metric in metric.value(aggregates).map(metric.rounded) }
    }
    self.init(
      title: row.label, pooled: values(row.pooled), seeds: row.runs.map { values($0.aggregates) },
      goal, value: { MetricCatalog.metric(named: $0)?.value(row.pooled) })
  }
}

extension Goal {
  package func value(of candidate: GoalCandidate, at objective: Int) -> Double? {
    value(objective, candidate.pooled)
  }

  /// Of 95 %, over the seeds; nil for one seed, and where a seed has no finite value.
  package func interval(of candidate: GoalCandidate, at objective: Int) -> ConfidenceInterval? {
    let values = candidate.seeds.compactMap { value(objective, $0) }
    return values.count == candidate.seeds.count ? ConfidenceInterval(of: values) : nil
  }

  package func interval(of candidate: GoalCandidate, at metric: Metric) -> ConfidenceInterval? {
    guard let place = place(of: metric) else { return nil }
    let values = candidate.seeds.compactMap { $0[place] }
    return values.count == candidate.seeds.count ? ConfidenceInterval(of: values) : nil
  }

  package func value(of candidate: GoalCandidate, at metric: Metric) -> Double? {
    place(of: metric).flatMap { candidate.pooled[$0] }
  }

  /// Under the seeds that both were simulated with; nil where a value is not finite.
  package func differences(
    at objective: Int, of candidate: GoalCandidate, from other: GoalCandidate
  ) -> PairedDifferences? {
    let pairs = zip(candidate.seeds, other.seeds).map { own, others in
      (value(objective, own), value(objective, others))
    }
    var defined: [(value: Double, base: Double)] = []
    for case (let own?, let others?) in pairs { defined.append((own, others)) }
    return defined.count == pairs.count ? PairedDifferences(defined) : nil
  }

  package func broken(by candidate: GoalCandidate) -> [Int] {
    constraints.indices.filter { index in
      let constraint = constraints[index]
      return !constraint.isKept(by: value(of: candidate, at: constraint.metric))
    }
  }

  /// How far a candidate is beyond its worst constraint; 0: it keeps all.
  package func excess(of candidate: GoalCandidate) -> Double {
    constraints.map { $0.excess(of: value(of: candidate, at: $0.metric)) }.max() ?? 0
  }

  private func place(of metric: Metric) -> Int? {
    metrics.firstIndex { $0.name == metric.name }
  }

  private func value(_ objective: Int, _ values: [Double?]) -> Double? {
    objectives[objective].value { metric in place(of: metric).flatMap { values[$0] } }
  }
}
