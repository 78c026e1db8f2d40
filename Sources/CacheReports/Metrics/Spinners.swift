extension Metric {
  /// How often and how long spinners showed.
  static let spinners =
    [
      Metric.ratio(
        "spinner_share", .lower,
        "Share of all opens that showed a spinner: the first content took longer than 500 ms, or "
          + "never came while the screen was open longer than that.",
        of: { Int64($0.visits.spinners) }, in: { Int64($0.visits.opens) }),
      Metric(
        "spinner_mean_ms", .milliseconds, .lower,
        "Time that a spinner showed, mean over spinners: the wait less 500 ms, at least 200 ms; "
          + "until the close where nothing came. The minimum does not delay content here."
      ) { book in
        book.visits.spinners == 0
          ? nil : Double(book.visits.spinnerTime) / Double(book.visits.spinners) / 1e6
      },
    ]
    + Metric.cost(
      "spinner_total_ms", .milliseconds, "Time that spinners showed, as in spinner_mean_ms"
    ) { Double($0.visits.spinnerTime) / 1e6 }
}
