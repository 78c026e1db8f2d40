package import CacheMetrics
package import Results
package import SimCore

/// The results that the charts of a report draw, per strategy.
package struct ChartData: Sendable {
  package var scenario: String
  /// The strategies in the scenario's order, which gives each its colour in every chart.
  package var strategies: [ChartStrategy]

  package init(scenario: String, strategies: [ChartStrategy] = []) {
    self.scenario = scenario
    self.strategies = strategies
  }

  /// The data of a run; seeds are pooled.
  /// - Complexity: O(strategies × samples) where samples are not sorted.
  package init(_ result: RunResult) {
    let spans = result.warmUp?.spans ?? []
    self.init(
      scenario: result.title,
      strategies: result.rows.map { row in
        var strategy = ChartStrategy(row, result.metrics)
        let place = row.varied.flatMap(result.variedValues.firstIndex) ?? 0
        strategy.warmUp = spans.indices.contains(place) ? spans[place] : spans.first ?? .zero
        return strategy
      })
  }

  /// The same without the bounds of other quantities, which bound nothing in this chart, and
  /// without what an origin observed, which knows nothing of it.
  func including(boundsOf quantity: OracleBound.Quantity?) -> ChartData {
    var own = self
    own.strategies = strategies.filter {
      !$0.isObserved && ($0.bound == nil || $0.bound == quantity)
    }
    return own
  }

  var styles: [Int] { ChartPalette.styles(strategies.map { $0.bound != nil }) }

  /// The part of a number that a chart can draw: itself when it is finite and not negative, or 0.
  static func amount(_ value: Double) -> Double { value.isFinite && value > 0 ? value : 0 }
}

/// The results of one strategy: its metrics by name, and what is drawn over time.
package struct ChartStrategy: Sendable {
  package var label: String
  /// The quantity that it bounds; nil: it is a choice for an app.
  package var bound: OracleBound.Quantity?
  /// Whether it is what an origin observed of a real client, which knows some metrics alone.
  package var isObserved = false
  /// The values of metrics by name; one that is not defined is missing, and may be infinite.
  package var metrics: [String: Double] = [:]
  /// The metrics' 95 % confidence intervals over the seeds, by their names; one that is not known
  /// is missing.
  package var intervals: [String: ConfidenceInterval] = [:]
  /// How many opens had reached first, fresh or complete content after so long, in order of time.
  package var distributions: [Latency: [LatencyShare]] = [:]
  /// How many people there are under all seeds.
  package var people = 0
  /// How many of them have a 95th percentile of first content within so long, in order of time.
  package var peopleDistributions: [Latency: [LatencyShare]] = [:]
  /// Requests that reached the origin in each second around the busiest, the mean of the seeds;
  /// empty where it is never busy.
  package var originLoad: [Double] = []
  /// Bytes written to flash per device in each interval of virtual time, from the start on.
  package var flashBytesByInterval: [Double] = []
  /// The 95 % confidence intervals over the seeds of the sum of these bytes up to the end of each
  /// interval; empty for a single seed.
  package var flashIntervals: [ConfidenceInterval] = []
  package var interval = TimeSpan.hours(1)

  /// What happened over virtual time, also of a warm-up, all seeds together; nil: it is not known.
  var timeline: Timeline?
  var seedTimelines: [Timeline] = []
  /// How many devices the timeline is of; a device counts under each seed.
  var devices = 1.0
  var seedMetrics: [[String: Double]] = []
  /// What an app may use at most of the memory; nil: it is not known.
  var memoryLimit: Bytes?
  var warmUp = TimeSpan.zero

  /// A metric's value with its unit and its interval.
  func text(of name: String) -> String {
    guard let metric = MetricCatalog.metric(named: name) else { return "–" }
    return Display.text(metrics[name], within: intervals[name], metric.unit)
  }

  var alternative: Alternative {
    let (pooled, seeds) = (metrics, seedMetrics)
    return Alternative(
      label, word: nil, seedCount: seeds.count, pooled: { pooled[$0.name] },
      seeds: { metric in seeds.map { $0[metric.name] } })
  }

  /// The value of a metric that a chart can draw; 0 where it is not defined.
  func amount(of metric: String) -> Double { ChartData.amount(metrics[metric] ?? 0) }

  /// The ends of a metric's confidence interval around its value, from 0 on; both the value where
  /// there is none.
  func interval(of metric: String) -> (low: Double, high: Double) {
    let value = amount(of: metric)
    guard metrics[metric]?.isFinite == true, let interval = intervals[metric] else {
      return (value, value)
    }
    return (max(interval.low, 0), interval.high)
  }
}

/// A point of a cumulative distribution: the share of all opens, or people, that reached it within
/// a time.
package struct LatencyShare: Hashable, Sendable {
  package var milliseconds: Double
  /// From 0 to 1; those that never reached it are among all.
  package var share: Double
  /// The share's 95 % confidence interval over the seeds; nil for a single seed.
  package var interval: ConfidenceInterval?
}

extension ChartStrategy {
  /// Points of a distribution: quarters of a percent, finer than a pixel of the charts.
  private static let pointCount = 400

  /// The results of a strategy; costs are averages over its devices, seeds are pooled.
  init(_ row: StrategyResult, _ all: [Metric]) {
    self.init(label: row.title + (row.isBound ? " (bound)" : ""))
    bound = row.bound?.quantity
    isObserved = row.isObserved
    let aggregates = row.pooled
    seedMetrics = row.runs.map { run in
      var values: [String: Double] = [:]
      for metric in all { values[metric.name] = metric.value(run.aggregates) }
      return values
    }
    for metric in all {
      let value = metric.value(aggregates)
      metrics[metric.name] = value
      intervals[metric.name] = metric.interval(
        of: value, seeds: seedMetrics.map { $0[metric.name] }
      ) { MetricCatalog.metric(named: $0)?.value(aggregates) }
    }
    for wait in LatencyDistributionChart.waits {
      let seeds = row.runs.map { Opens(wait, in: $0.aggregates) }
      let all = Opens(wait, in: aggregates)
      distributions[wait] = Self.distribution(of: all).map { point in
        var point = point
        point.interval = seeds.count > 1 ? Self.interval(of: point, all, seeds) : nil
        return point
      }
    }
    people = aggregates.people.people.count
    for wait in [Latency.firstContent, .openToContent] {
      peopleDistributions[wait] = Self.peopleDistribution(of: wait, in: row)
    }
    let loads = aggregates.origin.loads.map(\.busiest)
    originLoad = (loads.first ?? []).indices.map { second in
      Double(loads.reduce(0) { $0 + Int($1[second]) }) / Double(loads.count)
    }
    let devices = Double(max(aggregates.devices.count, 1))
    self.devices = devices
    timeline = aggregates.timeline
    seedTimelines = row.runs.map(\.aggregates.timeline)
    memoryLimit = aggregates.devices.memoryLimit
    interval = aggregates.timeline.interval
    let sumsByInterval = aggregates.timeline.intervals
    flashBytesByInterval = sumsByInterval.map { Double($0.flashBytes) / devices }
    let sums = row.runs.map {
      Self.flashSums(of: $0.aggregates, at: interval, count: flashBytesByInterval.count)
    }
    guard sums.count > 1 else { return }
    var all = 0.0
    flashIntervals = flashBytesByInterval.enumerated().map { index, bytes in
      all += bytes
      return ConfidenceInterval(of: all, seeds: sums.map { $0[index] }, .bytes)
        ?? ConfidenceInterval(from: all, to: all)
    }
  }

  /// A wait of all opens, taken out of the aggregates once: thousands of percentiles are asked for.
  private struct Opens {
    let count: Int
    let samples: Samples

    init(_ wait: Latency, in aggregates: Aggregates) {
      let views = aggregates.views
      (count, samples) = (views.opens, views.samples(of: wait))
    }

    /// Opens without a time are among all, and count as infinite.
    func milliseconds(at percentile: Percentile) -> Double? {
      samples.value(at: percentile, missing: count - samples.count).map { $0 / 1e6 }
    }

    /// The share of all opens within a time, to a hundredth of a percent.
    /// - Complexity: O(log 10,000) percentiles.
    func share(within milliseconds: Double) -> Double {
      var (within, beyond) = (0, 10_001)
      while beyond - within > 1 {
        let middle = (within + beyond) / 2
        let time = self.milliseconds(at: Percentile(basisPoints: middle))
        if time.map({ $0 <= milliseconds }) ?? false { within = middle } else { beyond = middle }
      }
      return Double(within) / 10_000
    }
  }

  private static func interval(
    of point: LatencyShare, _ all: Opens, _ seeds: [Opens]
  ) -> ConfidenceInterval? {
    // Of a million opens and more under a seed only counts are there, which take long to look up.
    guard seeds.allSatisfy(\.samples.isExact) else { return nil }
    return ConfidenceInterval(
      of: point.share, seeds: seeds.map { $0.share(within: point.milliseconds) }, .ratio,
      trials: Double(all.count))
  }

  /// Bytes written to flash per device up to the end of each of so many intervals, which are no
  /// shorter than those of the timeline.
  private static func flashSums(
    of aggregates: Aggregates, at interval: TimeSpan, count: Int
  ) -> [Double] {
    let own = aggregates.timeline
    let devices = Double(max(aggregates.devices.count, 1))
    let each = Int(interval.nanoseconds / own.interval.nanoseconds)
    var sum: Int64 = 0
    var next = 0
    return (1...max(count, 1)).map { place in
      while next < min(place * each, own.intervals.count) {
        sum += own.intervals[next].flashBytes
        next += 1
      }
      return Double(sum) / devices
    }
  }

  /// The share of all people whose own 95th percentile is within each of their times.
  private static func peopleDistribution(
    of wait: Latency, in row: StrategyResult
  ) -> [LatencyShare] {
    let seeds = row.runs.map { run in
      run.aggregates.people.people.compactMap { $0.p95(of: wait) }.sorted()
    }
    let all = seeds.flatMap(\.self).sorted()
    let steps = all.indices.filter {
      all[$0].isFinite && ($0 + 1 == all.count || all[$0 + 1] > all[$0])
    }
    return steps.map { place in
      let (time, share) = (all[place], Double(place + 1) / Double(all.count))
      let shares = seeds.map { times -> Double? in
        let within = times.firstSortedIndex { $0 > time }
        return times.isEmpty ? nil : Double(within) / Double(times.count)
      }
      return LatencyShare(
        milliseconds: time, share: share,
        interval: ConfidenceInterval(of: share, seeds: shares, .ratio, trials: Double(all.count)))
    }
  }

  /// The share of all opens within each of some times; opens without a time are among all.
  private static func distribution(of opens: Opens) -> [LatencyShare] {
    var points: [LatencyShare] = []
    for step in 1...pointCount {
      let percentile = Percentile(basisPoints: step * 10_000 / pointCount)
      guard let time = opens.milliseconds(at: percentile), time.isFinite else { break }
      points.append(LatencyShare(milliseconds: time, share: Double(step) / Double(pointCount)))
    }
    // The last step may leave out a part of the opens that reached it.
    let samples = opens.samples
    guard samples.count > 0 else { return points }
    let all = Double(samples.count) / Double(opens.count)
    if all > points.last?.share ?? 0 {
      points.append(LatencyShare(milliseconds: Double(samples.maximum) / 1e6, share: all))
    }
    return points
  }
}
