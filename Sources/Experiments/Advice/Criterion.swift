internal import CacheReports

/// Something at which strategies are better or worse than each other.
struct Criterion: Sendable {
  /// What it is, in a few words, as in "better in …".
  var title: String
  var metric: Metric
  /// The words behind its number, as in "265 MB written to flash per device".
  var words: String

  /// The value as files write it; nil when the metric is not defined.
  func value(of row: StrategyResult) -> Double? { metric.value(row.pooled).map(metric.rounded) }

  /// The value as people read it, with its words.
  func phrase(of row: StrategyResult) -> String {
    let value = value(of: row)
    if value == .infinity { return "too many opens that never show anything to say a time" }
    return "\(Display.text(value, metric.unit)) \(words)"
  }

  /// Whether a value is better than another one; one that is not defined is worse than any other.
  func isBetter(_ value: Double?, than other: Double?) -> Bool {
    guard let value else { return false }
    guard let other else { return true }
    return metric.better == .higher ? value > other : value < other
  }

  /// The criteria by which strategies of a group are compared: those of the wishes, and what
  /// nobody wishes for but everybody minds.
  static func all(among rows: [StrategyResult]) -> [Criterion] {
    [firstContent(among: rows), stale, flash, data, offline, refusedEdits]
      .filter { criterion in rows.contains { criterion.value(of: $0) != nil } }
  }

  /// The wait for first content over all opens, a blank one being infinitely late: its tail or,
  /// where nobody's tail is finite, nearer the middle.
  static func firstContent(among rows: [StrategyResult]) -> Criterion {
    let all = [(95, "p95"), (90, "p90"), (50, "p50")].map { share, name in
      Criterion(
        title: "first content", metric: metric("first_content_all_\(name)_ms"),
        words: "until \(share) of 100 opens showed something")
    }
    return all.first { criterion in
      rows.contains { criterion.value(of: $0)?.isFinite == true }
    } ?? all[0]
  }

  static let stale = Criterion(
    title: "freshness", metric: metric("stale_share"), words: "of opens outdated at first")
  static let flash = Criterion(
    title: "flash", metric: metric("flash_write_bytes"), words: "written to flash per device")
  static let data = Criterion(
    title: "data", metric: metric("network_down_bytes"), words: "received per device")
  static let offline = Criterion(
    title: "offline opens", metric: metric("offline_served_ratio"),
    words: "of offline opens served")
  static let refusedEdits = Criterion(
    title: "edits", metric: metric("edits_refused"), words: "edits refused")

  private static func metric(_ name: String) -> Metric {
    guard let metric = MetricCatalog.metric(named: name) else {
      preconditionFailure("the catalogue has no metric \(name)")
    }
    return metric
  }
}
