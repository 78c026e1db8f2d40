/// Two strategies side by side, metric by metric.
///
/// Both met the same worlds, so that the difference under each seed is free of most of what chance
/// does to both; how many seeds agree tells what is left.
package struct StrategyComparison: Sendable {
  /// A metric of both.
  package struct Row: Sendable {
    /// The metric.
    package var metric: Metric
    /// The first one's value over all seeds; nil: not defined.
    package var first: Double?
    /// The second one's.
    package var second: Double?
    /// The mean over the seeds of the second one's value less the first one's; nil where a seed
    /// has none, or an infinite one.
    package var difference: Double?
    /// Which is the better one over all seeds.
    package var winner: Winner
    /// Under how many seeds that one is the better one, or both are alike where neither is.
    package var agreeing: Int
    /// How many seeds there are.
    package var seeds: Int
  }

  /// Who is better at something.
  package enum Winner: String, Sendable {
    /// The first strategy.
    case first
    /// The second one.
    case second
    /// They are alike, to what files show.
    case alike
    /// The metric does not say what is good, or has no value.
    case neither
  }

  /// What the first one is called.
  package let first: String
  /// What the second one is called.
  package let second: String
  /// The metrics of the summary, in its order.
  package let rows: [Row]

  /// Compares two results over the same seeds.
  package init(_ first: StrategyResult, _ second: StrategyResult) {
    precondition(first.runs.map(\.seed) == second.runs.map(\.seed), "the seeds are the same")
    self.first = first.label
    self.second = second.label
    rows = Headline.summary.map { metric in
      let winner = Self.winner(metric, metric.value(first.pooled), metric.value(second.pooled))
      let pairs = zip(first.runs, second.runs).map { own, other in
        (metric.value(own.book), metric.value(other.book))
      }
      return Row(
        metric: metric, first: metric.value(first.pooled), second: metric.value(second.pooled),
        difference: PairedDifferences(at: metric, of: second, from: first)?.mean, winner: winner,
        agreeing: pairs.count { Self.winner(metric, $0.0, $0.1) == winner }, seeds: pairs.count)
    }
  }

  private static func winner(_ metric: Metric, _ first: Double?, _ second: Double?) -> Winner {
    guard metric.better != .neither, let first, let second else { return .neither }
    let (left, right) = (metric.rounded(first), metric.rounded(second))
    if left == right { return .alike }
    return (left < right) == (metric.better == .lower) ? .first : .second
  }
}
