internal import CacheMetrics
internal import CacheWorkloads
internal import Results
internal import SimCore

/// Compares what a scenario expects with the results.
///
/// A threshold is evaluated on the numbers of all seeds together. A relation is evaluated on these
/// and, when there are several seeds, under each: all strategies meet the same requests and
/// networks under a seed, so the share of seeds that agree shows what is chance. An expectation is
/// evaluated for each varied value that it is about.
struct ExpectationEvaluator {
  let scenario: Scenario

  /// What became of the expectations: thresholds first, then relations, each in the order of the
  /// scenario and, under each, of the varied values. - Complexity: O(expectations × seeds).
  func assertions(of result: RunResult) -> [Assertion] {
    let groups = result.groups
    func meant(_ values: [String]?) -> [Group] {
      groups.filter { group in
        values.map { group.varied.map($0.contains) ?? false } ?? true
      }
    }
    return scenario.expect.all.flatMap { threshold in
      meant(threshold.terms.varied).flatMap { judge(threshold, $0) }
    }
      + scenario.relations.flatMap { relation in
        meant(relation.terms.varied).compactMap { judge(relation, $0) }
      }
  }

  private typealias Group = (varied: String?, rows: [StrategyResult])

  private func judge(_ threshold: Threshold, _ group: Group) -> [Assertion] {
    guard let row = group.rows.first(where: { $0.label == threshold.label }) else { return [] }
    return threshold.limits.map { limit in
      Assertion(
        claim: "\(threshold.label).\(threshold.metric.name) \(limit.text)",
        level: threshold.terms.level, reason: threshold.terms.reason, varied: group.varied,
        metric: threshold.metric, comparison: limit.comparison,
        found: threshold.metric.value(row.pooled), expected: limit.limit,
        offset: threshold.textOffset)
    }
  }

  private func judge(_ relation: Relation, _ group: Group) -> Assertion? {
    guard let left = group.rows.first(where: { $0.label == relation.left.label }),
      let right = group.rows.first(where: { $0.label == relation.right.label })
    else { return nil }
    return Assertion(
      claim: relation.terms.text.trimmingSpaces, level: relation.terms.level,
      reason: relation.terms.reason, varied: group.varied, metric: relation.left.metric,
      comparison: relation.comparison, found: relation.left.metric.value(left.pooled),
      expected: expected(relation, of: right.pooled), isRelation: true,
      agreement: left.runs.count > 1 ? agreement(on: relation, left, right) : nil,
      factor: relation.factor, offset: relation.textOffset)
  }

  /// The right side of a relation, as files write it, times the factor.
  private func expected(_ relation: Relation, of aggregates: Aggregates) -> Double? {
    let metric = relation.right.metric
    return metric.value(aggregates).map { metric.rounded($0) * relation.factor }
  }

  private func agreement(
    on relation: Relation, _ left: StrategyResult, _ right: StrategyResult
  ) -> Assertion.Agreement {
    let metric = relation.left.metric
    let seedCount = min(left.runs.count, right.runs.count)
    let defined = zip(left.runs, right.runs).compactMap {
      run, other -> (value: Double, base: Double)? in
      guard let found = metric.value(run.aggregates),
        let expected = expected(relation, of: other.aggregates)
      else { return nil }
      return (metric.rounded(found), expected)
    }
    return Assertion.Agreement(
      seedCount: seedCount,
      agreeing: defined.count { relation.comparison.holds($0.value, $0.base) },
      expectedShare: relation.terms.agreement,
      differences: defined.count == seedCount ? PairedDifferences(defined) : nil)
  }
}

extension Scenario {
  /// Notes expectations of strategies that are not compared, and of values that are not varied,
  /// each where it stands.
  func noteUnknownExpectations(_ problems: inout Problems) {
    for label in expect.labels { noteUnknown(label.name, at: label.offset, label.path, &problems) }
    for relation in relations {
      for operand in [relation.left, relation.right] {
        noteUnknown(operand.label, at: relation.textOffset, relation.textPath, &problems)
      }
    }
    for threshold in expect.all {
      noteUnknownValues(threshold.terms.varied, threshold.written, threshold.path, &problems)
    }
    for relation in relations {
      noteUnknownValues(relation.terms.varied, relation.json, relation.path, &problems)
    }
    noteUnknownScreens(&problems)
  }

  /// Notes metrics of screens that the workload does not have, where it says which it has before it
  /// is read; of a trace a run tells.
  private func noteUnknownScreens(_ problems: inout Problems) {
    let known = (try? workload.product.story?.story().openedScreens) ?? workload.product.screens
    guard !known.isEmpty else { return }
    var named = expect.all.map { (metric: $0.metric, offset: $0.textOffset, path: $0.path) }
    named += relations.flatMap { relation in
      [relation.left, relation.right].map { ($0.metric, relation.textOffset, relation.textPath) }
    }
    named += (decide?.objectives.all ?? []).flatMap { $0.terms }.map {
      ($0.metric, decide?.objectives.json.offset ?? 0, "decide.objectives")
    }
    named += (decide?.constraints ?? []).enumerated().map {
      ($1.constraint.metric, $1.json.offset, "decide.constraints[\($0)]")
    }
    for (metric, offset, path) in named {
      for tag in metric.tags where tag.key == .screen && !known.contains(tag.value) {
        problems.note(
          at: offset, path: path,
          "no screen of the workload is called '\(tag.value)'"
            + Suggestion.hint(for: tag.value, among: known))
      }
    }
  }

  private func noteUnknown(
    _ label: String, at offset: Int, _ path: String, _ problems: inout Problems
  ) {
    let labels = strategies.map(\.label)
    guard !labels.contains(label) else { return }
    problems.note(
      at: offset, path: path,
      "no strategy is called '\(label)'\(Suggestion.hint(for: label, among: labels))")
  }

  private func noteUnknownValues(
    _ values: [String]?, _ written: JSON, _ path: String, _ problems: inout Problems
  ) {
    let known = variation?.values.map(Variation.text) ?? []
    for (index, value) in (values ?? []).enumerated() where !known.contains(value) {
      let hint = known.isEmpty ? ": nothing is varied" : Suggestion.hint(for: value, among: known)
      problems.note(
        at: written["where"]?.elements?[index].offset ?? written.offset,
        path: "\(path).where[\(index)]", "no varied value is '\(value)'\(hint)")
    }
  }

  /// What is expected, in words: thresholds first, each with the varied values that it is about.
  var claims: [String] {
    func claim(_ text: String, _ varied: [String]?) -> String {
      varied.map { "\(text) [\($0.joined(separator: ", "))]" } ?? text
    }
    let thresholds = expect.all.flatMap { threshold in
      threshold.limits.map {
        claim("\(threshold.label).\(threshold.metric.name) \($0.text)", threshold.terms.varied)
      }
    }
    return thresholds + relations.map { claim($0.terms.text.trimmingSpaces, $0.terms.varied) }
  }

  /// The scenario without what it expects: two that differ in nothing else give the same results.
  package var withoutExpectations: Scenario {
    var scenario = self
    scenario.expect = Thresholds()
    scenario.relations = []
    return scenario
  }
}
