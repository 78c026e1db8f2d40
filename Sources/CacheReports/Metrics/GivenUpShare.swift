extension Metric {
  /// How many screens were given up.
  static let givenUpShare = [
    Metric.ratio(
      "given_up_share", .lower,
      "Share of all opens that the user closed for impatience; zero without the patience knob.",
      of: { Int64($0.visits.givenUp) }, in: { Int64($0.visits.opens) })
  ]
}
