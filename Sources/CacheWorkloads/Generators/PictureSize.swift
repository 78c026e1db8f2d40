public import SimCore

enum BodySize {
  /// The median and the 95th percentile of pictures. With them the mean is 59 kB, tail and limit
  /// included: 1054 kB of pictures over 18 requests on the median mobile page (HTTP Archive, Web
  /// Almanac 2024).
  private static let median = 29_490.0
  private static let p95 = 152_765.0
  /// The log-normal sigma of the sizes and the exponent of the tail; assumptions.
  private static let sigma = 1.0
  private static let tail = 1.2
  /// No picture is smaller or larger; assumptions.
  private static let limits = 500.0...2_000_000

  /// A picture: lognormal and, above the 95th percentile, with a Pareto tail.
  static func picture(_ random: inout SeededGenerator) -> Bytes {
    var size = random.logNormal(median: median, sigma: sigma)
    if size > p95 { size = p95 * DeterministicMath.pow(1 - random.unit(), -1 / tail) }
    return Bytes(rounding: min(max(size, limits.lowerBound), limits.upperBound))
  }
}

/// Sizes of texts that differ from one to the next, log-normally around their mean; drawn apart
/// from all else, so that a spread moves nothing but sizes.
struct TextSizes: Sendable {
  /// The log-normal sigma of one item of a feed as JSON: of 104 posts of a public feed
  /// (reddit, r/all/new, December 2016, recorded by praw-dev/praw; mean 2 446 B).
  static let itemSigma = 0.47
  /// The log-normal sigma of an article: the median over 37 news feeds of the sigma of their items'
  /// texts (test feeds of Ranchero-Software/NetNewsWire).
  static let articleSigma = 0.76

  static let itemSource = "0.47, as the items of a recorded feed"
  static let articleSource = "0.76, the median of 37 news feeds"

  private let sigma: Double
  private var random: SeededGenerator

  init(sigma: Double, seed: UInt64, device: UInt32) {
    self.sigma = sigma
    random = SeededGenerator(seed: seed, purpose: .workload, entity: UInt64(device), attempt: 2)
  }

  /// The next size; the mean itself with a sigma of 0.
  mutating func draw(mean: Bytes) -> Bytes {
    guard sigma > 0, mean > .zero else { return mean }
    return max(
      Bytes(1), Bytes(rounding: random.logNormal(mean: Double(mean.count), sigma: sigma)))
  }
}

/// A Zipf-like popularity: the k-th of so many has a weight of k to the power of −α.
public struct Popularity: Sendable {
  private var sums: [Double] = []

  /// Makes the popularity of so many things, the most popular first.
  /// - Parameter exponent: α; 0.64 to 0.83 for web clients (Breslau et al., INFOCOM 1999).
  public init(count: Int, exponent: Double) {
    var sum = 0.0
    for rank in 1...max(count, 1) {
      sum += DeterministicMath.pow(Double(rank), -exponent)
      sums.append(sum)
    }
  }

  /// Draws one, 0 for the most popular. - Complexity: O(log count).
  public func draw(_ random: inout SeededGenerator) -> Int {
    let point = random.unit() * (sums.last ?? 1)
    return min(sums.firstSortedIndex { $0 > point }, sums.count - 1)
  }
}
