extension Metric {
  /// How many screens kept within the limits of human attention.
  static let firstContentWithin = ["100ms", "1s", "10s"].enumerated().map { index, limit in
    Metric.ratio(
      "first_content_within_\(limit)_share", .higher,
      "Share of all opens whose first content came within \(limit), blank ones being no such; "
        + "Nielsen's limits of response time.",
      of: { Int64($0.visits.within[index]) }, in: { Int64($0.visits.opens) })
  }
}
