internal import SimCore

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

  package var oneHitRatio: Double {
    objects > 0 ? Double(oneHitObjects) / Double(objects) : 0
  }

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
    /// The ranks that were used, from 1.
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
