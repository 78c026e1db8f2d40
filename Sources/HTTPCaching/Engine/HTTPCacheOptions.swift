public import SimCore

/// What may differ from one HTTP cache to another within the RFCs, and a few things beyond them.
public struct HTTPCacheOptions: Hashable, Sendable {
  /// Seconds since 1970 at `Instant.start`; 1 January 2026 unless a scenario says otherwise.
  public var secondsAtStart: Int64 = 1_767_225_600
  /// Whether several users share the cache (RFC 9111 §1): `private`, `s-maxage` and the like.
  public var isShared = false
  /// The share of `Date − Last-Modified` that is fresh by heuristic is one in this many: 10 %,
  /// which RFC 9111 §4.2.2 names as typical.
  public var heuristicDivisor: Int64 = 10
  /// Whether `stale-while-revalidate` is known (RFC 5861 §3).
  public var servesStaleWhileRevalidating = true
  /// Whether `stale-if-error` is known (RFC 5861 §4).
  public var servesStaleIfError = true
  /// Whether stale answers are used while the origin cannot be reached (RFC 9111 §4.2.4).
  public var servesStaleWhenDisconnected = true
  /// Whether `Vary` chooses among answers; without, a URL has one answer, whatever was asked.
  public var selectsByVary = true
  /// Whether an answer that names any field in `Vary` is not stored.
  public var refusesVary = false
  /// Whether header fields that mean the same count as the same to `Vary` (RFC 9111 §4.1).
  public var normalizesSelectingFields = true
  /// Whether an answer in the very language that a request prefers to all others is used.
  ///
  /// RFC 9111 §4.1 lets values match that have the same meaning. For one resource, two values of
  /// `Accept-Language` that select the same `Content-Language` are taken to have it.
  public var matchesPreferredLanguage = true
  /// Whether a missing rest of an answer is asked for by range (RFC 9111 §3.3).
  public var completesPartialAnswers = true
  /// Whether only successes, 200 to 299, are stored.
  public var storesOnlySuccess = false
  /// The largest content that is stored; nil without a limit.
  public var largestBody: Bytes?
  /// Whether a 304 confirms an answer for the moment only, and leaves its freshness as it was.
  public var ignoresFreshnessOf304 = false

  /// Makes the options of a private cache that knows all of the RFCs.
  public init() {}
}
