internal import Measurement

extension Metric {
  /// Hits on current versions over needs.
  static let freshHitRatio = [
    Metric.ratio(
      "fresh_hit_ratio", .higher,
      "Needs answered from memory or flash with the version that the origin had at that instant, "
        + "over all needs; object_hit_ratio is this plus stale_hit_ratio.",
      of: { $0.answers.needs.hits - $0.answers.outdated.hits }, in: { $0.answers.needs.total })
  ]
}
