/// A metric that stands in tables that people look at, under a short title.
package struct Headline: Sendable {
  /// The metric.
  var metric: Metric
  /// The title of its column.
  var title: String

  /// The metrics that say who is best in the column, the first that tells rows apart.
  ///
  /// A wait over the opens that got there flatters whoever fails often, so waits are ranked over
  /// all opens: by the percentile shown, or, where too many opens never get there, by the median.
  var rankedBy: [Metric] {
    guard let wait else { return [metric] }
    let percentile = metric.name.dropFirst(wait.rawValue.count)
    return ["\(wait.rawValue)_all\(percentile)", "\(wait.rawValue)_all_p50_ms"]
      .compactMap(MetricCatalog.metric(named:))
  }

  /// The value of a row as people read it.
  ///
  /// A wait that has no end over all opens is followed by the share of those that did get there:
  /// without it the value would flatter whoever fails often.
  func text(of row: StrategyResult) -> String {
    if let bound = row.bound, !bound.tells(metric) { return "–" }
    let text = Display.text(metric.value(row.pooled), metric.unit)
    guard let wait, let overAll = rankedBy[0].value(row.pooled), overAll.isInfinite else {
      return text
    }
    let arrived = wait.samples(in: row.pooled).count
    let share = Double(arrived) / Double(row.pooled.visits.opens)
    return arrived == 0 ? text : "\(text) (\(Display.text(share, .ratio)))"
  }

  /// The wait whose percentile it is, over the opens that ended it; nil: it is none.
  private var wait: Latency? {
    Latency.allCases.first { metric.name.hasPrefix("\($0.rawValue)_p") }
  }

  /// The metrics of a table where nothing else is asked for, the most telling first.
  static let standard: [Headline] = [
    ("object_hit_ratio", "hits"),
    ("first_content_p95_ms", "first p95"),
    ("fresh_content_p95_ms", "fresh p95"),
    ("blank_ratio", "blank"),
    ("stale_share", "stale"),
    ("flash_write_ops", "writes"),
    ("flash_write_bytes", "written"),
    ("network_requests", "requests"),
    ("network_down_bytes", "received"),
    ("memory_peak_bytes", "memory"),
  ].map { headline($0.0, title: $0.1) }

  /// The columns of `summary.csv`.
  package static let summary: [Metric] = [
    "opens", "object_hit_ratio", "byte_hit_ratio", "first_content_p50_ms", "first_content_p95_ms",
    "first_content_all_p95_ms", "fresh_content_p50_ms", "fresh_content_p95_ms",
    "fresh_content_all_p95_ms", "blank_ratio", "stale_share", "apdex", "flash_write_ops",
    "flash_write_bytes", "network_requests", "network_down_bytes", "metered_bytes",
    "radio_energy_j", "dropped_frames", "flash_endurance_per_year_ppm",
    "memory_peak_bytes", "memory_kills", "offline_served_ratio", "edits_lost",
  ].map { headline($0, title: $0).metric }

  /// The standard headlines, or those of the named metrics; names that are not known are left out.
  static func chosen(_ names: [String]?) -> [Headline] {
    guard let names else { return standard }
    return names.compactMap { name in
      standard.first { $0.metric.name == name }
        ?? MetricCatalog.metric(named: name).map { Headline(metric: $0, title: name) }
    }
  }

  private static func headline(_ name: String, title: String) -> Headline {
    guard let metric = MetricCatalog.metric(named: name) else {
      preconditionFailure("the catalogue has no metric \(name)")
    }
    return Headline(metric: metric, title: title)
  }
}
