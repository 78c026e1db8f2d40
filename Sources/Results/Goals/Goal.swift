package import CacheMetrics
internal import SimCore

/// What a cache is chosen for: objectives, of which one decides or several make a Pareto set,
/// constraints that a choice must keep, and what there is to choose between.
package struct Goal: Sendable {
  package enum Choice: String, WordSettingValue {
    case strategies
    /// The values of the setting that the scenario varies, under each strategy.
    case values
  }

  /// What matters at a metric, where that is not what matters at its unit.
  package struct OwnDifference: Sendable {
    package var metric: Metric
    package var smallest: SmallestChange

    package init(metric: Metric, absolute: Double, relative: Double) {
      self.metric = metric
      smallest = SmallestChange(
        absolute: absolute, relative: relative, reason: "the scenario says so")
    }
  }

  /// The most important first; at least one.
  package var objectives: [MetricObjective] {
    didSet { metrics = Self.metrics(of: objectives, constraints) }
  }
  package var constraints: [MetricConstraint] {
    didSet { metrics = Self.metrics(of: objectives, constraints) }
  }
  /// Each once: those of objectives, then those of constraints.
  package private(set) var metrics: [Metric]
  package var choice = Choice.strategies
  /// The labels of the strategies that compete; empty: all do.
  package var labels: [String] = []
  package var ownDifferences: [OwnDifference] = []
  /// Whether it was stated; a standard goal says so where it is used.
  package var isStated: Bool

  package init(
    objectives: [MetricObjective], constraints: [MetricConstraint], isStated: Bool = true
  ) {
    self.objectives = objectives
    self.constraints = constraints
    metrics = Self.metrics(of: objectives, constraints)
    self.isStated = isStated
  }

  private static func metrics(
    of objectives: [MetricObjective], _ constraints: [MetricConstraint]
  ) -> [Metric] {
    (objectives.flatMap { $0.terms.map(\.metric) } + constraints.map(\.metric)).uniqued(by: \.name)
  }

  package func smallestDifference(at metric: Metric) -> SmallestChange {
    ownDifferences.first { $0.metric.name == metric.name }?.smallest
      ?? metric.unit.smallestDifference
  }

  package func smallestDifference(at objective: Int) -> SmallestChange {
    objectives[objective].single.map { smallestDifference(at: $0) }
      ?? objectives[objective].unit.smallestDifference
  }

  /// Such as "minimise first_content_p95_ms with blank_ratio <= 1 %".
  package var text: String {
    let objectives = objectives.map(\.text).joined(separator: " and ")
    guard !constraints.isEmpty else { return objectives }
    return "\(objectives) with \(constraints.map(\.text).joined(separator: " and "))"
  }
}

/// A metric, or a weighted sum of several, that is to be as low or as high as possible.
package struct MetricObjective: Sendable {
  package enum Direction: String, Sendable {
    case minimise
    case maximise
  }

  /// A part of a sum: `weight × metric ÷ scale`.
  package struct Term: Sendable {
    package var metric: Metric
    package var weight: Double
    /// The amount that counts as 1, in the metric's unit; nil: the metric stands alone, as it is.
    package var scale: Double?

    package init(metric: Metric, weight: Double = 1, scale: Double? = nil) {
      self.metric = metric
      self.weight = weight
      self.scale = scale
    }
  }

  package var direction: Direction
  /// What is summed up; at least one.
  package var terms: [Term]
  /// As the scenario writes it.
  package var text: String

  package init(direction: Direction, terms: [Term], text: String) {
    self.direction = direction
    self.terms = terms
    self.text = text
  }

  /// In its better direction.
  package init(_ metric: Metric) {
    direction = metric.better == .higher ? .maximise : .minimise
    terms = [Term(metric: metric)]
    text = "\(direction.rawValue) \(metric.name)"
  }

  /// The value that is minimised or maximised; nil when a metric is not defined.
  package func value(_ value: (Metric) -> Double?) -> Double? {
    if let metric = single { return value(metric) }
    var sum = 0.0
    for term in terms {
      guard let part = value(term.metric) else { return nil }
      // Nothing of an infinite amount is nothing.
      sum += term.weight == 0 ? 0 : term.weight * part / (term.scale ?? 1)
    }
    return sum
  }

  /// The metric, where it stands alone as it is.
  package var single: Metric? {
    terms.count == 1 && terms[0].scale == nil && terms[0].weight == 1 ? terms[0].metric : nil
  }

  /// What the value counts: the unit that all metrics have as they are, or points of a sum.
  package var unit: MetricUnit {
    terms.allSatisfy { $0.scale == nil && $0.metric.unit == terms[0].metric.unit }
      ? terms[0].metric.unit : .score
  }

  package var name: String { single?.name ?? String(text.drop { $0 != " " }.dropFirst()) }

  /// One that is not defined is worse than any.
  package func isBetter(_ value: Double?, than other: Double?) -> Bool {
    guard let value else { return false }
    guard let other else { return true }
    return direction == .minimise ? value < other : value > other
  }

  package var better: Better { direction == .minimise ? .lower : .higher }
}

/// What must hold of a metric of every choice: a comparison with a number.
package struct MetricConstraint: Sendable {
  package var metric: Metric
  package var comparison: Comparison
  package var limit: Double
  /// As the scenario writes it, with the metric's present name.
  package var text: String

  package init(metric: Metric, comparison: Comparison, limit: Double, text: String) {
    self.metric = metric
    self.comparison = comparison
    self.limit = limit
    self.text = text
  }

  /// One that is not defined does not keep it.
  package func isKept(by value: Double?) -> Bool {
    value.map { comparison.holds($0, limit) } ?? false
  }

  /// Whether no value of one metric keeps both.
  package func contradicts(_ other: MetricConstraint) -> Bool {
    guard metric.name == other.metric.name else { return false }
    // Where any value keeps both, so does a limit, or one below, between or above them.
    let (least, most) = (min(limit, other.limit), max(limit, other.limit))
    return ![min(least, 1) - 1, least, (least + most) / 2, most, most + 1].contains {
      isKept(by: $0) && other.isKept(by: $0)
    }
  }

  /// How far a value is beyond the limit, as a part of the limit, or of the metric's own unit where
  /// the limit is 0; 0 when the constraint is kept.
  package func excess(of value: Double?) -> Double {
    guard let value else { return .infinity }
    guard !isKept(by: value) else { return 0 }
    let distance = abs(value - limit)
    return limit == 0 ? distance : distance / abs(limit)
  }
}
