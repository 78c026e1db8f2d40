internal import Measurement

/// A question that the answer of a report settles: which strategy is first at one thing.
struct Contest {
  /// What it is about, as a title.
  var title: String
  /// The metrics that can decide, with the words before the winner's value; the first one counts
  /// that is finite for somebody.
  var measures: [(metric: Metric, words: String)]
  /// Metrics that say what the winner pays, each with the words after its value.
  var price: [(metric: Metric, words: String)]

  /// Whose bound it is told beside, and by which metric where not by the deciding one.
  var bound: (quantity: Bound.Quantity, metric: Metric?)?

  /// The contests of every report, in order.
  static let all: [Contest] = [
    contest(
      "Soonest on screen", waits(.firstContent, "showed something within"),
      price: ["stale_share", "blank_ratio", "flash_write_bytes"], bound: .waits),
    contest(
      "Soonest up to date", waits(.freshContent, "showed the origin's version within"),
      price: ["blank_ratio", "flash_write_bytes", "network_down_bytes"], bound: .waits),
    contest(
      "Least often outdated",
      [(metric("stale_share"), "share of opens that showed an outdated version first:")],
      price: ["first_content_all_p95_ms", "blank_ratio", "network_down_bytes"]),
    contest(
      "Easiest on flash", [(metric("flash_write_bytes"), "written per device:")],
      price: ["first_content_all_p95_ms", "stale_share", "blank_ratio"], bound: .flashWrites),
    contest(
      "Easiest on the network", [(metric("network_down_bytes"), "received per device:")],
      price: ["first_content_all_p95_ms", "stale_share", "blank_ratio"], bound: .receivedBodies,
      boundBy: metric("network_body_bytes")),
    contest(
      "Easiest on the battery",
      [(metric("radio_energy_j"), "taken by the radio per device:")],
      price: ["first_content_all_p95_ms", "stale_share", "blank_ratio"]),
    contest(
      "Least memory", [(metric("memory_peak_bytes"), "most that a device used:")],
      price: ["first_content_all_p95_ms", "flash_write_bytes"]),
    contest(
      "Best without a network",
      [(metric("offline_served_ratio"), "offline opens that showed something:")],
      price: ["stale_share", "flash_write_bytes", "network_down_bytes"], bound: .waits),
  ]

  /// The three that matter to most: the wait, the truth of what is shown, and what phones pay.
  static let leading = all.filter { isLeading($0) }
  /// The others.
  static let further = all.filter { !isLeading($0) }

  private static func isLeading(_ contest: Contest) -> Bool {
    ["Soonest on screen", "Least often outdated", "Easiest on flash"].contains(contest.title)
  }

  private static func contest(
    _ title: String, _ measures: [(metric: Metric, words: String)], price: [String],
    bound: Bound.Quantity? = nil, boundBy boundMetric: Metric? = nil
  ) -> Contest {
    Contest(
      title: title, measures: measures, price: price.map { (metric($0), priceWords[$0] ?? $0) },
      bound: bound.map { ($0, boundMetric) })
  }

  /// A wait over all opens: its tail or, where too many opens never get there, nearer the middle.
  private static func waits(_ wait: Latency, _ words: String) -> [(metric: Metric, words: String)] {
    [("p95", "95 of 100 opens"), ("p90", "90 of 100 opens"), ("p50", "half of the opens")].map {
      (metric("\(wait.rawValue)_all_\($0.0)_ms"), "\($0.1) \(words)")
    }
  }

  private static func metric(_ name: String) -> Metric {
    guard let metric = MetricCatalog.metric(named: name) else {
      preconditionFailure("the catalogue has no metric \(name)")
    }
    return metric
  }

  /// What is said of a price that is infinite, as only the wait for first content can be.
  static let tailNeverShown = "fewer than 95 of 100 opens showed something"

  private static let priceWords = [
    "first_content_all_p95_ms": "until 95 of 100 opens showed something",
    "stale_share": "of opens outdated at first",
    "blank_ratio": "of opens blank",
    "flash_write_bytes": "written to flash per device",
    "network_down_bytes": "received per device",
  ]
}
