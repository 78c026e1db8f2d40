extension Metric {
  /// How many screens were opened.
  static let opens = [
    Metric.sum("opens", .neither, "Screens opened") { Int64($0.visits.opens) }
  ]
}
