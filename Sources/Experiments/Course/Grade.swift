package import CacheMetrics
internal import Results
internal import SimCore

/// What a submission earned, criterion by criterion.
package struct Grade: Sendable {
  package struct Row: Sendable {
    package var name: String
    package var of: String
    /// By whose value it was divided; nil: by none.
    package var reference: String?
    package var metric: Metric
    /// Over all seeds; nil: it is not defined.
    package var found: Double?
    package var none: Double?
    package var full: Double?
    /// What was predicted; nil: it is no prediction, or none was made.
    package var predicted: Double?
    package var isPrediction = false
    package var points: Double
    package var most: Double
    package var words: String
  }

  package let submission: Submission
  package let assignment: Assignment
  package let rows: [Row]
  package let isHidden: Bool
  package let seeds: Int

  package var points: Double { rows.reduce(0) { $0 + $1.points } }

  /// Simulates a submission, and grades what came out.
  /// - Parameter hidden: the seeds of a key; nil: those of the assignment.
  package static func of(
    _ submission: Submission, _ assignment: Assignment, hidden: [Int]?, jobs: Int
  ) async throws -> Grade {
    let file = try submission.scenario(of: assignment, seeds: hidden)
    let outcome = try await Runner.run(file, jobs: jobs, command: "")
    return Grade(
      submission, assignment, outcome.result, isHidden: hidden != nil && !assignment.form.isStory)
  }

  init(
    _ submission: Submission, _ assignment: Assignment, _ result: RunResult, isHidden: Bool
  ) {
    self.submission = submission
    self.assignment = assignment
    self.isHidden = isHidden
    seeds = result.seeds.count
    func value(_ metric: Metric, of label: String) -> Double? {
      result.rows.first { $0.label == label }.flatMap { metric.value($0.pooled) }
    }
    var rows: [Row] = []
    for criterion in assignment.criteria {
      guard let metric = result.metric(named: criterion.metric) else { continue }
      var found = value(metric, of: criterion.strategy)
      if let reference = criterion.reference {
        found = Self.ratio(of: found, to: value(metric, of: reference))
      }
      let share = criterion.share(of: found, metric)
      rows.append(
        Row(
          name: criterion.metric, of: criterion.strategy, reference: criterion.reference,
          metric: metric, found: found,
          none: criterion.none, full: criterion.full,
          points: Self.rounded(share * criterion.points), most: criterion.points,
          words: criterion.why))
    }
    for name in assignment.predictions {
      guard let metric = result.metric(named: name) else { continue }
      let found = value(metric, of: Assignment.label) ?? value(metric, of: result.rows[0].label)
      let predicted = submission.prediction(of: name)
      rows.append(
        Row(
          name: "prediction of \(name)", of: Assignment.label, metric: metric, found: found,
          predicted: predicted, isPrediction: true,
          points: Self.rounded(
            Self.share(predicted: predicted, found) * Assignment.predictionPoints),
          most: Assignment.predictionPoints,
          words: "all points within a tenth of it, none from a half on"))
    }
    self.rows = rows
  }

  /// Nil: one of them is not there, or both are as good as nothing.
  private static func ratio(of value: Double?, to reference: Double?) -> Double? {
    guard let value, let reference, reference > 0, reference.isFinite else { return nil }
    return value / reference
  }

  /// To a tenth of a point.
  private static func rounded(_ points: Double) -> Double { (points * 10).rounded() / 10 }

  private static func share(predicted: Double?, _ found: Double?) -> Double {
    guard let predicted, let found, found.isFinite else { return 0 }
    let miss = abs(predicted - found) / max(abs(found), 1e-9)
    return min(max((0.5 - miss) / 0.4, 0), 1)
  }
}

extension Assignment.Criterion {
  /// The share of its points that a value earns.
  func share(of value: Double?, _ metric: Metric) -> Double {
    guard let value, !value.isNaN else { return 0 }
    if none == full {
      return (metric.better == .higher ? value >= full : value <= full) ? 1 : 0
    }
    guard value.isFinite else { return 0 }
    return min(max((none - value) / (none - full), 0), 1)
  }
}
