public import SimCore

extension HTTPCacheOptions {
  /// The share of the disk's capacity that one answer may take: Apple's documentation of
  /// `urlSession(_:dataTask:willCacheResponse:completionHandler:)` says about 5 %. Confidence:
  /// high.
  public static let appleLargestShare: Int64 = 20

  /// A private cache that behaves as Apple's `URLCache` is known to.
  ///
  /// - 200 to 299 only: the same documentation. Confidence: high.
  /// - One answer per URL, whatever `Vary` says: the database's unique `request_key`, and
  ///   observations of 2013. Confidence: medium.
  /// - No `stale-while-revalidate`, no `stale-if-error`: no evidence of support. Confidence:
  ///   medium.
  /// - A `max-age` in a 304 does not reach what is stored: openradar 32270378. Confidence: medium,
  ///   hence a switch.
  /// - No range requests of its own: Apple asks clients to go past the cache for ranges.
  /// - Parameters:
  ///   - memoryCapacity: the memory tier's.
  ///   - diskCapacity: the disk tier's; zero for a cache without one, where the memory's counts.
  ///   - ignoresFreshnessOf304: the known defect.
  public static func apple(
    memoryCapacity: Bytes = .mebibytes(4), diskCapacity: Bytes = .mebibytes(20),
    ignoresFreshnessOf304: Bool = true
  ) -> HTTPCacheOptions {
    var options = HTTPCacheOptions()
    options.storesOnlySuccess = true
    let capacity = diskCapacity > .zero ? diskCapacity : memoryCapacity
    options.largestBody = Bytes(capacity.count / appleLargestShare)
    options.selectsByVary = false
    options.matchesPreferredLanguage = false
    options.servesStaleWhileRevalidating = false
    options.servesStaleIfError = false
    options.servesStaleWhenDisconnected = false
    options.completesPartialAnswers = false
    options.ignoresFreshnessOf304 = ignoresFreshnessOf304
    return options
  }
}
