extension Metric {
  /// For how long outdated first contents had been outdated.
  static let staleAge = [
    Metric(
      "stale_age_mean_s", .seconds, .lower,
      "For how long the first content had been outdated when it was painted; mean over the opens "
        + "whose first content was."
    ) { $0.visits.staleAge.mean.map { $0 / 1e9 } },
    Metric(
      "stale_age_p95_s", .seconds, .lower,
      "For how long the first content had been outdated when it was painted; p95 by nearest rank "
        + "over the opens whose first content was."
    ) { $0.visits.staleAge.value(at: .p95).map { $0 / 1e9 } },
  ]
}
