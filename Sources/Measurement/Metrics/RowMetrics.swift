internal import SimCore

extension Metric {
  /// Rows of screens that were scrolled into view; see the setting `scrolling`.
  static let rows = [
    Metric.sum(
      "rows_scrolled", .neither,
      "Rows, pictures that a screen's main content lists, that were scrolled into view; none "
        + "without the setting scrolling.rows. Nothing is scrolled while nothing is on the screen, "
        + "so that a strategy that is late has fewer: read it beside first_content"
    ) { Int64($0.rows.count) },
    Metric.ratio(
      "row_blank_share", .lower,
      "Share of the rows scrolled into view that were blank there for more than 0.1 s, or until "
        + "they left view before they had come.", trials: "rows_scrolled",
      of: { $0.rows.blank }, in: { Int64($0.rows.count) }),
    Metric(
      "row_wait_p95_ms", .milliseconds, .lower,
      "Time from a row's coming into view by scrolling until it was painted; p95 by nearest rank "
        + "over all rows scrolled into view, of which those that left view blank were infinitely "
        + "late."
    ) { aggregates in
      let rows = aggregates.rows
      return rows.waits.value(at: .p95, missing: rows.count - rows.waits.count).map { $0 / 1e6 }
    },
  ]
}
