extension Metric {
  /// Marks of waits by curves that web developers know.
  static let latencyScore = [
    Metric(
      "first_content_score", .score, .higher,
      "Mean over all opens of Lighthouse's curve for first contentful paint on a phone (0.9 at "
        + "1.8 s, 0.5 at 3 s), applied to time to first content; a blank one scores 0."
    ) { $0.visits.firstContentScore },
    Metric(
      "complete_content_score", .score, .higher,
      "Mean over all opens of Lighthouse's curve for largest contentful paint on a phone (0.9 at "
        + "2.5 s, 0.5 at 4 s), applied to time to complete content; one never complete scores 0."
    ) { $0.visits.completeContentScore },
  ]
}
