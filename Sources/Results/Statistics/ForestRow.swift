internal import Measurement
internal import SimCore

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

extension StrategyComparison {
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

extension StrategyComparison.Winner {
  /// Of the second strategy, against the first.
  fileprivate var verdict: ForestRow.Verdict {
    switch self {
    case .first: .worse
    case .second: .better
    case .alike, .undecided, .neither: .neither
    }
  }
}
