internal import SimCore

extension Metric {
  /// The share of screens whose first content was outdated.
  static let staleShare = [
    Metric.ratio(
      "stale_share", .lower,
      "Share of all opens whose first content was older than the origin's version; blank opens "
        + "count among all, so compare blank_ratio.",
      of: { Int64($0.views.staleAge.count) }, in: { Int64($0.views.opens) })
  ]

  /// The age of outdated first contents.
  static let staleAge = [
    Metric(
      "stale_age_mean_s", .seconds, .lower,
      "For how long the first content had been outdated when it was painted; mean over the opens "
        + "whose first content was."
    ) { $0.views.staleAge.mean.map { $0 / 1e9 } },
    Metric(
      "stale_age_p95_s", .seconds, .lower,
      "For how long the first content had been outdated when it was painted; p95 by nearest rank "
        + "over the opens whose first content was."
    ) { $0.views.staleAge.value(at: .p95).map { $0 / 1e9 } },
  ]

  /// The share of time with content that showed an outdated version.
  static let outdatedTimeShare = [
    Metric(
      "outdated_time_share", .ratio, .lower,
      "Time that outdated main content was on screen over the time that any was, summed over all "
        + "opens."
    ) { aggregates in
      aggregates.views.timeWithContent == 0
        ? nil : Double(aggregates.views.timeOutdated) / Double(aggregates.views.timeWithContent)
    }
  ]
}
