package import SimCore

package struct SyntheticSettings: Settings {
  package var requests = 1_000_000
  package var objects = 100_000
  /// 1 is the middle of what was measured: 0.64 to 0.83 in web proxies (Breslau et al.: Web Caching
  /// and Zipf-like Distributions, INFOCOM 1999), 1 to 2.5 in Twitter's caches (OSDI 2020).
  package var zipf = 1.0
  package var oneHitShare = 0.0
  package var loopShare = 0.0
  package var loopObjects = 10_000
  package var loopBurst = 1
  package var churnEvery = 0
  package var sizes = SizeLaw.none
  package var size = Bytes.kilobytes(10)
  package var sizeShape = 1.0
  package var largestSize = Bytes.megabytes(100)
  package var rate = 0.0
  package var scrambles = false

  package enum SizeLaw: String, WordSettingValue {
    case none
    case constant
    /// The logarithm is normally distributed around that of the median.
    case lognormal
    /// The share of objects larger than x is (least/x)^shape.
    case pareto
  }

  package init() {}

  /// The longest trace that is made, in seconds: a century.
  private static let longest = 36_525.0 * 86_400

  /// What is wrong with the settings together: which of them, what was expected and found.
  package var mistake: String? {
    if oneHitShare + loopShare > 1 {
      return "oneHitShare and loopShare: expected at most 1 together, found "
        + "\(oneHitShare) and \(loopShare)"
    }
    let slowest = Double(requests) / Self.longest
    guard rate > 0, rate < slowest else { return nil }
    return "rate: expected 0, or \(slowest) or more for \(requests) requests within a century, "
      + "found \(rate)"
  }

  package static let fields: [Field<Self>] = [
    Field("requests", \.requests, in: 1...4_000_000_000, "How many requests."),
    Field(
      "objects", \.objects, in: 1...100_000_000,
      "How many objects the popular requests go to; 12 bytes of memory for each."),
    Field(
      "zipf", \.zipf, in: 0...10, "The exponent s: rank r is requested in proportion to r^-s."),
    .share(
      "oneHitShare", \.oneHitShare, "The share of requests for objects that are requested once."),
    .share(
      "loopShare", \.loopShare,
      "The share of requests that go through the loop's objects one after the other."),
    Field(
      "loopObjects", \.loopObjects, in: 1...1_000_000_000,
      "How many objects the loop has; as many as its requests make it a scan."),
    Field(
      "loopBurst", \.loopBurst, in: 1...1_000_000,
      "How many requests of the loop follow one another."),
    Field(
      "churnEvery", \.churnEvery, in: 0...1_000_000_000,
      "After how many requests each object loses a rank and the last becomes the first; 0: never."),
    Field("sizes", \.sizes, "The law of sizes: none, constant, lognormal or pareto."),
    Field(
      "size", \.size, in: Bytes(1)...Bytes(TraceNumber.largestBody),
      "The size of all (constant), the median (lognormal) or the least (pareto)."),
    Field(
      "sizeShape", \.sizeShape, in: 0.01...20,
      "The sigma (lognormal) or the exponent (pareto)."),
    Field(
      "largestSize", \.largestSize, in: Bytes(1)...Bytes(TraceNumber.largestBody),
      "The largest size."),
    Field(
      "rate", \.rate, in: 0...1_000_000_000,
      "Requests a second on average, as a Poisson process; 0: no times. The trace may last a "
        + "century at most."),
    Field("scrambles", \.scrambles, "Whether objects are numbered in random order."),
  ]
}
