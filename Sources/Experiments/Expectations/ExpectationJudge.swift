internal import CacheReports

/// Holds what a scenario expects against what was found.
///
/// A threshold is judged on the numbers of all seeds together. A relation is judged on these and,
/// when there are several seeds, under each: all strategies meet the same world under a seed, so
/// the share of seeds that agree tells what is chance. An expectation is judged for each varied
/// value that it is about.
struct ExpectationJudge {
  private let scenario: Scenario

  init(_ scenario: Scenario) { self.scenario = scenario }

  /// What became of the expectations: thresholds first, then relations, each in the order of the
  /// scenario and, under each, of the varied values. - Complexity: O(expectations × seeds).
  func judgements(of result: RunResult) -> [Judgement] {
    let groups = result.groups
    let thresholds = scenario.expect.all.flatMap { threshold in
      groups.filter { Self.isMeant($0.varied, threshold.terms.varied) }.flatMap { group in
        judge(threshold, group)
      }
    }
    return thresholds
      + scenario.relations.flatMap { relation in
        groups.filter { Self.isMeant($0.varied, relation.terms.varied) }.compactMap { group in
          judge(relation, group)
        }
      }
  }

  private typealias Group = (varied: String?, rows: [StrategyResult])

  private static func isMeant(_ varied: String?, _ values: [String]?) -> Bool {
    guard let values else { return true }
    return varied.map(values.contains) ?? false
  }

  private func judge(_ threshold: Threshold, _ group: Group) -> [Judgement] {
    guard let row = group.rows.first(where: { $0.label == threshold.label }) else { return [] }
    return threshold.bounds.map { bound in
      Judgement(
        claim: "\(threshold.label).\(threshold.metric.name) \(bound.text)",
        level: threshold.terms.level, reason: threshold.terms.reason, varied: group.varied,
        metric: threshold.metric, comparison: bound.comparison,
        found: threshold.metric.value(row.pooled), expected: bound.limit)
    }
  }

  private func judge(_ relation: Relation, _ group: Group) -> Judgement? {
    guard let left = group.rows.first(where: { $0.label == relation.left.label }),
      let right = group.rows.first(where: { $0.label == relation.right.label })
    else { return nil }
    return Judgement(
      claim: Bound.trimmed(relation.terms.text), level: relation.terms.level,
      reason: relation.terms.reason, varied: group.varied, metric: relation.left.metric,
      comparison: relation.comparison, found: relation.left.metric.value(left.pooled),
      expected: expected(relation, of: right.pooled), isRelation: true,
      agreement: left.runs.count > 1 ? agreement(on: relation, left, right) : nil)
  }

  /// The right side of a relation, as files write it, times the factor.
  private func expected(_ relation: Relation, of book: Book) -> Double? {
    let metric = relation.right.metric
    return metric.value(book).map { metric.rounded($0) * relation.factor }
  }

  private func agreement(
    on relation: Relation, _ left: StrategyResult, _ right: StrategyResult
  ) -> Judgement.Agreement {
    let metric = relation.left.metric
    let pairs = zip(left.runs, right.runs).map { run, other in
      (
        found: metric.value(run.book).map(metric.rounded),
        expected: expected(relation, of: other.book)
      )
    }
    let defined = pairs.compactMap { pair -> (value: Double, base: Double)? in
      guard let found = pair.found, let expected = pair.expected else { return nil }
      return (found, expected)
    }
    return Judgement.Agreement(
      seedCount: pairs.count,
      agreeing: defined.count { relation.comparison.holds($0.value, $0.base) },
      expectedShare: relation.terms.agreement,
      differences: defined.count == pairs.count ? PairedDifferences(defined) : nil)
  }
}
