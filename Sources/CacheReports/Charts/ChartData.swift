package import Measurement
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
  /// How much at the beginning is left out of all metrics.
  var warmUp = TimeSpan.zero

  package init(label: String) { self.label = label }

  /// A metric's value with its unit and its interval.
  func text(of name: String) -> String {
    guard let metric = MetricCatalog.metric(named: name) else { return "–" }
    return Display.text(metrics[name], within: intervals[name], metric.unit)
  }

  /// What a decision knows of it.
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

  package init(milliseconds: Double, share: Double, within interval: ConfidenceInterval? = nil) {
    self.milliseconds = milliseconds
    self.share = share
    self.interval = interval
  }
}
