internal import SimCore

/// Sizes of what the origin serves.
enum BodySize {
  /// A picture: lognormal with σ 1 and, above the 95th percentile, a Pareto tail of exponent 1.2;
  /// the shape is an assumption. The lognormal's mean is 59 kB: 1054 kB of pictures over 18
  /// requests on the median mobile page (HTTP Archive, Web Almanac 2024). At most 2 MB.
  static func picture(_ random: inout SeededGenerator) -> Bytes {
    let sigma = 1.0
    let median = 59_000 * DeterministicMath.exp(-sigma * sigma / 2)
    /// The 95th percentile of the standard normal distribution.
    let p95 = median * DeterministicMath.exp(1.6448536269514722 * sigma)
    var size = random.logNormal(median: median, sigma: sigma)
    if size > p95 { size = p95 * DeterministicMath.pow(1 - random.unit(), -1 / 1.2) }
    return Bytes(rounding: min(max(size, 500), 2_000_000))
  }
}

/// A Zipf-like popularity: the k-th of so many has a weight of k to the power of −α.
struct Popularity {
  private var sums: [Double] = []

  /// - Parameter exponent: α; 0.64 to 0.83 for web clients (Breslau et al., INFOCOM 1999).
  init(count: Int, exponent: Double) {
    var sum = 0.0
    for rank in 1...max(count, 1) {
      sum += DeterministicMath.pow(Double(rank), -exponent)
      sums.append(sum)
    }
  }

  /// Draws one, 0 for the most popular. - Complexity: O(log count).
  func draw(_ random: inout SeededGenerator) -> Int {
    let point = random.unit() * (sums.last ?? 1)
    var low = 0
    var high = sums.count - 1
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > point { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
