internal import Measurement

extension Metric {
  /// Hits over needs.
  static let objectHitRatio = [
    Metric.ratio(
      "object_hit_ratio", .higher,
      "Needs of screens answered from memory or flash without asking the origin first, over all "
        + "needs; outdated answers count as hits, confirmed copies (304) do not.",
      of: { $0.answers.needs.hits }, in: { $0.answers.needs.total })
  ]
}
