package import CacheMetrics

/// A choice with its values at the metrics of a goal: a strategy of a run, a line of a sweep, or a
/// setting that was tuned.
package struct GoalCandidate: Sendable {
  package var title: String
  /// The values with all seeds pooled, in the order of the goal's metrics; nil: not defined. They
  /// are rounded where they are shown, and compared with limits, and nowhere else.
  package var pooled: [Double?]
  package var seeds: [[Double?]]
  /// Of how many views or the like shares are, in the order of the goal's metrics; nil: they are
  /// none, or that is not known; empty: of none.
  package var trials: [Double?] = []
  /// Whether it caches nothing at all; it is then no answer to the question which cache to take.
  package var isUncached = false
  /// What it does to users for which it is never taken, by name.
  package var harms: [String] = []
}

extension GoalCandidate {
  package init(_ alternative: Alternative, _ goal: Goal) {
    let metrics = goal.metrics
    let values = metrics.map(alternative.seeds)
    let fromCache = Self.cached.compactMap { alternative.pooled($0) }
    self.init(
      title: alternative.label, pooled: metrics.map(alternative.pooled),
      seeds: (0..<alternative.seedCount).map { seed in values.map { $0[seed] } },
      trials: metrics.map(alternative.trials),
      isUncached: !fromCache.isEmpty && fromCache.allSatisfy { $0 == 0 }
        && alternative.pooled(Self.blank) != 1,
      harms: Self.harms(of: alternative).filter { harm in
        !goal.constraints.contains { $0.metric.name == harm }
      })
  }

  /// What a strategy has that caches; an answer that the origin confirmed (304) was cached, and
  /// what is stored is, whether or not it is asked for again.
  private static let cached = [
    "opens_from_cache_share", "opens_from_revalidated_share", "object_hit_ratio",
    "flash_write_bytes",
  ].map(MetricCatalog.known)
  private static let blank = MetricCatalog.known("blank_ratio")
  /// What no saving makes good, unless a constraint says how much of it is borne.
  private static let harmful = ["wrong_user_shown", "edits_lost"].map(MetricCatalog.known)

  static func harms(of alternative: Alternative) -> [String] {
    harmful.filter { (alternative.pooled($0) ?? 0) > 0 }.map(\.name)
  }

  static func words(of harm: String) -> String {
    harm == "edits_lost"
      ? "it loses edits that it had accepted" : "it shows users what was fetched for another user"
  }
}

extension Goal {
  package func value(of candidate: GoalCandidate, at objective: Int) -> Double? {
    value(objective, candidate.pooled)
  }

  /// At each objective.
  package func values(of candidate: GoalCandidate) -> [Double?] {
    objectives.indices.map { value(of: candidate, at: $0) }
  }

  /// By the first objective.
  func isBetter(_ candidate: GoalCandidate, than other: GoalCandidate) -> Bool {
    objectives[0].isBetter(value(of: candidate, at: 0), than: value(of: other, at: 0))
  }

  /// Of 95 %, over the seeds; nil for one seed, and where a seed has no finite value. `count` is
  /// with how many seeds that spread like these; nil: with these.
  package func interval(
    of candidate: GoalCandidate, at objective: Int, as count: Int? = nil
  ) -> ConfidenceInterval? {
    if let metric = objectives[objective].single {
      return interval(of: candidate, at: metric, as: count)
    }
    return ConfidenceInterval(
      of: value(of: candidate, at: objective), seeds: candidate.seeds.map { value(objective, $0) },
      objectives[objective].unit, as: count)
  }

  package func interval(
    of candidate: GoalCandidate, at metric: Metric, as count: Int? = nil
  ) -> ConfidenceInterval? {
    guard let place = place(of: metric) else { return nil }
    return ConfidenceInterval(
      of: candidate.pooled[place], seeds: candidate.seeds.map { $0[place] }, metric.unit,
      trials: candidate.trials.isEmpty ? nil : candidate.trials[place], as: count)
  }

  package func value(of candidate: GoalCandidate, at metric: Metric) -> Double? {
    place(of: metric).flatMap { candidate.pooled[$0] }
  }

  /// Whether the seeds leave open if a candidate keeps a constraint: the limit lies within the
  /// interval of its mean.
  func isOpen(_ constraint: MetricConstraint, of candidate: GoalCandidate) -> Bool {
    guard let interval = interval(of: candidate, at: constraint.metric), interval.halfWidth > 0
    else { return false }
    return interval.contains(constraint.limit)
  }

  /// As people read it, with its confidence interval.
  package func text(of candidate: GoalCandidate, at metric: Metric) -> String {
    Display.text(
      value(of: candidate, at: metric), within: interval(of: candidate, at: metric), share: nil,
      metric.unit)
  }

  package func text(of candidate: GoalCandidate, at objective: Int) -> String {
    Display.text(
      value(of: candidate, at: objective), within: interval(of: candidate, at: objective),
      share: nil, objectives[objective].unit)
  }

  /// Under the seeds that both were simulated with.
  package func numbers(
    at objective: Int, of candidate: GoalCandidate, from other: GoalCandidate
  ) -> PairedNumbers {
    PairedNumbers(
      zip(candidate.seeds, other.seeds).map { (value(objective, $0), value(objective, $1)) },
      pooled: (value(of: candidate, at: objective), value(of: other, at: objective)),
      areSums: objectives[objective].single?.isSum ?? false)
  }

  /// Nil where a value of a seed is not finite.
  package func differences(
    at objective: Int, of candidate: GoalCandidate, from other: GoalCandidate
  ) -> PairedDifferences? {
    PairedDifferences(numbers(at: objective, of: candidate, from: other))
  }

  package func broken(by candidate: GoalCandidate) -> [Int] {
    constraints.indices.filter { index in
      let constraint = constraints[index]
      return !constraint.isKept(
        by: value(of: candidate, at: constraint.metric).map(constraint.metric.rounded))
    }
  }

  /// How far a candidate is beyond its worst constraint; 0: it keeps all.
  package func excess(of candidate: GoalCandidate) -> Double {
    constraints.map { constraint in
      constraint.excess(
        of: value(of: candidate, at: constraint.metric).map(constraint.metric.rounded))
    }.max() ?? 0
  }

  private func place(of metric: Metric) -> Int? {
    metrics.firstIndex { $0.name == metric.name }
  }

  private func value(_ objective: Int, _ values: [Double?]) -> Double? {
    objectives[objective].value { metric in place(of: metric).flatMap { values[$0] } }
  }

  /// Whether values at the objectives are as good as others at each of them, and better at one.
  package func isAhead(_ values: [Double?], of others: [Double?]) -> Bool {
    var isBetter = false
    for (index, objective) in objectives.enumerated() {
      if objective.isBetter(others[index], than: values[index]) { return false }
      if objective.isBetter(values[index], than: others[index]) { isBetter = true }
    }
    return isBetter
  }

  /// Whether values come before others by the first objective, then the next; nil: they are equal.
  package func isBefore(_ values: [Double?], _ others: [Double?]) -> Bool? {
    for (index, objective) in objectives.enumerated() {
      if objective.isBetter(values[index], than: others[index]) { return true }
      if objective.isBetter(others[index], than: values[index]) { return false }
    }
    return nil
  }

  /// The labels that compete of those that were simulated: what the decision is between. Where none
  /// of these has settings that are `varied`, the varied ones compete too, as they were asked for.
  func competing(among labels: Set<String>, varied: Set<String>) -> Set<String> {
    var competing = self.labels.isEmpty ? labels : labels.intersection(self.labels)
    if competing.isDisjoint(with: varied) { competing.formUnion(varied.intersection(labels)) }
    return competing.isEmpty ? labels : competing
  }
}
