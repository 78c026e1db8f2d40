internal import SimCore

extension TraceSummary.Distribution {
  /// The distribution of some numbers, by nearest rank; nil of none.
  /// - Complexity: O(n log n).
  init?(_ numbers: [Int64]) {
    let sorted = numbers.sorted()
    guard let least = sorted.first, let greatest = sorted.last else { return nil }
    func quantile(_ percent: Int) -> Int64 {
      sorted[max((percent * sorted.count + 99) / 100, 1) - 1]
    }
    self.least = least
    self.greatest = greatest
    mean = sorted.reduce(0) { $0 + Double($1) } / Double(sorted.count)
    p10 = quantile(10)
    p50 = quantile(50)
    p90 = quantile(90)
    p99 = quantile(99)
  }
}

extension TraceSummary.ZipfFit {
  /// The least squares line through (ln rank, ln requests) of objects asked for more than once;
  /// where all are asked for as often, it is flat and explains everything. nil for fewer than three
  /// such objects.
  ///
  /// Objects asked for once are a long flat end that says nothing about the law, and are left out,
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

  /// The requests that the line gives to a rank.
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
