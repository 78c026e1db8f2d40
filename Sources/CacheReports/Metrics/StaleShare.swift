extension Metric {
  /// How many screens showed something outdated first.
  static let staleShare = [
    Metric.ratio(
      "stale_share", .lower,
      "Share of all opens whose first content was older than the origin's version; blank opens "
        + "count among all, so read it beside blank_ratio.",
      of: { Int64($0.visits.staleAge.count) }, in: { Int64($0.visits.opens) })
  ]
}
