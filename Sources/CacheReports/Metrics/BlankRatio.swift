extension Metric {
  /// How many screens stayed blank.
  static let blankRatio = [
    Metric.ratio(
      "blank_ratio", .lower,
      "Share of all opens that were blank until they closed; equals opens_from_nothing_share.",
      of: { Int64($0.visits.blanks) }, in: { Int64($0.visits.opens) })
  ]
}
