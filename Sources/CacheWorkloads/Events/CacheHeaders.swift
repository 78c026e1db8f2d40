package import SimCore

/// What the origin says about storing its answer: the part of the header that decides freshness.
///
/// What differs from answer to answer, `Date`, the version's `ETag` and its `Last-Modified`, comes
/// from the clock and the version; HTTP says all times in whole seconds.
package struct CacheHeaders: Hashable, Sendable {
  /// `Cache-Control: no-store`.
  package var noStore = false
  /// `Cache-Control: no-cache`: store, but ask before each reuse.
  package var noCache = false
  /// `Cache-Control: must-revalidate`: never use it stale.
  package var mustRevalidate = false
  /// `Cache-Control: immutable`: it never changes while it is fresh (RFC 8246).
  package var immutable = false
  /// `Cache-Control: max-age`; nil: not said.
  package var maxAge: TimeSpan?
  /// `Cache-Control: stale-while-revalidate` (RFC 5861); nil: not said.
  package var staleWhileRevalidate: TimeSpan?
  /// `Cache-Control: stale-if-error` (RFC 5861); nil: not said.
  package var staleIfError: TimeSpan?
  /// `Expires` minus `Date`; nil: not said.
  package var expiresAfter: TimeSpan?
  /// `Age`: how long a cache on the way had had the answer; nil: not said.
  package var age: TimeSpan?
  /// The answer carries an `ETag`.
  package var hasEntityTag = false
  /// The answer carries a `Last-Modified`.
  package var hasLastModified = false
  /// `Vary`: the request fields that choose among several answers; nil: not said.
  package var vary: String?
  /// The lines as they were recorded, in place of those that the rest would make: all that matter
  /// to a cache but `Date` and `Expires`, which move with the clock; nil: nothing was recorded.
  package var recorded: [RecordedField]?

  /// Headers that say nothing.
  package init() {}
}

/// A line of a recorded header.
package struct RecordedField: Hashable, Sendable {
  /// The field's name in lower case.
  package var name: String
  /// Its value as it was sent.
  package var value: String

  /// Makes a line.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
