package import CacheMetrics
internal import SimCore

/// Two strategies side by side, metric by metric.
///
/// Both were simulated with the same random numbers, which removes most of the noise from the
/// difference under each seed; the number of seeds that agree shows the rest.
package struct StrategyComparison: Sendable {
  package struct Row: Sendable {
    package var metric: Metric
    /// Over all seeds; nil: not defined.
    package var first: Double?
    package var second: Double?
    /// The second one's value less the first one's; nil where a seed has none, or an infinite one.
    package var difference: Double?
    /// Of 95 %, around the difference, by those under each seed; nil for a single seed.
    package var interval: ConfidenceInterval?
    package var smallest: SmallestChange
    /// Over all seeds, by what matters.
    package var winner: Winner
    /// Under how many seeds that one is the better one, or both are alike where neither is.
    package var agreeing: Int
    package var seeds: Int
  }

  package enum Winner: String, Sendable {
    case first
    case second
    /// They are alike, as files write them.
    case alike
    /// They differ by less than these seeds can show.
    case undecided
    /// The metric has no better direction, or no value.
    case neither

    /// Of the second strategy, against the first.
    fileprivate var verdict: ForestRow.Verdict {
      switch self {
      case .first: .worse
      case .second: .better
      case .alike, .undecided, .neither: .neither
      }
    }
  }

  package let first: String
  package let second: String
  /// The metrics of the summary, in its order, and those of the goal.
  package let rows: [Row]

  package init(_ first: StrategyResult, _ second: StrategyResult, for goal: Goal? = nil) {
    precondition(first.runs.map(\.seed) == second.runs.map(\.seed), "the seeds are the same")
    self.first = first.label
    self.second = second.label
    rows = Headline.summary(for: goal).map { metric in
      let numbers = PairedNumbers(at: metric, of: Alternative(second), from: Alternative(first))
      let differences = PairedDifferences(numbers)
      let smallest = goal?.smallestDifference(at: metric) ?? metric.unit.smallestDifference
      let pooled = Self.winner(metric, numbers.pooled.base, numbers.pooled.value, smallest)
      let isShown =
        switch pooled {
        case .alike: numbers.isShown || Self.isWithin(smallest, numbers, differences)
        case .neither: true
        default: numbers.isShown
        }
      return Row(
        metric: metric, first: numbers.pooled.base, second: numbers.pooled.value,
        difference: differences?.difference, interval: differences?.differenceInterval,
        smallest: smallest, winner: isShown ? pooled : .undecided,
        agreeing: numbers.pairs.count {
          // A lead counts however small it is under one seed.
          Self.winner(metric, $0.base, $0.value, pooled == .alike ? smallest : .none) == pooled
        },
        seeds: numbers.pairs.count)
    }
  }

  /// Whether the seeds show that there is no difference that matters: the interval ends before.
  private static func isWithin(
    _ smallest: SmallestChange, _ numbers: PairedNumbers, _ differences: PairedDifferences?
  ) -> Bool {
    guard let interval = differences?.differenceInterval, let first = numbers.pooled.base,
      let second = numbers.pooled.value
    else { return true }
    let size = smallest.size(from: min(first, second))
    return max(abs(interval.low), abs(interval.high)) <= size
  }

  private static func winner(
    _ metric: Metric, _ first: Double?, _ second: Double?, _ smallest: SmallestChange
  ) -> Winner {
    guard metric.better != .neither, let first, let second else { return .neither }
    guard smallest.isReached(from: first, by: second) else { return .alike }
    return (first < second) == (metric.better == .lower) ? .first : .second
  }

  /// A difference with its sign; of shares in points.
  package static func signed(
    _ difference: Double?, _ interval: ConfidenceInterval?, _ unit: MetricUnit
  ) -> String {
    guard let difference else { return "–" }
    let sign = difference > 0 ? "+" : ""
    if let interval, interval.halfWidth > 0 {
      return sign + Display.difference(difference, within: interval, unit)
    }
    if unit == .ratio { return sign + NumberText.decimal(difference * 100, places: 1) + " points" }
    return sign + Display.text(difference, unit)
  }

  /// A row for each metric, the largest difference first; of equal ones in the summary's order.
  package var forest: [ForestRow] {
    let forest = rows.map { row in
      let smallest = [row.first, row.second].compactMap(\.self).map(abs).min().map {
        row.smallest.size(from: $0)
      }
      return ForestRow(
        metric: row.metric.name, verdict: row.winner.verdict, difference: row.difference,
        interval: row.interval,
        smallest: smallest, words: Self.signed(row.difference, row.interval, row.metric.unit))
    }
    return forest.indices.sorted { (-forest[$0].size, $0) < (-forest[$1].size, $1) }.map {
      forest[$0]
    }
  }
}

/// A difference of two values, in units of the smallest one that matters, so that differences of
/// milliseconds, bytes and shares lie on one axis.
package struct ForestRow: Sendable {
  /// Whom a difference speaks for.
  package enum Verdict: String, CaseIterable, Sendable {
    case worse
    case better
    /// Neither, or none that the seeds can show.
    case neither
  }

  package var metric: String
  /// The strategy, with the varied value where there is one; empty: the metric alone says it.
  package var strategy: String
  package var verdict: Verdict
  /// In smallest differences; infinite for one without an end; nil: there is nothing to measure.
  package var value: Double?
  /// The ends of its 95 % interval, in the same unit; those of the value where none is known.
  package var low: Double?
  package var high: Double?
  /// What differs in words: `4.2 % → 7.6 %`.
  package var words: String

  package init(
    metric: String, strategy: String = "", verdict: Verdict, difference: Double?,
    interval: ConfidenceInterval? = nil, smallest: Double?, words: String
  ) {
    self.metric = metric
    self.strategy = strategy
    self.verdict = verdict
    self.words = words
    guard let difference, !difference.isNaN else { return }
    let scale = smallest.flatMap { $0 > 0 ? $0 : nil } ?? 1
    value = difference / scale
    low = (interval?.low ?? difference) / scale
    high = (interval?.high ?? difference) / scale
  }

  /// How far it is from none, for sorting; what has no measure comes last.
  package var size: Double { value.map(abs) ?? -1 }
}
