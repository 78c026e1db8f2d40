internal import CacheMetrics
internal import Results
internal import SimCore

/// The curves of a strategy over virtual time: one for each seed, and their mean.
struct TimelineCurves {
  /// A point: when, in seconds from the start, and the number there.
  struct Point: Hashable {
    var seconds: Double
    var value: Double
    /// The ends of the mean's 95 % confidence interval over the seeds; the value where there is
    /// none.
    var low: Double
    var high: Double

    init(_ value: Double, at seconds: Double) {
      self.seconds = seconds
      (self.value, low, high) = (value, value, value)
    }

    init(meanOf numbers: [Double], at seconds: Double, _ unit: MetricUnit) {
      self.init(numbers.reduce(0, +) / Double(numbers.count), at: seconds)
      guard let interval = ConfidenceInterval(of: value, seeds: numbers, unit) else { return }
      (low, high) = (max(interval.low, 0), interval.high)
    }
  }

  let mean: [Point]
  /// The curves of the seeds; empty where there is only one.
  let seeds: [[Point]]

  /// More intervals than this are joined: a panel has a few hundred pixels.
  static let intervalLimit = 96

  init(_ value: TimelineSubject.Value, in subject: TimelineSubject, of strategy: ChartStrategy) {
    let isCumulative = subject.isCumulative
    guard let whole = strategy.timeline?.limited(to: Self.intervalLimit) else {
      (mean, seeds) = ([], [])
      return
    }
    let timelines = strategy.seedTimelines.map { $0.coarsened(to: whole.interval) }
    let count = whole.intervals.count
    let devices = strategy.devices / Double(max(timelines.count, 1))
    func numbers(_ timeline: Timeline, _ devices: Double) -> [Double?] {
      var sum = 0.0
      return (0..<count).map { index in
        let isThere = index < timeline.intervals.count
        let number =
          isThere
          ? value.value(TimelinePlace(timeline: timeline, index: index, devices: devices)) : nil
        guard isCumulative else { return number }
        sum += number ?? 0
        return sum
      }
    }
    let each = timelines.map { numbers($0, devices) }
    let pooled = numbers(whole, strategy.devices)
    let length = whole.interval.seconds
    /// When the number of an interval stands: an amount at its end, anything else in its middle.
    func place(_ index: Int) -> Double { (Double(index) + (isCumulative ? 1 : 0.5)) * length }
    let start = isCumulative ? [Point(0, at: 0)] : []
    func curve(_ numbers: [Double?]) -> [Point] {
      start
        + numbers.enumerated().compactMap { index, number in
          number.map { Point($0, at: place(index)) }
        }
    }
    seeds = each.count > 1 ? each.map(curve) : []
    mean =
      start
      + (0..<count).compactMap { index in
        let known = each.compactMap { $0[index] }
        // Where a seed has none, or an infinite one, all seeds together have one.
        guard known.count == each.count, known.count > 1, known.allSatisfy(\.isFinite) else {
          return pooled[index].map { Point($0, at: place(index)) }
        }
        return Point(meanOf: known, at: place(index), subject.unit)
      }
  }

  var hasAny: Bool { mean.contains { $0.value > 0 } }
}

/// How much happened when: the opens of each interval, and how many of them had no network.
struct TimelineActivity {
  /// An interval: its ends in seconds, and its opens and offline opens as shares of the most opens
  /// of an interval.
  typealias Step = (from: Double, to: Double, opens: Double, offline: Double)

  let steps: [Step]

  init(of strategy: ChartStrategy) {
    guard let timeline = strategy.timeline?.limited(to: TimelineCurves.intervalLimit) else {
      steps = []
      return
    }
    let most = Double(max(timeline.intervals.map(\.opens).max() ?? 0, 1))
    let length = timeline.interval.seconds
    steps = timeline.intervals.enumerated().map { index, interval in
      (
        Double(index) * length, Double(index + 1) * length, Double(interval.opens) / most,
        Double(interval.offlineOpens) / most
      )
    }
  }

  var hasOffline: Bool { steps.contains { $0.offline > 0 } }
}

/// The unit of virtual time in which a run's length is a handy number.
struct TimelineUnit: Hashable {
  let name: String
  let column: String
  let seconds: Double

  init(length: Double) {
    (name, column, seconds) =
      length > 2 * 86_400
      ? ("days", "day", 86_400)
      : length > 2 * 3_600 ? ("hours", "hour", 3_600) : ("minutes", "minute", 60)
  }

  func axis(upTo length: Double, count: Int) -> ChartAxis {
    let length = length / seconds
    let round = ChartAxis.linear(upTo: length, of: .count, count: count)
    guard length > 0 else { return round }
    let ticks = round.ticks.filter { $0.value <= length * 1.000_001 }
    return ChartAxis(low: 0, high: length, isLogarithmic: false, ticks: ticks)
  }
}
