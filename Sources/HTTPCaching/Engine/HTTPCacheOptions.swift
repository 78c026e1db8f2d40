package import SimCore

/// What may differ from one HTTP cache to another within the RFCs, and a few things beyond them.
package struct HTTPCacheOptions: Hashable, Sendable {
  /// Seconds since 1970 at `Instant.start`; 1 January 2026 unless a scenario says otherwise.
  package var secondsAtStart: Int64 = 1_767_225_600
  /// Whether several users share the cache (RFC 9111 §1): `private`, `s-maxage` and the like.
  package var isShared = false
  /// The share of `Date − Last-Modified` that is fresh by heuristic is one in this many: 10 %,
  /// which RFC 9111 §4.2.2 names as typical.
  package var heuristicDivisor: Int64 = 10
  /// Whether `stale-while-revalidate` is known (RFC 5861 §3).
  package var servesStaleWhileRevalidating = true
  /// Whether `stale-if-error` is known (RFC 5861 §4).
  package var servesStaleIfError = true
  /// Whether stale responses are used while the origin cannot be reached (RFC 9111 §4.2.4).
  package var servesStaleWhenDisconnected = true
  /// Whether `Vary` chooses among responses; without, a URL has one response, whatever was asked.
  package var selectsByVary = true
  /// Whether a response that names any field in `Vary` is not stored.
  package var refusesVary = false
  /// Whether header fields that mean the same count as the same to `Vary` (RFC 9111 §4.1).
  package var normalizesVaryFields = true
  /// Whether a response in the very language that a request prefers to all others is used.
  ///
  /// RFC 9111 §4.1 lets values match that have the same meaning. For one resource, two values of
  /// `Accept-Language` that select the same `Content-Language` are taken to have it.
  package var matchesPreferredLanguage = true
  /// Whether a missing rest of a response is asked for by range (RFC 9111 §3.3).
  package var completesPartialResponses = true
  /// Whether only successes, 200 to 299, are stored.
  package var storesOnlySuccess = false
  /// The largest content that is stored; nil without a limit.
  package var largestBody: Bytes?
  /// Whether a 304 confirms a response for the moment only, and leaves its freshness as it was.
  package var ignoresFreshnessOf304 = false

  /// Makes the options of a private cache that knows all of the RFCs.
  package init() {}
}

extension HTTPCacheOptions {
  /// The share of the disk's capacity that one response may take: Apple's documentation of
  /// `urlSession(_:dataTask:willCacheResponse:completionHandler:)` says about 5 %. Confidence:
  /// high.
  package static let appleLargestShare: Int64 = 20

  /// A private cache that behaves as Apple's `URLCache` is known to.
  ///
  /// - 200 to 299 only: the same documentation. Confidence: high.
  /// - One response per URL, whatever `Vary` says: the database's unique `request_key`, and
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
  package static func apple(
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
    options.completesPartialResponses = false
    options.ignoresFreshnessOf304 = ignoresFreshnessOf304
    return options
  }
}
