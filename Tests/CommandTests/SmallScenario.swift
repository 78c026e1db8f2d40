/// A question that is answered in a moment.
enum SmallScenario {
  /// The scenario's text.
  /// - Parameter settings: what it says, by the names of a scenario; the rest is small.
  static func text(
    seeds: String = "[1]", duration: String = "2d", weather: String = "commuter",
    strategies: String = #"[{"name": "network-only"}, {"name": "on-demand"}]"#, more: String = ""
  ) -> String {
    """
    {
      "question": "Who waits?",
      "seeds": \(seeds),
      "devices": 1,
      "duration": "\(duration)",
      "workload": {
        "name": "timelines",
        "settings": {"friends": 5, "postsPerHour": 2, "use": {"sessionsPerDay": 3}}
      },
      "networkSchedule": {"name": "\(weather)"},\(more)
      "strategies": \(strategies)
    }
    """
  }

  /// The files that a run leaves without charts.
  static let tables = [
    "differences.csv", "latency.csv", "metrics.csv", "report.html", "report.md", "run.json",
    "summary.csv", "tags.csv", "timeline.csv",
  ]
}
