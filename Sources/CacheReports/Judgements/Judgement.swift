internal import SimCore

/// What became of something that a scenario expects of its own results.
///
/// Numbers are compared as files write them, so that what reads the same is the same. What is not
/// defined fulfils nothing: an expectation of it is broken, and says so.
package struct Judgement: Sendable {
  /// What a broken expectation leads to.
  package enum Level: String, WordSettingValue {
    /// The command ends with an error.
    case error
    /// It is told, and nothing else.
    case warn
  }

  /// Under how many seeds a relation of two strategies holds.
  package struct Agreement: Sendable {
    /// How many seeds there are.
    package var seedCount: Int
    /// Under how many of them the relation holds.
    package var agreeing: Int
    /// The share that must agree, 0 to 1.
    package var expectedShare: Double
    /// Left less right, seed by seed; nil when one of the numbers is not finite.
    package var differences: PairedDifferences?

    /// Makes a count.
    package init(
      seedCount: Int, agreeing: Int, expectedShare: Double, differences: PairedDifferences?
    ) {
      self.seedCount = seedCount
      self.agreeing = agreeing
      self.expectedShare = expectedShare
      self.differences = differences
    }

    /// The share of seeds that agree.
    package var share: Double { seedCount == 0 ? 0 : Double(agreeing) / Double(seedCount) }
    /// Whether enough of them do.
    package var isEnough: Bool { share >= expectedShare }
  }

  /// What is expected, as a sentence of the scenario: `on-demand.object_hit_ratio >= 60 %`.
  package var claim: String
  /// What it leads to when it is broken.
  package var level: Level
  /// Why it is expected; nil: not said.
  package var reason: String?
  /// The varied value under which it was judged; nil: nothing is varied.
  package var varied: String?
  /// The metric on the left, whose unit the numbers have.
  package var metric: Metric
  /// How found and expected are compared.
  package var comparison: Comparison
  /// What was found, all seeds pooled; nil: the metric is not defined in the run.
  package var found: Double?
  /// What it was compared with; nil: the other strategy's metric is not defined in the run.
  package var expected: Double?
  /// Whether it was compared with a result, and not with a number of the scenario's.
  package var isRelation: Bool
  /// Of a relation under several seeds, how many agree; nil: one seed, or no relation.
  package var agreement: Agreement?

  /// Makes a judgement.
  package init(
    claim: String, level: Level = .error, reason: String? = nil, varied: String? = nil,
    metric: Metric, comparison: Comparison, found: Double?, expected: Double?,
    isRelation: Bool = false, agreement: Agreement? = nil
  ) {
    self.claim = claim
    self.level = level
    self.reason = reason
    self.varied = varied
    self.metric = metric
    self.comparison = comparison
    self.found = found.map(metric.rounded)
    self.expected = expected
    self.isRelation = isRelation
    self.agreement = agreement
  }

  /// Whether the comparison is true of what was found over all seeds.
  package var holdsOverAll: Bool {
    guard let found, let expected else { return false }
    return comparison.holds(found, expected)
  }

  /// Whether the expectation is fulfilled: over all seeds and, for a relation under several seeds,
  /// under as many of them as it asks for.
  package var holds: Bool { holdsOverAll && agreement?.isEnough != false }

  /// Whether the command must end with an error for it.
  package var isError: Bool { !holds && level == .error }
}
