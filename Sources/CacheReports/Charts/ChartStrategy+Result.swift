internal import Measurement
internal import Results
internal import SimCore

extension ChartStrategy {
  /// Points of a distribution: quarters of a percent, finer than a pixel of the charts.
  private static let pointCount = 400

  /// The results of a strategy; costs are averages over its devices, seeds are pooled.
  init(_ row: StrategyResult, _ all: [Metric]) {
    self.init(label: row.title + (row.isBound ? " (bound)" : ""))
    bound = row.bound?.quantity
    isObserved = row.isObserved
    let aggregates = row.pooled
    for metric in all {
      metrics[metric.name] = metric.value(aggregates)
      intervals[metric.name] = row.interval(of: metric)
    }
    for wait in LatencyDistributionChart.waits {
      distributions[wait] = Self.distribution(of: wait, in: aggregates).map { point in
        var point = point
        point.interval = row.runs.count > 1 ? Self.interval(of: point, wait, in: row) : nil
        return point
      }
    }
    people = aggregates.people.people.count
    for wait in [Latency.firstContent, .openToContent] {
      peopleDistributions[wait] = Self.peopleDistribution(of: wait, in: row)
    }
    let devices = Double(max(aggregates.devices.count, 1))
    self.devices = devices
    timeline = aggregates.timeline
    seedTimelines = row.runs.map(\.aggregates.timeline)
    seedMetrics = row.runs.map { run in
      var values: [String: Double] = [:]
      for metric in all { values[metric.name] = metric.value(run.aggregates) }
      return values
    }
    memoryLimit = aggregates.devices.memoryLimit
    interval = aggregates.timeline.interval
    flashBytesByInterval = aggregates.timeline.intervals.map { Double($0.flashBytes) / devices }
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

  /// The interval of the share of opens within a time.
  private static func interval(
    of point: LatencyShare, _ wait: Latency, in row: StrategyResult
  ) -> ConfidenceInterval? {
    // Of a million opens and more under a seed only counts are there, which take long to look up.
    guard row.runs.allSatisfy({ wait.samples(in: $0.aggregates).isExact }) else { return nil }
    let shares = row.runs.map { share(of: wait, within: point.milliseconds, in: $0.aggregates) }
    return ConfidenceInterval(
      of: point.share, seeds: shares, .ratio, trials: Double(row.pooled.views.opens))
  }

  /// The share of all opens within a time, to a hundredth of a percent.
  /// - Complexity: O(log 10,000) percentiles.
  private static func share(
    of wait: Latency, within milliseconds: Double, in aggregates: Aggregates
  ) -> Double {
    var (within, beyond) = (0, 10_001)
    while beyond - within > 1 {
      let middle = (within + beyond) / 2
      let time = wait.milliseconds(
        at: Percentile(basisPoints: middle), over: .all, in: aggregates)
      if time.map({ $0 <= milliseconds }) ?? false { within = middle } else { beyond = middle }
    }
    return Double(within) / 10_000
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
        within: ConfidenceInterval(of: share, seeds: shares, .ratio, trials: Double(all.count)))
    }
  }

  /// The share of all opens within each of some times; opens without a time are among all.
  private static func distribution(of wait: Latency, in aggregates: Aggregates) -> [LatencyShare] {
    var points: [LatencyShare] = []
    for step in 1...pointCount {
      let percentile = Percentile(basisPoints: step * 10_000 / pointCount)
      guard let time = wait.milliseconds(at: percentile, over: .all, in: aggregates), time.isFinite
      else { break }
      points.append(LatencyShare(milliseconds: time, share: Double(step) / Double(pointCount)))
    }
    // The last step may leave out a part of the opens that reached it.
    let samples = wait.samples(in: aggregates)
    guard samples.count > 0 else { return points }
    let all = Double(samples.count) / Double(aggregates.views.opens)
    if all > points.last?.share ?? 0 {
      points.append(LatencyShare(milliseconds: Double(samples.maximum) / 1e6, share: all))
    }
    return points
  }
}
