package import SimCore

/// Gathers the statistics of a trace of requests, block by block.
///
/// Memory: 32 bytes for each object, whatever the number of requests.
package struct TraceStatistics {
  private struct Object {
    var requests: Int64 = 0
    var lastIndex: Int64 = 0
    var lastInterval: Int64 = 0
    var size: Int64 = 0
  }

  /// The base interval of a trace with times: 1 ms.
  private static let baseNanoseconds: Int64 = 1_000_000
  /// The base interval of a trace without: 256 requests.
  private static let baseRequests: Int64 = 256

  private var summary = TraceSummary()
  private var objects = DenseMap(filling: Object())
  private var use = IntervalUse()
  private var hasTimes = false
  private var hasSizes = false
  private var latest: Int64 = 0
  private var lastTime: Int64 = 0
  private var requestedBytes: Int64 = 0
  private var operations = DenseMap<Int64>(filling: 0)
  private var tenants = DenseMap<Int64>(filling: 0)

  package init() {}

  package mutating func add(_ block: borrowing RequestBlock) {
    hasTimes = hasTimes || !block.times.isEmpty
    hasSizes = hasSizes || !block.sizes.isEmpty
    for index in 0..<block.count {
      let size = block.sizes.isEmpty ? 1 : block.sizes[index]
      let time = hasTimes ? pass(block.times[index]) / Self.baseNanoseconds : nil
      count(
        Int(block.keys[index]), size: size, interval: time ?? summary.requests / Self.baseRequests)
    }
    for span in block.timesToLive { count(timeToLive: span) }
    for operation in block.operations { operations[Int(operation)] += 1 }
    for tenant in block.tenants { tenants[tenant] += 1 }
  }

  /// The time of a request, at which time does not go back.
  private mutating func pass(_ time: Int64) -> Int64 {
    if time < lastTime { summary.timesBack += 1 }
    lastTime = time
    latest = max(latest, time)
    return latest
  }

  private mutating func count(_ key: Int, size: Int64, interval: Int64) {
    let before = objects[key]
    let isNew = before.requests == 0
    if !isNew {
      summary.reuseDistances.add(summary.requests - before.lastIndex)
      if before.size != size { summary.sizeChanges += 1 }
    }
    objects[key] = Object(
      requests: before.requests + 1, lastIndex: summary.requests, lastInterval: interval,
      size: size)
    use.count(index: interval, previous: isNew ? nil : before.lastInterval, bytes: size)
    requestedBytes += size
    summary.requests += 1
  }

  private mutating func count(timeToLive span: Int64) {
    guard span > 0 else { return }
    var use = summary.timeToLive ?? .init(requests: 0, least: span, mean: 0, greatest: span)
    use.requests += 1
    use.mean += Double(span)  // The sum, until the summary is made.
    use.least = min(use.least, span)
    use.greatest = max(use.greatest, span)
    summary.timeToLive = use
  }

  package func summary(operations names: [String], tenants tenantNames: [String]) -> TraceSummary {
    var summary = summary
    let met = objects.values.filter { $0.requests > 0 }
    summary.objects = Int64(met.count)
    summary.oneHitObjects = Int64(met.count { $0.requests == 1 })
    if hasSizes {
      summary.requestedBytes = requestedBytes
      summary.footprintBytes = met.reduce(0) { $0 + $1.size }
      summary.objectSizes = TraceSummary.Distribution(met.map(\.size))
    }
    if hasTimes { summary.durationNanoseconds = latest }
    let counts = met.map(\.requests).sorted(by: >)
    summary.zipf = TraceSummary.ZipfFit(descending: counts)
    summary.popularity = TraceSummary.RankCount.some(of: counts)
    if let use = summary.timeToLive { summary.timeToLive?.mean = use.mean / Double(use.requests) }
    summary.operations = zip(names, operations.values).map(TraceSummary.NameCount.init)
    summary.tenants = zip(tenantNames, tenants.values).map(TraceSummary.NameCount.init)
      .sorted { ($1.requests, $0.name) < ($0.requests, $1.name) }
    summary.intervals = use.summaries
    summary.intervalWidth = (hasTimes ? Self.baseNanoseconds : Self.baseRequests) << use.level
    return summary
  }
}

/// What happens in equal intervals of a trace, whose number is not known beforehand.
///
/// Intervals are of one base width; when there are too many, neighbours become one. That objects
/// are counted once in each interval survives this: an object's first request in an interval is
/// counted under the level at which its previous request falls into the same interval, which is the
/// highest bit in which the two interval numbers differ. A merged interval counts those of its own
/// level and above.
struct IntervalUse {
  /// At most so many intervals are kept.
  static let limit = 256
  private static let newLevel = 63

  private struct Interval {
    var requests: Int64 = 0
    var bytes: Int64 = 0
    var firsts = [Int64](repeating: 0, count: newLevel + 1)
  }

  private(set) var level = 0
  private var intervals = DenseMap(filling: Interval())

  /// Counts a request.
  /// - Parameters:
  ///   - index: the number of the base interval; it does not decrease.
  ///   - previous: that of the object's previous request; nil for a new object.
  mutating func count(index: Int64, previous: Int64?, bytes: Int64) {
    while index >> level >= Self.limit { merge() }
    let place = Int(index >> level)
    intervals[place].requests += 1
    intervals[place].bytes += bytes
    if previous == index { return }
    let level = previous.map { 63 - ($0 ^ index).leadingZeroBitCount } ?? Self.newLevel
    intervals[place].firsts[level] += 1
  }

  private mutating func merge() {
    level += 1
    var merged = DenseMap(filling: Interval())
    for (place, interval) in intervals.values.enumerated() {
      merged[place / 2].requests += interval.requests
      merged[place / 2].bytes += interval.bytes
      for level in interval.firsts.indices {
        merged[place / 2].firsts[level] += interval.firsts[level]
      }
    }
    intervals = merged
  }

  var summaries: [TraceSummary.Interval] {
    intervals.values.map { interval in
      TraceSummary.Interval(
        requests: interval.requests, bytes: interval.bytes,
        objects: interval.firsts[level...].reduce(0, +),
        newObjects: interval.firsts[Self.newLevel])
    }
  }
}

/// Counts of whole numbers from 1 on, by powers of two.
package struct PowerHistogram: Hashable, Sendable {
  /// How many numbers are from 2^i to 2^(i+1) − 1.
  package private(set) var counts: [Int64] = []
  package private(set) var sum: Double = 0

  package init() {}

  package var count: Int64 { counts.reduce(0, +) }
  package var mean: Double { count > 0 ? sum / Double(count) : 0 }

  /// The least power of two that is greater than so many percent of the numbers; 1 without numbers.
  package func bound(ofPercent percent: Int) -> Int64 {
    let wanted = (Int64(percent) * count + 99) / 100
    var sum: Int64 = 0
    for (power, count) in counts.enumerated() {
      sum += count
      if sum >= wanted { return 1 << (power + 1) }
    }
    return 1
  }

  package mutating func add(_ number: Int64) {
    precondition(number >= 1, "numbers from 1 on")
    let power = 63 - number.leadingZeroBitCount
    while counts.count <= power { counts.append(0) }
    counts[power] += 1
    sum += Double(number)
  }
}

package struct TraceSummary: Hashable, Sendable {
  package var requests: Int64 = 0
  package var objects: Int64 = 0
  package var oneHitObjects: Int64 = 0
  /// The sum of all requests' sizes; nil when the trace has none.
  package var requestedBytes: Int64?
  /// The sum of all objects' sizes, of each the last one; nil when the trace has none.
  package var footprintBytes: Int64?
  package var objectSizes: Distribution?
  /// Requests with another size than the one before for the same object.
  package var sizeChanges: Int64 = 0
  /// From the first to the last time in nanoseconds; nil when the trace has no times.
  package var durationNanoseconds: Int64?
  package var timesBack: Int64 = 0
  /// Zipf's law fitted to the popularity; nil for fewer than three objects.
  package var zipf: ZipfFit?
  /// The requests of the most popular objects, by rank: 1, then in steps of a tenth or more.
  package var popularity: [RankCount] = []
  package var reuseDistances = PowerHistogram()
  /// From a request to the next for the same object, counted in different objects, this one among
  /// them: the size in objects from which on an LRU cache has a hit. Empty unless they were
  /// measured.
  package var stackDistances = PowerHistogram()
  package var timeToLive: TimeToLiveUse?
  /// Requests by operation, in order of first appearance; empty when the trace has none.
  package var operations: [NameCount] = []
  /// Requests by tenant, the most active first; empty when the trace has none.
  package var tenants: [NameCount] = []
  package var intervals: [Interval] = []
  /// The width of an interval: nanoseconds where the trace has times, else requests.
  package var intervalWidth: Int64 = 0

  package init() {}

  /// Requests per second; nil without times that pass.
  package var requestsPerSecond: Double? {
    durationNanoseconds.flatMap { $0 > 0 ? Double(requests) / (Double($0) / 1e9) : nil }
  }

  package var oneHitRatio: Double { objects > 0 ? Double(oneHitObjects) / Double(objects) : 0 }

  package struct Distribution: Hashable, Sendable {
    package var count: Int
    package var mean: Double
    /// The least, and that which 10, 50, 90 and 99 % do not exceed, and the greatest.
    package var least, p10, p50, p90, p99, greatest: Int64
  }

  package struct ZipfFit: Hashable, Sendable {
    /// The exponent: minus the slope.
    package var exponent: Double
    package var requestsOfFirst: Double
    /// The share of the variance that the line explains.
    package var rSquared: Double
    package var ranks: Int64
  }

  package struct RankCount: Hashable, Sendable {
    /// 1 for the most popular.
    package var rank: Int64
    package var requests: Int64
  }

  package struct NameCount: Hashable, Sendable {
    package var name: String
    package var requests: Int64
  }

  /// The times to live of requests, in nanoseconds.
  package struct TimeToLiveUse: Hashable, Sendable {
    package var requests: Int64
    package var least: Int64
    package var mean: Double
    package var greatest: Int64
  }

  package struct Interval: Hashable, Sendable {
    package var requests: Int64
    package var bytes: Int64
    /// Different objects: the working set.
    package var objects: Int64
    package var newObjects: Int64
  }
}

extension TraceSummary.Distribution {
  /// The distribution of some numbers, by nearest rank; nil of none.
  /// - Complexity: O(n log n).
  init?(_ numbers: [Int64]) {
    let sorted = numbers.sorted()
    guard let least = sorted.first, let greatest = sorted.last else { return nil }
    func value(at percentile: Percentile) -> Int64 {
      sorted[percentile.rank(among: sorted.count) - 1]
    }
    self.init(
      count: sorted.count, mean: sorted.reduce(0) { $0 + Double($1) } / Double(sorted.count),
      least: least, p10: value(at: .p10), p50: value(at: .p50), p90: value(at: .p90),
      p99: value(at: .p99), greatest: greatest)
  }
}

extension TraceSummary.ZipfFit {
  /// The least squares line through (ln rank, ln requests) of objects requested more than once;
  /// where all are requested as often, it is flat and explains everything. nil for fewer than three
  /// such objects.
  ///
  /// Objects requested once are a long flat end that says nothing about the law, and are left out,
  /// as Breslau et al. (INFOCOM 1999) leave out the flat end.
  init?(descending counts: [Int64]) {
    let used = counts.prefix { $0 > 1 }
    guard used.count >= 3 else { return nil }
    let count = Double(used.count)
    let points = used.enumerated().map { place, requests in
      (x: DeterministicMath.log(Double(place + 1)), y: DeterministicMath.log(Double(requests)))
    }
    let meanX = points.reduce(0) { $0 + $1.x } / count
    let meanY = points.reduce(0) { $0 + $1.y } / count
    var squareX = 0.0
    var squareY = 0.0
    var product = 0.0
    for point in points {
      squareX += (point.x - meanX) * (point.x - meanX)
      squareY += (point.y - meanY) * (point.y - meanY)
      product += (point.x - meanX) * (point.y - meanY)
    }
    exponent = product == 0 ? 0 : -product / squareX
    requestsOfFirst = DeterministicMath.exp(meanY + exponent * meanX)
    rSquared = squareY == 0 ? 1 : product * product / (squareX * squareY)
    ranks = Int64(used.count)
  }

  package func requests(atRank rank: Int64) -> Double {
    requestsOfFirst * DeterministicMath.pow(Double(rank), -exponent)
  }
}

extension TraceSummary.RankCount {
  /// Some of the ranks: 1, then in steps of a tenth, at least 1, and the last.
  static func some(of counts: [Int64]) -> [TraceSummary.RankCount] {
    var some: [TraceSummary.RankCount] = []
    var rank = 1
    while rank <= counts.count {
      some.append(TraceSummary.RankCount(rank: Int64(rank), requests: counts[rank - 1]))
      if rank == counts.count { break }
      rank = min(counts.count, rank + max(1, rank / 10))
    }
    return some
  }
}
