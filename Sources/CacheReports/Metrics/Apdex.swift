extension Metric {
  /// The application performance index.
  static let apdex = [
    Metric(
      "apdex", .score, .higher,
      "Apdex of time to first content for T = 1 s: opens within T, plus half of those within 4 T, "
        + "over all opens; a blank one is frustrated."
    ) { book in
      let visits = book.visits
      guard visits.opens > 0 else { return nil }
      let satisfied = visits.within[1]
      return (Double(satisfied) + Double(visits.tolerated - satisfied) / 2) / Double(visits.opens)
    }
  ]
}
