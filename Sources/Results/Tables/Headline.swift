package import CacheMetrics

/// A metric in a table for people, under a short title.
package struct Headline: Sendable {
  package var metric: Metric
  package var title: String

  package init(metric: Metric, title: String) {
    self.metric = metric
    self.title = title
  }

  /// The metrics that rank the rows of the column: the first in which rows differ counts.
  ///
  /// Where a percentile of waits is infinite for all, the median decides.
  var rankedBy: [Metric] {
    [metric] + (wait.flatMap { part("\($0.rawValue)_p50_ms") }.map { [$0] } ?? [])
  }

  /// Another metric of the same views.
  private func part(_ name: String) -> Metric? {
    MetricCatalog.metric(named: name)?.tagged(metric.tags)
  }

  /// The same of a part, where the metric is counted by its tag; nil: it is not.
  package func tagged(_ tag: MetricTag) -> Headline? {
    guard metric.counted?.keys.contains(tag.key) == true, metric.tags.isEmpty else { return nil }
    return Headline(metric: metric.tagged([tag]), title: title)
  }

  /// The value of a row. An infinite wait, and what only some of the opens are part of, have the
  /// share of opens that are.
  package func number(of row: StrategyResult) -> ResultTable.Number {
    if let bound = row.bound, !bound.isMeaningful(metric) { return ResultTable.Number(nil) }
    let survivors = survivors
    let share = (wait ?? survivors).flatMap { wait in
      part("\(wait.rawValue)_shown_share")?.value(row.pooled)
    }
    var number = ResultTable.Number(metric.value(row.pooled), within: row.interval(of: metric))
    if number.value?.isInfinite == true || survivors != nil && share.map({ $0 < 1 }) == true {
      number.share = share
    }
    return number
  }

  /// The wait that it is a percentile of, over all opens; nil: none.
  package var wait: Latency? {
    Latency.allCases.first { metric.name.hasPrefix("\($0.rawValue)_p") }
  }

  /// The wait of which it tells only the opens that ended it; nil: none.
  private var survivors: Latency? {
    Latency.allCases.first {
      metric.unit == .milliseconds && metric.name.hasPrefix("\($0.rawValue)_shown_")
    }
  }

  /// The default metrics of a table, the most important first.
  package static let standard: [Headline] = [
    ("opens_from_cache_share", "from cache"),
    ("first_content_p95_ms", "first p95"),
    ("fresh_content_p95_ms", "fresh p95"),
    ("complete_content_p95_ms", "complete p95"),
    ("launch_p95_ms", "launch p95"),
    ("open_to_content_p95_ms", "from tap p95"),
    ("blank_ratio", "blank"),
    ("stale_share", "stale"),
    ("stale_parts_share", "stale parts"),
    ("flash_write_ops", "writes"),
    ("flash_write_bytes", "written"),
    ("network_requests", "requests"),
    ("network_down_bytes", "received"),
    ("given_up_share", "given up"),
    ("memory_peak_bytes", "memory"),
  ].map { headline($0.0, title: $0.1) }

  /// The columns of `summary.csv`.
  package static let summary: [Metric] = [
    "opens", "opens_from_cache_share", "object_hit_ratio", "byte_hit_ratio", "first_content_p50_ms",
    "first_content_p95_ms", "first_content_shown_p95_ms", "first_content_shown_share",
    "fresh_content_p50_ms", "fresh_content_p95_ms", "fresh_content_shown_p95_ms",
    "fresh_content_shown_share", "complete_content_p50_ms", "complete_content_p95_ms",
    "complete_content_shown_p95_ms", "complete_content_shown_share", "launch_p50_ms",
    "launch_p95_ms", "launch_opens_share", "launch_cold_opens_share", "open_to_content_p50_ms",
    "open_to_content_p95_ms", "open_to_fresh_content_p95_ms", "open_to_complete_content_p95_ms",
    "blank_ratio", "given_up_share", "stale_share", "stale_parts_share", "stale_versions_mean",
    "missing_parts_mean", "apdex", "flash_write_ops", "flash_write_bytes", "network_requests",
    "network_down_bytes", "metered_bytes", "radio_energy_j", "dropped_frames",
    "flash_endurance_per_year_ppm", "memory_peak_bytes", "memory_kills", "offline_served_ratio",
    "edits_lost",
  ].map { headline($0, title: $0).metric }

  /// The stages of written bytes, from the app to the wear of the flash cells.
  package static let flashWear: [Headline] = [
    ("flash_write_bytes", "written by the app"), ("flash_file_system_factor", "file system"),
    ("flash_file_system_bytes", "reach the device"), ("flash_device_writes", "device writes"),
    ("flash_flushes", "flushes"), ("flash_write_amplification_factor", "flash"),
    ("flash_nand_bytes", "programmed"), ("flash_erases_per_year", "erases a year"),
    ("flash_endurance_per_year_ppm", "of its life a year"), ("flash_life_years", "life"),
  ].map { headline($0.0, title: $0.1) }

  /// The numbers of a part of all views or requests, in the order of their columns.
  package static let ofParts: [Headline] = [
    ("opens", "opens"),
    ("opens_from_cache_share", "from cache"),
    ("first_content_p50_ms", "first p50"),
    ("first_content_p95_ms", "first p95"),
    ("fresh_content_p95_ms", "fresh p95"),
    ("complete_content_p95_ms", "complete p95"),
    ("blank_ratio", "blank"),
    ("stale_share", "stale"),
    ("object_hit_ratio", "hits"),
    ("byte_hit_ratio", "byte hits"),
    ("stale_hit_ratio", "stale hits"),
    ("stale_parts_share", "stale parts"),
    ("network_requests", "requests"),
    ("network_down_bytes", "received"),
  ].map { headline($0.0, title: $0.1) }

  /// The standard headlines of some rows, and those of a goal: where no view waits for the app,
  /// none is about that, where there is no subresource, none about those.
  package static func standard(of rows: [StrategyResult], for goal: Goal? = nil) -> [Headline] {
    standard(for: goal) { metric in rows.compactMap { metric.value($0.pooled) }.max() }
  }

  /// What a goal names, and behind it the standard headlines, without those about things that there
  /// are none of: a narrow terminal leaves out the last columns. `greatest` gives the greatest
  /// value of a metric in any row, nil where none has one.
  package static func standard(for goal: Goal?, _ greatest: (Metric) -> Double?) -> [Headline] {
    let asked = (goal?.metrics ?? []).map { metric in
      standard.first { $0.metric.name == metric.name }
        ?? Headline(metric: metric, title: metric.name)
    }
    return asked
      + standard.filter { headline in
        headline.isAbout(greatest) && !asked.contains { $0.metric.name == headline.metric.name }
      }
  }

  /// The columns of `summary.csv` and of comparisons, and behind them what a goal names besides.
  package static func summary(for goal: Goal?) -> [Metric] {
    summary
      + (goal?.metrics ?? []).filter { metric in !summary.contains { $0.name == metric.name } }
  }

  private func isAbout(_ greatest: (Metric) -> Double?) -> Bool {
    func most(_ name: String) -> Double? { MetricCatalog.metric(named: name).flatMap(greatest) }
    if wait?.hasLaunch ?? false { return most("launch_opens_share") ?? 0 > 0 }
    if wait == .completeContent { return most("stale_parts_share") != nil }
    return metric.name != "stale_parts_share" || most(metric.name) ?? 0 > 0
  }

  /// The standard headlines and the caller's own metrics, or those of the named metrics; names that
  /// are not known are left out.
  package static func chosen(_ names: [String]?, of result: RunResult) -> [Headline] {
    guard let names else {
      return standard(of: result.rows, for: result.goal)
        + result.ownMetrics.map { Headline(metric: $0, title: $0.name) }
    }
    return names.compactMap { name in
      standard.first { $0.metric.name == name }
        ?? result.metric(named: name).map { Headline(metric: $0, title: name) }
    }
  }

  private static func headline(_ name: String, title: String) -> Headline {
    Headline(metric: MetricCatalog.known(name), title: title)
  }
}

/// The best and the worst of the strategies that are compared with each other, by one metric.
package struct Ranking {
  /// The indices of the best rows, more than one when they tie; empty when none is.
  package private(set) var best: Set<Int> = []
  /// Empty when none is best.
  package private(set) var worst: Set<Int> = []

  package init(_ headline: Headline, among rows: [StrategyResult]) {
    for metric in headline.rankedBy where best.isEmpty { self = Ranking(metric, among: rows) }
  }

  /// Compares rows without bounds. Values are compared as files write them, so that what reads the
  /// same ties. None is best when all rows are the same, or when there is only one.
  package init(_ metric: Metric, among rows: [StrategyResult]) {
    guard metric.better != .neither else { return }
    var values: [(index: Int, value: Double)] = []
    for (index, row) in rows.enumerated() where row.isCompared {
      // What is never taken is not the best.
      guard GoalCandidate.harms(of: Alternative(row)).isEmpty else { continue }
      guard let value = metric.value(row.pooled) else { continue }
      values.append((index, metric.rounded(value)))
    }
    guard let lowest = values.map(\.value).min(), let highest = values.map(\.value).max(),
      lowest < highest
    else { return }
    let (first, last) = metric.better == .lower ? (lowest, highest) : (highest, lowest)
    best = Self.alike(values, to: first, at: metric, among: rows)
    worst = Self.alike(values, to: last, at: metric, among: rows)
    // Where the seeds cannot tell the best from the worst, nothing is either.
    if !best.isDisjoint(with: worst) { (best, worst) = ([], []) }
  }

  func mark(of index: Int) -> ResultTable.Cell.Mark? {
    if best.contains(index) { return .best }
    return worst.contains(index) ? .worst : nil
  }

  /// The rows with a value, and those of which the seeds show no difference from the first of them.
  private static func alike(
    _ values: [(index: Int, value: Double)], to value: Double, at metric: Metric,
    among rows: [StrategyResult]
  ) -> Set<Int> {
    let same = values.filter { $0.value == value }.map(\.index)
    return Set(
      values.map(\.index).filter { index in
        if same.contains(index) { return true }
        return !PairedNumbers(
          at: metric, of: Alternative(rows[index]), from: Alternative(rows[same[0]])
        ).isShown
      })
  }
}
