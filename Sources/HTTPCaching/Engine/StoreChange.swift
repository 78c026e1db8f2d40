package import SimCore

/// What became of a response of the origin, or of the attempt to get one.
///
/// What left and what entered the store is listed, so that a client can keep sizes and counts.
package struct StoreChange: Sendable {
  package enum Effect: String, Hashable, Sendable {
    case stored
    /// The stored response was brought up to date.
    case freshened
    /// Stored responses were removed, as what they describe may have changed.
    case invalidated
    case kept
    /// What came cannot serve the request: ask again, by the request as the client made it.
    case retry
  }

  /// A response that entered or left the store.
  package struct StoredItem: Hashable, Sendable {
    /// The response's number.
    package let stored: UInt64
    package let target: TargetURI
    /// What it takes: content and header.
    package let size: Bytes
    /// Where the client holds its content, if it said so.
    package let place: UInt32?
  }

  package var effect: Effect
  package var reason: StoreChangeReason
  /// What the client gets; nothing of use after `.retry`.
  package var response: HTTPResponse
  /// The response that was stored or freshened, with its present size.
  package var stored: StoredItem?
  /// Responses that left the store, in order.
  package var removed: [StoredItem] = []

  init(_ effect: Effect, _ reason: StoreChangeReason, _ response: HTTPResponse) {
    self.effect = effect
    self.reason = reason
    self.response = response
  }
}

/// Why a response was stored, used or passed on.
package enum StoreChangeReason: String, Hashable, Sendable, CaseIterable {
  case stored
  case storedPart = "stored-part"
  case combined
  case validated
  case confirmedByHead = "confirmed-by-head"
  case outdatedByHead = "outdated-by-head"
  case staleIfError = "stale-if-error"
  case staleDisconnected = "stale-disconnected"
  case disconnected
  case unsafeMethod = "unsafe-method"
  case unsafeMethodFailed = "unsafe-method-failed"
  case methodNotStored = "method-not-stored"
  case notModifiedForClient = "not-modified-for-client"
  case otherValidator = "other-validator"
  case notCombinable = "not-combinable"
  case policyNoStore = "policy-no-store"
  case requestNoStore = "request-no-store"
  case responseNoStore = "response-no-store"
  case notUnderstood = "status-not-understood"
  case notFinal = "status-not-final"
  case neverStores = "never-stores"
  case statusNotStored = "status-not-stored"
  case isPrivate = "private"
  case authorization = "authorization"
  case noFreshness = "nothing-permits"
  case varyStar = "vary-star"
  case malformed
  case responseNoCache = "response-no-cache"
  case queryWithoutLifetime = "query-without-lifetime"
  case refusedVary = "vary-refused"
  case incomplete
  case noContent = "no-content"
  case inconsistentRange = "inconsistent-range"
  case headerTooLarge = "header-too-large"
  case bodyTooLarge = "body-too-large"

  package var text: String {
    switch self {
    case .stored: "the response was stored (RFC 9111 §3)"
    case .storedPart: "the part was stored (RFC 9111 §3.3)"
    case .combined: "the part was joined with the stored one (RFC 9111 §3.4)"
    case .validated: "the origin confirmed the stored response (RFC 9111 §4.3.3)"
    case .confirmedByHead: "a HEAD response agrees with the stored one (RFC 9111 §4.3.5)"
    case .outdatedByHead: "a HEAD response differs from the stored one (RFC 9111 §4.3.5)"
    case .staleIfError: "the origin failed, within stale-if-error (RFC 5861 §4)"
    case .staleDisconnected:
      "the origin cannot be reached, a stale response is used (RFC 9111 §4.2.4)"
    case .disconnected: "the origin cannot be reached and nothing may be used (RFC 9111 §4.2.4)"
    case .unsafeMethod: "an unsafe request invalidates what is stored (RFC 9111 §4.4)"
    case .unsafeMethodFailed: "an unsafe request failed and invalidates nothing (RFC 9111 §4.4)"
    case .methodNotStored: "responses of the method are not stored (RFC 9111 §3)"
    case .notModifiedForClient: "the 304 is for the client's own condition (RFC 9111 §4.3.3)"
    case .otherValidator: "the 304 is for another response than the stored one (RFC 9111 §4.3.4)"
    case .notCombinable: "the part does not fit the stored one (RFC 9111 §3.4)"
    case .policyNoStore: "the policy stores nothing"
    case .requestNoStore: "the request says no-store (RFC 9111 §5.2.1.5)"
    case .responseNoStore: "the response says no-store (RFC 9111 §5.2.2.5)"
    case .notUnderstood: "the status has to be understood and is not (RFC 9111 §5.2.2.3)"
    case .notFinal: "the status is not final (RFC 9111 §3)"
    case .neverStores: "the client stores nothing"
    case .statusNotStored: "the client does not store answers of that status"
    case .isPrivate: "the response is private, the cache is shared (RFC 9111 §5.2.2.7)"
    case .authorization: "the request was authorised, the cache is shared (RFC 9111 §3.5)"
    case .noFreshness: "nothing in the response permits to store it (RFC 9111 §3)"
    case .varyStar: "the response matches no other request (RFC 9111 §4.1)"
    case .malformed: "a date or an age of the response cannot be read, or stands twice"
    case .responseNoCache: "the response says no-cache, and the client does not store it"
    case .queryWithoutLifetime: "the URL has a query, and the response no lifetime"
    case .refusedVary: "responses that vary are not stored"
    case .noContent: "the client does not store responses without content"
    case .incomplete: "the content is not complete (RFC 9111 §3.3)"
    case .inconsistentRange: "Content-Range and content disagree (RFC 9110 §14.4)"
    case .headerTooLarge: "the header exceeds the limits"
    case .bodyTooLarge: "the content exceeds the largest that is stored"
    }
  }
}
