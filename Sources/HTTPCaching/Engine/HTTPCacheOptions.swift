package import SimCore

/// How an HTTP cache is set up: what its client does (`switches`), when it begins, and its limits.
package struct HTTPCacheOptions: Hashable, Sendable {
  /// Seconds since 1970 at `Instant.start`; 1 January 2026 unless a scenario says otherwise.
  package var secondsAtStart: Int64 = 1_767_225_600
  /// What differs from client to client.
  package var switches: HTTPSwitches
  /// Whether several users share the cache (RFC 9111 §1): `private`, `s-maxage` and the like.
  package var isShared = false
  /// Whether stale responses are used while the origin cannot be reached (RFC 9111 §4.2.4).
  package var servesStaleWhenDisconnected = true
  /// The largest content that is stored; nil without a limit.
  package var largestBody: Bytes?

  /// Makes the options of a client's cache; by default of a private one that knows all of the RFCs.
  package init(_ profile: HTTPProfile = .rfc9111) { switches = profile.switches }
}
