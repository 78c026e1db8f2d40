internal import CacheMetrics
internal import Results
internal import SimCore

/// `summary.csv`: a row for each strategy and varied value, all seeds pooled, with the headline
/// metrics, and behind these for each `METRIC_halfwidth`, `METRIC_low` and `METRIC_high`: half the
/// width and the ends of its 95 % confidence interval over the seeds, in the metric's unit; empty
/// for a single seed, and where a seed has no finite value.
enum SummaryFile {
  static func text(of result: RunResult) -> String {
    let metrics = Headline.summary(for: result.goal)
    var csv = CSV(
      ["strategy", "varied", "seeds"] + IntervalFields.columns(of: metrics.map(\.name)))
    for row in result.rows {
      let numbers = metrics.map { ($0.unit, $0.value(row.pooled), row.interval(of: $0)) }
      csv.add(
        [row.label, row.varied ?? "", "\(row.runs.count)"] + IntervalFields.row(of: numbers))
    }
    return csv.text
  }
}

/// `tags.csv`: a row for each screen, kind of screens and kind of resources of each strategy and
/// varied value, all seeds pooled, with the metrics that parts are shown by, and the half-widths of
/// their intervals as in `summary.csv`. A field is empty where a metric is not counted by the tag.
enum TagsFile {
  static func text(of result: RunResult) -> String {
    let metrics = TagTables.headlines(for: result.goal).map(\.metric)
    var csv = CSV(
      ["strategy", "varied", "seeds", "tag", "value"] + metrics.map(\.name)
        + metrics.map { "\($0.name)_halfwidth" })
    for row in result.rows {
      for tag in MetricTag.Key.allCases.flatMap(row.pooled.tags) {
        let part = row.restricted(to: tag)
        let counted = metrics.map { metric in
          metric.counted?.keys.contains(tag.key) == true ? metric.tagged([tag]) : nil
        }
        let values = counted.map { $0.map { $0.text(of: $0.value(part.pooled)) } ?? "" }
        let halfWidths = counted.map { metric -> String in
          metric.map { $0.text(of: part.interval(of: $0)?.halfWidth) } ?? ""
        }
        let head = [row.label, row.varied ?? "", "\(row.runs.count)", tag.key.rawValue, tag.value]
        csv.add(head + values + halfWidths)
      }
    }
    return csv.text
  }
}

/// `metrics.csv`: every metric of every row in long form, for each seed and for all together.
///
/// A new metric adds lines, never a column. The seed is `all` where seeds are pooled; the value is
/// empty where the metric is not defined, and `inf` where it is infinite. Half the width of the
/// 95 % confidence interval and its ends stand in the lines of all seeds together.
enum MetricsFile {
  static func text(of result: RunResult) -> String {
    var csv = CSV(
      ["scenario", "strategy", "seed", "varied", "metric", "unit", "value"] + IntervalFields.names)
    for row in result.rows {
      for (seed, aggregates) in row.runs.map({ ("\($0.seed)", $0.aggregates) }) + [
        ("all", row.pooled)
      ] {
        for metric in result.metrics {
          let interval = seed == "all" ? row.interval(of: metric) : nil
          csv.add(
            [
              result.scenario, row.label, seed, row.varied ?? "", metric.name,
              metric.unit.rawValue, metric.text(of: metric.value(aggregates)),
            ] + IntervalFields.texts(of: interval, metric.unit))
        }
      }
    }
    return csv.text
  }
}

/// The fields of a confidence interval in files: half its width, and its ends.
enum IntervalFields {
  /// A number, and what it is in.
  typealias Number = (unit: MetricUnit, value: Double?, interval: ConfidenceInterval?)

  static let names = ["halfwidth", "low", "high"]

  static func texts(of interval: ConfidenceInterval?, _ unit: MetricUnit) -> [String] {
    [interval?.halfWidth, interval?.low, interval?.high].map(unit.text)
  }

  /// The columns of numbers, and behind all of these those of their intervals.
  static func columns(of numbers: [String]) -> [String] {
    numbers + names.flatMap { field in numbers.map { "\($0)_\(field)" } }
  }

  static func row(of numbers: [Number]) -> [String] {
    let intervals = numbers.map { texts(of: $0.interval, $0.unit) }
    return numbers.map { $0.unit.text(of: $0.value) }
      + names.indices.flatMap { field in intervals.map { $0[field] } }
  }
}

/// `latency.csv`: percentiles of waits, all seeds pooled, fine enough to draw the distribution.
///
/// Nearest rank. The population is `shown`, the opens that reached the content, or `all`, in
/// which an open that never reached it is `inf`.
enum LatencyFile {
  /// Every fifth percentile, every one from the 90th on, and the far tail.
  static let percentiles: [Percentile] =
    stride(from: 500, to: 9_000, by: 500).map(Percentile.init(basisPoints:))
    + stride(from: 9_000, through: 9_900, by: 100).map(Percentile.init(basisPoints:))
    + [9_950, 9_990, 10_000].map(Percentile.init(basisPoints:))

  static func text(of result: RunResult) -> String {
    var csv = CSV(["strategy", "varied", "quantity", "population", "percentile", "milliseconds"])
    for row in result.rows {
      for wait in Latency.allCases {
        for population in Latency.Population.allCases {
          for percentile in percentiles {
            let value = wait.milliseconds(at: percentile, over: population, in: row.pooled)
            csv.add([
              row.label, row.varied ?? "", wait.rawValue, population.rawValue,
              NumberText.decimal(Double(percentile.basisPoints) / 100, places: 2),
              value.map { NumberText.decimal($0, places: MetricUnit.milliseconds.places) } ?? "",
            ])
          }
        }
      }
    }
    return csv.text
  }
}

/// `differences.csv`: how far each strategy is from the first one that is no bound, seed by seed.
///
/// Every strategy has the same workload and network schedule under a seed, which removes most of
/// the noise from the difference; the spread of the differences shows the rest. Only metrics that
/// are defined and finite under every seed of both are compared. A line gives the mean, the
/// smallest, the largest, the standard deviation of the sample and half the width of the mean's
/// 95 % confidence interval; the last two are empty for a single seed.
enum DifferencesFile {
  static func text(of result: RunResult) -> String {
    var csv = CSV([
      "strategy", "baseline", "varied", "metric", "unit", "seeds", "mean", "minimum", "maximum",
      "standard_deviation", "halfwidth",
    ])
    for group in result.groups {
      guard let first = group.rows.firstIndex(where: \.isCompared) else { continue }
      let baseline = group.rows[first]
      for (index, row) in group.rows.enumerated() where index != first && !row.isObserved {
        for metric in result.metrics
        where metric.better != .neither && row.bound?.isMeaningful(metric) ?? true {
          guard let differences = PairedDifferences(at: metric, of: row, from: baseline) else {
            continue
          }
          csv.add(
            [
              row.label, baseline.label, row.varied ?? "", metric.name, metric.unit.rawValue,
              "\(differences.values.count)",
            ] + summary(of: differences, at: metric))
        }
      }
    }
    return csv.text
  }

  private static func summary(of differences: PairedDifferences, at metric: Metric) -> [String] {
    [
      differences.mean, differences.minimum, differences.maximum, differences.standardDeviation,
      differences.interval?.halfWidth,
    ].map { metric.text(of: $0) }
  }
}

/// `timeline.csv`: sums over devices and seeds; a line for each interval of virtual time, also of a
/// warm-up. The 95th percentile of waits is up to a quarter too long, and `inf` where more than 5 %
/// of the interval's opens stayed blank; the memory is the most that an app used when a screen
/// closed.
enum TimelineFile {
  static func text(of result: RunResult) -> String {
    var csv = CSV(
      ["strategy", "varied", "start_s", "length_s", "opens", "shown", "outdated"]
        + Source.allCases.map { "from_\($0.word)" }
        + [
          "first_content_shown_mean_ms", "flash_write_ops", "flash_write_bytes", "network_requests",
          "network_bytes", "network_metered_bytes", "first_content_p95_ms", "offline_opens",
          "offline_shown", "memory_evictions", "flash_evictions", "memory_used_max_bytes",
          "memory_kills", "radio_energy_j", "dropped_frames", "edits_made", "edits_settled",
          "edits_failed",
        ])
    for row in result.rows {
      let timeline = row.pooled.timeline
      for (index, interval) in timeline.intervals.enumerated() {
        let place = [
          row.label, row.varied ?? "", seconds(timeline.start(of: index).sinceStart),
          seconds(timeline.interval),
        ]
        let wait = timeline.firstContent(at: .p95, inInterval: index)
        csv.add(place + fields(of: interval, wait, isObserved: row.isObserved))
      }
    }
    return csv.text
  }

  private static func fields(
    of interval: TimelineInterval, _ wait: Double?, isObserved: Bool
  ) -> [String] {
    let opens = [interval.opens, interval.shown, interval.outdated]
    let sources = Source.allCases.map { interval.opens(from: $0) }
    let network = [interval.exchanges, interval.networkBytes, interval.meteredBytes].map { "\($0)" }
    let app = [
      interval.offlineOpens, interval.offlineShown, interval.memoryEvictions,
      interval.flashEvictions, interval.memoryPeak, interval.kills,
    ]
    let edits = [
      interval.droppedFrames, interval.editsMade, interval.editsSettled, interval.editsFailed,
    ]
    // An origin knows of no screen, no flash and no memory.
    if isObserved {
      return Array(repeating: "", count: opens.count + sources.count + 3) + network
        + Array(repeating: "", count: 2 + app.count + edits.count)
    }
    return (opens + sources).map { "\($0)" } + [milliseconds(interval.meanFirstContent)]
      + [interval.flashWrites, interval.flashBytes].map { "\($0)" } + network
      + [milliseconds(wait)] + app.map { "\($0)" }
      + [NumberText.decimal(Double(interval.radioEnergy) / 1e6, places: MetricUnit.joules.places)]
      + edits.map { "\($0)" }
  }

  private static func milliseconds(_ time: Double?) -> String {
    time.map { NumberText.decimal($0, places: MetricUnit.milliseconds.places) } ?? ""
  }

  private static func seconds(_ span: TimeSpan) -> String {
    NumberText.decimal(span.seconds, places: MetricUnit.seconds.places)
  }
}
