internal import Measurement

extension Metric {
  /// Hits on outdated versions over needs.
  static let staleHitRatio = [
    Metric.ratio(
      "stale_hit_ratio", .lower,
      "Needs answered from memory or flash with a version older than the origin's, over all needs.",
      of: { $0.answers.outdated.hits }, in: { $0.answers.needs.total })
  ]
}
