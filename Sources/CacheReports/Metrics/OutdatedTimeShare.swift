extension Metric {
  /// How much of what people looked at was outdated.
  static let outdatedTimeShare = [
    Metric(
      "outdated_time_share", .ratio, .lower,
      "Time that outdated main content was on screen over the time that any was, summed over all "
        + "opens."
    ) { book in
      book.visits.timeWithContent == 0
        ? nil : Double(book.visits.timeOutdated) / Double(book.visits.timeWithContent)
    }
  ]
}
